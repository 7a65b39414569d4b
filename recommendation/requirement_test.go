package recommendation_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpuscale/recommendation"
)

func TestOnlyHardLimitsExcludeAndTheRestIsCounted(t *testing.T) {
	soft := decide(t, recommendation.Training, "domestic=yes&budget=1000")
	if soft.Excluded != 0 || len(soft.Soft) != 2 {
		t.Fatalf("%d excluded, soft %v", soft.Excluded, soft.Soft)
	}
	meeting := 0
	for i := range soft.Ranked {
		if soft.Ranked[i].Meets(soft.Soft) {
			meeting++
		}
	}
	if soft.Meeting != meeting || meeting >= len(soft.Ranked) {
		t.Errorf("%d meet what was asked, counted %d of %d", soft.Meeting, meeting, len(soft.Ranked))
	}
	hard := decide(t, recommendation.Training, "domestic=yes&budget=1000&must=domestic&must=budget")
	if got := len(hard.Ranked) + hard.Beyond; got != soft.Meeting || hard.Meeting != got || len(hard.Soft) != 0 {
		t.Errorf("as hard limits they leave %d, as soft ones %d meet them; soft %v", got, soft.Meeting, hard.Soft)
	}
}

func TestAnswersThatAskForNothingRequireNothing(t *testing.T) {
	for query, want := range map[string]bool{
		"": false, "domestic=yes": true, "domestic=no": false, "domestic=unknown": false, "region=cn": true, "region=any": false,
		"compliance=none": false, "scheduler=slurm": true, "cuda=none": false, "cuda=12.4": true, "budget=5": true, "gpus=3": false,
	} {
		r := decide(t, recommendation.Training, query)
		question, _, _ := strings.Cut(query, "=")
		if got := r.Answers.Requires(question); got != want {
			t.Errorf("%q requires %v", query, got)
		}
	}
}

func TestModelsAreKnownByEverySpellingOfSizing(t *testing.T) {
	for typed, want := range map[string]string{"LLaMA-2 70B": "", "llama2-70b": "", "qwen2.5 7b": "Qwen2.5-7B", "deepseek-r1": ""} {
		a, problems := typedAnswers(t, "model="+strings.ReplaceAll(typed, " ", "+"))
		if len(problems) > 0 || a.Model == "" || !a.Given("model") || want != "" && a.Model != want {
			t.Errorf("%q: %q, %v", typed, a.Model, problems)
		}
	}
}

func TestPartsOfTheCountryAreRegions(t *testing.T) {
	for _, typed := range []string{"华东", "华东地区", "east china"} {
		a, problems := typedAnswers(t, "region="+strings.ReplaceAll(typed, " ", "+"))
		if len(problems) > 0 || a.Region != "华东" {
			t.Errorf("%q: %q, %v", typed, a.Region, problems)
		}
	}
	states := map[string]recommendation.State{}
	r := decide(t, recommendation.Training, "region=华东")
	for i := range r.Ranked {
		for _, c := range r.Ranked[i].Checks {
			if c.Key == recommendation.KeyRegion {
				states[c.Value.Zh] = c.State
			}
		}
	}
	for place, want := range map[string]recommendation.State{"上海二A": recommendation.Pass, "上海、深圳": recommendation.Pass,
		"北京四": recommendation.Fail, "us-east-1": recommendation.Fail, "中国大陆": recommendation.Unknown} {
		if got, listed := states[place]; !listed || got != want {
			t.Errorf("%s: %q, listed %v", place, got, listed)
		}
	}
}

func TestSchedulersOfAllProvidersCount(t *testing.T) {
	r := decide(t, recommendation.Research, "must=budget&budget=1")
	for _, a := range r.Advice {
		if a.Metric != recommendation.KeyScheduler {
			continue
		}
		for _, slug := range []string{"hkust-gz-hpc", "ikkem-hpc", "coreweave"} {
			if !slices.Contains(strings.Split(a.Live.Params["providers"], ";"), slug) {
				t.Errorf("%s is not among %v", slug, a.Live.Params)
			}
		}
		if n, _ := strconv.Atoi(a.Live.Params["count"]); n != len(strings.Split(a.Live.Params["providers"], ";")) {
			t.Errorf("count %v", a.Live.Params)
		}
	}
}

func TestTheMakerThatAnOfferNamesSettlesWhereAChipIsFrom(t *testing.T) {
	r := decide(t, recommendation.Training, "domestic=yes")
	seen := 0
	for i := range r.Ranked {
		p := &r.Ranked[i]
		if p.Offer == nil || p.Offer.Vendor == "" {
			continue
		}
		for _, c := range p.Checks {
			if c.Key != recommendation.KeyDomestic {
				continue
			}
			if p.Accelerator == nil {
				seen++
			}
			if c.State == recommendation.Unknown {
				t.Errorf("%s %s of %s is unknown", p.Provider.Slug, p.Offer.AcceleratorName, p.Offer.Vendor)
			}
		}
	}
	if seen == 0 {
		t.Error("no card without a known part is listed")
	}
}

func TestPitfallsOfTheMarketNeedNoPlan(t *testing.T) {
	r := decide(t, recommendation.Training, "must=budget&budget=1")
	for _, p := range r.Pitfalls {
		switch {
		case p.Pitfall.Slug == recommendation.PitfallOverbuying && p.Finding.Params["ratio"] == "":
			t.Errorf("no comparison of T4 and A100: %v", p.Finding)
		case p.Finding.Params["machines"] == "0":
			t.Errorf("no machines at all: %v", p.Finding)
		}
	}
}

func TestLevelScoresMayTakeEachOthersPlaces(t *testing.T) {
	ranges := recommendation.RankRanges([]recommendation.Interval{{Low: .9, High: .9}, {Low: .5, High: .5}, {Low: .5, High: .5}, {Low: .1, High: .5}})
	for i, r := range ranges {
		if r.Best > i+1 || r.Worst < i+1 {
			t.Errorf("place %d lies outside %v", i+1, r)
		}
	}
	if ranges[1] != (recommendation.RankRange{Best: 2, Worst: 4}) || ranges[0] != (recommendation.RankRange{Best: 1, Worst: 1}) {
		t.Errorf("ranges %v", ranges)
	}
}

func typedAnswers(t *testing.T, query string) (recommendation.Answers, []recommendation.Problem) {
	t.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return recommendation.ParseAnswers(seedMarket(), recommendation.Training, values)
}
