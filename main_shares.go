package main

import (
	"context"
	"errors"

	"gpuscale/handlers"
	"gpuscale/store"
)

// shares lets pages keep short addresses in the store.
type shares struct{ store *store.Store }

// AddShare returns a short address of a page, live or frozen at its moment; one that
// shows the same is returned again.
func (s shares) AddShare(ctx context.Context, path string, frozen bool) (handlers.Share, error) {
	mode := store.ShareLive
	if frozen {
		mode = store.ShareFrozen
	}
	kept, err := s.store.AddShare(ctx, path, mode)
	return publicShare(kept), err
}

// Share returns the short address with a code; handlers.ErrNoShare when there is none.
func (s shares) Share(ctx context.Context, code string) (handlers.Share, error) {
	kept, err := s.store.Share(ctx, code)
	if errors.Is(err, store.ErrNotFound) {
		return handlers.Share{}, handlers.ErrNoShare
	}
	return publicShare(kept), err
}

func publicShare(s store.Share) handlers.Share {
	return handlers.Share{Code: s.Code, Path: s.Path, Frozen: s.Mode == store.ShareFrozen, Created: s.Created}
}
