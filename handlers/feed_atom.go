package handlers

import "github.com/gorilla/feeds"

// atomDocument is an Atom feed with the address of the feed itself, for which
// feeds.AtomFeed has no room.
type atomDocument struct {
	*feeds.AtomFeed
	Links []feeds.AtomLink `xml:"link"`
}

// FeedXml is the value to encode; the name is that of feeds.XmlFeed.
func (d atomDocument) FeedXml() any { return d } //nolint:revive // named by feeds.XmlFeed

// newAtomDocument makes a feed that is found at self and is about page. Summaries are
// plain text, which feeds takes for HTML.
func newAtomDocument(feed *feeds.Feed, self, page string) atomDocument {
	d := atomDocument{AtomFeed: (&feeds.Atom{Feed: feed}).AtomFeed(), Links: []feeds.AtomLink{
		{Href: self, Rel: "self", Type: "application/atom+xml"}, {Href: page, Rel: "alternate", Type: "text/html"},
	}}
	d.Id, d.Link = self, nil
	for _, entry := range d.Entries {
		if entry.Summary != nil {
			entry.Summary.Type = "text"
		}
	}
	return d
}
