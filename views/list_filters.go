package views

import "gpuscale/views/ui"

// FilterGroup is one group of checkboxes of a list's filters.
type FilterGroup struct {
	Name, Title string
	Options     []ui.Option
	Error       string
}

// ListFilters are the conditions of a list of providers or cards.
type ListFilters struct {
	Path   string // of the list
	Target string // id and fragment of what changes with the conditions
	Groups []FilterGroup
	Keep   []Hidden // conditions that no checkbox shows
	Chips  []ui.ChipProps
	Clear  string // address without conditions
	Total  string // what the conditions leave
}

// open tells which groups a visitor sees unfolded: short ones, and those in use.
func (g *FilterGroup) open() bool {
	if len(g.Options) <= 6 || g.Error != "" {
		return true
	}
	for _, o := range g.Options {
		if o.Chosen {
			return true
		}
	}
	return false
}
