package main

import (
	"context"
	"fmt"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/store"
)

// check looks for damage in the database, for records that hold or refer to what
// they must not, and for prices that contradict each other. Damage and wrong
// records are a failure; contradictions are what the data says, and only named.
func check(ctx context.Context, s settings, io streams, args []string) error {
	if len(args) > 0 {
		return usageError{"check takes no arguments"}
	}
	return withExisting(ctx, s, func(opened *store.Store) error {
		problems, err := opened.Check(ctx)
		if err != nil {
			return err
		}
		recorded, err := opened.Load(ctx, nil)
		if err != nil {
			return err
		}
		data, wrong := dataset.Parse(recorded.Set)
		for _, p := range append(wrong, dataset.Check(recorded.Set)...) {
			problems = append(problems, p.Error())
		}
		for _, p := range problems {
			fmt.Fprintln(io.out, p)
		}
		found := contradictions(io, catalog.NewMarket(data, time.Now()))
		if len(problems) > 0 {
			return fmt.Errorf("%d problems", len(problems))
		}
		_, err = fmt.Fprintf(io.out, "revision %d: no damage; %d prices contradict another\n", recorded.Revision, found)
		return err
	})
}

func contradictions(io streams, market *catalog.Market) int {
	n := 0
	for offer := range market.All(catalog.OfferQuery{Show: catalog.ShowAll}) {
		for _, price := range offer.Prices {
			for _, c := range price.Contradictions {
				if c.Open() {
					n++
					fmt.Fprintf(io.out, "offers %s: %s %s\n", price.ID, c.Code, c.Against)
				}
			}
		}
	}
	return n
}
