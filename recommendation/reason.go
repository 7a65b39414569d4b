package recommendation

import (
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// Codes of reasons for a plan's place, with their parameters.
const (
	ReasonMeetsAll        = "meets-all"         // count: every check passes
	ReasonMeets           = "meets"             // passed, unknown, failed
	ReasonBestDimension   = "best-dimension"    // dimension, score: the highest of all plans
	ReasonLowestTotal     = "lowest-total"      // total in CNY: the lowest complete bill
	ReasonLowestKnown     = "lowest-known"      // total in CNY: the lowest known part of a bill
	ReasonNamedByArticle  = "named-by-article"  // product
	ReasonModelFits       = "model-fits"        // model, cards
	ReasonGroupDiscount   = "group-discount"    // value: percent off, subject
	ReasonCheaperThanNext = "cheaper-than-next" // percent, provider: the total against the next plan's
	ReasonDearerThanNext  = "dearer-than-next"  // percent, provider
)

// reasons says what stands behind the place of the i-th plan.
func (e *engine) reasons(in []*scored, i int) []Notice {
	s := in[i]
	out := []Notice{e.met(s)}
	add := func(code string, params map[string]string) { out = append(out, Notice{Code: code, Params: params}) }
	if s.article != nil {
		add(ReasonNamedByArticle, map[string]string{"product": s.article.Product.Zh, "product_en": s.article.Product.En})
	}
	if e.need != nil && s.checkState(e, KeyModelMemory) == Pass {
		add(ReasonModelFits, map[string]string{"model": e.need.Model, "cards": strconv.Itoa(s.cards)})
	}
	for j, d := range Dimensions {
		if isHighest(in, i, j) {
			add(ReasonBestDimension, map[string]string{"dimension": string(d), "score": points(s.dimensions[j].Low)})
		}
	}
	if code := lowestTotal(in, i); code != "" {
		add(code, map[string]string{"total": s.bill.Total.Low.String()})
	}
	if e.answers.Identity != "individual" {
		for _, f := range e.facts[s.provider.Slug]["group_discount"] {
			add(ReasonGroupDiscount, map[string]string{"value": f.Value.Zh, "subject": f.Subject.Zh, "subject_en": f.Subject.En})
		}
	}
	if i+1 < len(in) {
		if n, ok := against(s, in[i+1]); ok {
			out = append(out, n)
		}
	}
	return out
}

func (e *engine) met(s *scored) Notice {
	count := map[State]int{}
	for i := range e.criteria {
		if e.criteria[i].metric != nil {
			count[s.readings[i].state]++
		}
	}
	if count[Fail]+count[Unknown] == 0 {
		return Notice{Code: ReasonMeetsAll, Params: map[string]string{"count": strconv.Itoa(count[Pass])}}
	}
	return Notice{Code: ReasonMeets, Params: map[string]string{"passed": strconv.Itoa(count[Pass]),
		"unknown": strconv.Itoa(count[Unknown]), "failed": strconv.Itoa(count[Fail])}}
}

func (s *scored) checkState(e *engine, key string) State {
	for i := range e.criteria {
		if e.criteria[i].metric != nil && e.criteria[i].key == key {
			return s.readings[i].state
		}
	}
	return ""
}

func isHighest(in []*scored, i, dimension int) bool {
	for k := range in {
		if in[k].dimensions[dimension].Low > in[i].dimensions[dimension].Low || k < i && in[k].dimensions[dimension].Low == in[i].dimensions[dimension].Low {
			return false
		}
	}
	return true
}

// lowestTotal says whether no other plan's bill is lower: against all bills when its
// own is complete, as a known part only when it is not.
func lowestTotal(in []*scored, i int) string {
	mine := in[i].bill
	if mine == nil {
		return ""
	}
	for k := range in {
		if other := in[k].bill; k != i && other != nil && other.Total.Low.Cmp(mine.Total.Low) < 0 {
			return ""
		}
	}
	if mine.AtLeast {
		return ReasonLowestKnown
	}
	return ReasonLowestTotal
}

// against compares the totals of a plan and the next one; only complete bills can be.
func against(s, next *scored) (Notice, bool) {
	if s.bill == nil || next.bill == nil || s.bill.AtLeast || next.bill.AtLeast {
		return Notice{}, false
	}
	mine, _ := s.bill.Total.Low.Float64()
	theirs, _ := next.bill.Total.Low.Float64()
	if theirs == 0 || mine == theirs {
		return Notice{}, false
	}
	params := map[string]string{"percent": percent((theirs - mine) / theirs), "provider": next.provider.Slug}
	if mine > theirs {
		params["percent"] = percent((mine - theirs) / theirs)
		return Notice{Code: ReasonDearerThanNext, Params: params}, true
	}
	return Notice{Code: ReasonCheaperThanNext, Params: params}, true
}

// Codes of warnings on a plan, with their parameters; those of its bill come after.
const (
	WarnConfirm       = "confirm"         // keys: checks that nothing settles
	WarnFails         = "fails"           // key, value, operator, threshold, unit
	WarnNoOffer       = "no-ranked-offer" // quoted: prices that may not be ranked
	WarnDoubt         = "doubt"           // id
	WarnAgeing        = "ageing-price"    // seen
	WarnSpot          = "spot"            // can be reclaimed
	WarnAcademic      = "academic-access" // members of the institution first
	WarnLinkNotNVLink = "link-not-nvlink" // link: its name
	WarnFamily        = "variant-unknown" // name: fits several cards
	WarnAbroad        = "international"   // a platform outside the mainland
)

func (e *engine) warnings(s *scored, checks []Check) []Notice {
	var out []Notice
	add := func(code string, params map[string]string) { out = append(out, Notice{Code: code, Params: params}) }
	var open []string
	for _, c := range checks {
		switch c.State {
		case Fail:
			add(WarnFails, failParams(c))
		case Unknown:
			open = append(open, c.Key)
		}
	}
	if len(open) > 0 {
		add(WarnConfirm, map[string]string{"keys": strings.Join(open, ";")})
	}
	out = append(out, e.offerWarnings(s)...)
	if s.bill != nil {
		out = append(out, s.bill.Warnings...)
	}
	return out
}

func failParams(c Check) map[string]string {
	return map[string]string{"key": c.Key, "value": c.Value.Zh, "value_en": c.Value.En, "operator": c.Operator,
		"threshold": c.Threshold.Zh, "threshold_en": c.Threshold.En, "unit": c.Unit}
}

func (e *engine) offerWarnings(s *scored) []Notice {
	var out []Notice
	add := func(code string, params map[string]string) { out = append(out, Notice{Code: code, Params: params}) }
	if !s.offered {
		add(WarnNoOffer, map[string]string{"quoted": strconv.Itoa(len(e.quoted(s.candidate)))})
	} else {
		for _, id := range s.price.Doubts {
			add(WarnDoubt, map[string]string{"id": id})
		}
		if s.price.Freshness == catalog.Ageing {
			add(WarnAgeing, map[string]string{"seen": s.price.Source.Seen.String()})
		}
		if s.billing == catalog.Spot {
			add(WarnSpot, nil)
		}
	}
	if s.provider.Kind == catalog.Academic && e.answers.Identity != "university" {
		add(WarnAcademic, nil)
	}
	if s.provider.Market == catalog.International {
		add(WarnAbroad, nil)
	}
	if a := s.accelerator; a != nil {
		if a.Family() {
			add(WarnFamily, map[string]string{"name": s.name})
		}
		if e.checks(KeyNVLink) && s.checkState(e, KeyNVLink) == Pass && !containsAny(a.Interconnect, []string{"nvlink"}) {
			add(WarnLinkNotNVLink, map[string]string{"link": a.Interconnect})
		}
	}
	return out
}

// Codes of why a plan did not win, with their parameters.
const (
	LostHardLimit = "hard-limit" // key, value, operator, threshold, unit
	LostBehind    = "behind"     // dimension, points (of the whole score), gap (whole score), winner
	LostTie       = "tie"        // winner: the same score, a later name or a higher price
	LostUnknown   = "unknown"    // dimension, points, keys: it could be ahead if these were known
)

// lost says of every plan but the first why it is not the first, the excluded first.
func (e *engine) lost(in, out []*scored) []Lost {
	var lost []Lost
	for _, s := range out {
		lost = append(lost, e.lostOf(s, 0, e.hardLimit(s)))
	}
	for i, s := range in {
		if i > 0 {
			lost = append(lost, e.lostOf(s, i+1, e.behind(s, in[0])))
		}
	}
	return lost
}

func (e *engine) lostOf(s *scored, rank int, reason Notice) Lost {
	l := Lost{Rank: rank, Provider: s.provider, Accelerator: s.accelerator, Reason: reason}
	if s.offered {
		e.resolve(s.candidate)
		l.Offer = &s.offer
	}
	return l
}

func (e *engine) hardLimit(s *scored) Notice {
	for i := range e.criteria {
		if e.criteria[i].metric == s.excluded {
			return Notice{Code: LostHardLimit, Params: failParams(checkOf(s.excluded, &s.readings[i]))}
		}
	}
	return Notice{Code: LostHardLimit}
}

// behind names the dimension in which a plan lies furthest behind the winner. Where
// what is unknown there could make up for it, it names the open parts.
func (e *engine) behind(s, winner *scored) Notice {
	worst, gap := 0, 0.0
	for j, w := range e.weights {
		if d := w * (winner.dimensions[j].Low - s.dimensions[j].Low); d > gap {
			worst, gap = j, d
		}
	}
	params := map[string]string{"winner": winner.provider.Slug, "gap": points(winner.total.Low - s.total.Low)}
	if gap == 0 {
		return Notice{Code: LostTie, Params: params}
	}
	params["dimension"], params["points"] = string(Dimensions[worst]), points(gap)
	if s.total.High <= winner.total.Low {
		return Notice{Code: LostBehind, Params: params}
	}
	var open []string
	for i := range e.criteria {
		if e.criteria[i].dimension == Dimensions[worst] && !s.utilities[i].Known {
			open = append(open, e.criteria[i].key)
		}
	}
	if len(open) == 0 {
		return Notice{Code: LostBehind, Params: params}
	}
	params["keys"] = strings.Join(open, ";")
	return Notice{Code: LostUnknown, Params: params}
}
