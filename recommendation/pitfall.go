package recommendation

import (
	"fmt"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
)

// Slugs of the article's pitfalls that are checked live.
const (
	PitfallOverbuying = "overbuying-high-end"
	PitfallLatency    = "ignoring-network-latency"
	PitfallFramework  = "ignoring-framework-compat"
	PitfallHidden     = "hidden-costs"
)

// Codes of findings on pitfalls, with their parameters. claimed is always the article's
// own figure.
const (
	FoundPerYuan       = "performance-per-yuan"  // t4, a100 (TFLOPS per CNY), ratio, claimed, own, best, best_provider, best_card
	FoundNoPerYuan     = "performance-unknown"   // claimed
	FoundOneMachine    = "one-machine"           // cards, claimed
	FoundOneRegion     = "one-region"            // machines, region, claimed
	FoundRegions       = "several-regions"       // machines, regions, claimed
	FoundNoMachines    = "machines-unknown"      // claimed: no bill says how many machines it takes
	FoundRegionUnknown = "region-unknown"        // machines, claimed
	FoundFramework     = "framework-stated"      // framework, value
	FoundNoFramework   = "framework-not-stated"  // framework
	FoundUnasked       = "framework-not-asked"   // no framework was asked for
	FoundHiddenShare   = "hidden-share"          // percent, claimed
	FoundHiddenAtLeast = "hidden-share-at-least" // percent, claimed, missing
	FoundNoData        = "hidden-not-asked"      // claimed: no data is to be uploaded and kept
	FoundNoBill        = "hidden-unknown"        // claimed
	FoundNoWinner      = "no-winner"             // nothing is ranked
	FoundNoLiveCheck   = "no-live-check"         // a pitfall that editors added
)

func (e *engine) pitfalls(in []*scored) []PitfallCheck {
	checks := map[string]func(catalog.Pitfall, []*scored) PitfallCheck{
		PitfallOverbuying: e.overbuying, PitfallLatency: e.crossRegion,
		PitfallFramework: e.frameworkGap, PitfallHidden: e.hiddenCosts,
	}
	var out []PitfallCheck
	for _, p := range e.market.Pitfalls() {
		check, ok := checks[p.Slug]
		switch {
		case !ok:
			out = append(out, found(p, PitfallUnknown, FoundNoLiveCheck, nil))
		case len(in) == 0 && p.Slug == PitfallOverbuying:
			out = append(out, e.onlyT4AgainstA100(p, FoundNoWinner))
		case len(in) == 0:
			out = append(out, found(p, PitfallUnknown, FoundNoWinner, nil))
		default:
			out = append(out, check(p, in))
		}
	}
	return out
}

func found(p catalog.Pitfall, s PitfallState, code string, params map[string]string) PitfallCheck {
	if p.Value.Known {
		if params == nil {
			params = map[string]string{}
		}
		params["claimed"] = p.Value.Value.String()
	}
	return PitfallCheck{Pitfall: p, State: s, Finding: Notice{Code: code, Params: params}}
}

// perYuan is dense FP16 TFLOPS for one yuan an hour.
func (s *scored) perYuan() (float64, bool) {
	if s.accelerator == nil || !s.accelerator.FP16TFLOPS.Known || !s.effective.Known || s.effective.Value == 0 {
		return 0, false
	}
	return s.accelerator.FP16TFLOPS.Value / s.effective.Value, true
}

// t4Cards and a100Cards are the cards that the article compares.
var (
	t4Cards   = []string{"t4-16gb"}
	a100Cards = []string{"a100-sxm4-80gb", "a100-pcie-80gb", "a100-sxm4-40gb", "a100-pcie-40gb", "a100-80gb-any", "a100-40gb-any", "a100-any"}
)

// overbuying applies when another plan that fails no more checks gives, for the same
// money, as many times the winner's performance as the article warns of.
func (e *engine) overbuying(p catalog.Pitfall, in []*scored) PitfallCheck {
	own, known := in[0].perYuan()
	if !known {
		return e.onlyT4AgainstA100(p, FoundNoPerYuan)
	}
	best, at := own, in[0]
	for _, s := range in[1:] {
		if x, ok := s.perYuan(); ok && x > best && s.fails <= in[0].fails {
			best, at = x, s
		}
	}
	params := map[string]string{"own": short(own), "best": short(best), "best_provider": at.provider.Slug, "best_card": at.accelerator.Slug}
	e.t4AgainstA100(params)
	claimed, _ := p.Value.Or(catalog.Decimal{}).Float64()
	state := PitfallClear
	if p.Value.Known && best >= claimed*own {
		state = PitfallApplies
	}
	return found(p, state, FoundPerYuan, params)
}

// onlyT4AgainstA100 holds what the market says whichever plans are left.
func (e *engine) onlyT4AgainstA100(p catalog.Pitfall, code string) PitfallCheck {
	params := map[string]string{}
	e.t4AgainstA100(params)
	return found(p, PitfallUnknown, code, params)
}

// t4AgainstA100 adds the article's own comparison at today's best prices, where both
// cards have one.
func (e *engine) t4AgainstA100(params map[string]string) {
	t4, hourT4, okT4 := e.cheapestOf(t4Cards)
	a100, hourA100, okA100 := e.cheapestOf(a100Cards)
	if !okT4 || !okA100 || !t4.Accelerator.FP16TFLOPS.Known || !a100.Accelerator.FP16TFLOPS.Known {
		return
	}
	x, y := t4.Accelerator.FP16TFLOPS.Value/hourT4, a100.Accelerator.FP16TFLOPS.Value/hourA100
	params["t4"], params["a100"], params["ratio"] = short(x), short(y), short(x/y)
	params["t4_provider"], params["a100_provider"] = t4.Offer.Provider.Slug, a100.Offer.Provider.Slug
}

func short(x float64) string { return fmt.Sprintf("%.2f", x) }

// crossRegion is clear where all cards stand in one machine or one stated region.
func (e *engine) crossRegion(p catalog.Pitfall, in []*scored) PitfallCheck {
	s := in[0]
	machines := 0
	if s.bill != nil && s.count.Known {
		machines = s.bill.Machines
	}
	if machines == 1 || s.cards == 1 {
		return found(p, PitfallClear, FoundOneMachine, map[string]string{"cards": strconv.Itoa(s.cards)})
	}
	if machines == 0 {
		return found(p, PitfallUnknown, FoundNoMachines, nil)
	}
	params := map[string]string{"machines": strconv.Itoa(machines)}
	switch len(s.regions) {
	case 0:
		return found(p, PitfallUnknown, FoundRegionUnknown, params)
	case 1:
		params["region"] = s.regions[0]
		return found(p, PitfallClear, FoundOneRegion, params)
	}
	params["regions"] = strings.Join(s.regions, ";")
	return found(p, PitfallApplies, FoundRegions, params)
}

func (e *engine) frameworkGap(p catalog.Pitfall, in []*scored) PitfallCheck {
	for i := range e.criteria {
		m := e.criteria[i].metric
		if m == nil || m.Key != KeyFramework {
			continue
		}
		r := &in[0].readings[i]
		params := map[string]string{"framework": m.Threshold.Zh, "value": r.words.Zh}
		if r.state == Pass {
			return found(p, PitfallClear, FoundFramework, params)
		}
		return found(p, PitfallUnknown, FoundNoFramework, params)
	}
	return found(p, PitfallUnknown, FoundUnasked, nil)
}

// hiddenCosts is the share of the winner's bill that is not the cards themselves.
func (e *engine) hiddenCosts(p catalog.Pitfall, in []*scored) PitfallCheck {
	bill := in[0].bill
	if e.answers.UploadGB.IsZero() {
		return found(p, PitfallUnknown, FoundNoData, nil)
	}
	if bill == nil || bill.Total.Low.IsZero() {
		return found(p, PitfallUnknown, FoundNoBill, nil)
	}
	total, _ := bill.Total.Low.Float64()
	var missing []string
	for _, w := range bill.Warnings {
		if strings.HasSuffix(w.Code, "-unknown") {
			missing = append(missing, w.Code)
		}
	}
	hidden := total
	for _, l := range bill.Lines {
		if l.Item == pricing.ItemCompute {
			x, _ := l.Amount.Float64()
			hidden -= x
		}
	}
	part := max(0, hidden/total)
	claimed, _ := p.Value.Or(catalog.Decimal{}).Float64()
	params := map[string]string{"percent": percent(part)}
	state := PitfallClear
	if p.Value.Known && 100*part > claimed {
		state = PitfallApplies
	}
	if !bill.AtLeast {
		return found(p, state, FoundHiddenShare, params)
	}
	params["missing"] = strings.Join(missing, ";")
	if state == PitfallClear {
		state = PitfallUnknown
	}
	return found(p, state, FoundHiddenAtLeast, params)
}
