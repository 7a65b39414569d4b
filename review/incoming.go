package review

import (
	"slices"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
)

// Flag is a row of a preview that is unlikely: it is written only with a reason.
type Flag struct {
	Row        int // place among the rows of the preview
	Objections []Objection
}

// Incoming judges what files would bring, as Record judges an edit: by the market as
// all of the files would leave it, and what passes there also by the market without
// the flagged rows, which may be left out. Flags come in the order of the rows. A price
// that brings a reason of its own is not objected to, nor is what does not change.
func Incoming(current dataset.Set, p *dataset.Preview, now time.Time) []Flag {
	flags := incoming(current, p.After(current), p, now)
	if len(flags) == 0 {
		return nil
	}
	for _, flag := range flags {
		p.Rows[flag.Row].LeftOut = true
	}
	more := incoming(current, p.After(current), p, now)
	for _, flag := range flags {
		p.Rows[flag.Row].LeftOut = false
	}
	flags = append(flags, more...)
	slices.SortFunc(flags, func(a, b Flag) int { return a.Row - b.Row })
	return flags
}

// incoming judges the rows that are not left out by one state after the import.
func incoming(current, after dataset.Set, p *dataset.Preview, now time.Time) []Flag {
	r := &Review{before: current, after: after, now: now, ahead: map[catalog.Date]*catalog.Market{}, names: map[dataset.Kind]map[string][]string{}}
	var flags []Flag
	for i := range p.Rows {
		row := &p.Rows[i]
		if !row.Writes() {
			continue
		}
		before, _ := r.index(beforeSide, row.Kind).find(row.Record.Key)
		if reasoned(before, row.Record) {
			continue
		}
		c := change{review: r, before: before, after: row.Record}
		c.amounts()
		if row.Kind == dataset.Offers {
			c.alike(p.Files[row.File])
			c.names()
			c.price()
		}
		if len(c.found) > 0 {
			flags = append(flags, Flag{i, c.found})
		}
	}
	return flags
}

// reasoned reports whether a price line brings a reason that was not given before.
func reasoned(before, after dataset.Record) bool {
	if after.Kind != dataset.Offers {
		return false
	}
	reason := after.Get("exception")
	return reason != "" && (before.Values == nil || before.Get("exception") != reason)
}

// alike objects to a line of a catalogue that may be a price on record from another
// source.
func (c *change) alike(f *dataset.File) {
	if key := f.Alike[c.after.Key]; key != "" && c.before.Values == nil {
		c.object("offer_id", Duplicate, "other", key)
	}
}

// side tells the two states of a set.
type side int

const (
	beforeSide side = iota
	afterSide
)

// index finds the records of one kind on one side of a change.
type index struct {
	records []dataset.Record
	byKey   map[string]int
}

func (x *index) find(key string) (dataset.Record, bool) {
	i, ok := x.byKey[key]
	if !ok {
		return dataset.Record{}, false
	}
	return x.records[i], true
}

type indexOf struct {
	side side
	kind dataset.Kind
}

func (r *Review) index(s side, kind dataset.Kind) *index {
	if x := r.indexes[indexOf{s, kind}]; x != nil {
		return x
	}
	x := &index{records: r.before[kind]}
	if s == afterSide {
		x.records = r.after[kind]
	}
	x.byKey = make(map[string]int, len(x.records))
	for i := range x.records {
		x.byKey[x.records[i].Key] = i
	}
	if r.indexes == nil {
		r.indexes = map[indexOf]*index{}
	}
	r.indexes[indexOf{s, kind}] = x
	return x
}
