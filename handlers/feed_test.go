package handlers

import (
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"gpuscale/catalog"
)

// atomFeed is what readers take from a feed.
type atomFeed struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Author  []string `xml:"author>name"`
	Links   []struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	} `xml:"link"`
	Entries []struct {
		Title   string `xml:"title"`
		Summary struct {
			Type string `xml:"type,attr"`
			Text string `xml:",chardata"`
		} `xml:"summary"`
	} `xml:"entry"`
}

func (s *site) feed(t *testing.T, path string) atomFeed {
	t.Helper()
	var feed atomFeed
	w := s.do(path)
	if err := xml.Unmarshal(w.Body.Bytes(), &feed); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return feed
}

func TestAFeedSaysWhoseItIsAndWhereItIs(t *testing.T) {
	feed := newSiteOf(t, withChanges()).feed(t, "/en/feed.atom")
	if len(feed.Author) != 1 || feed.Author[0] == "" || feed.ID != "https://scale.example/en/feed.atom" || feed.Title == "" {
		t.Errorf("author %q, id %q, title %q", feed.Author, feed.ID, feed.Title)
	}
	links := map[string]string{}
	for _, l := range feed.Links {
		links[l.Rel] = l.Href
	}
	if len(feed.Links) != 2 || links["self"] != "https://scale.example/en/feed.atom" || links["alternate"] != "https://scale.example/en/changes" {
		t.Errorf("links: %v", feed.Links)
	}
}

func TestTheTextOfAnEntryIsText(t *testing.T) {
	entry := newSiteOf(t, withChanges()).feed(t, "/feed.atom").Entries[0]
	if entry.Summary.Type != "text" || !strings.HasPrefix(entry.Summary.Text, "官网改价 <script>\n") {
		t.Errorf("summary of type %q: %q", entry.Summary.Type, entry.Summary.Text)
	}
}

func TestTitlesHaveNoGapWhereThereIsNoName(t *testing.T) {
	d := seedData()
	d.Changes = []catalog.Change{{Changeset: 1, At: recorded, Kind: "offers", Action: "imported", New: "12"}}
	title := newSiteOf(t, d).feed(t, "/feed.atom").Entries[0].Title
	if strings.Contains(title, "  ") || strings.TrimSpace(title) != title {
		t.Errorf("the title is %q", title)
	}
}

func TestAnEmptyFeedIsAsOldAsTheRecords(t *testing.T) {
	d := seedData()
	d.Changes = []catalog.Change{{Changeset: 1, At: recorded, Kind: "pitfalls", Action: "imported", New: "12"}}
	feed := newSiteOf(t, d).feed(t, "/gpus/t4-16gb/feed.atom")
	if at, err := time.Parse(time.RFC3339, feed.Updated); err != nil || !at.Equal(recorded) || len(feed.Entries) != 0 {
		t.Errorf("updated %s with %d entries", feed.Updated, len(feed.Entries))
	}
}

func TestTheFeedOfACardTellsOfImportedPrices(t *testing.T) {
	d := seedData()
	for i, provider := range []string{"autodl", "nobody"} {
		d.Changes = append(d.Changes, catalog.Change{Changeset: int64(2 - i), At: recorded, Kind: "offers", Action: "imported", Provider: provider, New: "12"})
	}
	s := newSiteOf(t, d)
	offer, _ := s.portal.Markets.Current().Offer("of-0019")
	feed := s.feed(t, "/gpus/"+offer.Accelerator.Slug+"/feed.atom")
	if len(feed.Entries) != 1 || !strings.Contains(feed.Entries[0].Title, "12") {
		t.Errorf("a card that %s rents out: %+v", offer.Provider.Slug, feed.Entries)
	}
}

func TestAFeedIsOfTheMomentAskedFor(t *testing.T) {
	s := newSite(t)
	for _, feed := range []string{"/feed.atom", "/gpus/t4-16gb/feed.atom", "/providers/autodl/feed.atom", "/en/feed.atom"} {
		for typed, want := range map[string]int{"": 200, "2026-12-01": 200, "abc": 400, "2026-11-01": 400, "2026-12-01&as_of=2026-12-02": 400} {
			if w := s.do(feed + "?as_of=" + typed); w.Code != want {
				t.Errorf("%s as of %q: %d, want %d", feed, typed, w.Code, want)
			}
		}
	}
	m := markets{current: catalog.NewMarket(withChanges(), pinned), data: withChanges()}
	m.data.Changes = nil
	if entries := serveMarkets(t, m).feed(t, "/feed.atom?as_of=2026-12-01").Entries; len(entries) != 0 {
		t.Errorf("%d entries of changes that were not made yet", len(entries))
	}
	if entries := serveMarkets(t, m).feed(t, "/feed.atom").Entries; len(entries) == 0 {
		t.Error("the feed of now is empty")
	}
}
