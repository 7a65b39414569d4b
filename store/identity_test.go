package store_test

import (
	"testing"
	"time"

	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

func TestADatabaseIsKnownByItsBeginning(t *testing.T) {
	seen := map[string]bool{}
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		if id, err := s.Identity(t.Context()); err != nil || id != "" {
			t.Fatalf("before the beginning: %q, %v", id, err)
		}
		if err := s.Seed(t.Context(), dataset.Set{}, store.SeedMoment); err != nil {
			t.Fatal(err)
		}
		id, err := s.Identity(t.Context())
		if _, parseErr := time.Parse(time.RFC3339Nano, id); err != nil || parseErr != nil || seen[id] {
			t.Errorf("a database of its own is called %q: %v, %v", id, err, parseErr)
		}
		seen[id] = true
		if again, err := s.Identity(t.Context()); err != nil || again != id {
			t.Errorf("and then %q, %v", again, err)
		}
	})
}
