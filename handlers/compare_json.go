package handlers

import (
	"encoding/json"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

// compareJSON is the answer of /compare.json. More fields may be added.
type compareJSON struct {
	Kind     catalog.CompareKind  `json:"kind"`
	Columns  []compareColumnJSON  `json:"columns"`
	Base     *string              `json:"base"`
	AsOf     string               `json:"as_of"`
	Currency catalog.Currency     `json:"currency"`
	Month    int                  `json:"month"`
	Finding  string               `json:"finding"`
	Groups   []compareGroupJSON   `json:"groups"`
	Warnings []compareWarningJSON `json:"warnings"`
	Credits  []creditJSON         `json:"credits"`
}

type compareColumnJSON struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

type compareGroupJSON struct {
	Dimension catalog.Group    `json:"dimension"`
	Rows      []compareRowJSON `json:"rows"`
}

type compareRowJSON struct {
	Key    string            `json:"key"`
	Label  string            `json:"label"`
	Unit   string            `json:"unit"`
	Better catalog.Better    `json:"better"`
	Same   bool              `json:"same"`
	Cells  []compareCellJSON `json:"cells"`
}

// compareCellJSON is one cell: value is a number for physical figures, a decimal
// string for money, what the data says in Chinese for anything else, and null when it
// is not known: it is the same in all languages, while text is for people.
type compareCellJSON struct {
	Value        any               `json:"value"`
	Text         string            `json:"text"`
	State        catalog.CellState `json:"state"`
	Reason       *catalog.Reason   `json:"reason"` // of what is not known
	ReasonText   *string           `json:"reason_text"`
	Best         bool              `json:"best"`
	DeltaPercent json.RawMessage   `json:"delta_percent"`
	SourceURL    *string           `json:"source_url"`
	Seen         *string           `json:"seen"`
	Confidence   string            `json:"confidence"`
	Doubts       []string          `json:"doubts"`
	Exception    *string           `json:"exception"` // why an editor kept a price that a check objects to
	Licence      *string           `json:"licence"`
}

type compareWarningJSON struct {
	Code   catalog.WarningCode `json:"code"`
	Text   string              `json:"text"`
	IDs    []string            `json:"ids"`
	Doubts []string            `json:"doubts"`
}

func compareAnswer(l text.Lang, a *compareAsk, v compared) compareJSON {
	answer := compareJSON{
		Kind: v.Kind, Columns: []compareColumnJSON{}, AsOf: moment(a.market.At()),
		Currency: v.Basis.Currency, Month: int(v.Basis.Month), Groups: []compareGroupJSON{}, Warnings: []compareWarningJSON{},
		Credits: creditsAnswer(v.credits(l)),
	}
	for _, c := range v.Columns {
		answer.Columns = append(answer.Columns, compareColumnJSON{c.ID, views.In(l, c.Label)})
	}
	if v.Base >= 0 {
		answer.Base, answer.Finding = &v.Columns[v.Base].ID, v.finding(l)
	}
	for _, g := range v.shown() {
		group := compareGroupJSON{Dimension: g.Dimension, Rows: []compareRowJSON{}}
		for i := range g.Rows {
			group.Rows = append(group.Rows, compareRowAnswer(l, &g.Rows[i]))
		}
		answer.Groups = append(answer.Groups, group)
	}
	for _, w := range v.warnings() {
		answer.Warnings = append(answer.Warnings, compareWarningJSON{w.Code, views.In(l, w.Text), listed(w.IDs), listed(w.Doubts)})
	}
	return answer
}

func compareRowAnswer(l text.Lang, r *catalog.CompareRow) compareRowJSON {
	row := compareRowJSON{Key: r.Key, Label: views.In(l, r.Label), Unit: r.Unit, Better: r.Better, Same: r.Same, Cells: make([]compareCellJSON, len(r.Cells))}
	for i := range r.Cells {
		row.Cells[i] = compareCellAnswer(l, r, &r.Cells[i])
	}
	return row
}

func compareCellAnswer(l text.Lang, r *catalog.CompareRow, c *catalog.Cell) compareCellJSON {
	cell := compareCellJSON{
		Text: cellText(l, c), State: c.State, Best: c.Best, Confidence: string(c.Source.Confidence), Doubts: listed(c.Doubts),
		SourceURL: orNull(c.Source.Link()), Seen: orNull(c.Source.Seen.String()), DeltaPercent: json.RawMessage("null"),
		Licence: orNull(cellLicence(c)), Exception: orNull(c.Exception),
	}
	if c.Reason != "" {
		cell.Reason, cell.ReasonText = &c.Reason, orNull(text.Word(l, "reason", string(c.Reason)))
	}
	if delta, ok := c.DeltaPercent.Get(); ok {
		cell.DeltaPercent = json.RawMessage(delta.String())
	}
	value, known := c.Value.Get()
	switch {
	case c.State == catalog.StateUnknown:
	case known && amounts(r.Unit):
		cell.Value = value.String()
	case known:
		cell.Value = json.RawMessage(value.Trim(0).String())
	default:
		cell.Value = c.Text.In(string(text.ZH))
	}
	return cell
}

// amounts tells rows whose figures are amounts.
func amounts(unit string) bool {
	return len(unit) >= 3 && (unit[:3] == string(catalog.CNY) || unit[:3] == string(catalog.USD))
}

// cellText is what people read in a cell; an unknown one says so.
func cellText(l text.Lang, c *catalog.Cell) string {
	if s := views.In(l, c.Text); s != "" {
		return s
	}
	return text.T(l, "value.unknown")
}

func listed(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
