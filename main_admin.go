package main

import (
	"context"
	"log/slog"
	"time"

	"gpuscale/handlers"
	"gpuscale/handlers/admin"
	"gpuscale/snapshot"
	"gpuscale/store"
)

// sweepEvery is how often what sessions and sign-ins leave behind is removed.
const sweepEvery = time.Hour

// adminSurroundings is what the pages for editors share with the site.
type adminSurroundings struct {
	handlers.Surroundings
	log    *slog.Logger
	secure bool
}

// newAdmin wires the pages for editors to the store and the market.
func newAdmin(s *store.Store, market *snapshot.Snapshot, around adminSurroundings) *admin.Admin {
	return admin.New(admin.Config{
		Frame: around.Frame, Accounts: accounts{s}, Attempts: attempts{s}, Tokens: accounts{s}, Files: evidence{s}, Records: edited{s}, Imports: newPendingImports(s, market.Refresh), Visitors: visitorDesk{s},
		Sessions: s.Sessions(), Market: market.Current, Refresh: market.Refresh, Now: time.Now, Log: around.log, Secure: around.secure,
	})
}

// sweep removes expired sessions now and then until ctx ends.
func sweep(ctx context.Context, a *admin.Admin, log *slog.Logger) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := a.Sweep(ctx); err != nil && ctx.Err() == nil {
				log.Warn("sessions not swept", "error", err.Error())
			}
		}
	}
}
