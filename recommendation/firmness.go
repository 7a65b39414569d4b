package recommendation

import (
	"cmp"
	"math"
	"slices"

	"gpuscale/catalog"
)

// Draws and seed of the rank acceptability: fixed, so that the same question always
// gets the same answer.
const (
	draws = 2_000
	seed  = 20_261_201
)

// Methods that the first place is compared with, on the same dimension scores.
const (
	MethodSPOTIS = "spotis"
	MethodTOPSIS = "topsis-vector"
	MethodVIKOR  = "vikor"
)

// firmness works on the lower ends of the dimension scores, which are what ranks.
func (e *engine) firmness(in []*scored) Firmness {
	f := Firmness{Draws: draws, Seed: seed}
	if len(in) == 0 {
		return f
	}
	rows := lows(in)
	f.Switching = make([]catalog.Number, len(Dimensions))
	if len(in) > 1 {
		f.Switching = SwitchingWeights(rows[0], rows[1], e.weights)
	}
	for i, share := range FirstPlaceShares(rows, draws, seed) {
		if share > 0 {
			f.Shares = append(f.Shares, FirstShare{Rank: i + 1, Share: share})
		}
	}
	slices.SortStableFunc(f.Shares, func(a, b FirstShare) int { return cmp.Compare(b.Share, a.Share) })
	f.Methods = e.otherMethods(rows)
	return f
}

// otherMethods asks which plan other methods put first. A method that cannot score the
// rows, because a dimension is zero throughout, is left out.
func (e *engine) otherMethods(rows [][]float64) []MethodWinner {
	criteria := make([]Criterion, len(Dimensions))
	for j, d := range Dimensions {
		criteria[j] = Criterion{Key: string(d), Better: catalog.BetterHigher, Weight: e.weights[j], Bounds: Bounds{0, 1}}
	}
	var out []MethodWinner
	add := func(method string, scores []float64, err error, sign float64) {
		if err == nil {
			out = append(out, MethodWinner{Method: method, Rank: 1 + highest(scores, sign)})
		}
	}
	scores, err := SPOTIS(rows, criteria, nil)
	add(MethodSPOTIS, scores, err, -1)
	scores, err = TOPSIS(Vector, rows, criteria)
	add(MethodTOPSIS, scores, err, 1)
	scores, err = VIKOR(rows, criteria, 0.5)
	add(MethodVIKOR, scores, err, -1)
	return out
}

// highest returns the index of the largest score times sign, the first of equals.
func highest(scores []float64, sign float64) int {
	best, at := math.Inf(-1), 0
	for i, s := range scores {
		if sign*s > best {
			best, at = sign*s, i
		}
	}
	return at
}
