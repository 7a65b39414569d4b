package handlers

import (
	"math"
	"slices"
	"strconv"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/sizing"
)

// sizingCosts are the costs of every fit that has a comparable price, by slug.
type sizingCosts struct {
	cards   map[string]*sizingCost
	million map[string]sizing.Range // hours of a million tokens, by slug
	runs    map[string]pricing.Result
}

// sizingCost is what one set of cards costs at its cheapest price.
type sizingCost struct {
	offer    catalog.Offer
	price    catalog.Price
	hour     catalog.Decimal // all cards for one hour
	atLeast  bool
	cards    int              // paid for
	run      *decimalRange    // the whole run, nil without tokens or beyond ten years
	token    *decimalRange    // a million tokens, nil without a speed
	full     *catalog.Decimal // a million tokens at full load; serving only
	abroad   *sizingCost      // the cheapest abroad, where the cost is a mainland one
	runIsMin bool             // the run's total is a lower bound
}

// decimalRange is an estimate of money with its bounds.
type decimalRange struct{ low, mid, high catalog.Decimal }

// devices are the accelerators asked for: a family stands for itself and its
// members; without a filter all.
func (a *sizingAsk) devices() []sizing.Device {
	named := func(slugs []string, slug string) bool {
		return slices.ContainsFunc(slugs, func(s string) bool {
			if s == slug {
				return true
			}
			card, ok := a.market.Accelerator(s)
			return ok && slices.Contains(card.Candidates, slug)
		})
	}
	return slices.DeleteFunc(sizing.Devices(a.market), func(d sizing.Device) bool {
		return len(a.cards.In) > 0 && !named(a.cards.In, d.Slug) || named(a.cards.Out, d.Slug)
	})
}

// onDemand are the ranked on-demand prices, which costs are computed at.
var onDemand = catalog.OfferQuery{Billing: catalog.Terms[catalog.BillingMode]{In: []catalog.BillingMode{catalog.OnDemand}}}

// weigh finds the cheapest price of every fit: by the whole run where its length is
// known, else by the hour.
func (a *sizingAsk) weigh(r *sizing.Result, devices []sizing.Device) (sizingCosts, error) {
	c := sizingCosts{cards: map[string]*sizingCost{}, million: map[string]sizing.Range{}}
	if err := c.timeMillions(r, devices); err != nil {
		return c, err
	}
	jobs := map[string]pricing.Job{}
	for i := range r.Fits {
		if f := &r.Fits[i]; f.State == sizing.Fits {
			jobs[f.Device.Slug] = a.job(f, comparedHours(f))
		}
	}
	var err error
	if c.runs, err = pricing.ByAccelerator(a.market, onDemand, jobs); err != nil {
		return c, err
	}
	for i := range r.Fits {
		f := &r.Fits[i]
		run, ok := c.runs[f.Device.Slug]
		if !ok {
			continue
		}
		if cost, err := a.cheapest(f, run, c.million[f.Device.Slug]); err != nil {
			return c, err
		} else if cost != nil {
			c.cards[f.Device.Slug] = cost
		}
	}
	return c, nil
}

// timeMillions sizes a million tokens, so that their cost has the range that the
// estimate of time has.
func (c *sizingCosts) timeMillions(r *sizing.Result, devices []sizing.Device) error {
	const million = 1e6
	timed := r.Fits
	scale := 1.0
	if asked := r.Request.Tokens; asked.Known {
		scale = million / asked.Value
	} else {
		request := r.Request
		request.Tokens = sizing.Known(million)
		other, err := sizing.Evaluate(request, devices)
		if err != nil {
			return err
		}
		timed = other.Fits
	}
	for i := range timed {
		if timed[i].Hours != nil {
			c.million[timed[i].Device.Slug] = timed[i].Hours.Scale(scale)
		}
	}
	return nil
}

// comparedHours is the length of run that prices are compared by.
func comparedHours(f *sizing.Fit) float64 {
	if f.Hours != nil && f.Hours.Mid <= pricing.MaxHours && billedHours(f.Hours.Mid).Sign() > 0 {
		return f.Hours.Mid
	}
	return 1
}

// wholeHoursFrom is the length from which a run counts by whole hours: the estimate
// is far coarser than any billing step.
const wholeHoursFrom = 24

// billedHours is the length of a run as a job has it, in hours; a run that ends
// within its last digit is zero.
func billedHours(hours float64) catalog.Decimal {
	if hours >= wholeHoursFrom {
		hours = math.Ceil(hours)
	}
	return decimalOf(hours, 6)
}

// decimalOf is a physical figure as a decimal, with at most that many places; zero
// for what no decimal can hold.
func decimalOf(f float64, places int) catalog.Decimal {
	d, err := catalog.ParseDecimal(strconv.FormatFloat(f, 'f', places, 64))
	if err != nil {
		return catalog.Decimal{}
	}
	return d.Trim(0)
}

func (a *sizingAsk) job(f *sizing.Fit, hours float64) pricing.Job {
	return pricing.Job{
		Cards: f.Cards, Schedule: pricing.Schedule{Hours: catalog.Known(billedHours(hours))}, Currency: a.currency,
		Billing: []catalog.BillingMode{catalog.OnDemand},
	}
}

// cheapest is the cost at the cheapest mainland price, with the cheapest abroad
// beside it; the one abroad where the mainland has none; nil without any.
func (a *sizingAsk) cheapest(f *sizing.Fit, run pricing.Result, million sizing.Range) (*sizingCost, error) {
	costs := map[catalog.MarketArea]*sizingCost{}
	for i := range run.Results {
		row := &run.Results[i]
		area := row.Provider().Market
		if costs[area] != nil {
			continue
		}
		cost, err := a.cost(f, row, million)
		if err != nil {
			return nil, err
		}
		costs[area] = cost
	}
	home, abroad := costs[catalog.MainlandChina], costs[catalog.International]
	if home == nil {
		return abroad, nil
	}
	home.abroad = abroad
	return home, nil
}

// cost computes everything that is shown of one price. Row is the total of the time
// that prices are compared by.
func (a *sizingAsk) cost(f *sizing.Fit, row *pricing.Row, million sizing.Range) (*sizingCost, error) {
	c := &sizingCost{}
	c.offer, c.price = row.Offer()
	c.cards = f.Cards
	if count := c.offer.Count.Or(0); count > 0 {
		c.cards = int(pricing.Machines(int64(f.Cards), int64(count))) * count
	}
	compared, err := comparedHours(f), error(nil)
	hour := row
	if compared != 1 {
		hour, err = a.total(f, &c.price, 1)
	}
	if err != nil || hour == nil {
		return nil, err
	}
	c.hour, c.atLeast = hour.Total().Low, hour.AtLeast
	if f.Hours != nil && compared == f.Hours.Mid && f.Hours.High <= pricing.MaxHours {
		if err := a.addRun(c, f, row); err != nil {
			return nil, err
		}
	}
	if million.Mid > 0 {
		c.token = c.ofMillion(million)
	}
	if s := f.Serving; s != nil && s.MaxTokensPerS > 0 {
		if full, ok := c.perMillion(s.MaxTokensPerS); ok {
			c.full = &full
		}
	}
	return c, nil
}

// total is what the cards cost for some hours at one price; nil where it has no total.
func (a *sizingAsk) total(f *sizing.Fit, price *catalog.Price, hours float64) (*pricing.Row, error) {
	row, _, err := pricing.At(a.market, price.ID, a.job(f, hours))
	return row, err
}

// addRun adds the total of the whole run at both bounds of its time beside the middle.
func (a *sizingAsk) addRun(c *sizingCost, f *sizing.Fit, middle *pricing.Row) error {
	low, err := a.total(f, &c.price, f.Hours.Low)
	if err != nil || low == nil {
		return err
	}
	high, err := a.total(f, &c.price, f.Hours.High)
	if err != nil || high == nil {
		return err
	}
	c.run = &decimalRange{low: low.Total().Low, mid: middle.Total().Low, high: high.Total().Low}
	c.runIsMin = low.AtLeast || middle.AtLeast || high.AtLeast
	return nil
}

// ofMillion is the cost of a million tokens that take a range of hours.
func (c *sizingCost) ofMillion(hours sizing.Range) *decimalRange {
	const perHour = 1e6 / 3600
	var r decimalRange
	for _, at := range []struct {
		hours float64
		into  *catalog.Decimal
	}{{hours.Low, &r.low}, {hours.Mid, &r.mid}, {hours.High, &r.high}} {
		cost, ok := c.perMillion(perHour / at.hours)
		if !ok {
			return nil
		}
		*at.into = cost
	}
	return &r
}

// perMillion is the cost of a million tokens at a rate of all cards, to four
// decimals; ok is false for a rate too small to divide by.
func (c *sizingCost) perMillion(tokensPerS float64) (catalog.Decimal, bool) {
	cost, ok := pricing.CostPerMillionTokens(pricing.Exactly(c.hour), 1, pricing.Exactly(decimalOf(tokensPerS, 6)))
	if !ok {
		return catalog.Decimal{}, false
	}
	d, err := cost.Round(4)
	return d, err == nil
}
