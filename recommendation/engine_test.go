package recommendation_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gpuscale/catalog"
	"gpuscale/recommendation"
)

func TestEveryScenarioAnswersWithoutAnswers(t *testing.T) {
	for _, scenario := range recommendation.Scenarios {
		r := decide(t, scenario, "")
		if len(r.Ranked) < 50 || r.Excluded != 0 || len(r.Lost) != len(r.Ranked)-1 {
			t.Errorf("%s: %d ranked, %d excluded, %d lost", scenario, len(r.Ranked), r.Excluded, len(r.Lost))
		}
		for i, p := range r.Ranked {
			if p.Rank != i+1 || i > 0 && p.Score.Low > r.Ranked[i-1].Score.Low+1e-9 {
				t.Errorf("%s: place %d scores %v", scenario, i+1, p.Score)
			}
			if p.Score.Low < 0 || p.Score.High > 100+1e-9 || p.Score.Low > p.Score.High+1e-9 || p.Places.Best > p.Rank || p.Places.Worst < p.Rank {
				t.Errorf("%s: place %d has score %v and places %v", scenario, i+1, p.Score, p.Places)
			}
		}
	}
}

func TestTheScoreIsTheWeightedSumOfItsParts(t *testing.T) {
	for _, p := range decide(t, recommendation.Training, "").Ranked {
		total := 0.0
		for _, d := range p.Parts {
			low, shares := 0.0, 0.0
			for _, part := range d.Parts {
				low += part.Share * part.Utility.Low
				shares += part.Share
				if !part.Utility.Known && part.Reason == "" {
					t.Errorf("%s: %s is unknown without a reason", p.Provider.Slug, part.Key)
				}
			}
			if math.Abs(100*low-d.Score.Low) > 1e-9 || math.Abs(shares-1) > 1e-9 {
				t.Errorf("%s %s: %v of %v", p.Provider.Slug, d.Dimension, low, d.Score)
			}
			total += d.Share * d.Score.Low
		}
		if math.Abs(total-p.Score.Low) > 1e-9 {
			t.Errorf("%s: the dimensions come to %v, the score is %v", p.Provider.Slug, total, p.Score.Low)
		}
	}
}

func TestAFailedCheckExcludesOnlyAsAHardLimitAndUnknownNeverDoes(t *testing.T) {
	free := decide(t, recommendation.Training, "")
	hard := decide(t, recommendation.Training, "must=nvlink_bandwidth&must=vram")
	if hard.Excluded == 0 || len(hard.Ranked)+hard.Excluded != len(free.Ranked) {
		t.Errorf("%d ranked and %d excluded of %d", len(hard.Ranked), hard.Excluded, len(free.Ranked))
	}
	unknown := 0
	for _, p := range hard.Ranked {
		c := check(t, p, recommendation.KeyNVLink)
		if c.State == recommendation.Fail || !c.Hard {
			t.Errorf("%s is ranked with %+v", p.Provider.Slug, c)
		}
		if c.State == recommendation.Unknown {
			unknown++
			if !slices.Contains(noticeCodes(p.Warnings), recommendation.WarnConfirm) {
				t.Errorf("%s does not say what to confirm", p.Provider.Slug)
			}
		}
	}
	if unknown == 0 {
		t.Error("plans with an unknown link should stay")
	}
	if first := hard.Lost[0]; first.Rank != 0 || first.Reason.Code != recommendation.LostHardLimit || first.Reason.Params["threshold"] == "" {
		t.Errorf("the first lost plan: %+v", first)
	}
	for _, a := range hard.Article {
		if a.Provider == "volcengine" && (a.Rank != 0 || !slices.Contains(noticeCodes(a.Why), recommendation.WhyExcluded)) {
			t.Errorf("volcengine under the hard limit: %d %v", a.Rank, a.Why)
		}
	}
	all := decide(t, recommendation.Research, "must=mtbf&must=compliance&must=hpc_scheduler")
	if all.Excluded != 0 {
		t.Errorf("nobody publishes an MTBF, yet %d are excluded", all.Excluded)
	}
}

func TestAHardLimitWithoutACheckIsNamed(t *testing.T) {
	if r := decide(t, recommendation.Research, "must=vram&must=mtbf"); !slices.Equal(r.IdleMust, []string{"vram"}) {
		t.Errorf("idle limits: %v", r.IdleMust)
	}
}

func TestDoubtedFiguresAreShownButSettleNothing(t *testing.T) {
	r := decide(t, recommendation.Inference, "")
	latency := check(t, planOf(t, r, "tencent-cloud"), recommendation.KeyLatency)
	if latency.State != recommendation.Unknown || latency.Value.Zh != "2" || latency.Reason != recommendation.UnknownDoubtful || !slices.Contains(latency.Doubts, "D07") {
		t.Errorf("the article's latency: %+v", latency)
	}
	research := decide(t, recommendation.Research, "")
	level3 := check(t, planOf(t, research, "tencent-cloud"), recommendation.KeyCompliance)
	if level3.State != recommendation.Unknown || level3.Subject.Zh == "" || !strings.Contains(level3.Value.Zh, "等保三级") {
		t.Errorf("a certificate of another product: %+v", level3)
	}
}

func TestAnswersChangeWhatIsChecked(t *testing.T) {
	r := decide(t, recommendation.Inference, "latency_ms=20&domestic=yes&budget=1000&region=intl&cuda=12.4&scheduler=slurm&interruptible=yes")
	want := map[string]string{"latency": "20", "domestic": "true", "budget": "1000", "region": "intl", "cuda": "12.4", "hpc_scheduler": "Slurm"}
	for key, threshold := range want {
		if c := check(t, r.Ranked[0], key); c.Threshold.Zh != threshold || c.Origin != recommendation.FromAnswer {
			t.Errorf("%s: %+v", key, c)
		}
	}
	for _, c := range r.Ranked[0].Checks {
		if c.Key == recommendation.KeyInterruptible {
			t.Error("a job that may be interrupted is checked for interruptions")
		}
	}
	for _, m := range r.Scenario.Metrics {
		if m.Key == recommendation.KeyLatency && m.Threshold.Zh != "5" {
			t.Errorf("the article's own threshold became %s", m.Threshold.Zh)
		}
	}
}

func TestABudgetIsJudgedByTheBill(t *testing.T) {
	r := decide(t, recommendation.Training, "budget=100000&must=budget")
	over := 0
	for _, p := range r.Ranked {
		c := check(t, p, recommendation.KeyBudget)
		if p.Bill != nil && (p.Bill.Total.Low.String() != "" && c.State == recommendation.Fail) {
			t.Errorf("%s costs %s and is ranked", p.Provider.Slug, p.Bill.Total.Low)
		}
		if p.Bill == nil && c.State != recommendation.Unknown {
			t.Errorf("%s has no bill and its budget is %s", p.Provider.Slug, c.State)
		}
	}
	for _, l := range r.Lost {
		if l.Reason.Code == recommendation.LostHardLimit {
			over++
		}
	}
	if over == 0 || over != r.Excluded {
		t.Errorf("%d are said to be over the budget of %d", over, r.Excluded)
	}
}

func TestSizingFillsCardsAndMemory(t *testing.T) {
	r := decide(t, recommendation.Finetune, "model=Qwen2.5-72B&task=finetune")
	if r.Need == nil || r.Need.TotalGB < 1000 || r.CardsFrom != "sizing" {
		t.Fatalf("need %+v, cards from %s", r.Need, r.CardsFrom)
	}
	cards := map[int]bool{}
	for _, p := range r.Ranked {
		cards[p.Cards] = true
		if c := check(t, p, recommendation.KeyModelMemory); p.Accelerator == nil && c.State != recommendation.Unknown {
			t.Errorf("%s: an unknown card %s", p.Provider.Slug, c.State)
		}
	}
	if len(cards) < 3 {
		t.Errorf("every card needs as many: %v", cards)
	}
	given := decide(t, recommendation.Finetune, "model=Qwen2.5-72B&task=finetune&gpus=1&must=model_memory")
	if given.CardsFrom != "answer" || given.Excluded == 0 {
		t.Errorf("cards from %s, %d excluded", given.CardsFrom, given.Excluded)
	}
	for _, p := range given.Ranked {
		if p.Cards != 1 || check(t, p, recommendation.KeyModelMemory).State == recommendation.Pass {
			t.Errorf("%s holds 72B under full training on %d cards", p.Provider.Slug, p.Cards)
		}
	}
}

func TestAnIrrelevantOfferMovesNoScore(t *testing.T) {
	before := decide(t, recommendation.Training, "")
	data := seedData()
	data.Prices = slices.Clone(data.Prices)
	for _, l := range data.Prices {
		if l.ID == "of-0022" { // the winner's price, ten times as dear, at another provider
			l.ID, l.Provider = "of-9999", "featurize"
			dear, err := l.Amount.Value.Mul(l.Amount.Value)
			if err != nil {
				t.Fatal(err)
			}
			l.Amount = catalog.Known(dear)
			data.Prices = append(data.Prices, l)
		}
	}
	after := decideOn(t, catalog.NewMarket(data, noon), recommendation.Training, "")
	if len(after.Ranked) != len(before.Ranked)+1 {
		t.Fatalf("%d plans became %d", len(before.Ranked), len(after.Ranked))
	}
	scores := map[string]recommendation.Interval{}
	for _, p := range after.Ranked {
		if p.Price != nil {
			scores[p.Price.ID] = p.Score
		}
	}
	for _, p := range before.Ranked {
		if p.Price != nil && scores[p.Price.ID] != p.Score {
			t.Errorf("%s moved from %v to %v", p.Price.ID, p.Score, scores[p.Price.ID])
		}
	}
}

func TestTheSameQuestionGetsTheSameAnswer(t *testing.T) {
	a, b := decide(t, recommendation.Inference, "model=Llama-3.1-8B"), decide(t, recommendation.Inference, "model=Llama-3.1-8B")
	if diff := cmp.Diff(render(a), render(b), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	total := 0.0
	for _, s := range a.Firmness.Shares {
		total += s.Share
	}
	if math.Abs(total-1) > 1e-9 || a.Firmness.Draws < 1000 {
		t.Errorf("first places share %v over %d draws", total, a.Firmness.Draws)
	}
}

func TestWeightsDecideAndAreShown(t *testing.T) {
	cost := decide(t, recommendation.Inference, "w_performance=0&w_cost=100&w_stability=0&w_ecosystem=0")
	performance := decide(t, recommendation.Inference, "w_performance=100&w_cost=0&w_stability=0&w_ecosystem=0")
	if cost.Ranked[0].Parts[1].Score.Low < performance.Ranked[0].Parts[1].Score.Low || cost.Weights[1].Share != 1 {
		t.Errorf("by cost alone: %v", cost.Ranked[0].Parts)
	}
	if performance.Ranked[0].Parts[0].Score.Low <= cost.Ranked[0].Parts[0].Score.Low {
		t.Errorf("by performance alone: %v", performance.Ranked[0].Parts)
	}
}

func TestPitfallsAreCheckedAgainstTheWinner(t *testing.T) {
	r := decide(t, recommendation.Inference, "upload_gb=500")
	found := map[string]recommendation.PitfallCheck{}
	for _, p := range r.Pitfalls {
		found[p.Pitfall.Slug] = p
	}
	over := found[recommendation.PitfallOverbuying].Finding
	if over.Code != recommendation.FoundPerYuan || over.Params["claimed"] != "2" || over.Params["t4"] == "" || over.Params["ratio"] == "" {
		t.Errorf("over-buying: %+v", over)
	}
	if hidden := found[recommendation.PitfallHidden]; hidden.Finding.Params["claimed"] != "15" || hidden.Finding.Params["percent"] == "" {
		t.Errorf("hidden costs: %+v", hidden)
	}
	if one := found[recommendation.PitfallLatency]; one.State != recommendation.PitfallClear || one.Finding.Code != recommendation.FoundOneMachine {
		t.Errorf("one card stands in one machine: %+v", one)
	}
	if fw := found[recommendation.PitfallFramework]; fw.Finding.Params["framework"] != "PyTorch" {
		t.Errorf("framework: %+v", fw)
	}
}

func TestAnEmptyMarketHasAnAnswerToo(t *testing.T) {
	data := catalog.Data{Scenarios: seedData().Scenarios, Pitfalls: seedData().Pitfalls}
	r := decideOn(t, catalog.NewMarket(data, noon), recommendation.Training, "")
	if len(r.Ranked) != 0 || len(r.Article) != 2 || len(r.Pitfalls) != 4 {
		t.Errorf("%d ranked, %d named, %d pitfalls", len(r.Ranked), len(r.Article), len(r.Pitfalls))
	}
	for _, a := range r.Article {
		if a.Agrees || a.Why[0].Code != recommendation.WhyUnknown {
			t.Errorf("%s: %+v", a.Provider, a)
		}
	}
}
