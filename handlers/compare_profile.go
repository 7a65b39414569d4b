package handlers

import (
	"math"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views/chart"
)

// profile is where a column stands in each dimension among the others.
type profile struct {
	scores []chart.Score
	label  string
}

// standing sums where one column stands in the comparable rows of a dimension.
type standing struct {
	sum  float64
	rows int
}

// profiles tell, for each column and dimension, its mean place between the worst (0)
// and the best (100) of the rows in which figures can be compared and differ. It is a
// summary of the table on the page, not a score of the offer.
func (v *compared) profiles(l text.Lang) []profile {
	all := make([]profile, len(v.Columns))
	known := false
	for _, g := range v.Groups {
		places := make([]standing, len(v.Columns))
		for i := range g.Rows {
			known = addStandings(&g.Rows[i], places) || known
		}
		name := text.Word(l, "group", string(g.Dimension))
		for i, s := range places {
			score := chart.Score{Name: name, Text: text.T(l, "compare.profile.unknown")}
			if s.rows > 0 {
				mean := s.sum / float64(s.rows)
				score.Value, score.Text = chart.At(mean), text.Float(mean, 0)
			}
			all[i].scores = append(all[i].scores, score)
		}
	}
	for i := range all {
		if !known {
			all[i].scores = nil
			continue
		}
		parts := make([]string, len(all[i].scores))
		for j, s := range all[i].scores {
			parts[j] = s.Name + " " + s.Text
		}
		all[i].label = text.T(l, "compare.profile") + ": " + strings.Join(parts, text.T(l, "list.separator"))
	}
	return all
}

// addStandings adds a row to the places of its columns; a row without two different
// ranked figures says nothing.
func addStandings(r *catalog.CompareRow, places []standing) bool {
	if r.Better != catalog.BetterHigher && r.Better != catalog.BetterLower {
		return false
	}
	values := make([]chart.Reading, len(r.Cells))
	low, high, n := math.Inf(1), math.Inf(-1), 0
	for i := range r.Cells {
		if c := &r.Cells[i]; c.Value.Known && !c.Unranked {
			value, _ := c.Value.Value.Float64()
			values[i] = chart.At(value)
			low, high = min(low, value), max(high, value)
			n++
		}
	}
	if n < 2 || low == high {
		return false
	}
	for i, v := range values {
		if !v.Known {
			continue
		}
		place := (v.Value - low) / (high - low) * 100
		if r.Better == catalog.BetterLower {
			place = 100 - place
		}
		places[i].sum += place
		places[i].rows++
	}
	return true
}
