package store

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"gpuscale/dataset"
)

// ChangesetFilter narrows the list of changesets; empty fields do not.
type ChangesetFilter struct {
	Origin Origin
	Who    string
	Kind   dataset.Kind // changesets that touched a record of the kind
	From   time.Time
	To     time.Time // exclusive
}

func (f ChangesetFilter) narrow(query *gorm.DB) (*gorm.DB, error) {
	if f.Origin != "" {
		query = query.Where("origin = ?", f.Origin)
	}
	if f.Who != "" {
		query = query.Where("who = ?", f.Who)
	}
	if !f.From.IsZero() {
		query = query.Where("at >= ?", f.From.UnixMilli())
	}
	if !f.To.IsZero() {
		query = query.Where("at < ?", f.To.UnixMilli())
	}
	if f.Kind != "" {
		t, err := tableOf(f.Kind)
		if err != nil {
			return nil, err
		}
		query = query.Where("id IN (SELECT from_cs FROM " + t.name() + " UNION SELECT to_cs FROM " + t.name() + " WHERE to_cs IS NOT NULL)")
	}
	return query, nil
}

// RecordChange is what a changeset did to one record: Before is nil for an added
// one, After for an ended one.
type RecordChange struct {
	Kind         dataset.Kind
	Key          string
	Before       *dataset.Record
	After        *dataset.Record
	AfterVersion int64
	Superseded   bool // the version it opened has been replaced or ended since
}

// ChangesetDetail is a changeset with what it did to each record, by kind and key.
type ChangesetDetail struct {
	ChangesetInfo
	Records   []RecordChange
	Truncated bool // more records were changed than are listed
}

// detailRows bounds how many versions of one kind a detail lists.
const detailRows = 2000

// Changesets returns one page of the recorded changesets, the newest first, and
// how many there are in all.
func (s *Store) Changesets(ctx context.Context, filter ChangesetFilter, page Page) ([]ChangesetInfo, int64, error) {
	limit, offset, err := page.bounds()
	if err != nil {
		return nil, 0, err
	}
	found, err := reading(ctx, s, func(ctx context.Context) (found pageOf[ChangesetInfo], err error) {
		query, err := filter.narrow(s.read.WithContext(ctx).Model(&changesetRow{}))
		if err != nil {
			return found, err
		}
		query = query.Session(&gorm.Session{})
		if err := query.Count(&found.total).Error; err != nil {
			return found, err
		}
		var rows []changesetRow
		if err := query.Order("id DESC").Limit(limit).Offset(offset).Find(&rows).Error; err != nil {
			return found, err
		}
		found.rows, err = s.counted(ctx, rows)
		return found, err
	})
	return found.rows, found.total, err
}

// counted adds to each changeset how many versions it opened and closed.
func (s *Store) counted(ctx context.Context, rows []changesetRow) ([]ChangesetInfo, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	byID := func(a, b changesetRow) int { return int(a.ID - b.ID) }
	counts, err := s.versionCounts(ctx, slices.MinFunc(rows, byID).ID, slices.MaxFunc(rows, byID).ID)
	list := make([]ChangesetInfo, len(rows))
	for i, r := range rows {
		list[i] = r.info()
		list[i].Opened, list[i].Closed = counts[r.ID].opened, counts[r.ID].closed
	}
	return list, err
}

// ChangesetDetail returns a changeset with old and new values of its records,
// ErrNotFound when there is no such changeset.
func (s *Store) ChangesetDetail(ctx context.Context, id int64) (ChangesetDetail, error) {
	return reading(ctx, s, func(ctx context.Context) (ChangesetDetail, error) {
		var row changesetRow
		if err := s.read.WithContext(ctx).Where("id = ?", id).Take(&row).Error; err != nil {
			return ChangesetDetail{}, err
		}
		info, err := s.counted(ctx, []changesetRow{row})
		if err != nil {
			return ChangesetDetail{}, err
		}
		detail := ChangesetDetail{ChangesetInfo: info[0]}
		for _, kind := range dataset.Kinds {
			found, err := s.steps(ctx, tables[kind], []int64{id}, detailRows)
			if err != nil {
				return ChangesetDetail{}, err
			}
			detail.Truncated = detail.Truncated || found.truncated
			for _, k := range found.order {
				detail.Records = append(detail.Records, found.steps[k].recordChange(kind, k.key))
			}
		}
		return detail, nil
	})
}

func (p step) recordChange(kind dataset.Kind, key string) RecordChange {
	change := RecordChange{Kind: kind, Key: key}
	if p.before.present {
		change.Before = &p.before.record
	}
	if p.after.present {
		change.After, change.AfterVersion, change.Superseded = &p.after.record, p.after.number, p.after.to != 0
	}
	return change
}
