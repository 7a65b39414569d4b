package recommendation

import (
	"cmp"
	"slices"

	"gpuscale/catalog"
)

// criterion is one part of a dimension: a figure on its scale, or a check.
type criterion struct {
	key       string
	dimension catalog.Group
	share     float64 // inside the dimension; a dimension's shares sum to one
	figure    *figureForm
	metric    *metric
}

// scored is a candidate with everything that follows from it alone, so that no other
// candidate can move it.
type scored struct {
	*candidate
	readings   []reading // in the order of criteria
	utilities  []Utility
	dimensions []Interval // 0–1, in the order of Dimensions
	total      Interval   // 0–1
	excluded   *metric
	fails      int
}

// criteriaOf lists the parts of the four dimensions for the answers. Where chips from
// China are wanted, running CUDA natively is no merit and is left out.
func (e *engine) criteriaOf() []criterion {
	var out []criterion
	totals := map[catalog.Group]float64{}
	add := func(c criterion, weight float64) {
		c.share = weight
		totals[c.dimension] += weight
		out = append(out, c)
	}
	for i := range e.metrics {
		m := &e.metrics[i]
		add(criterion{key: m.Key, dimension: m.dimension, metric: m}, m.weight)
	}
	for _, f := range slices.Concat(scenarioFigures[e.answers.Scenario], sharedFigures) {
		if f.key == FigureCUDA && (e.answers.Domestic || e.checks(KeyCUDANative)) || f.key == FigureStep && e.checks(KeyGranularity) ||
			f.key == FigureTrial && e.checks(KeyTrial) {
			continue
		}
		form := figureForms[f.key]
		add(criterion{key: f.key, dimension: form.dimension, figure: &form}, f.weight)
	}
	for i := range out {
		out[i].share /= totals[out[i].dimension]
	}
	return out
}

// checks reports whether a check reads the same figure already.
func (e *engine) checks(key string) bool {
	return slices.ContainsFunc(e.metrics, func(m metric) bool { return m.Key == key })
}

func (e *engine) scoreAll(candidates []*candidate) []*scored {
	out := make([]*scored, len(candidates))
	for i, c := range candidates {
		out[i] = e.score(c)
	}
	place(out)
	return out
}

func (e *engine) score(c *candidate) *scored {
	s := &scored{candidate: c, readings: make([]reading, len(e.criteria)), utilities: make([]Utility, len(e.criteria)),
		dimensions: make([]Interval, len(Dimensions))}
	for i := range e.criteria {
		k := &e.criteria[i]
		if k.metric != nil {
			s.readings[i] = e.check(c, k.metric)
			s.utilities[i] = s.readings[i].state.utility()
			s.fail(k.metric, s.readings[i].state)
		} else {
			s.readings[i] = k.figure.read(e, c)
			s.utilities[i] = s.readings[i].utility(k.figure.scale)
		}
		d := &s.dimensions[slices.Index(Dimensions, k.dimension)]
		d.Low += float64(k.share * s.utilities[i].Low)
		d.High += float64(k.share * s.utilities[i].High)
		if s.utilities[i].Known {
			d.Coverage += k.share
		}
	}
	for j, w := range e.weights {
		s.total.Low += float64(w * s.dimensions[j].Low)
		s.total.High += float64(w * s.dimensions[j].High)
		s.total.Coverage += float64(w * s.dimensions[j].Coverage)
	}
	return s
}

// fail notes a failed check; a failed hard limit excludes, an unknown one never does.
func (s *scored) fail(m *metric, state State) {
	if state != Fail {
		return
	}
	s.fails++
	if m.hard && s.excluded == nil {
		s.excluded = m
	}
}

// place sorts the best first: by the lower end of the score, then the upper end, fewer
// failed checks, the lower price, and the name.
func place(all []*scored) {
	slices.SortStableFunc(all, func(a, b *scored) int {
		return cmp.Or(
			cmp.Compare(b.total.Low, a.total.Low), cmp.Compare(b.total.High, a.total.High),
			cmp.Compare(a.fails, b.fails), comparePrices(a.effective, b.effective), compareIDs(a.candidate, b.candidate))
	})
}

func comparePrices(a, b catalog.Number) int {
	if a.Known != b.Known {
		if a.Known {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.Value, b.Value)
}

func split(all []*scored) (in, out []*scored) {
	for _, s := range all {
		if s.excluded == nil {
			in = append(in, s)
		} else {
			out = append(out, s)
		}
	}
	return in, out
}

// lows returns the lower ends of the dimension scores, which rank.
func lows(in []*scored) [][]float64 {
	out := make([][]float64, len(in))
	for i, s := range in {
		out[i] = make([]float64, len(s.dimensions))
		for j, d := range s.dimensions {
			out[i][j] = d.Low
		}
	}
	return out
}
