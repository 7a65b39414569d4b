package handlers

import (
	"context"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/gorilla/feeds"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// feedLength is how many of the newest changesets a feed holds.
const feedLength = 50

const atom = "application/atom+xml; charset=utf-8"

// siteFeed is the feed of all changes.
func (p *Portal) siteFeed(ctx context.Context, r *web.Request) (web.Result, error) {
	m, err := p.feedMarket(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	return p.feed(r, m, feedOf{title: text.T(lang(r), "changes.title"), page: "/changes", changes: m.Changes()}), nil
}

// feedMarket is the market of the moment that a feed is asked for; a moment that is none
// is refused.
func (p *Portal) feedMarket(ctx context.Context, r *web.Request) (*catalog.Market, error) {
	q := newQuery(r)
	m, err := p.market(ctx, q)
	if err != nil {
		return nil, err
	}
	if wrong := q.err(); wrong != nil {
		return nil, wrong
	}
	return m, nil
}

// gpuFeed is the feed of the changes to an accelerator and to its prices.
func (p *Portal) gpuFeed(ctx context.Context, r *web.Request) (web.Result, error) {
	m, err := p.feedMarket(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	a, ok := m.Accelerator(r.Param("slug"))
	if !ok {
		return web.Result{}, web.NotFound()
	}
	sellers := sellersOf(m, a)
	about := func(c catalog.Change) bool { return concerns(m, c, a) || pricesImported(c) && sellers[c.Provider] }
	return p.feed(r, m, feedOf{
		title: text.T(lang(r), "feed.gpu", "name", views.CardName(a)), page: "/gpus/" + a.Slug, changes: kept(m.Changes(), about),
	}), nil
}

// pricesImported tells the line of an import of prices. The log keeps how many there
// were of which provider, not of which accelerator.
func pricesImported(c catalog.Change) bool { return c.Kind == "offers" && c.Action == "imported" }

// sellersOf are the slugs of the providers with offers of an accelerator.
func sellersOf(m *catalog.Market, a *catalog.Accelerator) map[string]bool {
	sellers := map[string]bool{}
	m.EachOffer(catalog.OfferQuery{Show: catalog.ShowAll, GPU: catalog.Terms[string]{In: []string{a.Slug}}}, func(o *catalog.Offer) bool {
		sellers[o.Provider.Slug] = true
		return true
	})
	return sellers
}

// concerns reports whether a change is about an accelerator or one of its prices;
// a family hears of its members too.
func concerns(m *catalog.Market, c catalog.Change, a *catalog.Accelerator) bool {
	slug := c.Key
	if c.Kind == "offers" {
		offer, ok := m.Offer(priceID(c.Key))
		if !ok || offer.Accelerator == nil {
			return false
		}
		slug = offer.Accelerator.Slug
	} else if c.Kind != "accelerators" {
		return false
	}
	return slug == a.Slug || slices.Contains(a.Candidates, slug)
}

// providerFeed is the feed of the changes to a provider's data.
func (p *Portal) providerFeed(ctx context.Context, r *web.Request) (web.Result, error) {
	m, err := p.feedMarket(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	provider, ok := m.Provider(r.Param("slug"))
	if !ok {
		return web.Result{}, web.NotFound()
	}
	about := func(c catalog.Change) bool { return c.Provider == provider.Slug }
	return p.feed(r, m, feedOf{
		title: text.T(lang(r), "feed.provider", "name", views.In(lang(r), provider.Name)),
		page:  "/providers/" + provider.Slug, changes: kept(m.Changes(), about),
	}), nil
}

func kept(all []catalog.Change, keep func(catalog.Change) bool) []catalog.Change {
	return slices.DeleteFunc(slices.Clone(all), func(c catalog.Change) bool { return !keep(c) })
}

// feedOf is what one feed holds.
type feedOf struct {
	title, page string
	changes     []catalog.Change // the newest first
}

func (p *Portal) feed(r *web.Request, m *catalog.Market, of feedOf) web.Result {
	f := p.Frame(r)
	base := p.Site.Base
	feed := &feeds.Feed{Title: f.T("site.title", "page", of.title), Author: &feeds.Author{Name: f.T("site.full")}, Updated: lastChange(m, of.changes)}
	for _, group := range changesets(of.changes) {
		feed.Items = append(feed.Items, p.entry(f, m, of.page, group))
	}
	document := newAtomDocument(feed, base+f.Href(r.Path), base+f.Href(of.page))
	return web.Result{ContentType: atom, Body: func(w io.Writer) error { return feeds.WriteXML(document, w) }}
}

// lastChange is when a feed last changed; of an empty one, when the records did.
func lastChange(m *catalog.Market, changes []catalog.Change) time.Time {
	for _, list := range [][]catalog.Change{changes, m.Changes()} {
		if len(list) > 0 {
			return list[0].At
		}
	}
	return m.At()
}

// changesets groups the lines of the newest changesets.
func changesets(changes []catalog.Change) [][]catalog.Change {
	var groups [][]catalog.Change
	for i, c := range changes {
		if i == 0 || changes[i-1].Changeset != c.Changeset {
			if len(groups) == feedLength {
				break
			}
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], c)
	}
	return groups
}

// entryLines is how many lines of a changeset an entry spells out.
const entryLines = 30

// entry is one changeset in a feed. Its text is plain: feed readers run no markup.
func (p *Portal) entry(f views.Frame, m *catalog.Market, page string, lines []catalog.Change) *feeds.Item {
	first := lines[0]
	number := strconv.FormatInt(first.Changeset, 10)
	body := first.Reason
	for i, c := range lines {
		if i == entryLines {
			body += "\n…"
			break
		}
		body += "\n" + sentence(f, m, c)
	}
	return &feeds.Item{
		Id: p.Site.Base + f.Href(page) + "#changeset-" + number, Title: sentence(f, m, first),
		Link:        &feeds.Link{Href: p.Site.Base + f.Href("/changes") + "#changeset-" + number},
		Description: body, Created: first.At, Updated: first.At,
	}
}

// sentence says a change in one line: 修改 AutoDL RTX 4090：price_amount 1.98 → 2.18.
func sentence(f views.Frame, m *catalog.Market, c catalog.Change) string {
	name, _ := recordName(f, m, c)
	s := f.T("changes.action."+c.Action) + " " + f.T("changes.kind."+c.Kind)
	if name != "" {
		s += " " + name
	}
	switch {
	case c.Action == "imported" && c.New != "":
		return s + " · " + views.ImportedRows(f, c.New)
	case c.Field == "":
		return s
	}
	return s + " · " + c.Field + " " + shownValue(f, c.Old) + " → " + shownValue(f, c.New)
}

func shownValue(f views.Frame, value string) string {
	if value == "" {
		return f.T("changes.empty-value")
	}
	return value
}
