package handlers

import (
	"encoding/csv"
	"io"
	"net/url"
	"strconv"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/ui"
)

// changeJSON is one line of the log.
type changeJSON struct {
	Changeset int64  `json:"changeset"`
	At        string `json:"at"` // RFC 3339
	Kind      string `json:"kind"`
	Key       string `json:"key"`
	Action    string `json:"action"`
	Provider  string `json:"provider"`
	Field     string `json:"field"`
	Old       string `json:"old"`
	New       string `json:"new"`
	Reason    string `json:"reason"`
}

type changeLogJSON struct {
	Total   int          `json:"total"`
	Page    int          `json:"page"`
	Per     int          `json:"per"`
	AsOf    string       `json:"as_of"`
	Changes []changeJSON `json:"changes"`
}

func changesJSON(m *catalog.Market, log changeLog) changeLogJSON {
	out := changeLogJSON{Total: len(log.all), Page: log.page, Per: log.per, AsOf: moment(m.At()), Changes: []changeJSON{}}
	for _, c := range log.shown() {
		out.Changes = append(out.Changes, changeJSON{c.Changeset, moment(c.At), c.Kind, c.Key, c.Action, c.Provider, c.Field, c.Old, c.New, c.Reason})
	}
	return out
}

func writeChangesCSV(w io.Writer, l text.Lang, m *catalog.Market, changes []catalog.Change) error {
	out := csv.NewWriter(w)
	header := []string{"changes.number", "changes.when", "changes.kind", "changes.what", "changes.change", "changes.provider", "changes.field", "changes.old", "changes.new", "changes.why"}
	for i, key := range header {
		header[i] = text.T(l, key)
	}
	if err := out.Write(header); err != nil {
		return err
	}
	for _, c := range changes {
		provider := c.Provider
		if p, ok := m.Provider(c.Provider); ok {
			provider = views.In(l, p.Name)
		}
		row := []string{strconv.FormatInt(c.Changeset, 10), text.Minute(c.At), text.T(l, "changes.kind."+c.Kind), dataset.Guard(c.Key),
			text.T(l, "changes.action."+c.Action), dataset.Guard(provider), c.Field, dataset.Guard(c.Old), dataset.Guard(c.New), dataset.Guard(c.Reason)}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// linkPages returns the address of another page of a list with everything else
// that was asked for.
func linkPages(f views.Frame, q *query) func(page int) string {
	return func(page int) string {
		values := url.Values{}
		for name, v := range q.values {
			values[name] = v
		}
		values.Set("page", strconv.Itoa(page))
		if page == 1 {
			values.Del("page")
		}
		if encoded := values.Encode(); encoded != "" {
			return f.Href(f.Path + "?" + encoded)
		}
		return f.Href(f.Path)
	}
}

func providerOptions(f views.Frame, m *catalog.Market, q *query) []ui.Option {
	options := []ui.Option{{Label: f.T("changes.any")}}
	for i := range m.Providers() {
		p := &m.Providers()[i]
		options = append(options, ui.Option{Value: p.Slug, Label: views.In(f.Lang, p.Name), Chosen: q.shown("provider") == p.Slug})
	}
	return options
}

func kindOptions(f views.Frame, q *query) []ui.Option {
	options := []ui.Option{{Label: f.T("changes.any")}}
	for _, kind := range changeKinds {
		options = append(options, ui.Option{Value: kind, Label: f.T("changes.kind." + kind), Chosen: q.shown("kind") == kind})
	}
	return options
}
