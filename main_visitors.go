package main

import (
	"context"
	"log/slog"
	"time"

	"gpuscale/catalog"
	"gpuscale/handlers"
	"gpuscale/handlers/admin"
	"gpuscale/snapshot"
	"gpuscale/store"
)

// visitorDesk tells editors what visitors looked at and reported.
type visitorDesk struct{ store *store.Store }

// reportsShown is how many unsettled reports editors see at once; the next ones
// follow when these are settled.
const reportsShown = 100

// PriceViews returns how often each price, by its id, was looked at from a day on.
func (v visitorDesk) PriceViews(ctx context.Context, from catalog.Date) (map[string]int, error) {
	views, err := v.store.PriceViews(ctx, from)
	return views, adminError(err)
}

// NewReports returns the reports that nobody has settled, the oldest first and at most
// reportsShown of them.
func (v visitorDesk) NewReports(ctx context.Context) ([]admin.Report, error) {
	found, _, err := v.store.Reports(ctx, store.ReportNew, store.Page{Number: 1, Per: reportsShown})
	list := make([]admin.Report, len(found))
	for i, r := range found {
		list[i] = admin.Report{ID: r.ID, Price: r.Price, Text: r.Text, Contact: r.Contact, Created: r.Created}
	}
	return list, adminError(err)
}

// SettleReport decides on a report; one that is settled already is admin.ErrConflict.
func (v visitorDesk) SettleReport(ctx context.Context, s admin.Settlement) error {
	status := store.ReportRejected
	if s.Accepted {
		status = store.ReportAccepted
	}
	return adminError(v.store.SettleReport(ctx, store.Settlement{ID: s.ID, Status: status, Answer: s.Answer, Who: s.Who}))
}

// attentionEvery is how often counts of looks at prices are stored.
const attentionEvery = time.Minute

// attention stores what visitors look at, every minute and a last time when the
// portal ends.
type attention struct {
	counts *handlers.Attention
	store  *store.Store
	market *snapshot.Snapshot
	log    *slog.Logger
}

func (a *attention) follow(ctx context.Context) {
	ticker := time.NewTicker(attentionEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			a.flush(ctx)
		}
	}
}

// flush stores the counts; losing a few does no harm.
func (a *attention) flush(ctx context.Context) {
	if err := a.store.AddPriceViews(ctx, a.counts.Take(a.market.Current())); err != nil {
		a.log.Warn("views of prices not stored", "error", err.Error())
	}
}
