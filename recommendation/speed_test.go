package recommendation_test

import (
	"sync"
	"testing"

	"gpuscale/catalog"
	"gpuscale/catalog/catalogtest"
	"gpuscale/recommendation"
)

var largeMarket = sync.OnceValue(func() *catalog.Market {
	data := catalogtest.Data(100_000, 1)
	data.Scenarios, data.Pitfalls = seedData().Scenarios, seedData().Pitfalls
	return catalog.NewMarket(data, catalogtest.Day)
})

func BenchmarkDecideOver100000Offers(b *testing.B) {
	m := largeMarket()
	answers, _ := recommendation.ParseAnswers(m, recommendation.Training, nil)
	for b.Loop() {
		if _, err := recommendation.Decide(m, answers); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAResultOver100000OffersListsTheFirstOnesAndCountsTheRest(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a large market")
	}
	m := largeMarket()
	answers, _ := recommendation.ParseAnswers(m, recommendation.Training, map[string][]string{"model": {"Llama-3.1-70B"}})
	r, err := recommendation.Decide(m, answers)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Ranked) != recommendation.Limit || r.Beyond == 0 {
		t.Fatalf("%d plans are listed and %d are beyond", len(r.Ranked), r.Beyond)
	}
	if len(r.Lost) != recommendation.Limit-1 {
		t.Errorf("%d of the listed plans are said to have lost", len(r.Lost))
	}
}
