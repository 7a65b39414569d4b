package catalog

import (
	"iter"
	"slices"
	"strings"
)

// CompareKind says what stands in the columns of a comparison.
type CompareKind string

// Kinds of comparisons.
const (
	CompareOffers       CompareKind = "offers"
	CompareProviders    CompareKind = "providers"
	CompareAccelerators CompareKind = "accelerators"
)

// MaxColumns is how many things can be compared at once.
const MaxColumns = 6

// CompareQuery asks for a comparison of the things with the given ids: price or
// offer ids, provider slugs, or accelerator slugs. Base is the id of the column that
// differences are taken from; Diff leaves out rows in which all agree.
type CompareQuery struct {
	Kind     CompareKind
	IDs      []string
	Base     string
	Diff     bool
	Currency Currency
	Month    MonthHours
}

// Comparison puts things side by side. Unknown names the ids that are not in the
// market. The numbers of a row's cells are those of Columns.
type Comparison struct {
	Kind     CompareKind
	Columns  []CompareColumn
	Base     int // -1: none
	Groups   []CompareGroup
	Warnings []CompareWarning
	Unknown  []string
	Basis    Basis
	SameRows int // rows in which all agree, shown or not
	market   *Market
	diff     bool
	leftOut  []CompareRow // rows in which all agree, when only differences are asked for
}

// CompareColumn is one thing compared; exactly one of the pointers is set.
type CompareColumn struct {
	ID          string
	Label       Words
	Offer       *Offer
	Provider    *Provider
	Accelerator *Accelerator
}

// CompareGroup holds the rows of one of the four dimensions.
type CompareGroup struct {
	Dimension Group
	Rows      []CompareRow
}

// CompareRow is one property. Same tells that all columns show the same.
type CompareRow struct {
	Key    string
	Label  Words
	Unit   string
	Better Better
	Same   bool
	Cells  []Cell
}

// CellState tells what is known of a property.
type CellState string

// Cell states: StateNo is a known absence, which is not the unknown.
const (
	StateKnown   CellState = "known"
	StateUnknown CellState = "unknown"
	StateNo      CellState = "no"
)

// Cell is what one column shows in a row. Value is the bare figure, known only
// where it can be compared as a number; Text is what people read and holds the unit
// where the row has none. Reason says why a cell is unknown. DeltaPercent is the
// difference to the base column, in rows with a better direction. Range holds the ends
// where the figure is a range; Value is then its lower end, or not known. WholeCard
// tells that the figure is of the card of which the column is a slice.
type Cell struct {
	State        CellState
	Value        Opt[Decimal]
	Range        Opt[CellRange]
	WholeCard    bool
	Text         Words
	Reason       Reason
	Best         bool
	Unranked     bool // may not be best: doubted, or a price that is not ranked
	Article      bool // the seed article says so
	DeltaPercent Opt[Decimal]
	Source       Source
	Doubts       []string
	Exception    string // why an editor kept a price that a check objects to
	Statements   []Statement
}

// CellRange holds the ends between which a figure lies. Open tells that it may also lie
// beyond them, as the figures of some variants are not known.
type CellRange struct {
	Low, High Decimal
	Open      bool
}

// Statement is one recorded statement behind a cell.
type Statement struct {
	Text    Words
	Unit    string
	Subject Words
	Source  Source
	Doubts  []string
}

// WarningCode names a reason why a comparison is not like for like.
type WarningCode string

// Warning codes.
const (
	WarnForm         WarningCode = "form-differs"
	WarnMemory       WarningCode = "memory-differs"
	WarnShare        WarningCode = "share-differs"
	WarnInterconnect WarningCode = "interconnect-differs"
	WarnPriceKind    WarningCode = "price-kind-differs"
	WarnHost         WarningCode = "host-differs"
	WarnCoreHours    WarningCode = "core-hours"
	WarnFamily       WarningCode = "variant-unknown"
	WarnSLAScope     WarningCode = "sla-scope"
	WarnDoubt        WarningCode = "doubt"
)

// CompareWarning is a note on the comparison; IDs are the columns it concerns.
type CompareWarning struct {
	Code   WarningCode
	Text   Words
	IDs    []string
	Doubts []string
}

// Compare puts the things of q side by side. Ids beyond MaxColumns are the caller's
// to refuse; an id given twice counts once.
func (m *Market) Compare(q CompareQuery) Comparison {
	c := Comparison{Kind: q.Kind, Base: -1, Basis: m.Basis(q.Currency, q.Month), market: m, diff: q.Diff}
	for _, id := range q.IDs {
		column, ok := m.column(q.Kind, id)
		switch {
		case !ok:
			c.Unknown = append(c.Unknown, id)
		case !slices.ContainsFunc(c.Columns, func(x CompareColumn) bool { return x.ID == column.ID }):
			c.Columns = append(c.Columns, column)
		}
	}
	if base, ok := m.column(q.Kind, q.Base); ok {
		c.Base = slices.IndexFunc(c.Columns, func(x CompareColumn) bool { return x.ID == base.ID })
	}
	for _, g := range Groups[:4] {
		c.Groups = append(c.Groups, CompareGroup{Dimension: g, Rows: make([]CompareRow, 0, 32)})
	}
	if len(c.Columns) == 0 {
		return c
	}
	switch q.Kind {
	case CompareProviders:
		m.compareProviders(&c)
	case CompareAccelerators:
		m.compareAccelerators(&c)
	default:
		m.compareOffers(&c)
	}
	m.warn(&c)
	return c
}

func (m *Market) column(kind CompareKind, id string) (CompareColumn, bool) {
	id = strings.TrimSpace(id)
	switch kind {
	case CompareProviders:
		p, ok := m.Provider(id)
		if !ok {
			return CompareColumn{}, false
		}
		return CompareColumn{ID: p.Slug, Label: p.Name, Provider: p}, true
	case CompareAccelerators:
		a, ok := m.Accelerator(id)
		if !ok {
			return CompareColumn{}, false
		}
		return CompareColumn{ID: a.Slug, Label: a.Label(), Accelerator: a}, true
	}
	o, ok := m.Offer(id)
	if !ok {
		return CompareColumn{}, false
	}
	return CompareColumn{ID: o.ID, Label: o.Label(), Offer: &o}, true
}

// Label returns the offer's name for people: provider, card and number of cards.
func (o *Offer) Label() Words {
	name := Words{Zh: o.AcceleratorName, En: o.AcceleratorName}
	if o.Accelerator != nil {
		name = o.Accelerator.Label()
	}
	if o.Count.Known {
		n := " ×" + Whole(int64(o.Count.Value)).String()
		name = Words{Zh: name.Zh + n, En: name.En + n}
	}
	return Words{Zh: o.Provider.Name.In("zh") + " " + name.Zh, En: o.Provider.Name.In("en") + " " + name.En}
}

// AddRows appends rows to a dimension, giving unknown cells a reason and judging which cell is best, how cells differ
// from the base column, and whether they all agree; rows that agree are left out
// when only differences are asked for. Every row must have a cell a column.
func (c *Comparison) AddRows(dimension Group, rows ...CompareRow) {
	i := slices.IndexFunc(c.Groups, func(g CompareGroup) bool { return g.Dimension == dimension })
	if i < 0 {
		i = len(c.Groups)
		c.Groups = append(c.Groups, CompareGroup{Dimension: dimension})
	}
	for _, r := range rows {
		c.explain(&r)
		r.judge(c.Base)
		if r.Same {
			c.SameRows++
		}
		if r.Same && c.diff {
			c.leftOut = append(c.leftOut, r)
		} else {
			c.Groups[i].Rows = append(c.Groups[i].Rows, r)
		}
	}
}

// rows goes through every row, those that are left out too.
func (c *Comparison) rows() iter.Seq[*CompareRow] {
	return func(yield func(*CompareRow) bool) {
		for i := range c.leftOut {
			if !yield(&c.leftOut[i]) {
				return
			}
		}
		c.shown()(yield)
	}
}

// shown goes through the rows of all groups.
func (c *Comparison) shown() iter.Seq[*CompareRow] {
	return func(yield func(*CompareRow) bool) {
		for i := range c.Groups {
			for j := range c.Groups[i].Rows {
				if !yield(&c.Groups[i].Rows[j]) {
					return
				}
			}
		}
	}
}

// Row returns the row with the key that is shown in some group.
func (c *Comparison) Row(key string) (CompareRow, bool) {
	for r := range c.shown() {
		if r.Key == key {
			return *r, true
		}
	}
	return CompareRow{}, false
}
