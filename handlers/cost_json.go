package handlers

import (
	"encoding/json"

	"gpuscale/catalog"
	"gpuscale/pricing"
)

// costJSON is the answer of /calculator/cost.json: amounts are decimal strings,
// quantities numbers, the unknown null.
type costJSON struct {
	Inputs      costInputsJSON         `json:"inputs"`
	Results     []costResultJSON       `json:"results"`
	Excluded    []costExcludedJSON     `json:"excluded"`
	Sensitivity []costChangeJSON       `json:"sensitivity"`
	Searched    []costReachJSON        `json:"searched"` // how far inputs were moved for sensitivity
	Basket      []costBasketJSON       `json:"basket"`
	NotShown    map[catalog.WhyNot]int `json:"not_shown"`
	Rates       []costRateJSON         `json:"rates"`
	AsOf        string                 `json:"as_of"`
}

// costInputsJSON holds what was weighed, defaults filled in.
type costInputsJSON struct {
	Example             bool                  `json:"example"` // nothing of a job was asked
	GPU                 []string              `json:"gpu"`
	VRAMMin             *float64              `json:"vram_min"`
	GPUs                int                   `json:"gpus"`
	Hours               json.RawMessage       `json:"hours"`
	HoursPerDay         json.RawMessage       `json:"hours_per_day"`
	Days                json.RawMessage       `json:"days"`
	Months              json.RawMessage       `json:"months"`
	HoursPerCard        json.RawMessage       `json:"hours_per_card"`
	StorageGB           json.RawMessage       `json:"storage_gb"`
	SnapshotGB          json.RawMessage       `json:"snapshot_gb"`
	ImageGB             json.RawMessage       `json:"image_gb"`
	EgressGB            json.RawMessage       `json:"egress_gb"`
	UploadGB            json.RawMessage       `json:"upload_gb"`
	PublicIP            int                   `json:"public_ip"`
	StoppedDays         json.RawMessage       `json:"stopped_days"`
	Utilisation         json.RawMessage       `json:"utilisation"`
	Interruptible       string                `json:"interruptible"`
	InterruptionPerHour json.RawMessage       `json:"interruption_per_hour"`
	CheckpointMinutes   json.RawMessage       `json:"checkpoint_minutes"`
	RestartMinutes      json.RawMessage       `json:"restart_minutes"`
	Budget              *string               `json:"budget"`
	CouponCardHours     json.RawMessage       `json:"coupon_card_hours"`
	CouponPrice         *string               `json:"coupon_price"`
	Provider            []string              `json:"provider"`
	Market              []string              `json:"market"`
	Region              []string              `json:"region"`
	Billing             []catalog.BillingMode `json:"billing"`
	Currency            catalog.Currency      `json:"currency"`
	Month               int                   `json:"month"`
	VAT                 int                   `json:"vat"`
	Line                []costInputLineJSON   `json:"line"`
}

type costInputLineJSON struct {
	GPU   string          `json:"gpu"`
	GPUs  int             `json:"gpus"`
	Hours json.RawMessage `json:"hours"`
}

type costResultJSON struct {
	Offer        string              `json:"offer"`
	Price        string              `json:"price"`
	Provider     string              `json:"provider"`
	Billing      catalog.BillingMode `json:"billing"`
	Total        moneyJSON           `json:"total"`
	AtLeast      bool                `json:"at_least"`
	HoursBilled  json.RawMessage     `json:"hours_billed"` // of a card
	Machines     int                 `json:"machines"`
	Cards        int                 `json:"cards"` // paid for
	Lines        []costLineJSON      `json:"lines"`
	Effective    *string             `json:"effective_per_gpu_hour"`
	EffectiveMax *string             `json:"effective_per_gpu_hour_max"`
	Free         []costFreeJSON      `json:"free"` // stated inputs that cost nothing here
	BreakEven    *costEvenJSON       `json:"break_even"`
	Within       *int                `json:"hours_within_budget"`
	Warnings     []costNoticeJSON    `json:"warnings"`
	SourceURL    *string             `json:"source_url"`
	Seen         *string             `json:"seen"`
	Doubts       []string            `json:"doubts"`
}

type costLineJSON struct {
	Item    pricing.Item `json:"item"`
	Formula string       `json:"formula"`
	Amount  string       `json:"amount"`
	For     *string      `json:"for"`     // accelerator of a further line of the basket
	Billing *string      `json:"billing"` // of that line
}

type costFreeJSON struct {
	Item      pricing.Item    `json:"item"`
	GB        json.RawMessage `json:"gb"`
	SourceURL *string         `json:"source_url"`
}

type costEvenJSON struct {
	Against catalog.BillingMode `json:"against"`
	Price   string              `json:"price"`
	Hours   json.RawMessage     `json:"hours"`
	Period  catalog.BillingMode `json:"period"`
}

type costNoticeJSON struct {
	Code string  `json:"code"`
	Text string  `json:"text"`
	For  *string `json:"for"` // accelerator of the further line of the basket it is about
}

type costExcludedJSON struct {
	Offer    string              `json:"offer"`
	Price    string              `json:"price"`
	Provider string              `json:"provider"`
	Billing  catalog.BillingMode `json:"billing"`
	Code     string              `json:"code"`
	Text     string              `json:"text"`
}

type costChangeJSON struct {
	Text    string              `json:"text"`
	Input   string              `json:"input"`
	At      json.RawMessage     `json:"at"`
	Winner  string              `json:"winner"` // offer
	Price   string              `json:"price"`
	Billing catalog.BillingMode `json:"billing"`
	Total   moneyJSON           `json:"total"`
}

type costReachJSON struct {
	Input string `json:"input"`
	Min   int64  `json:"min"`
	Max   int64  `json:"max"`
}

type costBasketJSON struct {
	Line  costInputLineJSON `json:"line"`
	Offer *string           `json:"offer"` // where it alone is cheapest
	Total *moneyJSON        `json:"total"`
}

type costRateJSON struct {
	rateJSON
	Days int  `json:"age_days"`
	Old  bool `json:"old"`
}

// costNumberJSON is a decimal as a JSON number; null for the unknown.
func costNumberJSON(d catalog.Opt[catalog.Decimal]) json.RawMessage {
	if !d.Known {
		return json.RawMessage("null")
	}
	return json.RawMessage(d.Value.Trim(0).String())
}

func costKnownJSON(d catalog.Decimal) json.RawMessage { return costNumberJSON(catalog.Known(d)) }

func costAmountJSON(d catalog.Opt[catalog.Decimal]) *string {
	if !d.Known {
		return nil
	}
	s := d.Value.Pad(2).String()
	return &s
}

func costRangeJSON(r catalog.Range) moneyJSON {
	j := moneyJSON{Amount: r.Low.String(), Currency: r.Currency}
	if r.High.Known {
		j.Max = orNull(r.High.Value.String())
	}
	return j
}

func (c *costPage) json() costJSON {
	j := costJSON{
		Inputs: c.inputsJSON(), Results: make([]costResultJSON, len(c.weighed.Results)), Excluded: []costExcludedJSON{}, Sensitivity: []costChangeJSON{},
		Searched: []costReachJSON{}, Basket: []costBasketJSON{}, NotShown: c.weighed.notShown.NotShown, Rates: []costRateJSON{}, AsOf: moment(c.ask.market.At()),
	}
	for i := range c.weighed.Results {
		j.Results[i] = c.resultJSON(&c.weighed.Results[i])
	}
	for i := range c.weighed.left {
		x := &c.weighed.left[i]
		offer, _ := x.Offer()
		j.Excluded = append(j.Excluded, costExcludedJSON{Offer: offer.ID, Price: x.PriceID(), Provider: x.Provider.Slug, Billing: x.Billing,
			Code: x.Notice.Code, Text: c.reason(x.Notice)})
	}
	for _, change := range c.weighed.Sensitivity {
		offer, price := change.Winner.Offer()
		j.Sensitivity = append(j.Sensitivity, costChangeJSON{Text: c.change(change), Input: change.Input, At: costKnownJSON(change.At),
			Winner: offer.ID, Price: price.ID, Billing: price.Billing, Total: costRangeJSON(change.Winner.Total())})
	}
	for _, r := range c.weighed.Searched {
		j.Searched = append(j.Searched, costReachJSON(r))
	}
	for _, choice := range c.weighed.Basket {
		j.Basket = append(j.Basket, costBasketOf(choice))
	}
	for _, r := range c.weighed.Rates {
		days, old := pricing.RateAge(r, c.ask.market.At())
		j.Rates = append(j.Rates, costRateJSON{rateJSON: *rateOf(&r), Days: days, Old: old})
	}
	return j
}

func costBasketOf(choice pricing.BasketChoice) costBasketJSON {
	b := costBasketJSON{Line: costInputLineJSON{choice.Line.Accelerator, choice.Line.Cards, costKnownJSON(choice.Line.Hours)}}
	if choice.Row != nil {
		offer, _ := choice.Row.Offer()
		total := costRangeJSON(choice.Row.Total())
		b.Offer, b.Total = &offer.ID, &total
	}
	return b
}

func (c *costPage) resultJSON(r *pricing.Row) costResultJSON {
	offer, price := r.Offer()
	bill := r.Bill()
	j := costResultJSON{
		Offer: offer.ID, Price: price.ID, Provider: offer.Provider.Slug, Billing: price.Billing, Total: costRangeJSON(bill.Total), AtLeast: bill.AtLeast,
		HoursBilled: costKnownJSON(bill.HoursBilled), Machines: bill.Machines, Cards: bill.Cards, Lines: []costLineJSON{}, Free: []costFreeJSON{}, Warnings: []costNoticeJSON{},
		SourceURL: orNull(price.Source.Link()), Seen: orNull(price.Source.Seen.String()), Doubts: listed(price.Doubts),
	}
	for _, line := range bill.Lines {
		j.Lines = append(j.Lines, costLineJSON{line.Item, line.Formula, line.Amount.String(), orNull(line.For), orNull(string(line.Billing))})
	}
	for _, f := range bill.Free {
		j.Free = append(j.Free, costFreeJSON{f.Item, costKnownJSON(f.GB), orNull(f.Source.Link())})
	}
	for _, n := range bill.Warnings {
		j.Warnings = append(j.Warnings, costNoticeJSON{n.Code, c.warning(n), orNull(n.For)})
	}
	if e, known := bill.EffectivePerGPUHour.Get(); known {
		j.Effective = orNull(e.Low.String())
		if e.High.Known {
			j.EffectiveMax = orNull(e.High.Value.String())
		}
	}
	if e, known := bill.BreakEven.Get(); known {
		j.BreakEven = &costEvenJSON{e.Against, e.PriceID, costKnownJSON(e.Hours), e.Period}
	}
	if budget, asked := c.ask.job.Budget.Get(); asked {
		hours, _ := r.HoursWithin(budget)
		j.Within = &hours
	}
	return j
}

func (c *costPage) inputsJSON() costInputsJSON {
	job, offers := &c.ask.job, &c.ask.offers
	s := job.Schedule
	total, ok := s.HoursPerCard(job.Month)
	j := costInputsJSON{
		Example: c.ask.example, GPU: costTermsJSON(offers.GPU), VRAMMin: optional(offers.VRAM.Min), GPUs: job.Cards,
		Hours: costNumberJSON(s.Hours), HoursPerDay: costNumberJSON(s.HoursPerDay), Days: costNumberJSON(s.Days), Months: costNumberJSON(s.Months),
		HoursPerCard: costNumberJSON(catalog.Opt[catalog.Decimal]{Value: total, Known: ok}), StorageGB: costKnownJSON(job.StorageGB),
		SnapshotGB: costKnownJSON(job.SnapshotGB), ImageGB: costKnownJSON(job.ImageGB), EgressGB: costKnownJSON(job.EgressGB), UploadGB: costKnownJSON(job.UploadGB),
		PublicIP: job.PublicIPs, StoppedDays: costKnownJSON(job.StoppedDays), Utilisation: costKnownJSON(job.Utilisation), Interruptible: "yes",
		InterruptionPerHour: costNumberJSON(job.InterruptionPerHour), CheckpointMinutes: costNumberJSON(job.CheckpointMinutes),
		RestartMinutes: costKnownJSON(job.RestartMinutes), Budget: costAmountJSON(job.Budget), Provider: costTermsJSON(offers.Provider),
		Market: costTermsJSON(offers.Market), Region: costTermsJSON(offers.Region), Billing: job.Billing, Currency: job.Currency, Month: int(job.Month),
		VAT: job.VATPercent, Line: []costInputLineJSON{}, CouponCardHours: json.RawMessage("null"),
	}
	if job.Uninterruptible {
		j.Interruptible = "no"
	}
	if coupon, used := job.Coupon.Get(); used {
		j.CouponCardHours, j.CouponPrice = costKnownJSON(coupon.CardHours), costAmountJSON(catalog.Known(coupon.Price))
	}
	if len(j.Billing) == 0 {
		j.Billing = catalog.BillingModes
	}
	for _, line := range job.Basket {
		j.Line = append(j.Line, costInputLineJSON{line.Accelerator, line.Cards, costKnownJSON(line.Hours)})
	}
	return j
}

func costTermsJSON[T ~string](t catalog.Terms[T]) []string {
	list := []string{}
	for _, v := range t.In {
		list = append(list, string(v))
	}
	for _, v := range t.Out {
		list = append(list, "!"+string(v))
	}
	return list
}
