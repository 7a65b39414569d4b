package store_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gpuscale/catalog"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

func TestAShareIsFoundByItsCode(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		ctx := context.Background()
		const path = "/compare?o=of-1&o=of-2&currency=USD"
		frozen, err := s.AddShare(ctx, path, store.ShareFrozen)
		if err != nil || frozen.Revision != 1 || !frozen.Created.Equal(c.at) || len(frozen.Code) != 10 {
			t.Fatalf("%+v, %v", frozen, err)
		}
		if got, err := s.Share(ctx, strings.ToUpper(frozen.Code)); err != nil || got != frozen {
			t.Errorf("%+v, %v", got, err)
		}
		if again, err := s.AddShare(ctx, path, store.ShareFrozen); err != nil || again.Code != frozen.Code {
			t.Errorf("the same page at the same time: %+v, %v", again, err)
		}
		live, err := s.AddShare(ctx, path, store.ShareLive)
		if err != nil || live.Code == frozen.Code {
			t.Errorf("%+v, %v", live, err)
		}
		apply(t, s, edit("of-1", 1, price("of-1", "3")))
		if later, err := s.AddShare(ctx, path, store.ShareFrozen); err != nil || later.Code == frozen.Code || later.Revision != 2 {
			t.Errorf("the same page after a change: %+v, %v", later, err)
		}
		if same, err := s.AddShare(ctx, path, store.ShareLive); err != nil || same.Code != live.Code {
			t.Errorf("a live share: %+v, %v", same, err)
		}
		if _, err := s.Share(ctx, "nosuchcode"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("an unknown code: %v", err)
		}
		for _, bad := range []string{"", "offers", "https://example.com/", "/" + strings.Repeat("a", 2000)} {
			if _, err := s.AddShare(ctx, bad, store.ShareLive); !errors.Is(err, store.ErrInvalid) {
				t.Errorf("%.30q: %v", bad, err)
			}
		}
		if _, err := s.AddShare(ctx, "/", "melted"); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("an unknown mode: %v", err)
		}
	})
}

func TestAReportIsSettledOnce(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		ctx := context.Background()
		first, err := s.AddReport(ctx, "of-1", "官网现在是 1.98", "li@example.com")
		if err != nil {
			t.Fatal(err)
		}
		second, err := s.AddReport(ctx, "of-2", "已下架", "")
		if err != nil || second.Code == first.Code {
			t.Fatal(second, err)
		}
		c.at = c.at.Add(time.Hour)
		if err := s.SettleReport(ctx, store.Settlement{ID: first.ID, Status: store.ReportAccepted, Answer: "已改", Who: "b"}); err != nil {
			t.Fatal(err)
		}
		got, err := s.Report(ctx, first.Code)
		if err != nil || got.Status != store.ReportAccepted || got.Answer != "已改" || got.SettledBy != "b" || !got.Settled.Equal(c.at) ||
			got.Text != "官网现在是 1.98" || got.Contact != "li@example.com" {
			t.Errorf("%+v, %v", got, err)
		}
		if err := s.SettleReport(ctx, store.Settlement{ID: first.ID, Status: store.ReportRejected, Who: "c"}); !errors.Is(err, store.ErrConflict) {
			t.Errorf("settled twice: %v", err)
		}
		if err := s.SettleReport(ctx, store.Settlement{ID: 99, Status: store.ReportRejected}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("no such report: %v", err)
		}
		if open, total, err := s.Reports(ctx, store.ReportNew, store.Page{}); err != nil || total != 1 || open[0].ID != second.ID || !open[0].Settled.IsZero() {
			t.Errorf("%+v, %v", open, err)
		}
		if all, total, err := s.Reports(ctx, "", store.Page{Number: 1, Per: 1}); err != nil || total != 2 || len(all) != 1 {
			t.Errorf("%+v of %d, %v", all, total, err)
		}
		if _, err := s.AddReport(ctx, "of-1", "  ", ""); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("a report without text: %v", err)
		}
	})
}

func TestPriceViewsAreSummedByDayInShanghai(t *testing.T) {
	eachWithClock(t, func(t *testing.T, s *store.Store, c *clock) {
		ctx := context.Background()
		c.at = shanghai("2026-12-02 23:59")
		add := func(views map[string]int) {
			if err := s.AddPriceViews(ctx, views); err != nil {
				t.Fatal(err)
			}
		}
		add(map[string]int{"of-1": 2, "of-2": 1})
		add(map[string]int{"of-1": 3})
		add(nil)
		c.at = shanghai("2026-12-03 00:01")
		add(map[string]int{"of-1": 10})
		for from, want := range map[string]map[string]int{"2026-12-01": {"of-1": 15, "of-2": 1}, "2026-12-03": {"of-1": 10}, "2026-12-04": {}} {
			day, err := catalog.ParseDate(from)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.PriceViews(ctx, day)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: %s %v", from, diff, err)
			}
		}
	})
}

func TestEvidenceIsKeptOnceAndWithinItsLimit(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		body := bytes.Repeat([]byte{0, 1, 255}, 1000)
		u, err := s.AddUpload(ctx, store.Upload{Name: "截图.png", MIME: "image/png", Body: body, Who: "li"})
		if err != nil || u.Size != 3000 || len(u.SHA) != 64 {
			t.Fatalf("%+v, %v", u, err)
		}
		again, err := s.AddUpload(ctx, store.Upload{Name: "other.png", MIME: "image/png", Body: body, Who: "b"})
		if err != nil || again.SHA != u.SHA || again.Name != "截图.png" {
			t.Errorf("the same bytes: %+v, %v", again, err)
		}
		if got, err := s.Upload(ctx, u.SHA); err != nil || !bytes.Equal(got.Body, body) || got.MIME != "image/png" {
			t.Errorf("%d bytes, %v", len(got.Body), err)
		}
		list, total, err := s.Uploads(ctx, store.Page{})
		if err != nil || total != 1 || len(list) != 1 || list[0].Body != nil || list[0].Size != 3000 {
			t.Errorf("%+v of %d, %v", list, total, err)
		}
		if _, err := s.AddUpload(ctx, store.Upload{Name: "a", MIME: "b", Body: make([]byte, store.MaxUpload+1)}); !errors.Is(err, store.ErrTooLarge) {
			t.Errorf("too large: %v", err)
		}
		if _, err := s.AddUpload(ctx, store.Upload{Name: "a", MIME: "b"}); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("empty: %v", err)
		}
		if _, err := s.Upload(ctx, strings.Repeat("0", 64)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("unknown: %v", err)
		}
	})
}
