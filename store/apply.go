package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"gpuscale/dataset"
)

// bulkFrom is the number of operations on one kind from which the keys of the
// whole table are read at once instead of one by one.
const bulkFrom = 200

// Apply records a changeset: all of it or nothing. Operations that ask for what is
// recorded already are counted and left out. When other changes stand in the way
// it returns a *ConflictError with every conflict; other refusals are ErrInvalid.
// After ErrUnavailable it is not known whether the changeset was kept.
func (s *Store) Apply(ctx context.Context, c Changeset) (Applied, error) {
	wait := s.config.WriteWait
	if len(c.Ops) > bulkFrom {
		wait = s.config.BulkWait
	}
	return within(ctx, wait, func(ctx context.Context) (Applied, error) { return s.apply(ctx, c, 0) })
}

// apply is Apply without its deadline; reverts names the changeset taken back.
func (s *Store) apply(ctx context.Context, c Changeset, reverts int64) (Applied, error) {
	if err := c.validate(); err != nil {
		return Applied{}, err
	}
	var done Applied
	err := s.inTransaction(ctx, func(tx *transaction) error {
		r, err := s.newRecorder(ctx, tx)
		if err != nil {
			return err
		}
		p := &plan{recorder: r, ops: c.Ops, keys: make([]string, len(c.Ops)), actions: make([]action, 0, len(c.Ops)),
			taken: map[dataset.Kind]map[string]int{}}
		if err := p.decideAll(); err != nil {
			return err
		}
		if done, err = p.result(); err != nil || len(p.actions) == 0 {
			return err
		}
		if err := r.begin(c, s.config.Now(), reverts); err != nil {
			return err
		}
		done.Changeset, done.Revision = r.id, r.id
		return p.perform()
	})
	if err == nil && len(c.Ops) > bulkFrom {
		err = s.truncateLog(ctx)
	}
	return done, err
}

// action is one decided step: close what is open, open the new content, or both.
type action struct {
	table  *table
	closes int64 // row, 0 for none
	number int64 // version to open, 0 for none
	record dataset.Record
}

// plan decides on every operation before anything is written, so that all
// conflicts are found at once.
type plan struct {
	recorder  *recorder
	ops       []Op
	keys      []string
	actions   []action
	conflicts []Conflict
	counts    Applied
	taken     map[dataset.Kind]map[string]int // by key of the records touched: the place in ops
	known     map[dataset.Kind]map[string]state
}

func (p *plan) decideAll() error {
	if err := p.readStates(); err != nil {
		return err
	}
	for i, op := range p.ops {
		if err := p.decide(i, op); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) readStates() error {
	count := map[dataset.Kind]int{}
	for _, op := range p.ops {
		count[op.Kind]++
	}
	p.known = map[dataset.Kind]map[string]state{}
	for kind, n := range count {
		p.taken[kind] = make(map[string]int, n)
		if n < bulkFrom {
			continue
		}
		states, err := p.recorder.states(tables[kind])
		if err != nil {
			return err
		}
		p.known[kind] = states
	}
	return nil
}

func (p *plan) state(t *table, key string) (state, error) {
	if all, ok := p.known[t.kind]; ok {
		return all[key], nil
	}
	return p.recorder.state(t, key)
}

func (p *plan) decide(i int, op Op) error {
	t := tables[op.Kind]
	if op.New != nil {
		if len(op.New.Values) != len(t.columns) {
			return fmt.Errorf("%w: %s %s has %d values for %d columns", ErrInvalid, t.kind, op.Key, len(op.New.Values), len(t.columns))
		}
	}
	if op.Key == "" {
		return p.decideNew(i, op)
	}
	p.keys[i] = op.Key
	if _, twice := p.taken[op.Kind][op.Key]; twice {
		return fmt.Errorf("%w: %s %s appears twice in one changeset", ErrInvalid, op.Kind, op.Key)
	}
	p.taken[op.Kind][op.Key] = i
	now, err := p.state(t, op.Key)
	if err != nil {
		return err
	}
	return p.decideKnown(i, op, now)
}

// decideKnown decides on an operation whose key is given.
func (p *plan) decideKnown(i int, op Op, now state) error {
	t := tables[op.Kind]
	if now.rowID == 0 {
		if op.ExpectVersion == 0 {
			p.add(t, now, op.record())
			return nil
		}
		clash := ClashEnded
		if now.last == 0 {
			clash = ClashMissing
		}
		return p.conflict(i, op, clash, now)
	}
	same := false
	if op.New != nil {
		current, err := p.recorder.version(t, now.rowID)
		if err != nil {
			return err
		}
		if same, err = t.equal(current.record, op.record()); err != nil {
			return err
		}
	}
	switch {
	case same:
		p.counts.Unchanged++
		return nil
	case op.ExpectVersion == 0:
		return p.conflict(i, op, ClashTaken, now)
	case op.ExpectVersion != now.last:
		return p.conflict(i, op, ClashChanged, now)
	case op.New == nil:
		p.counts.Ended++
		p.actions = append(p.actions, action{table: t, closes: now.rowID})
		return nil
	}
	p.counts.Changed++
	p.actions = append(p.actions, action{table: t, closes: now.rowID, number: now.last + 1, record: op.record()})
	return nil
}

// values returns the new values, nil when the record is to end.
func (op Op) values() []string {
	if op.New == nil {
		return nil
	}
	return op.New.Values
}

// record returns the new record under the operation's key, whatever its own says.
func (op Op) record() dataset.Record {
	return dataset.Record{Kind: op.Kind, Key: op.Key, Values: op.New.Values}
}

// equal reports whether a stored record holds what would be stored for another.
func (t *table) equal(stored, other dataset.Record) (bool, error) {
	e := t.encoder()
	err := e.encode(other.Key, other.Values)
	return slices.Equal(stored.Values, e.canonical), err
}

func (p *plan) add(t *table, now state, record dataset.Record) {
	p.counts.Added++
	p.actions = append(p.actions, action{table: t, number: now.last + 1, record: record})
}

// decideNew finds the key of a new record. Where the identity of a kind repeats,
// an ordinal tells records apart, and a record equal to one that is there already
// is the same record; elsewhere a used identity is a conflict.
func (p *plan) decideNew(i int, op Op) error {
	t := tables[op.Kind]
	base := t.schema.Key(op.New.Values)
	if base == "" {
		return fmt.Errorf("%w: a record of %s has no identity", ErrInvalid, t.kind)
	}
	for n := 1; ; n++ {
		key := base
		if n > 1 {
			key += "#" + strconv.Itoa(n)
		}
		now, err := p.state(t, key)
		if err != nil {
			return err
		}
		there, err := p.occupant(t, key, now)
		if err != nil {
			return err
		}
		op.Key, p.keys[i] = key, key
		if there == nil && (now.last == 0 || !repeating[t.kind]) {
			p.taken[t.kind][key] = i
			p.add(t, now, op.record())
			return nil
		}
		same := false
		if there != nil {
			if same, err = t.equal(*there, op.record()); err != nil {
				return err
			}
		}
		switch {
		case same:
			p.counts.Unchanged++
			return nil
		case !repeating[t.kind]:
			return p.conflict(i, op, ClashTaken, now)
		}
	}
}

// occupant returns the record under key: one this changeset adds, or the open one.
func (p *plan) occupant(t *table, key string, now state) (*dataset.Record, error) {
	if i, ok := p.taken[t.kind][key]; ok {
		values := p.ops[i].values()
		if values == nil {
			return nil, nil
		}
		e := t.encoder()
		err := e.encode(key, values)
		canonical := e.record(key)
		return &canonical, err
	}
	if now.rowID == 0 {
		return nil, nil
	}
	v, err := p.recorder.version(t, now.rowID)
	return &v.record, err
}

func (p *plan) conflict(i int, op Op, clash Clash, now state) error {
	t := tables[op.Kind]
	c := Conflict{Op: i, Kind: op.Kind, Key: op.Key, Clash: clash, Expected: op.ExpectVersion}
	if op.New != nil {
		e := t.encoder()
		if err := e.encode(op.Key, op.New.Values); err != nil {
			return err
		}
		yours := e.record(op.Key)
		c.Yours = &yours
	}
	switch {
	case now.rowID != 0:
		v, err := p.recorder.version(t, now.rowID)
		if err != nil {
			return err
		}
		c.Current, c.Theirs = v.number, &v.record
	case clash == ClashTaken:
		c.Theirs = &dataset.Record{Kind: op.Kind, Key: op.Key}
		if by, ok := p.taken[op.Kind][op.Key]; ok {
			c.Theirs.Values = p.ops[by].values()
		}
	}
	if now.last > 0 {
		who, at, err := p.recorder.lastChange(t, op.Key, now.last)
		if err != nil {
			return err
		}
		c.Who, c.At = who, instant(at)
	}
	p.conflicts = append(p.conflicts, c)
	return nil
}

// result returns what the plan will do, or its conflicts.
func (p *plan) result() (Applied, error) {
	if len(p.conflicts) > 0 {
		return Applied{}, &ConflictError{Conflicts: p.conflicts}
	}
	done := p.counts
	done.Keys = p.keys
	revision, _, err := p.recorder.last()
	done.Revision = revision
	return done, err
}

func (p *plan) perform() error {
	for _, a := range p.actions {
		if a.closes != 0 {
			if err := p.recorder.close(a.table, a.closes); err != nil {
				return err
			}
		}
		if a.number != 0 {
			if err := p.recorder.open(a.table, a.number, a.record); err != nil {
				return fmt.Errorf("%s %s: %w", a.table.kind, a.record.Key, err)
			}
		}
	}
	return nil
}

// lastChange tells who opened, or closed, the last version of a key, and when.
func (r *recorder) lastChange(t *table, key string, number int64) (who string, at int64, err error) {
	err = r.queryRow("SELECT c.who, c.at FROM "+t.name()+" v JOIN changesets c ON c.id = COALESCE(v.to_cs, v.from_cs)"+
		" WHERE v.record_key = "+r.dialect.param(1)+" AND v.version = "+r.dialect.param(2), []any{key, number}, &who, &at)
	return who, at, err
}
