package handlers

import (
	"slices"
	"strings"
	"time"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

// creditJSON is what a licence asks to be shown beside figures.
type creditJSON struct {
	Name       string  `json:"name"`
	URL        *string `json:"url"`
	Licence    string  `json:"licence"`
	LicenceURL *string `json:"licence_url"`
}

// cellSources are the sources of what a cell shows.
func cellSources(c *catalog.Cell) []catalog.Source {
	sources := []catalog.Source{c.Source}
	for i := range c.Statements {
		sources = append(sources, c.Statements[i].Source)
	}
	return sources
}

// cellLicence names the licences under which a cell's figures are shown; "" for none.
func cellLicence(c *catalog.Cell) string {
	var licences []string
	for _, s := range cellSources(c) {
		if s.Licence != "" && !slices.Contains(licences, s.Licence) {
			licences = append(licences, s.Licence)
		}
	}
	return strings.Join(licences, "; ")
}

// credits lists the credits that the licences of the shown figures ask for.
func (v *compared) credits(l text.Lang) []views.Credit {
	var cited []views.Citation
	for _, g := range v.shown() {
		for i := range g.Rows {
			for j := range g.Rows[i].Cells {
				for _, s := range cellSources(&g.Rows[i].Cells[j]) {
					if s.Licence != "" {
						cited = append(cited, views.Cite(l, s, time.Time{}))
					}
				}
			}
		}
	}
	return views.Credits(cited)
}

func creditLines(l text.Lang, credits []views.Credit) []string {
	var lines []string
	for _, c := range credits {
		lines = append(lines, text.T(l, "compare.credit", "name", c.Name, "licence", c.Licence, "url", strings.TrimSpace(c.URL+" "+c.LicenceURL)))
	}
	return lines
}

func creditsAnswer(credits []views.Credit) []creditJSON {
	answer := make([]creditJSON, len(credits))
	for i, c := range credits {
		answer[i] = creditJSON{c.Name, orNull(c.URL), c.Licence, orNull(c.LicenceURL)}
	}
	return answer
}
