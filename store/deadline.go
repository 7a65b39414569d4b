package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// grace is how long a call may take to notice that its context has ended before
// the caller stops waiting for it.
const grace = 250 * time.Millisecond

// within runs f in a goroutine and waits at most limit for it: a hung disk blocks
// SQLite inside the kernel, where no context ends the call. The goroutine is left
// behind then; the bounded connection pools bound how many there can be.
func within[T any](ctx context.Context, limit time.Duration, f func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	done := make(chan answer, 1)
	go func() {
		defer cancel()
		var a answer
		defer func() {
			if p := recover(); p != nil {
				a.err = fmt.Errorf("store: panic: %v\n%s", p, debug.Stack())
			}
			done <- a
		}()
		a.value, a.err = f(bounded)
	}()
	select {
	case a := <-done:
		return a.value, classify(a.err)
	case <-bounded.Done():
	}
	select {
	case a := <-done:
		return a.value, classify(a.err)
	case <-time.After(grace):
	}
	var none T
	if errors.Is(ctx.Err(), context.Canceled) {
		return none, ctx.Err()
	}
	return none, fmt.Errorf("%w: no answer within %v", ErrUnavailable, limit)
}

// reading runs f within the time a page may wait for a read.
func reading[T any](ctx context.Context, s *Store, f func(context.Context) (T, error)) (T, error) {
	return within(ctx, s.config.ReadWait, f)
}

// writing runs f within the time a form may wait for a write.
func writing[T any](ctx context.Context, s *Store, f func(context.Context) (T, error)) (T, error) {
	return within(ctx, s.config.WriteWait, f)
}

// writingOnly is writing for calls that answer with an error only.
func writingOnly(ctx context.Context, s *Store, f func(context.Context) error) error {
	_, err := writing(ctx, s, func(ctx context.Context) (struct{}, error) { return struct{}{}, f(ctx) })
	return err
}
