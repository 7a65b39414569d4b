package recommendation_test

import (
	"slices"
	"strings"
	"testing"

	"gpuscale/recommendation"
)

func TestTheArticlesScenariosStandExactlyAsWritten(t *testing.T) {
	type row struct{ key, operator, threshold, unit string }
	for _, c := range []struct {
		scenario  string
		platforms []string
		metrics   []row
	}{
		{recommendation.Training, []string{"tencent-cloud", "volcengine"},
			[]row{{"vram", ">=", "80", "GB"}, {"nvlink_bandwidth", ">=", "600", "GB/s"}, {"cluster_size", ">=", "16", "card"}}},
		{recommendation.Inference, []string{"aliyun", "huawei-cloud"},
			[]row{{"latency", "<", "5", "ms"}, {"throughput", ">=", "1000", "QPS"}, {"vgpu_isolation", "=", "true", ""}, {"cost_saving", "=", "70", "percent"}}},
		{recommendation.Research, []string{"cstcloud", "tencent-cloud"},
			[]row{{"mtbf", ">=", "5000", "hour"}, {"compliance", "=", "等保三级", ""}, {"hpc_scheduler", "in", "Slurm;Torque", ""}}},
	} {
		s, ok := recommendation.ScenarioOf(seedMarket().Scenarios(), c.scenario)
		if !ok || s.Origin != recommendation.FromArticle || s.Title.Zh == "" || len(s.Advice) != 1 || s.Advice[0].Text.Zh == "" {
			t.Errorf("%s: %v %+v", c.scenario, ok, s)
		}
		var platforms []string
		for _, p := range s.Platforms {
			platforms = append(platforms, p.Provider)
		}
		var metrics []row
		for _, m := range s.Metrics {
			metrics = append(metrics, row{m.Key, m.Operator, m.Threshold.Zh, m.Unit})
		}
		if !slices.Equal(platforms, c.platforms) || !slices.Equal(metrics, c.metrics) {
			t.Errorf("%s recommends %v with %v", c.scenario, platforms, metrics)
		}
	}
}

func TestThePortalsOwnScenariosAreMarkedAndGiveReasons(t *testing.T) {
	for _, slug := range []string{recommendation.Finetune, recommendation.Rendering} {
		s, ok := recommendation.ScenarioOf(seedMarket().Scenarios(), slug)
		if !ok || s.Origin != recommendation.FromPortal || len(s.Metrics) == 0 || len(s.Advice) == 0 {
			t.Fatalf("%s: %v %+v", slug, ok, s)
		}
		for _, m := range s.Metrics {
			if m.Origin != recommendation.FromPortal || m.Why == "" || m.Source.URL != "" {
				t.Errorf("%s: the metric %s is not marked as the portal's own: %+v", slug, m.Key, m)
			}
		}
	}
	if _, ok := recommendation.ScenarioOf(nil, "mining"); ok {
		t.Error("an invented scenario exists")
	}
	if _, err := recommendation.Decide(seedMarket(), recommendation.Answers{Scenario: "mining"}); err == nil {
		t.Error("an invented scenario is decided")
	}
}

func TestTheA800FailsTheArticlesOwnNVLinkLimit(t *testing.T) {
	r := decide(t, recommendation.Training, "")
	i := slices.IndexFunc(r.Ranked, func(p recommendation.Plan) bool {
		return p.Article != nil && p.Provider.Slug == "volcengine" && p.Accelerator != nil && strings.HasPrefix(p.Accelerator.Slug, "a800")
	})
	if i < 0 {
		t.Fatal("the article's A800 is no candidate")
	}
	p := r.Ranked[i]
	c := check(t, p, recommendation.KeyNVLink)
	if p.Offer != nil || c.State != recommendation.Fail || c.Value.Zh != "400" || c.Threshold.Zh != "600" || c.Source.URL == "" {
		t.Errorf("offer %v, %+v", p.Offer, c)
	}
	for _, a := range r.Article {
		codes := noticeCodes(a.Why)
		if a.Provider == "volcengine" && (a.Rank != p.Rank || a.Agrees || !slices.Contains(codes, recommendation.WhyFailsOwnLimit) || !slices.Contains(codes, recommendation.WhyNoRankedOffer)) {
			t.Errorf("volcengine: %v %v", a.Agrees, codes)
		}
	}
}

func noticeCodes(notices []recommendation.Notice) []string {
	var codes []string
	for _, n := range notices {
		codes = append(codes, n.Code)
	}
	return codes
}

func TestEveryProviderThatTheArticleNamesIsACandidate(t *testing.T) {
	for _, scenario := range []string{recommendation.Training, recommendation.Inference, recommendation.Research} {
		r := decide(t, scenario, "")
		if len(r.Article) != 2 {
			t.Errorf("%s: the article recommends %d platforms", scenario, len(r.Article))
		}
		for _, a := range r.Article {
			p := planOf(t, r, a.Provider)
			if a.Rank == 0 || len(a.Why) == 0 {
				t.Errorf("%s: %s stands at %d because of %v", scenario, p.Provider.Slug, a.Rank, a.Why)
			}
		}
	}
}
