package handlers

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

func TestNoUnitFollowsAnUnknownCostOfMemory(t *testing.T) {
	s := newSite(t)
	figures, unknowns := 0, 0
	s.page(t, "/offers?show=all&per=200").Find("#offers .per-c small").Each(func(_ int, cell *goquery.Selection) {
		printed := cell.Text()
		switch figure := strings.ContainsAny(printed, "0123456789"); {
		case figure != strings.HasSuffix(printed, " /GB"):
			t.Errorf("%q", printed)
		case figure:
			figures++
		default:
			unknowns++
		}
	})
	if figures == 0 || unknowns == 0 {
		t.Errorf("%d figures, %d unknown", figures, unknowns)
	}
}

func TestBeamsOfAPageShareOneTrack(t *testing.T) {
	s := newSite(t)
	for _, query := range []string{"", "?show=all&per=200", "?currency=USD&unit=gpu-month"} {
		d := s.page(t, "/offers"+query)
		if n := d.Find("#offers thead #beam-track circle").Length(); n < 2 || d.Find("#beam-track").Length() != 1 {
			t.Errorf("%q: the track has %d stars", query, n)
		}
		beams := d.Find("#offers tbody .beamcell svg")
		if beams.Length() == 0 || beams.Find(`use[href="#beam-track"]`).Length() != beams.Length() {
			t.Errorf("%q: %d beams, not all on the track", query, beams.Length())
		}
	}
}

func TestEveryReasonForNotListingCanBeReached(t *testing.T) {
	list := newSite(t).page(t, "/offers").Find(".hidden-n")
	if list.Find("a[href*='why_not=']").Length() < 5 || !strings.HasSuffix(strings.TrimSpace(list.Text()), "全部列出") {
		t.Errorf("%q", list.Text())
	}
}
