package handlers

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// changeKinds are the kinds of record in the public log.
var changeKinds = []string{"offers", "providers", "provider_facts", "extra_costs", "accelerators", "exchange_rates", "doubts",
	"scenarios", "pitfalls", "trends", "dimensions", "market_benchmarks", "fact_keys", "aliases", "ambiguous",
	"provider_aliases", "memory_reported", "source_names", "texts"}

// changesPages are the public log and its feeds.
func (p *Portal) changesPages() []web.Page {
	return []web.Page{
		{Path: "/changes", Reps: web.JSON | web.CSV, Params: []string{"provider", "kind", "page", "per", "as_of"}, Handler: p.changes},
		{Path: "/feed.atom", Params: []string{"as_of"}, Handler: p.siteFeed},
		{Path: "/gpus/:slug/feed.atom", Params: []string{"as_of"}, Handler: p.gpuFeed},
		{Path: "/providers/:slug/feed.atom", Params: []string{"as_of"}, Handler: p.providerFeed},
	}
}

// changeLog is a page of the public log.
type changeLog struct {
	all       []catalog.Change // that fit, the newest first
	page, per int
}

// shown is the part of the log on the page.
func (l changeLog) shown() []catalog.Change {
	first := min((l.page-1)*l.per, len(l.all))
	return l.all[first:min(first+l.per, len(l.all))]
}

func (p *Portal) changes(ctx context.Context, r *web.Request) (web.Result, error) {
	q := newQuery(r)
	m, err := p.market(ctx, q)
	if err != nil {
		return web.Result{}, err
	}
	f := p.Frame(r).Titled(text.T(q.lang, "changes.title"), text.T(q.lang, "changes.lead"))
	log := readChangeLog(q, m)
	if wrong := q.err(); wrong != nil {
		return web.Result{Err: wrong, Page: views.Changes(f, changesModel(f, q, m, changeLog{page: 1, per: 1})), Fragments: []string{views.ChangesList}}, nil
	}
	return web.Result{
		Page: views.Changes(f, changesModel(f, q, m, log)), Fragments: []string{views.ChangesList},
		JSON: func() any { return changesJSON(m, log) },
		CSV:  func(w io.Writer) error { return writeChangesCSV(w, q.lang, m, log.all) },
	}, nil
}

func readChangeLog(q *query, m *catalog.Market) changeLog {
	providers := q.providerTerms("provider", m)
	kinds := terms(q, "kind", changeKinds)
	log := changeLog{page: q.whole("page", 1, pageMax, 1), per: q.whole("per", 1, perMax, 50)}
	for _, c := range m.Changes() {
		if allows(providers, c.Provider) && allows(kinds, c.Kind) {
			log.all = append(log.all, c)
		}
	}
	return log
}

func allows(t catalog.Terms[string], value string) bool {
	return (len(t.In) == 0 || slices.Contains(t.In, value)) && !slices.Contains(t.Out, value)
}

// recordName names the record of a change for readers, and the page that shows it.
func recordName(f views.Frame, m *catalog.Market, c catalog.Change) (name, path string) {
	switch {
	case c.Kind == "offers" && c.Action != "imported":
		if offer, ok := m.Offer(priceID(c.Key)); ok {
			name = offerName(f.Lang, &offer)
			if offer.Accelerator != nil {
				path = f.Href("/gpus/" + offer.Accelerator.Slug)
			}
			return name, path
		}
	case c.Kind == "accelerators":
		if a, ok := m.Accelerator(c.Key); ok {
			return views.CardName(a), f.Href("/gpus/" + a.Slug)
		}
	}
	if p, ok := m.Provider(c.Provider); ok {
		return views.In(f.Lang, p.Name), f.Href("/providers/" + p.Slug)
	}
	return c.Key, ""
}

// priceID is the price id in the key of a price record, which a future price
// follows by the day it begins.
func priceID(key string) string {
	id, _, _ := strings.Cut(key, "/")
	return id
}

func offerName(l text.Lang, o *catalog.Offer) string {
	name := views.In(l, o.Provider.Name)
	if o.Accelerator != nil {
		return name + " " + views.CardName(o.Accelerator)
	}
	if o.AcceleratorName != "" {
		return name + " " + o.AcceleratorName
	}
	return name + " " + o.InstanceType
}

func changesModel(f views.Frame, q *query, m *catalog.Market, log changeLog) views.ChangesModel {
	model := views.ChangesModel{
		Count: len(log.all), Page: log.page, Per: log.per, Problems: q.problems, Href: linkPages(f, q),
		Providers: providerOptions(f, m, q), Kinds: kindOptions(f, q),
	}
	for _, c := range log.shown() {
		name, path := recordName(f, m, c)
		model.Lines = append(model.Lines, views.ChangeLine{
			ID: strconv.FormatInt(c.Changeset, 10), When: text.Minute(c.At), Record: name, Path: path,
			Kind: c.Kind, Action: c.Action, Field: c.Field, Old: c.Old, New: c.New, Reason: c.Reason,
		})
	}
	return model
}
