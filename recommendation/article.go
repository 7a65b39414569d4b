package recommendation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// AgreeWithin is up to which place a plan of the provider counts as the portal's
// agreement with the article.
const AgreeWithin = 3

// Codes of why the portal agrees with the article or does not.
const (
	WhyAmongFirst    = "among-first"     // rank
	WhyRankedLower   = "ranked-lower"    // rank, dimension, points, winner
	WhyExcluded      = "excluded"        // key, value, operator, threshold, unit: a hard limit
	WhyFailsOwnLimit = "fails-own-limit" // key, value, operator, threshold, unit: the article's own metric
	WhyNoRankedOffer = "no-ranked-offer" // quoted: nothing of the product may be ranked
	WhyDoubt         = "doubt"           // id
	WhyUnknown       = "unknown-provider"
)

// articlePicks sets the article's recommendations beside the portal's own.
func (e *engine) articlePicks(in, out []*scored) []ArticlePick {
	var picks []ArticlePick
	for i := range e.products {
		picks = append(picks, e.articlePick(&e.products[i], in, out))
	}
	return picks
}

func (e *engine) articlePick(p *product, in, out []*scored) ArticlePick {
	pick := ArticlePick{Platform: p.Platform}
	add := func(code string, params map[string]string) {
		pick.Why = append(pick.Why, Notice{Code: code, Params: params})
	}
	s, rank := e.bestOf(p, in)
	pick.Rank = rank
	switch {
	case s != nil && rank <= AgreeWithin:
		pick.Agrees = true
		add(WhyAmongFirst, map[string]string{"rank": strconv.Itoa(rank)})
	case s != nil:
		reason := e.behind(s, in[0])
		params := map[string]string{"rank": strconv.Itoa(rank)}
		for _, k := range []string{"dimension", "points", "winner"} {
			params[k] = reason.Params[k]
		}
		add(WhyRankedLower, params)
	default:
		if s, _ = e.bestOf(p, out); s == nil {
			add(WhyUnknown, nil)
			break
		}
		add(WhyExcluded, e.hardLimit(s).Params)
	}
	if s != nil {
		pick.Why = append(pick.Why, e.ownLimits(s)...)
		if !s.offered {
			add(WhyNoRankedOffer, map[string]string{"quoted": strconv.Itoa(len(e.quoted(s.candidate)))})
		}
	}
	for _, id := range p.Doubts {
		add(WhyDoubt, map[string]string{"id": id})
	}
	return pick
}

// bestOf returns the best placed plan of the recommended product, with its place.
func (e *engine) bestOf(p *product, all []*scored) (*scored, int) {
	for i, s := range all {
		if s.article != nil && s.article.Provider == p.Provider && s.article.Product == p.Product {
			return s, i + 1
		}
	}
	return nil, 0
}

// ownLimits names the article's own metrics that its recommendation fails.
func (e *engine) ownLimits(s *scored) []Notice {
	var out []Notice
	for i := range e.criteria {
		m := e.criteria[i].metric
		if m != nil && m.Origin == FromArticle && !m.Advised && s.readings[i].state == Fail {
			out = append(out, Notice{Code: WhyFailsOwnLimit, Params: failParams(checkOf(m, &s.readings[i]))})
		}
	}
	return out
}

// Codes of what the market says about a piece of advice.
const (
	LiveSpotSaving    = "spot-saving"    // percent, provider, card: the largest among the plans
	LiveNoSpot        = "no-spot-prices" // nothing to compare
	LiveSchedulers    = "schedulers"     // count, providers: platforms with a stated scheduler
	LiveElasticStated = "elastic-stated" // count: platforms that state elastic scaling
)

func (e *engine) liveAdvice(in []*scored) []LiveAdvice {
	var out []LiveAdvice
	for _, a := range e.scenario.Advice {
		live := LiveAdvice{Advice: a}
		switch {
		case a.Metric == KeyCostSaving || a.Code == AdviceSpotFrames:
			live.Live = largestSaving(in)
		case a.Metric == KeyScheduler:
			live.Live = e.withScheduler()
		case e.answers.Scenario == Training && a.Metric == "":
			live.Live = e.withElastic()
		}
		out = append(out, live)
	}
	return out
}

func largestSaving(in []*scored) *Notice {
	best := Notice{Code: LiveNoSpot}
	largest := 0.0
	for _, s := range in {
		if s.spot == 0 || s.onDemand == 0 {
			continue
		}
		if saving := 1 - s.spot/s.onDemand; saving > largest {
			largest = saving
			best = Notice{Code: LiveSpotSaving, Params: map[string]string{"percent": percent(saving), "provider": s.provider.Slug, "card": s.name}}
		}
	}
	return &best
}

// withScheduler counts all providers, with ranked plans or without: what is advised is
// to look for one, not to rent from those that are left.
func (e *engine) withScheduler() *Notice {
	var names []string
	i := slices.IndexFunc(e.metrics, func(m metric) bool { return m.Key == KeyScheduler })
	providers := e.market.Providers()
	for k := range providers {
		p := &providers[k]
		if i >= 0 && readScheduler(e, &candidate{provider: p}, &e.metrics[i]).state == Pass {
			names = append(names, p.Slug)
		}
	}
	return &Notice{Code: LiveSchedulers, Params: map[string]string{"count": strconv.Itoa(len(names)), "providers": strings.Join(names, ";")}}
}

func (e *engine) withElastic() *Notice {
	n := 0
	for _, p := range e.market.Providers() {
		if facts := e.facts[p.Slug]["elastic_scaling"]; len(facts) > 0 && !containsAny(facts[0].Value.Zh, []string{"不支持"}) {
			n++
		}
	}
	return &Notice{Code: LiveElasticStated, Params: map[string]string{"count": fmt.Sprint(n)}}
}

// cheapestOf returns the lowest ranked on-demand card-hour of the mainland over the
// cards, in CNY.
func (e *engine) cheapestOf(slugs []string) (best catalog.Best, hour float64, ok bool) {
	for _, slug := range slugs {
		b, found := e.market.Best(slug, catalog.MainlandChina)
		if !found {
			continue
		}
		per := e.basis.PerGPUHour(&b.Price)
		if x, _ := per.Low.Float64(); per.Known() && (!ok || x < hour) {
			best, hour, ok = b, x, true
		}
	}
	return best, hour, ok
}
