package recommendation

import (
	"math"
	"math/rand/v2"
	"sort"

	"gpuscale/catalog"
)

// SwitchingWeights returns for every criterion the weight at which rows a and b score
// the same when the other weights are scaled by (1−t) ÷ (1−w): closed form, with d the
// difference of utilities and R the others' weighted difference ÷ (1−w),
// t = R ÷ (R − d). Unknown where no weight between 0 and 1 turns the order. The weights
// sum to one.
func SwitchingWeights(a, b, weights []float64) []catalog.Number {
	out := make([]catalog.Number, len(weights))
	for j, w := range weights {
		if w >= 1 {
			continue // the others have no proportions to keep
		}
		rest := 0.0
		for k, other := range weights {
			if k != j {
				rest += float64(other*(a[k]-b[k])) / (1 - w)
			}
		}
		// Only opposite signs at the two ends of the scale make the order turn between.
		if d := a[j] - b[j]; rest < 0 && d > 0 || rest > 0 && d < 0 {
			out[j] = catalog.Known(rest / (rest - d))
		}
	}
	return out
}

// Reweighted returns the weights with the j-th set to t and the others scaled by
// (1−t) ÷ (1−w); all weight goes to the j-th when the others have none.
func Reweighted(weights []float64, j int, t float64) []float64 {
	out := make([]float64, len(weights))
	for k, w := range weights {
		switch {
		case k == j:
			out[k] = t
		case weights[j] < 1:
			out[k] = float64(w*(1-t)) / (1 - weights[j])
		}
	}
	return out
}

// RankAcceptability estimates for every row of utilities the share of all weightings
// under which it takes each place (SMAA-2, Lahdelma and Salminen 2001): result[i][r] is
// the share of place r+1 for row i. Weights are drawn uniformly from the simplex by a
// generator with the given seed, so the same input gives the same shares. Equal scores
// take places in row order.
func RankAcceptability(utilities [][]float64, draws int, seed uint64) [][]float64 {
	n := len(utilities)
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
	}
	if n == 0 || draws <= 0 {
		return out
	}
	scores, order := make([]float64, n), make([]int, n)
	drawWeights(len(utilities[0]), draws, seed, func(w []float64) {
		for i, row := range utilities {
			scores[i], order[i] = weighted(row, w), i
		}
		sort.SliceStable(order, func(x, y int) bool { return scores[order[x]] > scores[order[y]] })
		for place, i := range order {
			out[i][place]++
		}
	})
	for i := range out {
		for r := range out[i] {
			out[i][r] /= float64(draws)
		}
	}
	return out
}

// FirstPlaceShares is the first column of RankAcceptability, fast enough for thousands
// of rows: a row that another one dominates is never first, so only the others are
// drawn for. Of equal rows the earlier takes the place.
func FirstPlaceShares(utilities [][]float64, draws int, seed uint64) []float64 {
	shares := make([]float64, len(utilities))
	if len(utilities) == 0 || draws <= 0 {
		return shares
	}
	front := undominated(utilities)
	drawWeights(len(utilities[0]), draws, seed, func(w []float64) {
		best, at := math.Inf(-1), 0
		for _, i := range front {
			if s := weighted(utilities[i], w); s > best {
				best, at = s, i
			}
		}
		shares[at]++
	})
	for i := range shares {
		shares[i] /= float64(draws)
	}
	return shares
}

// drawWeights calls use with weightings uniform on the simplex: normalised exponential
// variates. The slice is reused.
func drawWeights(criteria, draws int, seed uint64, use func([]float64)) {
	source := rand.New(rand.NewPCG(seed, 0))
	w := make([]float64, criteria)
	for range draws {
		total := 0.0
		for j := range w {
			w[j] = -math.Log(1 - source.Float64())
			total += w[j]
		}
		for j := range w {
			w[j] /= total
		}
		use(w)
	}
}

// undominated returns, in ascending order, the rows to which no other row is at least
// equal in every column; of equal rows the first.
func undominated(utilities [][]float64) []int {
	order := make([]int, len(utilities))
	sums := make([]float64, len(utilities))
	for i, row := range utilities {
		order[i] = i
		for _, u := range row {
			sums[i] += u
		}
	}
	sort.SliceStable(order, func(x, y int) bool { return sums[order[x]] > sums[order[y]] })
	var front []int
	for _, i := range order {
		dominated := false
		for _, k := range front {
			if atLeast(utilities[k], utilities[i]) {
				dominated = true
				break
			}
		}
		if !dominated {
			front = append(front, i)
		}
	}
	sort.Ints(front)
	return front
}

func atLeast(a, b []float64) bool {
	for j := range a {
		if a[j] < b[j] {
			return false
		}
	}
	return true
}
