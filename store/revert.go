package store

import (
	"context"
	"fmt"
	"slices"

	"gpuscale/dataset"
)

// Reversal names what to take back: a whole changeset, or with Kind and Key what
// it did to one record.
type Reversal struct {
	Changeset int64
	Kind      dataset.Kind // "" for the whole changeset
	Key       string
	Who, Why  string
}

// Revert takes a changeset back by recording a new one, so that nothing is lost.
// Where a record holds other values now than the changeset left it returns a
// *ConflictError and takes nothing back. The starting data cannot be taken back.
func (s *Store) Revert(ctx context.Context, what Reversal) (Applied, error) {
	return within(ctx, s.config.BulkWait, func(ctx context.Context) (Applied, error) {
		var row changesetRow
		if err := s.read.WithContext(ctx).Where("id = ?", what.Changeset).Take(&row).Error; err != nil {
			return Applied{}, err
		}
		if row.Origin == OriginSeed {
			return Applied{}, fmt.Errorf("%w: the starting data cannot be taken back", ErrInvalid)
		}
		ops, err := s.inverse(ctx, what)
		if err != nil {
			return Applied{}, err
		}
		if len(ops) == 0 {
			return Applied{}, ErrNotFound
		}
		back := Changeset{Who: what.Who, Why: what.Why, Origin: OriginRevert, Ops: ops}
		return s.apply(ctx, back, what.Changeset)
	})
}

// inverse returns the operations that undo a changeset, or conflicts for records
// that were ended by it, and used again since.
func (s *Store) inverse(ctx context.Context, what Reversal) ([]Op, error) {
	kinds := dataset.Kinds
	if what.Kind != "" {
		if _, err := tableOf(what.Kind); err != nil {
			return nil, err
		}
		kinds = []dataset.Kind{what.Kind}
	}
	var ops []Op
	var conflicts []Conflict
	for _, kind := range kinds {
		found, newest, err := s.undone(ctx, tables[kind], what.Changeset)
		if err != nil {
			return nil, err
		}
		for _, k := range found.order {
			if what.Kind != "" && k.key != what.Key {
				continue
			}
			p, now := found.steps[k], newest[k.key]
			if p.hides(now) {
				conflicts = append(conflicts, p.conflict(len(ops), now))
			}
			ops = append(ops, p.inverse(now))
		}
	}
	if len(conflicts) > 0 {
		return nil, &ConflictError{Conflicts: conflicts}
	}
	return ops, nil
}

// undone reads what a changeset did to the records of a table, and the newest version
// of each: other changes, and their reversals, may have followed.
func (s *Store) undone(ctx context.Context, t *table, changeset int64) (*stepList, map[string]version, error) {
	found, err := s.steps(ctx, t, []int64{changeset}, 0)
	if err != nil {
		return nil, nil, err
	}
	newest := make(map[string]version, len(found.order))
	if len(found.order) == 0 {
		return found, newest, nil
	}
	touched := s.read.Table(string(t.kind)).Select("record_key").Where("from_cs = ? OR to_cs = ?", changeset, changeset)
	err = t.each(s.versions(ctx, t).Where("record_key IN (?)", touched).Order("record_key, version"), func(v version) { newest[v.record.Key] = v })
	return found, newest, err
}

// inverse undoes a step. Who changed the record since and changed it back has left
// what the step left, under a later version: that one is replaced then.
func (p step) inverse(newest version) Op {
	op := Op{Kind: newest.record.Kind, Key: newest.record.Key, ExpectVersion: p.after.number}
	if p.before.present {
		op.New = &p.before.record
	}
	if p.after.present && newest.to == 0 && newest.sameAs(p.after) {
		op.ExpectVersion = newest.number
	}
	return op
}

// hides reports whether bringing back a record that the step ended would hide what
// was kept under its key since.
func (p step) hides(newest version) bool { return !p.after.present && !newest.sameAs(p.before) }

func (p step) conflict(op int, newest version) Conflict {
	return Conflict{Op: op, Kind: newest.record.Kind, Key: newest.record.Key, Clash: ClashChanged, Yours: &p.before.record, Expected: p.before.number}
}

// sameAs reports whether two versions hold the same values.
func (v version) sameAs(other version) bool {
	return slices.Equal(v.record.Values, other.record.Values)
}
