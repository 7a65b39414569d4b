package recommendation

import (
	"errors"
	"fmt"
	"math"

	"gpuscale/catalog"
)

// Normalisation turns raw figures of one criterion into utilities.
type Normalisation string

// Normalisations. Only Reference is independent of the other alternatives, and so
// the only one under which adding an offer cannot turn the order of the others.
const (
	LinearRatio Normalisation = "linear-ratio" // x/max for benefits, min/x for costs
	SumInverted Normalisation = "sum-inverted" // costs become 1/x, then x/column sum
	MinMax      Normalisation = "min-max"      // (x-min)/(max-min), turned for costs
	Vector      Normalisation = "vector"       // x/sqrt(sum x²), direction is kept
	Reference   Normalisation = "reference"    // position between fixed bounds, clamped to 0–1
)

// Bounds are the fixed ends of a criterion's scale, in the criterion's own unit.
type Bounds struct{ Low, High float64 }

// Criterion is one column of a decision matrix. Better must be higher or lower;
// Weight is not negative; Bounds are needed by Reference and SPOTIS only.
type Criterion struct {
	Key    string
	Better catalog.Better
	Weight float64
	Bounds Bounds
}

// Errors of a decision matrix that no method can score.
var (
	ErrMatrix  = errors.New("rows and criteria differ in length")
	ErrWeights = errors.New("weights must be finite, not negative and not all zero")
	ErrBounds  = errors.New("a criterion's bounds must be finite and differ")
	ErrScale   = errors.New("a column cannot be normalised")
)

// Normalise returns the utilities of the rows of values, one column per criterion.
// Vector keeps the direction of costs (TOPSIS turns them); all others make higher
// better.
func Normalise(method Normalisation, values [][]float64, criteria []Criterion) ([][]float64, error) {
	out := make([][]float64, len(values))
	for i, row := range values {
		if len(row) != len(criteria) {
			return nil, ErrMatrix
		}
		out[i] = make([]float64, len(criteria))
	}
	for j, c := range criteria {
		column := make([]float64, len(values))
		for i := range values {
			column[i] = values[i][j]
		}
		if err := normaliseColumn(method, column, c); err != nil {
			return nil, fmt.Errorf("criterion %s: %w", c.Key, err)
		}
		for i := range values {
			out[i][j] = column[i]
		}
	}
	return out, nil
}

func normaliseColumn(method Normalisation, column []float64, c Criterion) error {
	switch method {
	case Reference:
		if !c.Bounds.valid() {
			return ErrBounds
		}
		for i, x := range column {
			column[i] = c.Bounds.Utility(x, c.Better)
		}
		return nil
	case LinearRatio:
		return linearRatio(column, c.Better)
	case SumInverted:
		return sumInverted(column, c.Better)
	case MinMax:
		return minMax(column, c.Better)
	case Vector:
		return divide(column, math.Sqrt(sumOf(column, func(x float64) float64 { return x * x })))
	}
	return fmt.Errorf("normalisation %q: %w", method, ErrScale)
}

func (b Bounds) valid() bool {
	return b.Low < b.High && !math.IsInf(b.Low, 0) && !math.IsInf(b.High, 0)
}

// Utility returns where x lies between the bounds, 0 (worst) to 1 (best). A figure
// beyond a bound counts as the bound.
func (b Bounds) Utility(x float64, better catalog.Better) float64 {
	u := (x - b.Low) / (b.High - b.Low)
	if better == catalog.BetterLower {
		u = (b.High - x) / (b.High - b.Low)
	}
	return min(max(u, 0), 1)
}

func linearRatio(column []float64, better catalog.Better) error {
	low, high := extremes(column)
	for i, x := range column {
		switch {
		case better == catalog.BetterLower && x == 0, better != catalog.BetterLower && high == 0:
			return ErrScale
		case better == catalog.BetterLower:
			column[i] = low / x
		default:
			column[i] = x / high
		}
	}
	return nil
}

func sumInverted(column []float64, better catalog.Better) error {
	if better == catalog.BetterLower {
		for i, x := range column {
			if x == 0 {
				return ErrScale
			}
			column[i] = 1 / x
		}
	}
	return divide(column, sumOf(column, func(x float64) float64 { return x }))
}

func minMax(column []float64, better catalog.Better) error {
	low, high := extremes(column)
	for i, x := range column {
		switch {
		case high == low:
			column[i] = 1
		case better == catalog.BetterLower:
			column[i] = (high - x) / (high - low)
		default:
			column[i] = (x - low) / (high - low)
		}
	}
	return nil
}

func divide(column []float64, by float64) error {
	if by == 0 && len(column) > 0 {
		return ErrScale
	}
	for i := range column {
		column[i] /= by
	}
	return nil
}

func extremes(column []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range column {
		low, high = min(low, x), max(high, x)
	}
	return low, high
}

func sumOf(column []float64, f func(float64) float64) float64 {
	total := 0.0
	for _, x := range column {
		total += f(x)
	}
	return total
}

// Weights returns the criteria's weights scaled to a sum of one.
func Weights(criteria []Criterion) ([]float64, error) {
	w := make([]float64, len(criteria))
	for j, c := range criteria {
		w[j] = c.Weight
	}
	return scaled(w)
}

func scaled(weights []float64) ([]float64, error) {
	total := 0.0
	for _, w := range weights {
		if w < 0 || math.IsNaN(w) || math.IsInf(w, 0) {
			return nil, ErrWeights
		}
		total += w
	}
	if total <= 0 || math.IsInf(total, 0) {
		return nil, ErrWeights
	}
	out := make([]float64, len(weights))
	for j, w := range weights {
		out[j] = w / total
	}
	return out, nil
}

// weighted is the inner product. Each product is rounded before it is added, so
// that a machine with fused multiply-add gives the same bits.
func weighted(utilities, weights []float64) float64 {
	total := 0.0
	for j, w := range weights {
		total += float64(w * utilities[j])
	}
	return total
}
