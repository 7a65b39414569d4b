package recommendation_test

import (
	"net/url"
	"sync"
	"testing"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/recommendation"
	"gpuscale/seed"
)

// noon is the moment at which the golden results stand.
var noon = time.Date(2026, 12, 1, 12, 0, 0, 0, catalog.Shanghai)

var seedData = sync.OnceValue(func() catalog.Data {
	set, err := seed.Load()
	if err != nil {
		panic(err)
	}
	data, problems := dataset.Parse(set)
	if len(problems) > 0 {
		panic(problems[0])
	}
	return data
})

var seedMarket = sync.OnceValue(func() *catalog.Market { return catalog.NewMarket(seedData(), noon) })

// decide answers a scenario on the seed data; query is written as in an address.
func decide(t *testing.T, scenario, query string) recommendation.Result {
	t.Helper()
	return decideOn(t, seedMarket(), scenario, query)
}

func decideOn(t *testing.T, m *catalog.Market, scenario, query string) recommendation.Result {
	t.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	answers, problems := recommendation.ParseAnswers(m, scenario, values)
	if len(problems) > 0 {
		t.Fatalf("%q: %v", query, problems)
	}
	result, err := recommendation.Decide(m, answers)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func check(t *testing.T, p recommendation.Plan, key string) recommendation.Check {
	t.Helper()
	for _, c := range p.Checks {
		if c.Key == key {
			return c
		}
	}
	t.Fatalf("%s has no check %q", p.Provider.Slug, key)
	return recommendation.Check{}
}

func planOf(t *testing.T, r recommendation.Result, provider string) recommendation.Plan {
	t.Helper()
	for _, p := range r.Ranked {
		if p.Provider.Slug == provider {
			return p
		}
	}
	t.Fatalf("no plan of %s is ranked", provider)
	return recommendation.Plan{}
}
