package recommendation_test

import (
	"slices"
	"strings"
	"testing"

	"gpuscale/recommendation"
)

// queries reach as many codes as the seed data allows.
var queries = []string{"", "model=Llama-3.1-70B", "model=Qwen2.5-7B&gpus=1&must=model_memory", "must=region&region=cn", "must=budget&budget=5000",
	"upload_gb=2000&identity=individual", "interruptible=yes&region=any", "domestic=yes&must=domestic", "compliance=iso-27001&scheduler=slurm&cuda=12.4",
	"w_performance=0&w_ecosystem=0&w_stability=0", "framework=none&region=intl", "gpus=8&days=400&identity=university"}

func TestEveryCodeThatComesOutIsOnItsList(t *testing.T) {
	seen := map[string]bool{}
	for _, scenario := range recommendation.Scenarios {
		for _, query := range queries {
			r := decide(t, scenario, query)
			on := func(list []string, code, where string) {
				seen[code] = true
				if !slices.Contains(list, code) {
					t.Errorf("%s ?%s: %s has the unlisted code %q", scenario, query, where, code)
				}
			}
			for _, p := range r.Ranked {
				plan(p, on)
			}
			for _, l := range r.Lost {
				on(recommendation.LostCodes, l.Reason.Code, "lost")
			}
			for _, a := range r.Article {
				for _, w := range a.Why {
					on(recommendation.ArticleCodes, w.Code, "article")
				}
			}
			for _, p := range r.Pitfalls {
				on(recommendation.FindingCodes, p.Finding.Code, "pitfall")
			}
			for _, a := range r.Advice {
				if a.Live != nil {
					on(recommendation.LiveCodes, a.Live.Code, "advice")
				}
			}
		}
	}
	for _, code := range slices.Concat(recommendation.LostCodes, recommendation.WarningCodes, recommendation.ReasonCodes) {
		if !seen[code] {
			t.Logf("the seed data never shows %q", code)
		}
	}
}

func plan(p recommendation.Plan, on func(list []string, code, where string)) {
	for _, n := range p.Reasons {
		on(recommendation.ReasonCodes, n.Code, "reasons")
	}
	bill := 0
	if p.Bill != nil {
		bill = len(p.Bill.Warnings)
	}
	for _, n := range p.Warnings[:len(p.Warnings)-bill] {
		on(recommendation.WarningCodes, n.Code, "warnings")
	}
	for _, c := range p.Checks {
		on(recommendation.CheckKeys(), c.Key, "checks")
		if c.State == recommendation.Unknown {
			on(recommendation.UnknownCodes, c.Reason, "check "+c.Key)
		}
		if c.Why != "" {
			on(recommendation.MetricWhys, c.Why, "check "+c.Key)
		}
	}
	for _, d := range p.Parts {
		for _, part := range d.Parts {
			if !part.IsCheck {
				on(recommendation.FigureKeys, part.Key, "parts")
			}
			if !part.Utility.Known {
				on(recommendation.UnknownCodes, strings.TrimSpace(part.Reason), "part "+part.Key)
			}
		}
	}
}
