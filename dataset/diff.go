package dataset

import (
	"hash/maphash"
	"slices"
)

// Action says what an incoming record would do to the current ones.
type Action string

// Actions of an import. A current record that a file does not name stays: a file
// is never a reason to remove anything.
const (
	ActionNew       Action = "new"
	ActionChanged   Action = "changed"
	ActionUnchanged Action = "unchanged"
	ActionDuplicate Action = "duplicate" // equal to an earlier incoming record in all columns
)

// ColumnChange is one value that would change.
type ColumnChange struct {
	Column   string
	Old, New string
}

// Difference is what one incoming record would do. Record is the record as it would
// be kept: under the key of the current record that it replaces, or a new one.
type Difference struct {
	Index   int // place among the incoming records
	Action  Action
	Record  Record
	Changes []ColumnChange // only for ActionChanged
}

// Diff compares incoming records of one kind with the current ones, in the order of
// the incoming ones. Records are matched by identity; where an identity repeats,
// equal records are matched first and the rest in order, so that an inserted line
// does not look like a change of all that follow.
func Diff(current, incoming []Record) []Difference {
	return diff(current, incoming, nil)
}

// DiffFile is Diff for a file that may lack columns: what the file does not have
// keeps its current value.
func DiffFile(current []Record, f *File) []Difference {
	return diff(current, f.Records, f.Columns)
}

// Apply returns current with the differences carried out.
func Apply(current []Record, differences []Difference) []Record {
	out := slices.Clone(current)
	at := make(map[string]int, len(out))
	for i, r := range out {
		at[r.Key] = i
	}
	for _, d := range differences {
		switch d.Action {
		case ActionNew:
			out = append(out, d.Record)
		case ActionChanged:
			out[at[d.Record.Key]] = d.Record
		}
	}
	return out
}

// comparison holds what all identities share while two record sets are compared.
type comparison struct {
	schema   Schema
	present  []int // columns that the incoming records speak of
	current  []Record
	incoming []Record
	keys     Keys
	seed     maphash.Seed
	out      []Difference
}

func diff(current, incoming []Record, columns []string) []Difference {
	if len(incoming) == 0 {
		return nil
	}
	c := &comparison{schema: SchemaOf(incoming[0].Kind), current: current, incoming: incoming,
		seed: maphash.MakeSeed(), out: make([]Difference, len(incoming))}
	for i, column := range c.schema.Columns {
		if columns == nil || slices.Contains(columns, column.Name) {
			c.present = append(c.present, i)
		}
	}
	for _, r := range current {
		c.keys.Take(r.Key)
	}
	mine, theirs := byIdentity(c.schema, current), byIdentity(c.schema, incoming)
	for i, r := range incoming {
		base := c.schema.Key(r.Values)
		if theirs[base][0] == i {
			c.group(base, mine[base], theirs[base])
		}
	}
	return c.out
}

func byIdentity(s Schema, records []Record) map[string][]int {
	groups := make(map[string][]int, len(records))
	for i, r := range records {
		base := s.Key(r.Values)
		groups[base] = append(groups[base], i)
	}
	return groups
}

// group decides about the records that share one identity.
func (c *comparison) group(base string, mine, theirs []int) {
	rest := c.dropDuplicates(theirs)
	rest, mine = c.matchEqual(rest, mine)
	for n, i := range rest {
		if n < len(mine) {
			c.out[i] = c.changed(i, c.current[mine[n]])
			continue
		}
		r := c.incoming[i]
		r.Key = c.keys.Assign(base)
		c.out[i] = Difference{Index: i, Action: ActionNew, Record: r}
	}
}

func (c *comparison) dropDuplicates(theirs []int) []int {
	if len(theirs) == 1 {
		return theirs
	}
	var rest []int
	seen := map[uint64][]int{}
next:
	for _, i := range theirs {
		h := c.hash(c.incoming[i].Values)
		for _, earlier := range seen[h] {
			if slices.Equal(c.incoming[earlier].Values, c.incoming[i].Values) {
				c.out[i] = Difference{Index: i, Action: ActionDuplicate, Record: c.incoming[i]}
				continue next
			}
		}
		seen[h] = append(seen[h], i)
		rest = append(rest, i)
	}
	return rest
}

// matchEqual settles the incoming records that equal a current one and returns what
// is left of both.
func (c *comparison) matchEqual(theirs, mine []int) (restTheirs, restMine []int) {
	free := map[uint64][]int{}
	for _, j := range mine {
		h := c.hash(c.current[j].Values)
		free[h] = append(free[h], j)
	}
	used := map[int]bool{}
	for _, i := range theirs {
		h := c.hash(c.incoming[i].Values)
		n := slices.IndexFunc(free[h], func(j int) bool { return c.equal(c.current[j].Values, c.incoming[i].Values) })
		if n < 0 {
			restTheirs = append(restTheirs, i)
			continue
		}
		j := free[h][n]
		free[h] = slices.Delete(free[h], n, n+1)
		used[j] = true
		c.out[i] = Difference{Index: i, Action: ActionUnchanged, Record: c.current[j]}
	}
	for _, j := range mine {
		if !used[j] {
			restMine = append(restMine, j)
		}
	}
	return restTheirs, restMine
}

func (c *comparison) changed(i int, old Record) Difference {
	d := Difference{Index: i, Action: ActionChanged, Record: old}
	d.Record.Values = slices.Clone(old.Values)
	for _, at := range c.present {
		value := c.incoming[i].Values[at]
		if value == old.Values[at] {
			continue
		}
		d.Record.Values[at] = value
		d.Changes = append(d.Changes, ColumnChange{Column: c.schema.Columns[at].Name, Old: old.Values[at], New: value})
	}
	return d
}

func (c *comparison) equal(a, b []string) bool {
	for _, at := range c.present {
		if a[at] != b[at] {
			return false
		}
	}
	return true
}

func (c *comparison) hash(values []string) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	for _, at := range c.present {
		h.WriteString(values[at])
		h.WriteByte(0)
	}
	return h.Sum64()
}
