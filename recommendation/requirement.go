package recommendation

import "slices"

// requirements name the check that the answer to a question asks for, where the reader
// may make it a hard limit while answering.
var requirements = map[string]string{
	"domestic": KeyDomestic, "budget": KeyBudget, "region": KeyRegion, "compliance": KeyCompliance,
	"scheduler": KeyScheduler, "cuda": KeyCUDA,
}

// CheckOf returns the key of the check that an answer to the question may make a hard
// limit; ok is false for questions whose answers are none.
func CheckOf(question string) (key string, ok bool) {
	key, ok = requirements[question]
	return key, ok
}

// Requires reports whether the reader's answer to the question asks something of the
// plans: "no certificate" or "anywhere" does not, neither does a default.
func (a *Answers) Requires(question string) bool {
	if !a.Given(question) {
		return false
	}
	switch question {
	case "domestic":
		return a.Domestic
	case "budget":
		return a.Budget.Known
	case "region":
		return a.Region != "any"
	case "compliance":
		return a.Compliance != "none"
	case "scheduler":
		return a.Scheduler != "none"
	case "cuda":
		return a.CUDA.Known
	}
	return false
}

// missed counts, over the plans that no hard limit excludes, those that fail nothing
// the reader asked for, and for every answer that is no hard limit those that fail it.
func (e *engine) missed(left []*scored) (meeting int, soft []Missed) {
	asked := map[int]int{} // place in soft by criterion
	for i := range e.criteria {
		m := e.criteria[i].metric
		if m == nil || m.hard {
			continue
		}
		for question, key := range requirements {
			if key == m.Key && e.answers.Requires(question) {
				asked[i] = len(soft)
				soft = append(soft, Missed{Key: key})
			}
		}
	}
	for _, s := range left {
		fails := false
		for i, at := range asked {
			if s.readings[i].state == Fail {
				soft[at].Plans++
				fails = true
			}
		}
		if !fails {
			meeting++
		}
	}
	return meeting, soft
}

// Meets reports whether the plan fails none of the keys.
func (p *Plan) Meets(keys []Missed) bool {
	return !slices.ContainsFunc(p.Checks, func(c Check) bool {
		return c.State == Fail && slices.ContainsFunc(keys, func(m Missed) bool { return m.Key == c.Key })
	})
}
