package main

import (
	"context"
	"errors"
	"log/slog"
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
func loader(s *store.Store, log *slog.Logger) func(context.Context, *time.Time) (catalog.Data, error) {
	return func(ctx context.Context, at *time.Time) (catalog.Data, error) {
		recorded, err := s.Load(ctx, at)
		if errors.Is(err, store.ErrBeforeRecords) {
			return catalog.Data{}, handlers.ErrBeforeRecords
		}
		if err != nil {
			return catalog.Data{}, err
		}
		data, problems := dataset.Parse(recorded.Set)
		warn(log, problems)
		data.Revision = recorded.Revision
		data.Changes = recorded.Changes
		data.OldPrices = oldPrices(log, recorded.OldPrices)
		return data, nil
	}
}

// warn logs records that cannot be read. Saving refuses them, so they were written
// past the portal; the others are shown all the same.
func warn(log *slog.Logger, problems []dataset.Problem) {
	for _, p := range problems[:min(len(problems), 20)] {
		log.Warn("record left out", "problem", p.Error())
	}
	if len(problems) > 20 {
		log.Warn("more records left out", "count", len(problems)-20)
	}
}

func oldPrices(log *slog.Logger, versions []store.OldVersion) []catalog.OldPrice {
	old := make([]catalog.OldPrice, 0, len(versions))
	for _, v := range versions {
		line, problems := dataset.ParsePrice(v.Record)
		warn(log, problems)
		if len(problems) == 0 {
			old = append(old, catalog.OldPrice{Line: line, Recorded: v.Recorded})
		}
	}
	return old
}

// records gives pages every record as it stands.
func records(s *store.Store) handlers.Records {
	return func(ctx context.Context) (dataset.Set, error) {
		recorded, err := s.Load(ctx, nil)
		return recorded.Set, err
	}
}
