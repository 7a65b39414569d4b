package pricing

import (
	"strings"

	"gpuscale/catalog"
)

// BasketChoice is the cheapest price of one further line of a basket; Row is nil
// when no offer has the accelerator.
type BasketChoice struct {
	Line BasketLine
	Row  *Row
}

// basketCost is what a provider takes for the further lines of a basket.
type basketCost struct {
	rows        []*Row // one a line
	total, high Amount
	estimate    float64 // total in float64
	atLeast     bool
	ranged      bool
}

// buyBasket finds the cheapest price of every further line, at each provider and in
// all: a bill adds those of its own provider.
func (e *evaluation) buyBasket() error {
	lines := e.planner.job.Basket
	if len(lines) == 0 {
		return nil
	}
	e.baskets = map[*catalog.Provider]*basketCost{}
	for i, line := range lines {
		found, err := e.evaluateLine(line)
		if err != nil {
			return err
		}
		choice := BasketChoice{Line: line}
		choice.Row = found.result.Best()
		for _, incomplete := range []bool{false, true} { // a price whose cost is known whole comes first
			for j := range found.result.Results {
				if row := &found.result.Results[j]; row.AtLeast == incomplete {
					e.addToBasket(i, row)
				}
			}
		}
		e.result.Basket = append(e.result.Basket, choice)
	}
	return nil
}

// evaluateLine weighs card time alone: storage and traffic belong to the main line.
func (e *evaluation) evaluateLine(line BasketLine) (*evaluation, error) {
	main := e.planner.job
	job := Job{Cards: line.Cards, Schedule: Schedule{Hours: catalog.Known(line.Hours)}, Utilisation: main.Utilisation,
		InterruptionPerHour: main.InterruptionPerHour, CheckpointMinutes: main.CheckpointMinutes,
		RestartMinutes: main.RestartMinutes, Uninterruptible: main.Uninterruptible, Currency: main.Currency, Month: main.Month, Billing: main.Billing}
	q := e.query
	q.GPU = catalog.Terms[string]{In: []string{line.Accelerator}}
	q.VRAM, q.Text = catalog.Bounds{}, ""
	return evaluate(e.market, q, job)
}

func (e *evaluation) addToBasket(line int, row *Row) {
	basket := e.baskets[row.Provider()]
	if basket == nil {
		basket = &basketCost{}
		e.baskets[row.Provider()] = basket
	}
	if len(basket.rows) != line {
		return // a dearer row of the same line, or a line before was not to be had
	}
	basket.rows = append(basket.rows, row)
	low, high := row.unrounded()
	basket.total, basket.high = basket.total.Plus(low), basket.high.Plus(high)
	basket.estimate = basket.total.Float()
	basket.atLeast = basket.atLeast || row.AtLeast
	basket.ranged = basket.ranged || row.ranged()
}

// addBasket puts the further lines on a plan, or excludes it when the provider has
// not all of them.
func (e *evaluation) addBasket(p *plan) {
	lines := e.planner.job.Basket
	if len(lines) == 0 || p.excluded != nil {
		return
	}
	basket := e.baskets[p.key.provider]
	if basket == nil || len(basket.rows) < len(lines) {
		missing := lines[0]
		if basket != nil {
			missing = lines[len(basket.rows)]
		}
		p.exclude(ExcludedLineMissing, map[string]string{"accelerator": missing.Accelerator})
		return
	}
	p.basket = basket
}

// basketHours returns the card-hours of the further lines.
func (j *Job) basketHours() Amount {
	var sum Amount
	for _, line := range j.Basket {
		sum = sum.Plus(Exactly(line.Hours).Times(Whole(int64(line.Cards))))
	}
	return sum
}

// warnings are those of the further lines' own bills, each with its accelerator.
func (b *basketCost) warnings(lines []BasketLine) []Notice {
	var all []Notice
	for i, row := range b.rows {
		offer, price := row.Offer()
		for _, n := range row.warnings(&offer, &price) {
			if n.Code == WarnRange || n.Code == WarnTopUp || n.Code == WarnTrial {
				continue // of the provider or the total, which the bill itself says
			}
			n.For = lines[i].Accelerator
			all = append(all, n)
		}
	}
	return all
}

// unrounded returns the ends of a row's total before rounding.
func (r *Row) unrounded() (low, high Amount) {
	c := r.group.plan.cost()
	low = c.total(nanoAmount(r.nano), c.fixed)
	return low, c.total(nanoAmount(max(r.nano, r.highest)), c.high)
}

func nanoAmount(nano int64) Amount { return ProRata(Whole(nano), Whole(1), Whole(1_000_000_000)) }

// formula joins the compute formulas of the row's own bill.
func (r *Row) formula() string {
	var parts []string
	for _, line := range r.Bill().Lines {
		if line.Formula != "" {
			parts = append(parts, line.Formula)
		}
	}
	return strings.Join(parts, " + ")
}
