// Package review judges changes of records before they are kept: what cannot be
// kept at all, and what is unlikely enough that an editor must write why it is
// right. It compares the whole set before and after, so that a change is judged by
// what it does to the market, not by its form.
package review

import (
	"cmp"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
)

// Code names an objection, so that a page can say it in its own language.
type Code string

// The objections. Each can be answered by a written reason.
const (
	SpotAbove     Code = "spot-above-on-demand"
	ReservedAbove Code = "reserved-above-on-demand"
	TermAbove     Code = "term-above-on-demand"
	MonthAbove    Code = "month-above-730-hours"
	YearAbove     Code = "year-above-months"
	Changed       Code = "changed-over-30"     // old, new, percent
	Implausible   Code = "implausible"         // value, low, high: CNY a card and hour
	Zero          Code = "zero-price"          // a published zero is usually an unknown
	CurrencyMoved Code = "currency-switched"   // old, new
	UnitMoved     Code = "unit-switched"       // old, new
	NotTotal      Code = "per-card-not-total"  // value, other: CNY a card and hour
	WrongMemory   Code = "memory-impossible"   // value, known: GB of the model
	Duplicate     Code = "duplicate"           // other: key of the record that is there
	ExpiredSource Code = "source-expired"      // days since the source was seen
	NotRenewed    Code = "date-not-renewed"    // date: when the source was seen, before the amount changed
	UnknownCard   Code = "accelerator-unknown" // name: no card or family is called so
)

// Objection is one thing about a record that is unlikely. Args are pairs of
// placeholder and value for its text, printed as numbers without units.
type Objection struct {
	Column string
	Code   Code
	Args   []any
}

// Verdict is what is to be said of one record after a change. Refusals stop the
// change; objections need a reason.
type Verdict struct {
	Refusals   []dataset.Problem
	Objections []Objection
}

// Review holds two states of the set: as it stands, and as a change would leave it.
type Review struct {
	before, after dataset.Set
	now           time.Time
	data          *catalog.Data // parsed when a price is first judged by it
	indexes       map[indexOf]*index
	earlier       *dataset.Predecessors
	twins         map[string][]int
	rivalsOf      map[*catalog.Market]*rivals
	last          offered
	market        *catalog.Market
	ahead         map[catalog.Date]*catalog.Market
	problems      []dataset.Problem
	names         map[dataset.Kind]map[string][]string
}

// New compares the set before a change with the set after it at a moment. The
// sets are not changed.
func New(before, after dataset.Set, now time.Time) *Review {
	r := &Review{before: before, after: after, now: now, ahead: map[catalog.Date]*catalog.Market{}, names: map[dataset.Kind]map[string][]string{}}
	data, problems := dataset.Parse(after)
	r.data = &data
	r.problems = added(dataset.Check(before), append(problems, dataset.Check(after)...))
	return r
}

// added returns the problems that the change brings: what was wrong before is no
// reason to refuse an edit elsewhere.
func added(before, after []dataset.Problem) []dataset.Problem {
	old := make(map[dataset.Problem]bool, len(before))
	for _, p := range before {
		old[p] = true
	}
	var fresh []dataset.Problem
	for _, p := range after {
		if !old[p] {
			old[p] = true
			fresh = append(fresh, p)
		}
	}
	return fresh
}

// Problems are all refusals: values that no record may hold, references that the
// change would leave without a target, names that are taken.
func (r *Review) Problems() []dataset.Problem { return r.problems }

// Record judges the record with a key as the change leaves it; a record that the
// change ends has no objections.
func (r *Review) Record(kind dataset.Kind, key string) Verdict {
	var v Verdict
	for _, p := range r.problems {
		if p.Kind == kind && p.Key == key {
			v.Refusals = append(v.Refusals, p)
		}
	}
	after, ok := r.index(afterSide, kind).find(key)
	if !ok {
		return v
	}
	before, _ := r.index(beforeSide, kind).find(key)
	v.Refusals = append(v.Refusals, Evidence(before, after, r.now)...)
	if len(v.Refusals) > 0 {
		return v
	}
	c := change{review: r, before: before, after: after}
	c.names()
	c.amounts()
	if kind == dataset.Offers {
		c.price()
	}
	v.Objections = c.found
	return v
}

// With returns a copy of a set in which a record is replaced, added, or, without
// new values, left out.
func With(set dataset.Set, kind dataset.Kind, key string, values []string) dataset.Set {
	out := make(dataset.Set, len(set))
	for k, records := range set {
		out[k] = records
	}
	var records []dataset.Record
	placed := values == nil
	for _, r := range set[kind] {
		switch {
		case r.Key != key:
			records = append(records, r)
		case values != nil:
			records = append(records, dataset.Record{Kind: kind, Key: key, Values: values})
			placed = true
		}
	}
	if !placed {
		records = append(records, dataset.Record{Kind: kind, Key: key, Values: values})
	}
	out[kind] = records
	return out
}

// marketAt is the market after the change, on the day a price begins to hold where
// that lies ahead.
func (r *Review) marketAt(from catalog.Date) *catalog.Market {
	if !from.Known() || !from.Start().After(r.now) {
		if r.market == nil {
			r.market = catalog.NewMarket(r.parsed(), r.now)
		}
		return r.market
	}
	m, ok := r.ahead[from]
	if !ok {
		m = catalog.NewMarket(r.parsed(), from.Start())
		r.ahead[from] = m
	}
	return m
}

func (r *Review) parsed() catalog.Data {
	if r.data == nil {
		data, _ := dataset.Parse(r.after)
		r.data = &data
	}
	return *r.data
}

// was is what a record takes the place of: its version before the change, or for a
// further line of a price the one that holds until then.
func (c *change) was() dataset.Record {
	if c.before.Values != nil || c.after.Kind != dataset.Offers {
		return c.before
	}
	if c.review.earlier == nil {
		c.review.earlier = dataset.NewPredecessors(c.review.before[dataset.Offers])
	}
	old, _ := c.review.earlier.Of(c.after)
	return old
}

// change is one record that is judged.
type change struct {
	review        *Review
	before, after dataset.Record // before has no values for a new record
	found         []Objection
}

func (c *change) object(column string, code Code, args ...any) {
	c.found = append(c.found, Objection{Column: column, Code: code, Args: args})
}

// names finds another record whose identity only looks different.
func (c *change) names() {
	schema := dataset.SchemaOf(c.after.Kind)
	same := c.review.names[c.after.Kind]
	if same == nil {
		same = map[string][]string{}
		for _, r := range c.review.after[c.after.Kind] {
			name := foldedIdentity(schema, r)
			same[name] = append(same[name], r.Key)
		}
		c.review.names[c.after.Kind] = same
	}
	if c.before.Values != nil && foldedIdentity(schema, c.before) == foldedIdentity(schema, c.after) {
		return
	}
	for _, key := range same[foldedIdentity(schema, c.after)] {
		if key != c.after.Key {
			c.object(schema.Identity[0], Duplicate, "other", key)
			return
		}
	}
}

func foldedIdentity(schema dataset.Schema, r dataset.Record) string {
	var name string
	for _, column := range schema.Identity {
		name += catalog.NormaliseName(r.Get(column)) + "\x00"
	}
	return name
}

// mostChange is the change of an amount that needs no reason, as a ratio × 100.
const mostChange = 30

// amounts objects to figures of money that move by more than 30 %.
func (c *change) amounts() {
	was := c.was()
	if was.Values == nil || c.switched(was) {
		return
	}
	for i, column := range dataset.SchemaOf(c.after.Kind).Columns {
		if column.Type != dataset.Money || was.Values[i] == c.after.Values[i] || c.after.Values[i] == "" {
			continue
		}
		old, oldErr := catalog.ParseDecimal(was.Values[i])
		now, nowErr := catalog.ParseDecimal(c.after.Values[i])
		if oldErr != nil || nowErr != nil || old.IsZero() {
			continue
		}
		if percent, ok := percentChange(old, now); ok && percent.Abs().Cmp(catalog.WholeDecimal(mostChange)) > 0 {
			c.object(column.Name, Changed, "old", was.Values[i], "new", c.after.Values[i], "percent", catalog.RoundHalfUp(percent, 1).String())
		}
	}
}

func percentChange(old, now catalog.Decimal) (catalog.Decimal, bool) {
	difference, err := now.Sub(old)
	if err != nil {
		return catalog.Decimal{}, false
	}
	ratio, err := difference.Quo(old)
	if err != nil {
		return catalog.Decimal{}, false
	}
	percent, err := ratio.Mul(catalog.WholeDecimal(100))
	return percent, err == nil
}

// switched objects to another currency or unit, after which amounts do not compare.
func (c *change) switched(was dataset.Record) bool {
	moved := false
	for _, m := range []struct {
		column string
		code   Code
	}{{"currency", CurrencyMoved}, {"unit", UnitMoved}} {
		i, _, ok := dataset.SchemaOf(c.after.Kind).Column(m.column)
		if !ok || was.Values[i] == c.after.Values[i] || was.Values[i] == "" {
			continue
		}
		moved = true
		c.object(m.column, m.code, "old", was.Values[i], "new", cmp.Or(c.after.Values[i], "—"))
	}
	return moved
}
