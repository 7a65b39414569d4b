package recommendation

import (
	"math"

	"gpuscale/catalog"
)

// WeightedSum scores the rows of values: normalise, then the weighted mean of the
// utilities. Higher is better.
func WeightedSum(method Normalisation, values [][]float64, criteria []Criterion) ([]float64, error) {
	weights, err := Weights(criteria)
	if err != nil {
		return nil, err
	}
	utilities, err := Normalise(method, values, criteria)
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(values))
	for i, row := range utilities {
		scores[i] = weighted(row, weights)
	}
	return scores, nil
}

// TOPSIS scores the rows of values by closeness to the ideal row, 0–1, higher is
// better: d⁻ ÷ (d⁺ + d⁻) over weighted normalised values (Hwang and Yoon 1981). Rows
// that are all equal score 0.5.
func TOPSIS(method Normalisation, values [][]float64, criteria []Criterion) ([]float64, error) {
	weights, err := Weights(criteria)
	if err != nil {
		return nil, err
	}
	v, err := Normalise(method, values, criteria)
	if err != nil {
		return nil, err
	}
	best, worst := make([]float64, len(criteria)), make([]float64, len(criteria))
	for j, c := range criteria {
		column := make([]float64, len(v))
		for i := range v {
			v[i][j] *= weights[j]
			column[i] = v[i][j]
		}
		worst[j], best[j] = extremes(column)
		if method == Vector && c.Better == catalog.BetterLower {
			worst[j], best[j] = best[j], worst[j]
		}
	}
	scores := make([]float64, len(v))
	for i, row := range v {
		toBest, toWorst := distance(row, best), distance(row, worst)
		scores[i] = 0.5
		if toBest+toWorst > 0 {
			scores[i] = toWorst / (toBest + toWorst)
		}
	}
	return scores, nil
}

func distance(a, b []float64) float64 {
	total := 0.0
	for j := range a {
		total += float64((a[j] - b[j]) * (a[j] - b[j]))
	}
	return math.Sqrt(total)
}

// SPOTIS scores the rows of values by their weighted distance from an ideal point
// within fixed bounds (Dezert et al. 2020): sum of w·|x−ideal| ÷ (max−min), LOWER is
// better. A nil ideal takes the better bound of every criterion.
func SPOTIS(values [][]float64, criteria []Criterion, ideal []float64) ([]float64, error) {
	weights, err := Weights(criteria)
	if err != nil {
		return nil, err
	}
	if ideal == nil {
		ideal = bestBounds(criteria)
	}
	if len(ideal) != len(criteria) {
		return nil, ErrMatrix
	}
	scores := make([]float64, len(values))
	for i, row := range values {
		if len(row) != len(criteria) {
			return nil, ErrMatrix
		}
		for j, c := range criteria {
			if !c.Bounds.valid() {
				return nil, ErrBounds
			}
			scores[i] += float64(weights[j] * math.Abs(row[j]-ideal[j]) / (c.Bounds.High - c.Bounds.Low))
		}
	}
	return scores, nil
}

func bestBounds(criteria []Criterion) []float64 {
	ideal := make([]float64, len(criteria))
	for j, c := range criteria {
		ideal[j] = c.Bounds.High
		if c.Better == catalog.BetterLower {
			ideal[j] = c.Bounds.Low
		}
	}
	return ideal
}

// VIKOR returns the compromise measure Q of every row, 0 (best) to 1, LOWER is better
// (Opricovic and Tzeng 2004); v weighs group utility against the largest regret.
func VIKOR(values [][]float64, criteria []Criterion, v float64) ([]float64, error) {
	weights, err := Weights(criteria)
	if err != nil {
		return nil, err
	}
	utilities, err := Normalise(MinMax, values, criteria)
	if err != nil {
		return nil, err
	}
	group, regret := make([]float64, len(values)), make([]float64, len(values))
	for i, row := range utilities {
		for j, u := range row {
			loss := float64(weights[j] * (1 - u))
			group[i] += loss
			regret[i] = max(regret[i], loss)
		}
	}
	q := make([]float64, len(values))
	for i := range q {
		q[i] = float64(v*share(group, i)) + float64((1-v)*share(regret, i))
	}
	return q, nil
}

// share is where column[i] lies between the column's extremes; 0 when all are equal.
func share(column []float64, i int) float64 {
	low, high := extremes(column)
	if low == high {
		return 0
	}
	return (column[i] - low) / (high - low)
}
