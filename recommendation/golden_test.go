package recommendation_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpuscale/recommendation"
)

var update = flag.Bool("update", false, "write the golden results anew")

// A golden result is the wizard's answer on the seed data at noon of 2026-12-01 to a
// reader who answered nothing: what the three scenarios of the article come to.
func TestGoldenResultsOfTheArticlesScenarios(t *testing.T) {
	for _, scenario := range []string{recommendation.Training, recommendation.Inference, recommendation.Research} {
		t.Run(scenario, func(t *testing.T) {
			got := render(decide(t, scenario, ""))
			path := filepath.Join("testdata", "golden", scenario+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// render writes the first plans, those of the article and everything around them.
func render(r recommendation.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d ranked, %d excluded, cards from %s\n", r.Scenario.Slug, len(r.Ranked), r.Excluded, r.CardsFrom)
	for _, w := range r.Weights {
		fmt.Fprintf(&b, "weight %s %.0f\n", w.Dimension, w.Weight)
	}
	for _, p := range r.Ranked {
		if p.Rank <= 10 || p.Article != nil {
			renderPlan(&b, p)
		}
	}
	for _, a := range r.Article {
		fmt.Fprintf(&b, "article %s %s: agrees %v, place %d\n", a.Provider, a.Product.Zh, a.Agrees, a.Rank)
		for _, w := range a.Why {
			fmt.Fprintln(&b, "  ", notice(w))
		}
	}
	for _, p := range r.Pitfalls {
		fmt.Fprintf(&b, "pitfall %s: %s, %s\n", p.Pitfall.Slug, p.State, notice(p.Finding))
	}
	for _, a := range r.Advice {
		fmt.Fprintf(&b, "advice %s%s", a.Code, a.Text.Zh)
		if a.Live != nil {
			fmt.Fprintf(&b, ": %s", notice(*a.Live))
		}
		fmt.Fprintln(&b)
	}
	for j, s := range r.Firmness.Switching {
		fmt.Fprintf(&b, "switching %s %v %.4f\n", recommendation.Dimensions[j], s.Known, s.Value)
	}
	for _, s := range r.Firmness.Shares {
		fmt.Fprintf(&b, "first %d in %.4f\n", s.Rank, s.Share)
	}
	for _, m := range r.Firmness.Methods {
		fmt.Fprintf(&b, "method %s puts %d first\n", m.Method, m.Rank)
	}
	return b.String()
}

func renderPlan(b *strings.Builder, p recommendation.Plan) {
	offer, card, total := "no offer", "unknown card", "no total"
	if p.Price != nil {
		offer = p.Price.ID
	}
	if p.Accelerator != nil {
		card = p.Accelerator.Slug
	}
	if p.Bill != nil {
		total = p.Bill.Total.Low.String()
		if p.Bill.AtLeast {
			total += " at least"
		}
	}
	fmt.Fprintf(b, "%d %s, %s, %s x %d, %s: %.2f to %.2f, places %d to %d\n", p.Rank, p.Provider.Slug, offer, card, p.Cards, total,
		p.Score.Low, p.Score.High, p.Places.Best, p.Places.Worst)
	for _, d := range p.Parts {
		fmt.Fprintf(b, "   %s %.2f to %.2f", d.Dimension, d.Score.Low, d.Score.High)
	}
	fmt.Fprintln(b)
	for _, c := range p.Checks {
		fmt.Fprintf(b, "   %s %s %s %s: %s %s %s\n", c.Key, c.Operator, c.Threshold.Zh, c.Unit, c.State, c.Value.Zh, c.Reason)
	}
	for _, n := range p.Reasons {
		fmt.Fprintf(b, "   + %s\n", notice(n))
	}
	for _, n := range p.Warnings {
		fmt.Fprintf(b, "   - %s\n", notice(n))
	}
}

func notice(n recommendation.Notice) string {
	keys := make([]string, 0, len(n.Params))
	for k := range n.Params {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	words := []string{n.Code}
	for _, k := range keys {
		words = append(words, k+"="+n.Params[k])
	}
	return strings.Join(words, " ")
}
