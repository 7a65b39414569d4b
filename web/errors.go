package web

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Error is an answer that is no success: a machine code, a message for people and
// a cause for the log only.
type Error struct {
	Status  int
	Code    string            // e.g. "not-found"; part of the contract of JSON answers
	Message string            // in the reader's language; "" takes the text of the code
	Fields  map[string]string // message by parameter or form field
	Cause   error             // never shown
	// RetryAfter is sent with 429 and 503, rounded up to whole seconds.
	RetryAfter time.Duration
}

// Error describes the error for the log.
func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Code + ": " + e.Cause.Error()
	}
	return e.Code
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// NotFound is the answer for a page or record that does not exist.
func NotFound() *Error { return &Error{Status: http.StatusNotFound, Code: "not-found"} }

// InvalidQuery is the answer for wrong values in an address: 400 with a message
// for each parameter.
func InvalidQuery(fields map[string]string) *Error {
	return &Error{Status: http.StatusBadRequest, Code: "invalid-query", Fields: fields}
}

// InvalidForm is the answer for wrong values in a posted form: 422 with a message
// for each field.
func InvalidForm(fields map[string]string) *Error {
	return &Error{Status: http.StatusUnprocessableEntity, Code: "invalid-form", Fields: fields}
}

// statusGone is what a client that closed its connection is logged with; nobody
// receives it.
const statusGone = 499

// asError turns any error into an answer: what is not an *Error is internal, and
// its text stays in the log.
func asError(err error) *Error {
	var known *Error
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &tooLarge):
		return &Error{Status: http.StatusRequestEntityTooLarge, Code: "too-large", Cause: err}
	case errors.Is(err, context.Canceled):
		return &Error{Status: statusGone, Code: "gone", Cause: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Status: http.StatusServiceUnavailable, Code: "busy", Cause: err, RetryAfter: 5 * time.Second}
	default:
		return &Error{Status: http.StatusInternalServerError, Code: "internal", Cause: err}
	}
}
