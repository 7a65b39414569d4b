package store

import (
	"context"
	"fmt"

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
// Where a record was changed again later it returns a *ConflictError and takes
// nothing back. The starting data cannot be taken back.
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
// that were ended by it, and used again and ended again since.
func (s *Store) inverse(ctx context.Context, what Reversal) ([]Op, error) {
	kinds := dataset.Kinds
	if what.Kind != "" {
		if _, err := tableOf(what.Kind); err != nil {
			return nil, err
		}
		kinds = []dataset.Kind{what.Kind}
	}
	var ops []Op
	for _, kind := range kinds {
		found, err := s.steps(ctx, tables[kind], []int64{what.Changeset}, 0)
		if err != nil {
			return nil, err
		}
		for _, k := range found.order {
			if what.Kind == "" || k.key == what.Key {
				ops = append(ops, found.steps[k].inverse(kind, k.key))
			}
		}
	}
	return ops, s.refuseReused(ctx, ops)
}

func (p step) inverse(kind dataset.Kind, key string) Op {
	op := Op{Kind: kind, Key: key, ExpectVersion: p.after.number}
	if p.before.present {
		op.New = &p.before.record
		op.after = p.before.number
	}
	return op
}

// refuseReused finds ended records whose key has seen further versions, all ended
// again: bringing back the older one would hide them.
func (s *Store) refuseReused(ctx context.Context, ops []Op) error {
	var conflicts []Conflict
	for i, op := range ops {
		if op.ExpectVersion != 0 {
			continue
		}
		var last int64
		err := s.read.WithContext(ctx).Table(string(op.Kind)).Select("MAX(version)").Where("record_key = ?", op.Key).Scan(&last).Error
		if err != nil {
			return err
		}
		if last != op.after {
			conflicts = append(conflicts, Conflict{Op: i, Kind: op.Kind, Key: op.Key, Clash: ClashChanged, Yours: op.New, Expected: op.after})
		}
	}
	if len(conflicts) > 0 {
		return &ConflictError{Conflicts: conflicts}
	}
	return nil
}
