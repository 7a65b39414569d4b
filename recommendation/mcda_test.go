package recommendation

import (
	"errors"
	"math"
	"testing"

	"gpuscale/catalog"
)

const (
	hi = catalog.BetterHigher
	lo = catalog.BetterLower
)

// matrix is one worked example: rows, columns and the scores that were published.
type matrix struct {
	rows      [][]float64
	better    []catalog.Better
	weights   []float64
	bounds    []Bounds
	want      []float64
	tolerance float64
}

func (m matrix) criteria() []Criterion {
	out := make([]Criterion, len(m.better))
	for j := range out {
		out[j] = Criterion{Key: "C", Better: m.better[j], Weight: m.weights[j]}
		if m.bounds != nil {
			out[j].Bounds = m.bounds[j]
		}
	}
	return out
}

var threeProviders = matrix{
	rows:    [][]float64{{20, 300, 99.5}, {26, 420, 99.9}, {24, 360, 99.0}},
	better:  []catalog.Better{lo, hi, hi},
	weights: []float64{.5, .3, .2},
	bounds:  []Bounds{{10, 80}, {0, 600}, {98, 100}},
}

var irrelevantFourth = []float64{60, 310, 99.2}

var mountain = matrix{
	rows:    [][]float64{{1, 3000}, {2, 3750}, {5, 4500}},
	better:  []catalog.Better{lo, hi},
	weights: []float64{.5, .5},
}

func sum(n Normalisation) func(matrix) ([]float64, error) {
	return func(m matrix) ([]float64, error) { return WeightedSum(n, m.rows, m.criteria()) }
}

func topsis(n Normalisation) func(matrix) ([]float64, error) {
	return func(m matrix) ([]float64, error) { return TOPSIS(n, m.rows, m.criteria()) }
}

func (m matrix) with(want []float64, tolerance float64) matrix {
	m.want, m.tolerance = want, tolerance
	return m
}

func (m matrix) plus(row []float64) matrix {
	m.rows = append(append([][]float64{}, m.rows...), row)
	return m
}

func TestPublishedExamplesAreReproduced(t *testing.T) {
	cars := matrix{
		rows: [][]float64{{15000, 4.3, 99, 42, 737}, {15290, 5, 116, 42, 892},
			{15350, 5, 114, 45, 952}, {15490, 5.3, 123, 45, 1120}},
		better:  []catalog.Better{lo, lo, lo, hi, hi},
		weights: []float64{.2941, .2353, .2353, .0588, .1765},
		bounds:  []Bounds{{14000, 16000}, {3, 8}, {80, 140}, {35, 60}, {650, 1300}},
	}
	for _, c := range []struct {
		name   string
		method func(matrix) ([]float64, error)
		m      matrix
		order  []int
	}{
		{"P1 additive weighting with linear ratios", sum(LinearRatio), matrix{
			rows:    [][]float64{{25, 65, 7, 20}, {21, 78, 6, 24}, {19, 53, 5, 33}, {22, 25, 2, 31}},
			better:  []catalog.Better{hi, hi, lo, hi},
			weights: []float64{.25, .25, .25, .25},
		}.with([]float64{.681277, .725151, .709871, .784976}, 1e-4), []int{3, 1, 2, 0}},
		{"P2 sum normalisation with inverted costs", sum(SumInverted), matrix{
			rows: [][]float64{{33.95, 23.78, 11.45, 39.97, 29.44, 167.1, 3.852},
				{38.9, 4.17, 6.32, 0.01, 4.29, 132.52, 25.184}, {37.59, 9.36, 8.23, 4.35, 10.22, 136.71, 10.845},
				{30.44, 37.59, 13.91, 74.08, 45.1, 198.34, 2.186}, {36.21, 14.79, 9.17, 17.77, 17.06, 148.3, 6.61},
				{37.8, 8.55, 7.97, 2.35, 9.25, 134.83, 11.935}},
			better:  []catalog.Better{lo, lo, lo, lo, hi, lo, hi},
			weights: []float64{20, 20, 20, 20, 20, 20, 20},
		}.with([]float64{.12040426, .3458235, .13838192, .12841246, .12346084, .14351701}, 1e-6), nil},
		{"P3 TOPSIS with vector normalisation", topsis(Vector), matrix{
			rows:    [][]float64{{5, 8, 4}, {7, 6, 8}, {8, 8, 6}, {7, 4, 6}},
			better:  []catalog.Better{hi, hi, hi},
			weights: []float64{.3, .4, .3},
		}.with([]float64{.5037, .6581, .7482, .3340}, 1e-4), []int{2, 1, 0, 3}},
		{"P4 mountain climbing, TOPSIS with min-max", topsis(MinMax), mountain.with([]float64{.5, .617, .5}, 1e-3), nil},
		{"P4 mountain climbing, TOPSIS with vectors has another winner", topsis(Vector), mountain.with([]float64{.762, .722, .238}, 1e-3), []int{0, 1, 2}},
		{"P4 mountain climbing, VIKOR", func(m matrix) ([]float64, error) { return VIKOR(m.rows, m.criteria(), .5) },
			mountain.with([]float64{1, 0, 1}, 1e-12), nil},
		{"P5 SPOTIS with the ideal from the bounds", func(m matrix) ([]float64, error) { return SPOTIS(m.rows, m.criteria(), nil) },
			cars.with([]float64{.4779, .5781, .5558, .5801}, 1e-4), []int{3, 1, 2, 0}},
		{"P5 SPOTIS with an expert's ideal", func(m matrix) ([]float64, error) {
			return SPOTIS(m.rows, m.criteria(), []float64{15300, 4, 115, 50, 900})
		}, cars.with([]float64{.1841, .0734, .0842, .1920}, 1e-4), nil},
		{"P7 min-max, three offers", sum(MinMax), threeProviders.with([]float64{.6111, .5, .3167}, 5e-5), []int{0, 1, 2}},
		{"P7 min-max, a dominated fourth turns the order", sum(MinMax),
			threeProviders.plus(irrelevantFourth).with([]float64{.6111, .9250, .6, .0694}, 5e-5), []int{1, 0, 2, 3}},
		{"P7 TOPSIS with vectors, three offers", topsis(Vector), threeProviders.with([]float64{.5634, .4367, .3986}, 5e-5), []int{0, 1, 2}},
		{"P7 TOPSIS with vectors, a dominated fourth turns the order", topsis(Vector),
			threeProviders.plus(irrelevantFourth).with([]float64{.8432, .8530, .8688, .0151}, 5e-5), []int{2, 1, 0, 3}},
		{"P7 reference bounds, three offers", sum(Reference), threeProviders.with([]float64{.7286, .7857, .68}, 5e-5), []int{1, 0, 2}},
		{"P7 reference bounds, a dominated fourth changes nothing", sum(Reference),
			threeProviders.plus(irrelevantFourth).with([]float64{.7286, .7857, .68, .4179}, 5e-5), []int{1, 0, 2, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.method(c.m)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range c.m.want {
				if math.Abs(got[i]-want) > c.m.tolerance {
					t.Errorf("alternative %d scores %.8f, published %.8f ± %g", i+1, got[i], want, c.m.tolerance)
				}
			}
			for k := 1; k < len(c.order); k++ {
				if got[c.order[k-1]] <= got[c.order[k]] {
					t.Errorf("alternative %d should stand above %d: %v", c.order[k-1]+1, c.order[k]+1, got)
				}
			}
		})
	}
}

func TestP6MinMaxTableIsReproduced(t *testing.T) {
	values := [][]float64{{66, 56, 95}, {61, 55, 166}, {65, 49, 113}, {95, 56, 99}, {63, 43, 178}, {74, 59, 140}}
	want := [][]float64{{.85294118, .1875, 0}, {1, .25, .85542169}, {.88235294, .625, .21686747},
		{0, .1875, .04819277}, {.94117647, 1, 1}, {.61764706, 0, .54216867}}
	got, err := Normalise(MinMax, values, []Criterion{{Better: lo}, {Better: lo}, {Better: hi}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		for j := range want[i] {
			if math.Abs(got[i][j]-want[i][j]) > 1e-8 {
				t.Errorf("u[%d][%d] = %.8f, want %.8f", i, j, got[i][j], want[i][j])
			}
		}
	}
}

func TestP7ReferenceScoresAreBitIdenticalAfterAFourthOffer(t *testing.T) {
	before, err := WeightedSum(Reference, threeProviders.rows, threeProviders.criteria())
	if err != nil {
		t.Fatal(err)
	}
	after, err := WeightedSum(Reference, threeProviders.plus(irrelevantFourth).rows, threeProviders.criteria())
	if err != nil {
		t.Fatal(err)
	}
	for i := range before {
		if math.Float64bits(before[i]) != math.Float64bits(after[i]) {
			t.Errorf("offer %d moved from %v to %v", i, before[i], after[i])
		}
	}
}

func TestP8UnknownMakesAnInterval(t *testing.T) {
	row := []Utility{
		KnownUtility(threeProviders.bounds[0].Utility(22, lo)),
		NoUtility(),
		KnownUtility(threeProviders.bounds[2].Utility(99.5, hi)),
	}
	got := WeightedInterval(row, threeProviders.weights)
	for name, pair := range map[string][2]float64{
		"price utility": {row[0].Low, .828571}, "SLA utility": {row[2].Low, .75},
		"lower end": {got.Low, .564286}, "upper end": {got.High, .864286}, "coverage": {got.Coverage, .7},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-6 {
			t.Errorf("%s = %.6f, want %.6f", name, pair[0], pair[1])
		}
	}
	for _, forbidden := range []float64{.714286, .806122} {
		if math.Abs(got.Low-forbidden) < 1e-4 {
			t.Errorf("the ranking value %v imputes or renormalises", got.Low)
		}
	}
	b := 0.7857142857142857
	ranges := RankRanges([]Interval{{Low: b, High: b, Coverage: 1}, got})
	if ranges[0] != (RankRange{1, 2}) || ranges[1] != (RankRange{1, 2}) {
		t.Errorf("B first by what is known, E could be better: got places %v", ranges)
	}
	if s := Test(catalog.Number{}, ">=", 300); s != Unknown {
		t.Errorf("an unknown throughput is %s under a limit", s)
	}
}

func TestP9SwitchingWeightIsFourSevenths(t *testing.T) {
	a, b := []float64{.8, .3}, []float64{.5, .7}
	for _, w := range []float64{.2, .5, .9} {
		got := SwitchingWeights(a, b, []float64{w, 1 - w})
		if !got[0].Known || math.Abs(got[0].Value-4.0/7) > 1e-12 || math.Abs(got[1].Value-3.0/7) > 1e-12 {
			t.Errorf("from w = %v: %v, want 4/7 and 3/7", w, got)
		}
	}
	at := []float64{4.0 / 7, 3.0 / 7}
	if x, y := weighted(a, at), weighted(b, at); math.Abs(x-.585714) > 1e-6 || math.Abs(y-.585714) > 1e-6 {
		t.Errorf("at 4/7 the scores are %v and %v", x, y)
	}
	if got := SwitchingWeights([]float64{.9, .8}, []float64{.5, .7}, at); got[0].Known || got[1].Known {
		t.Errorf("no weight turns a dominating offer: %v", got)
	}
}

func TestP10RankAcceptabilityMeetsTheClosedForms(t *testing.T) {
	for _, c := range []struct {
		name string
		rows [][]float64
		want []float64
	}{
		{"two criteria, the offers of P9", [][]float64{{.8, .3}, {.5, .7}}, []float64{3.0 / 7, 4.0 / 7}},
		{"three criteria, a specialist against an all-rounder", [][]float64{{.6, .6, .6}, {1, 0, 0}}, []float64{.84, .16}},
		{"three criteria, unit vectors", [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, []float64{1.0 / 3, 1.0 / 3, 1.0 / 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			const draws = 10_000
			ranks, firsts := RankAcceptability(c.rows, draws, 7), FirstPlaceShares(c.rows, draws, 7)
			for i, want := range c.want {
				if math.Abs(ranks[i][0]-want) > .015 {
					t.Errorf("row %d is first in %.4f of weightings, closed form %.4f", i, ranks[i][0], want)
				}
				if ranks[i][0] != firsts[i] {
					t.Errorf("row %d: %v by ranks, %v by the front", i, ranks[i][0], firsts[i])
				}
			}
		})
	}
}

func TestAMatrixThatCannotBeScoredIsRefused(t *testing.T) {
	good := threeProviders.criteria()
	zeroWeights := []Criterion{{Better: hi}, {Better: hi}, {Better: hi}}
	negative := []Criterion{{Better: hi, Weight: 2}, {Better: hi, Weight: -1}, {Better: hi}}
	noBounds := []Criterion{{Better: hi, Weight: 1}, {Better: hi, Weight: 1}, {Better: hi, Weight: 1}}
	zeros := [][]float64{{0, 0, 0}}
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"row of another length", second(WeightedSum(MinMax, [][]float64{{1}}, good)), ErrMatrix},
		{"all weights zero", second(WeightedSum(MinMax, threeProviders.rows, zeroWeights)), ErrWeights},
		{"a negative weight", second(TOPSIS(MinMax, threeProviders.rows, negative)), ErrWeights},
		{"reference without bounds", second(WeightedSum(Reference, threeProviders.rows, noBounds)), ErrBounds},
		{"SPOTIS without bounds", second(SPOTIS(threeProviders.rows, noBounds, nil)), ErrBounds},
		{"SPOTIS with a short ideal", second(SPOTIS(threeProviders.rows, good, []float64{1})), ErrMatrix},
		{"SPOTIS with a short row", second(SPOTIS([][]float64{{1}}, good, nil)), ErrMatrix},
		{"zero cost under 1/x", second(WeightedSum(SumInverted, zeros, good)), ErrScale},
		{"zero cost under min/x", second(WeightedSum(LinearRatio, zeros, good)), ErrScale},
		{"column of zeros under vectors", second(TOPSIS(Vector, zeros, good)), ErrScale},
		{"unknown normalisation", second(WeightedSum("rank", threeProviders.rows, good)), ErrScale},
		{"VIKOR without weights", second(VIKOR(threeProviders.rows, zeroWeights, .5)), ErrWeights},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, c.err, c.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestChecksCompareByTheirOperator(t *testing.T) {
	for _, c := range []struct {
		value     float64
		operator  string
		threshold float64
		want      State
	}{
		{80, ">=", 80, Pass}, {79.9, ">=", 80, Fail}, {5, "<", 5, Fail}, {4.9, "<", 5, Pass}, {5, "<=", 5, Pass},
		{6, "<=", 5, Fail}, {6, ">", 5, Pass}, {5, ">", 5, Fail}, {1, "=", 1, Pass}, {0, "=", 1, Fail}, {1, "in", 1, Unknown},
	} {
		if got := Test(catalog.Known(c.value), c.operator, c.threshold); got != c.want {
			t.Errorf("%v %s %v is %s, want %s", c.value, c.operator, c.threshold, got, c.want)
		}
	}
}
