package handlers

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"gpuscale/catalog"
	"gpuscale/views"
)

// twoTimes is a market that was something else before a moment.
type twoTimes struct {
	before, after *catalog.Market
	turn          time.Time
}

func (m twoTimes) Current() *catalog.Market { return m.after }

func (m twoTimes) AsOf(_ context.Context, at time.Time) (*catalog.Market, error) {
	switch {
	case at.Before(recorded):
		return nil, ErrBeforeRecords
	case at.Before(m.turn):
		return m.before, nil
	}
	return m.after, nil
}

// changedSite serves the seed in which, after noon, one price has fallen by a tenth
// and another is gone. It returns their ids.
func changedSite(t *testing.T) (s *site, fallen, gone string) {
	t.Helper()
	data := seedData()
	before := catalog.NewMarket(data, pinned.Add(-time.Hour))
	ranked := before.Search(catalog.OfferQuery{Billing: catalog.Terms[catalog.BillingMode]{In: []catalog.BillingMode{catalog.OnDemand}}}).Offers
	fallen, gone = ranked[0].Prices[0].ID, ranked[1].Prices[0].ID
	var lines []catalog.PriceLine
	for _, l := range data.Prices {
		if l.ID == gone {
			continue
		}
		if l.ID == fallen {
			tenth, err := l.Amount.Value.Mul(catalog.WholeDecimal(9))
			if err == nil {
				tenth, err = tenth.Quo(catalog.WholeDecimal(10))
			}
			if err != nil {
				t.Fatal(err)
			}
			l.Amount = catalog.Known(tenth)
		}
		lines = append(lines, l)
	}
	data.Prices = lines
	m := twoTimes{before: before, after: catalog.NewMarket(data, pinned), turn: pinned}
	return serve(t, m), fallen, gone
}

const beforeNoon = "2026-12-01T11:00:00.000%2B08:00"

func TestAPageOfThePastSaysSoAndWhatHasChanged(t *testing.T) {
	s, fallen, gone := changedSite(t)
	d := s.page(t, "/offers?as_of="+beforeNoon)
	bar := d.Find("#" + views.AsOf)
	if !strings.Contains(bar.Text(), "你看到的是 2026-12-01 11:00 的记录") || !strings.Contains(bar.Text(), "2 处变化") {
		t.Fatalf("the bar says %q", texts(bar))
	}
	if href := bar.Find(".note > a").AttrOr("href", ""); href != "/offers" {
		t.Errorf("the page of now is %q", href)
	}
	lines := texts(bar.Find("li"))
	if len(lines) != 2 || !strings.Contains(lines[0], "−10.0%") || !strings.Contains(lines[1], "已下架") {
		t.Errorf("changes %q of %s and %s", lines, fallen, gone)
	}
	if bar := s.page(t, "/offers").Find("#" + views.AsOf); strings.TrimSpace(bar.Text()) != "" {
		t.Errorf("the page of now has a bar: %q", texts(bar))
	}
	if bar := s.page(t, "/en/offers?as_of="+beforeNoon+"&provider=autodl").Find("#" + views.AsOf); !strings.Contains(bar.Text(), "records of 2026-12-01 11:00") ||
		bar.Find(".note > a").AttrOr("href", "") != "/en/offers?provider=autodl" {
		t.Errorf("in English: %q", texts(bar))
	}
}

func TestEveryPageThatKnowsAMomentSaysSo(t *testing.T) {
	s, fallen, gone := changedSite(t)
	offer, _, _ := s.portal.Markets.(twoTimes).before.Price(fallen)
	paths := map[string]string{
		"/offers": "", "/compare": "?o=" + fallen + "&o=" + gone, "/": "", "/providers": "", "/gpus": "",
		"/providers/:slug": "/providers/" + offer.Provider.Slug, "/gpus/:slug": "/gpus/" + offer.Accelerator.Slug,
		"/calculator/cost": "?gpu=" + offer.Accelerator.Slug + "&gpus=1&hours=10", "/calculator/sizing": "", "/wizard/:scenario/result": "/wizard/training/result",
	}
	for _, page := range s.portal.pages() {
		path, listed := paths[page.Path]
		if !listed {
			continue
		}
		if !strings.HasPrefix(path, "/") {
			path = page.Path + path
		}
		sign := "?"
		if strings.Contains(path, "?") {
			sign = "&"
		}
		status, d := s.get(t, path+sign+"as_of="+beforeNoon)
		if status != http.StatusOK || !strings.Contains(d.Find("#"+views.AsOf).Text(), "2026-12-01 11:00") {
			t.Errorf("%s: %d, bar %q", page.Path, status, texts(d.Find("#"+views.AsOf)))
		}
		delete(paths, page.Path)
	}
	for path := range paths {
		t.Logf("%s is not registered", path)
	}
}

func TestAFragmentOfThePastBringsItsBar(t *testing.T) {
	s, _, _ := changedSite(t)
	_, d := s.get(t, "/offers?as_of="+beforeNoon, "HX-Request", "true")
	if bar := d.Find("#" + views.AsOf + "[hx-swap-oob]"); bar.Length() != 1 || !strings.Contains(bar.Text(), "11:00") {
		t.Errorf("got %q", texts(bar))
	}
	_, d = s.get(t, "/offers", "HX-Request", "true")
	if bar := d.Find("#" + views.AsOf + "[hx-swap-oob]"); bar.Length() != 1 || strings.TrimSpace(bar.Text()) != "" {
		t.Errorf("now: %q", texts(bar))
	}
}

func TestAFrozenLinkShowsThePricesOfItsDay(t *testing.T) {
	s, fallen, gone := changedSite(t)
	s.portal.Shares.(keptShares)["frozen"] = Share{Code: "frozen", Path: "/compare?o=" + fallen + "&o=" + gone, Frozen: true, Created: pinned.Add(-time.Hour)}
	d := s.page(t, "/s/frozen")
	if n := d.Find("thead th[scope=col], .cmp thead th").Length(); n < 2 {
		t.Errorf("%d columns: a delisted offer must survive", n)
	}
	if bar := d.Find("#" + views.AsOf).Text(); !strings.Contains(bar, "已下架") || !strings.Contains(bar, "−10.0%") {
		t.Errorf("the bar says %q", bar)
	}
	if status, _ := s.get(t, "/compare?o="+gone); status != http.StatusNotFound {
		t.Errorf("the page of now has the delisted offer: %d", status)
	}
	made := s.post("/s", url.Values{"path": {"/offers"}, "mode": {"frozen"}})
	if made.Code != http.StatusSeeOther {
		t.Errorf("POST /s: %d", made.Code)
	}
}

func TestAWrongMomentHasNoBar(t *testing.T) {
	s, _, _ := changedSite(t)
	for _, moment := range []string{"yesterday", "2020-01-01", "2030-01-01"} {
		status, d := s.get(t, "/offers?as_of="+moment)
		if status != http.StatusBadRequest || strings.TrimSpace(d.Find("#"+views.AsOf).Text()) != "" {
			t.Errorf("%s: %d", moment, status)
		}
	}
}
