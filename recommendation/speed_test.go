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
	if want := recommendation.Limit - 1 + r.Beyond + r.Excluded; len(r.Lost) != want {
		t.Errorf("%d plans are said to have lost, want %d", len(r.Lost), want)
	}
	expectReasons(t, r)
	hard, _ := recommendation.ParseAnswers(m, recommendation.Training, map[string][]string{"budget": {"1"}, "must": {"budget"}})
	if r, err = recommendation.Decide(m, hard); err != nil || r.Excluded <= recommendation.Limit || len(r.Lost) != max(0, len(r.Ranked)-1)+r.Beyond+r.Excluded {
		t.Fatalf("%d lost of %d excluded: %v", len(r.Lost), r.Excluded, err)
	}
	expectReasons(t, r)
}

// expectReasons holds that the lost are excluded plans, then the places from the
// second on without a gap, each with its offer and a reason.
func expectReasons(t *testing.T, r recommendation.Result) {
	t.Helper()
	for i, l := range r.Lost {
		place := i - r.Excluded + 2
		if i < r.Excluded {
			place = 0
		}
		if l.Rank != place || l.Reason.Code == "" || l.Offer == nil || l.Offer.ID == "" || (l.Reason.Code == recommendation.LostHardLimit) != (place == 0) {
			t.Fatalf("lost %d: %+v, offer %v", i, l.Reason, l.Offer)
		}
	}
}
