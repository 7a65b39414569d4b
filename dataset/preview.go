package dataset

import (
	"cmp"
	"maps"
	"slices"

	"gpuscale/catalog"
)

// Actions of lines that bring no record.
const (
	ActionRefused Action = "refused" // Row.Problems says why
	ActionSkipped Action = "skipped" // a row of a published catalogue that is no offer
	ActionJoined  Action = "joined"  // part of the price that another line brings
)

// Row is what one line of a file would do.
type Row struct {
	File     int // place among Preview.Files
	Line     int
	Kind     Kind
	Action   Action
	Record   Record // as it would be kept; the zero Record where the line could not be read
	Changes  []ColumnChange
	Problems []Problem // why it is refused or skipped; else what to know about it
	Move     Move
	LeftOut  bool // not to be written, whatever its action
}

// Writes reports whether the line brings something to write.
func (r *Row) Writes() bool {
	return !r.LeftOut && (r.Action == ActionNew || r.Action == ActionChanged)
}

// Rule says why a line of a file cannot be kept, by what it would change; before has
// no values for a new record.
type Rule func(f *File, before, after Record) []Problem

// Move is how a price compares with the one it replaces: the version before it, or
// the line of the same price id that began before it.
type Move struct {
	// Percent is the relative change; unknown where one side has no amount, or
	// currency or unit differ.
	Percent catalog.Opt[catalog.Decimal]
	// Large tells changes that somebody must confirm: beyond LargeMove either way,
	// or into another currency or unit.
	Large bool
}

// LargeMove is the change of a price, in percent either way, beyond which an editor
// must confirm it.
const LargeMove = 30

// Preview is what files would do to the records that are there. Nothing is written.
type Preview struct {
	Files  []*File
	Rows   []Row // by file and line
	Counts map[Action]int
	// Broken lists records outside of the files that would contradict what the
	// files say; an import with any must not be written.
	Broken []Problem
	// Moves are the places in Rows of the large moves.
	Moves []int
}

// NewPreview compares files with the records that are there. Files are taken one
// after the other, so that a later one may refer to and change what an earlier one
// adds. Lines that contradict other records are refused, and with them the lines
// that would refer to what they bring. So are lines that a rule objects to.
func NewPreview(current Set, files []*File, rules ...Rule) *Preview {
	p := &Preview{Files: slices.Clone(files), Counts: map[Action]int{}}
	slices.SortStableFunc(p.Files, func(a, b *File) int {
		return cmp.Compare(slices.Index(Kinds, a.Kind), slices.Index(Kinds, b.Kind))
	})
	r := reviewer{preview: p, current: current, rules: rules, refused: map[lineID][]Problem{}}
	for r.pass() {
	}
	before := NewPredecessors(current[Offers])
	for i := range p.Rows {
		row := &p.Rows[i]
		p.Counts[row.Action]++
		if row.Kind == Offers && row.Writes() {
			if old, ok := before.Of(row.Record); ok {
				row.Move = moveOf(old, row.Record)
			}
		}
		if row.Move.Large {
			p.Moves = append(p.Moves, i)
		}
	}
	return p
}

// Records returns the records to write, each once, as the files leave them: what is
// new and what has changed, referred-to kinds first.
func (p *Preview) Records() []Record {
	at := map[recordID]int{}
	var out []Record
	for i := range p.Rows {
		row := &p.Rows[i]
		if !row.Writes() {
			continue
		}
		id := recordID{row.Kind, row.Record.Key}
		if place, again := at[id]; again {
			out[place] = row.Record
			continue
		}
		at[id] = len(out)
		out = append(out, row.Record)
	}
	return out
}

// After returns the current records as the files would leave them.
func (p *Preview) After(current Set) Set {
	after := maps.Clone(current)
	at := map[Kind]map[string]int{}
	for _, r := range p.Records() {
		places := at[r.Kind]
		if places == nil {
			places = make(map[string]int, len(current[r.Kind]))
			for i, old := range current[r.Kind] {
				places[old.Key] = i
			}
			at[r.Kind], after[r.Kind] = places, slices.Clone(current[r.Kind])
		}
		if i, known := places[r.Key]; known {
			after[r.Kind][i] = r
			continue
		}
		after[r.Kind] = append(after[r.Kind], r)
	}
	return after
}

// UnknownProviders returns the slugs that refused lines name as their provider and
// no record knows, with how many lines name each, the most frequent first.
func (p *Preview) UnknownProviders() []NameCount {
	count := map[string]int{}
	for i := range p.Rows {
		for _, problem := range p.Rows[i].Problems {
			if problem.Code == CodeReference && references[problem.Kind][problem.Column] == providerSlug {
				count[problem.Value]++
			}
		}
	}
	names := make([]NameCount, 0, len(count))
	for name, n := range count {
		names = append(names, NameCount{name, n})
	}
	slices.SortFunc(names, func(a, b NameCount) int { return cmp.Or(b.Lines-a.Lines, cmp.Compare(a.Name, b.Name)) })
	return names
}

// NameCount is a name and how many lines use it.
type NameCount struct {
	Name  string
	Lines int
}

// Empty reports whether there is nothing to write.
func (p *Preview) Empty() bool { return p.Counts[ActionNew]+p.Counts[ActionChanged] == 0 }

type recordID struct {
	kind Kind
	key  string
}

// lineID is a line of a file of a preview.
type lineID struct{ file, line int }

// moveOf compares the amounts of a price and the one that takes its place.
func moveOf(old, now Record) Move {
	if old.Get("currency") != now.Get("currency") || old.Get("unit") != now.Get("unit") {
		return Move{Large: true}
	}
	before, errOld := catalog.ParseDecimal(old.Get("price_amount"))
	after, errNew := catalog.ParseDecimal(now.Get("price_amount"))
	if errOld != nil || errNew != nil || before.IsZero() || before.Equal(after) {
		return Move{}
	}
	return Move{Percent: catalog.PercentChange(before, after), Large: beyond(before, after)}
}

// beyond compares |after − before| × 100 with |before| × LargeMove, without
// rounding; what is too large to compute is large.
func beyond(before, after catalog.Decimal) bool {
	difference, err := after.Sub(before)
	if err != nil {
		return true
	}
	moved, err := difference.Abs().Mul(catalog.WholeDecimal(100))
	if err != nil {
		return true
	}
	limit, err := before.Abs().Mul(catalog.WholeDecimal(LargeMove))
	return err != nil || moved.Cmp(limit) > 0
}
