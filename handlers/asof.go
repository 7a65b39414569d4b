package handlers

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"gpuscale/catalog"
	"gpuscale/views"
	"gpuscale/web"
)

// inTime adds to a page that knows as_of the bar that says of which moment it is,
// what has changed since for what is on it, and where the same page of now is.
func (p *Portal) inTime(page web.Page) web.Page {
	if !slices.Contains(page.Params, "as_of") {
		return page
	}
	answer := page.Handler
	page.Handler = func(ctx context.Context, r *web.Request) (web.Result, error) {
		result, err := answer(ctx, r)
		if err != nil || result.Page == nil || r.Rep != web.HTML {
			return result, err
		}
		if r.HX && len(result.Fragments) > 0 {
			result.Fragments = append(slices.Clone(result.Fragments), views.AsOf)
		}
		bar, err := p.timeBar(ctx, r, page.Params, result)
		if err != nil || bar.Moment == "" {
			return result, err
		}
		result.Page = views.InTime(result.Page, bar)
		return result, nil
	}
	return page
}

// timeBar is the bar of one answer; the zero one for a page of now or one whose
// query is wrong.
func (p *Portal) timeBar(ctx context.Context, r *web.Request, params []string, result web.Result) (views.TimeBar, error) {
	q := newQuery(r)
	at, asked := q.moment("as_of", p.Now())
	if !asked || result.Err != nil {
		return views.TimeBar{}, nil
	}
	then, err := p.Markets.AsOf(ctx, at)
	if err != nil {
		return views.TimeBar{}, err
	}
	ids, slugs, err := itemsOn(result, then)
	if err != nil {
		return views.TimeBar{}, err
	}
	now := address{frame: p.Frame(r), path: r.Path, names: params, values: r.Query}.with("as_of")
	return views.NewTimeBar(lang(r), then, catalog.ChangesSince(then, p.Markets.Current(), ids, slugs), now), nil
}

// itemsOn returns what a page shows, as its JSON names it: the ids of prices; where
// there are none, the slugs of accelerators; and where there are none either, all
// prices of the providers on it.
func itemsOn(result web.Result, m *catalog.Market) (ids, slugs []string, err error) {
	if result.JSON == nil {
		return nil, nil, nil
	}
	encoded, err := json.Marshal(result.JSON())
	if err != nil {
		return nil, nil, err
	}
	var found items
	found.prices.known = func(s string) bool { _, _, ok := m.Price(s); return ok }
	found.cards.known = func(s string) bool { _, ok := m.Accelerator(s); return ok }
	found.providers.known = func(s string) bool { _, ok := m.Provider(s); return ok }
	if err := found.read(encoded); err != nil {
		return nil, nil, err
	}
	switch {
	case len(found.prices.list) > 0:
		return found.prices.list, nil, nil
	case len(found.cards.list) > 0:
		return nil, found.cards.list, nil
	case len(found.providers.list) > 0:
		return pricesOf(m, found.providers.list), nil, nil
	}
	return nil, nil, nil
}

func pricesOf(m *catalog.Market, providers []string) []string {
	var ids []string
	m.EachOffer(catalog.OfferQuery{Show: catalog.ShowAll, Provider: catalog.Terms[string]{In: providers}}, func(o *catalog.Offer) bool {
		for i := range o.Prices {
			ids = append(ids, o.Prices[i].ID)
		}
		return true
	})
	return ids
}

// names gathers known names, each once, in the order of their appearance.
type names struct {
	known func(string) bool
	seen  map[string]bool
	list  []string
}

func (n *names) add(s string) {
	if n.seen[s] || !n.known(s) {
		return
	}
	if n.seen == nil {
		n.seen = map[string]bool{}
	}
	n.seen[s] = true
	n.list = append(n.list, s)
}

// items are the things that a JSON document names.
type items struct{ prices, cards, providers names }

// aside are the parts of a document that speak of other things than the page shows.
var aside = map[string]bool{"facets": true, "inputs": true, "not_shown": true, "warnings": true}

// read walks over the values of a document; a value is only looked at where it
// stands as a whole.
func (i *items) read(document []byte) error {
	d := json.NewDecoder(bytes.NewReader(document))
	for {
		token, err := d.Token()
		if err != nil {
			return nil // the end: what json has written it can read
		}
		if err := i.value(d, token); err != nil {
			return err
		}
	}
}

func (i *items) value(d *json.Decoder, token json.Token) error {
	switch t := token.(type) {
	case string:
		i.prices.add(t)
		i.cards.add(t)
		i.providers.add(t)
	case json.Delim:
		for d.More() {
			if err := i.member(d, t == '{'); err != nil {
				return err
			}
		}
		_, err := d.Token()
		return err
	}
	return nil
}

func (i *items) member(d *json.Decoder, named bool) error {
	if named {
		name, err := d.Token()
		if err != nil {
			return err
		}
		if key, _ := name.(string); aside[key] {
			var skipped json.RawMessage
			return d.Decode(&skipped)
		}
	}
	token, err := d.Token()
	if err != nil {
		return err
	}
	return i.value(d, token)
}
