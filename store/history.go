package store

import (
	"context"
	"fmt"
	"time"

	"gpuscale/dataset"
)

// Recorded is a record as it is now, with the version that a form must send back.
type Recorded struct {
	Record  dataset.Record
	Version int64
	Since   time.Time // when this version was recorded
	Who     string    // by whom
}

// Version is one version of a record. Closed is nil while it is the recorded one.
type Version struct {
	Number int64
	Record dataset.Record
	Opened ChangesetInfo
	Closed *ChangesetInfo
}

// Record returns the open version of a record, ErrNotFound when there is none.
func (s *Store) Record(ctx context.Context, kind dataset.Kind, key string) (Recorded, error) {
	return reading(ctx, s, func(ctx context.Context) (Recorded, error) {
		t, err := tableOf(kind)
		if err != nil {
			return Recorded{}, err
		}
		var found []version
		err = t.each(s.versions(ctx, t).Where("record_key = ? AND to_cs IS NULL", key), func(v version) { found = append(found, v) })
		if err != nil {
			return Recorded{}, err
		}
		if len(found) == 0 {
			return Recorded{}, ErrNotFound
		}
		recorded, err := s.recorded(ctx, found)
		return recorded[0], err
	})
}

// recorded adds to each version who recorded it and when.
func (s *Store) recorded(ctx context.Context, versions []version) ([]Recorded, error) {
	ids := make([]int64, len(versions))
	for i, v := range versions {
		ids[i] = v.from
	}
	infos, err := s.changesetsByID(ctx, ids)
	out := make([]Recorded, len(versions))
	for i, v := range versions {
		info := infos[v.from]
		out[i] = Recorded{Record: v.record, Version: v.number, Since: info.At, Who: info.Who}
	}
	return out, err
}

// History returns every version of a record, the newest first, with who opened and
// closed it and why; ErrNotFound when the key was never used.
func (s *Store) History(ctx context.Context, kind dataset.Kind, key string) ([]Version, error) {
	return reading(ctx, s, func(ctx context.Context) ([]Version, error) {
		t, err := tableOf(kind)
		if err != nil {
			return nil, err
		}
		var found []version
		var ids []int64
		err = t.each(s.versions(ctx, t).Where("record_key = ?", key).Order("version DESC"), func(v version) {
			found = append(found, v)
			ids = append(ids, v.from, v.to)
		})
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, ErrNotFound
		}
		infos, err := s.changesetsByID(ctx, ids)
		return withChangesets(found, infos), err
	})
}

func withChangesets(found []version, infos map[int64]ChangesetInfo) []Version {
	out := make([]Version, len(found))
	for i, v := range found {
		out[i] = Version{Number: v.number, Record: v.record, Opened: infos[v.from]}
		if v.to != 0 {
			closed := infos[v.to]
			out[i].Closed = &closed
		}
	}
	return out
}

func (s *Store) changesetsByID(ctx context.Context, ids []int64) (map[int64]ChangesetInfo, error) {
	var rows []changesetRow
	if err := s.read.WithContext(ctx).Where("id IN ?", ids).Find(&rows).Error; err != nil {
		return nil, err
	}
	infos := make(map[int64]ChangesetInfo, len(rows))
	for _, r := range rows {
		infos[r.ID] = r.info()
	}
	return infos, nil
}

// Page is one page of a list; Number counts from 1.
type Page struct{ Number, Per int }

// pageOf is one page of a list with the number of rows in all.
type pageOf[T any] struct {
	rows  []T
	total int64
}

// maxPer is the longest page of an admin list.
const maxPer = 200

func (p Page) bounds() (limit, offset int, err error) {
	if p.Number == 0 {
		p.Number = 1
	}
	if p.Per == 0 {
		p.Per = 50
	}
	if p.Number < 1 || p.Per < 1 || p.Per > maxPer {
		return 0, 0, fmt.Errorf("%w: page %d of %d rows", ErrInvalid, p.Number, p.Per)
	}
	return p.Per, (p.Number - 1) * p.Per, nil
}
