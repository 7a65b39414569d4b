package recommendation_test

import (
	"strconv"
	"strings"
	"testing"

	"gpuscale/recommendation"
)

// The link of a card joins the cards of one machine. A check of it passes where one
// machine holds all of them, or says for which cards it holds; machines of one card,
// and machines of which nobody says how many cards they hold, pass nothing.
func TestALinkHoldsInsideOneMachine(t *testing.T) {
	kinds := map[string]int{}
	for _, cards := range []int{1, 2, 8, 16, 64} {
		for _, scenario := range []string{recommendation.Training, recommendation.Finetune} {
			r := decide(t, scenario, "gpus="+strconv.Itoa(cards))
			for _, p := range r.Ranked {
				for _, c := range p.Checks {
					if c.Key == recommendation.KeyNVLink {
						kinds[linkKind(t, p, c, cards)]++
					}
				}
			}
		}
	}
	for _, kind := range []string{"one machine", "machines of one card", "several machines", "not stated"} {
		if kinds[kind] == 0 {
			t.Errorf("no plan of the kind %q: %v", kind, kinds)
		}
	}
}

func linkKind(t *testing.T, p recommendation.Plan, c recommendation.Check, cards int) string {
	t.Helper()
	perMachine, known := 0, false
	if p.Offer != nil {
		perMachine, known = p.Offer.Count.Get()
	}
	bad := func(kind string) string {
		t.Errorf("%d cards of %s, %d a machine: %s: %+v", cards, p.Provider.Slug, perMachine, kind, c)
		return kind
	}
	within := strings.Contains(c.Subject.Zh, strconv.Itoa(perMachine)+" 张卡之间") && strings.Contains(c.Subject.En, "one machine")
	switch {
	case cards == 1 || known && perMachine >= cards:
		if c.Subject.Zh != "" || c.Reason == recommendation.UnknownOneCard || c.Reason == recommendation.UnknownMachine {
			return bad("one machine")
		}
		return "one machine"
	case !known:
		if c.State == recommendation.Pass {
			return bad("not stated")
		}
		return "not stated"
	case perMachine == 1:
		if c.State == recommendation.Pass || c.State == recommendation.Unknown && c.Reason == recommendation.UnknownOneCard && c.Value.Zh != "" {
			return bad("machines of one card")
		}
		return "machines of one card"
	}
	if c.State == recommendation.Pass && !within {
		return bad("several machines")
	}
	return "several machines"
}

// Where the metric is asked for, a provider's machines of several cards are preferred
// to its cheaper ones of one card.
func TestSeveralCardsAreRentedTogetherWhereTheirLinkCounts(t *testing.T) {
	first := decide(t, recommendation.Training, "").Ranked[0]
	if n, _ := first.Offer.Count.Get(); n < 2 || check(t, first, recommendation.KeyNVLink).State != recommendation.Pass {
		t.Errorf("the first plan: %d cards a machine, %+v", n, check(t, first, recommendation.KeyNVLink))
	}
}

// A chip with a stack of its own has no version of CUDA, whatever its provider states;
// as a hard limit the version leaves none of them.
func TestAnotherStackIsNoCUDA(t *testing.T) {
	seen := 0
	for _, scenario := range recommendation.Scenarios {
		for _, p := range decide(t, scenario, "domestic=yes&cuda=11.8").Ranked {
			if check(t, p, recommendation.KeyDomestic).State != recommendation.Pass {
				continue
			}
			seen++
			c := check(t, p, recommendation.KeyCUDA)
			if known := p.Accelerator != nil && p.Accelerator.SoftwareStack != ""; c.State != recommendation.Fail || c.Value.Zh == "" ||
				known && c.Value.Zh != p.Accelerator.SoftwareStack || c.Source.URL == "" {
				t.Errorf("%s %s %s: %+v", scenario, p.Provider.Slug, p.Offer.AcceleratorName, c)
			}
		}
		for _, p := range decide(t, scenario, "domestic=yes&must=domestic&cuda=12.4&must=cuda").Ranked {
			if p.Offer != nil {
				t.Errorf("%s: %s of %s is ranked", scenario, p.Offer.AcceleratorName, p.Provider.Slug)
			}
		}
	}
	if seen == 0 {
		t.Error("no chip with a stack of its own is ranked")
	}
}
