package views

import (
	"slices"
	"strings"
)

// doubtIDs are the ids of some doubts.
func doubtIDs(lines []DoubtLine) []string {
	ids := make([]string, len(lines))
	for i, d := range lines {
		ids[i] = d.ID
	}
	return ids
}

// allDoubts lists the different doubts of some citations by id.
func allDoubts(cited ...Citation) []DoubtLine {
	var all []DoubtLine
	for _, c := range cited {
		for _, d := range c.Doubts {
			if !slices.ContainsFunc(all, func(old DoubtLine) bool { return old.ID == d.ID }) {
				all = append(all, d)
			}
		}
	}
	slices.SortFunc(all, func(a, b DoubtLine) int { return strings.Compare(a.ID, b.ID) })
	return all
}
