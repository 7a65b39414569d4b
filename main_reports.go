package main

import (
	"context"
	"errors"
	"net/http"
	"time"

	"gpuscale/handlers"
	"gpuscale/store"
	"gpuscale/web"
)

// reports lets visitors report prices into the store.
type reports struct{ store *store.Store }

// AddReport keeps what a visitor says of the price with an id; a database that cannot
// answer is a 503.
func (r reports) AddReport(ctx context.Context, price, text, contact string) (handlers.Report, error) {
	kept, err := r.store.AddReport(ctx, price, text, contact)
	return publicReport(kept), unavailable(err)
}

// Report returns the report with a code; handlers.ErrNoReport when there is none, and a
// 503 from a database that cannot answer.
func (r reports) Report(ctx context.Context, code string) (handlers.Report, error) {
	kept, err := r.store.Report(ctx, code)
	if errors.Is(err, store.ErrNotFound) {
		return handlers.Report{}, handlers.ErrNoReport
	}
	return publicReport(kept), unavailable(err)
}

func publicReport(r store.Report) handlers.Report {
	return handlers.Report{Code: r.Code, Price: r.Price, Text: r.Text, Status: string(r.Status), Answer: r.Answer, Created: r.Created, Settled: r.Settled}
}

// unavailable tells visitors to try again when the database cannot answer now.
func unavailable(err error) error {
	if errors.Is(err, store.ErrUnavailable) {
		return &web.Error{Status: http.StatusServiceUnavailable, Code: "unavailable", Cause: err, RetryAfter: 5 * time.Second}
	}
	return err
}
