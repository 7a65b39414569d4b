package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/handlers"
	"gpuscale/seed"
	"gpuscale/store"
)

// openStore opens the database, brings its schema up to date and, on the very
// first start, loads the seed. A database that was initialised before and is now
// missing or empty is refused by the store.
func openStore(ctx context.Context, dsn string) (*store.Store, error) {
	s, err := store.Open(ctx, store.Config{DSN: dsn})
	if err != nil {
		return nil, err
	}
	if err := prepare(ctx, s); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func prepare(ctx context.Context, s *store.Store) error {
	if err := s.Migrate(ctx); err != nil {
		return err
	}
	initialised, err := s.Initialised(ctx)
	if err != nil || initialised {
		return err
	}
	set, err := seed.Load()
	if err != nil {
		return err
	}
	err = s.Seed(ctx, set, store.SeedMoment)
	if errors.Is(err, store.ErrConflict) {
		// Another instance was quicker; its data is the same.
		return nil
	}
	return err
}

// loader turns what the store holds into the input of a market.
func loader(s *store.Store) func(context.Context, *time.Time) (catalog.Data, error) {
	return func(ctx context.Context, at *time.Time) (catalog.Data, error) {
		recorded, err := s.Load(ctx, at)
		if errors.Is(err, store.ErrBeforeRecords) {
			return catalog.Data{}, handlers.ErrBeforeRecords
		}
		if err != nil {
			return catalog.Data{}, err
		}
		data, problems := dataset.Parse(recorded.Set)
		if len(problems) > 0 {
			return catalog.Data{}, fmt.Errorf("the records hold %d mistakes, the first: %s", len(problems), problems[0])
		}
		data.Revision = recorded.Revision
		data.Changes = recorded.Changes
		data.OldPrices, err = oldPrices(recorded.OldPrices)
		return data, err
	}
}

func oldPrices(versions []store.OldVersion) ([]catalog.OldPrice, error) {
	old := make([]catalog.OldPrice, 0, len(versions))
	for _, v := range versions {
		line, problems := dataset.ParsePrice(v.Record)
		if len(problems) > 0 {
			return nil, fmt.Errorf("a replaced price holds a mistake: %s", problems[0])
		}
		old = append(old, catalog.OldPrice{Line: line, Recorded: v.Recorded})
	}
	return old, nil
}

// records gives pages every record as it stands.
func records(s *store.Store) handlers.Records {
	return func(ctx context.Context) (dataset.Set, error) {
		recorded, err := s.Load(ctx, nil)
		return recorded.Set, err
	}
}
