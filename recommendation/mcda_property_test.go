package recommendation

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"gpuscale/catalog"
)

func drawMatrix(t *rapid.T) ([][]float64, []Criterion) {
	columns := rapid.IntRange(1, 5).Draw(t, "columns")
	criteria := make([]Criterion, columns)
	for j := range criteria {
		better := rapid.SampledFrom([]catalog.Better{hi, lo}).Draw(t, "better")
		criteria[j] = Criterion{Better: better, Weight: rapid.Float64Range(.01, 10).Draw(t, "weight"), Bounds: Bounds{1, 1000}}
	}
	rows := rapid.SliceOfN(rapid.SliceOfN(rapid.Float64Range(1, 1000), columns, columns), 2, 6).Draw(t, "rows")
	return rows, criteria
}

var normalisations = []Normalisation{LinearRatio, SumInverted, MinMax, Vector, Reference}

func TestADominatingAlternativeNeverScoresLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, criteria := drawMatrix(t)
		better := append([]float64{}, rows[0]...)
		for j, c := range criteria {
			step := rapid.Float64Range(0, 1).Draw(t, "step")
			if c.Better == lo {
				better[j] -= step * (better[j] - 1)
			} else {
				better[j] += step * (1000 - better[j])
			}
		}
		rows = append(rows, better)
		for _, n := range normalisations {
			if n == Vector {
				continue // as a sum it keeps the direction of costs; TOPSIS turns them
			}
			s, err := WeightedSum(n, rows, criteria)
			if err != nil {
				t.Fatal(err)
			}
			if s[len(s)-1] < s[0]-1e-12 {
				t.Fatalf("%s: the better row scores %v, the worse %v", n, s[len(s)-1], s[0])
			}
		}
		for _, n := range []Normalisation{Vector, MinMax} {
			s, err := TOPSIS(n, rows, criteria)
			if err != nil {
				t.Fatal(err)
			}
			if s[len(s)-1] < s[0]-1e-9 {
				t.Fatalf("TOPSIS %s: the better row scores %v, the worse %v", n, s[len(s)-1], s[0])
			}
		}
	})
}

func TestTheUnitOfAColumnDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, criteria := drawMatrix(t)
		j := rapid.IntRange(0, len(criteria)-1).Draw(t, "column")
		k := rapid.Float64Range(.001, 1000).Draw(t, "factor")
		changed := make([][]float64, len(rows))
		for i := range rows {
			changed[i] = append([]float64{}, rows[i]...)
			changed[i][j] *= k
		}
		rescaled := append([]Criterion{}, criteria...)
		rescaled[j].Bounds = Bounds{k, 1000 * k}
		for _, n := range normalisations {
			a, errA := WeightedSum(n, rows, criteria)
			b, errB := WeightedSum(n, changed, rescaled)
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			for i := range a {
				if math.Abs(a[i]-b[i]) > 1e-9 {
					t.Fatalf("%s: row %d scores %v in one unit and %v in another", n, i, a[i], b[i])
				}
			}
		}
	})
}

func TestReferenceScoresIgnoreDuplicatesAndDominatedRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, criteria := drawMatrix(t)
		before, err := WeightedSum(Reference, rows, criteria)
		if err != nil {
			t.Fatal(err)
		}
		worst := make([]float64, len(criteria))
		for j, c := range criteria {
			worst[j] = 1
			if c.Better == lo {
				worst[j] = 1000
			}
		}
		after, err := WeightedSum(Reference, append(append([][]float64{}, rows...), rows[0], worst), criteria)
		if err != nil {
			t.Fatal(err)
		}
		for i := range before {
			if math.Float64bits(before[i]) != math.Float64bits(after[i]) {
				t.Fatalf("row %d moved from %v to %v", i, before[i], after[i])
			}
		}
		if math.Float64bits(after[0]) != math.Float64bits(after[len(rows)]) {
			t.Fatalf("a duplicate scores %v, its original %v", after[len(rows)], after[0])
		}
	})
}

func TestTheIntervalHoldsEveryPossibleScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		raw := rapid.SliceOfN(rapid.Float64Range(.01, 10), n, n).Draw(t, "weights")
		weights, err := scaled(raw)
		if err != nil {
			t.Fatal(err)
		}
		utilities, filled := make([]Utility, n), make([]float64, n)
		for j := range utilities {
			filled[j] = rapid.Float64Range(0, 1).Draw(t, "u")
			utilities[j] = NoUtility()
			if rapid.Bool().Draw(t, "known") {
				utilities[j] = KnownUtility(filled[j])
			}
		}
		v, s := WeightedInterval(utilities, weights), weighted(filled, weights)
		if s < v.Low-1e-12 || s > v.High+1e-12 {
			t.Fatalf("%v is outside [%v, %v]", s, v.Low, v.High)
		}
	})
}

func TestAtTheSwitchingWeightBothScoreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "n")
		row := rapid.SliceOfN(rapid.Float64Range(0, 1), n, n)
		a, b := row.Draw(t, "a"), row.Draw(t, "b")
		weights, err := scaled(rapid.SliceOfN(rapid.Float64Range(.05, 1), n, n).Draw(t, "w"))
		if err != nil {
			t.Fatal(err)
		}
		for j, at := range SwitchingWeights(a, b, weights) {
			if !at.Known {
				continue
			}
			w := Reweighted(weights, j, at.Value)
			if d := weighted(a, w) - weighted(b, w); math.Abs(d) > 1e-9 {
				t.Fatalf("criterion %d at %v: the scores differ by %v", j, at.Value, d)
			}
		}
	})
}

func TestPlacesOfAnIntervalHoldThePlaceOfEveryOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		scores, drawn := make([]Interval, n), make([]float64, n)
		for i := range scores {
			low := rapid.Float64Range(0, 1).Draw(t, "low")
			high := low + rapid.SampledFrom([]float64{0, .1, .5}).Draw(t, "width")
			scores[i] = Interval{Low: low, High: high}
			drawn[i] = low + (high-low)*rapid.Float64Range(0, 1).Draw(t, "at")
		}
		for i, r := range RankRanges(scores) {
			place := 1
			for k := range drawn {
				if drawn[k] > drawn[i] {
					place++
				}
			}
			if place < r.Best || place > r.Worst {
				t.Fatalf("place %d is outside %v", place, r)
			}
		}
	})
}

func TestSharesAreReproducibleAndSumToOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.SliceOfN(rapid.Float64Range(0, 1), 4, 4), 1, 8).Draw(t, "rows")
		seed := rapid.Uint64().Draw(t, "seed")
		a, b := FirstPlaceShares(rows, 100, seed), FirstPlaceShares(rows, 100, seed)
		total := 0.0
		for i := range a {
			if a[i] != b[i] {
				t.Fatalf("row %d: %v and then %v", i, a[i], b[i])
			}
			total += a[i]
		}
		if math.Abs(total-1) > 1e-9 {
			t.Fatalf("the shares sum to %v", total)
		}
	})
}
