package dataset

import "errors"

// ErrFormat says that a file is not what its name or its first bytes claim.
var ErrFormat = errors.New("not a file of the expected format")

// FormatError is an ErrFormat that says why, so that a page can say it in its own
// language.
type FormatError struct {
	Detail Detail
	Cause  error // nil where the detail says all
}

// Error returns the reason in English.
func (e *FormatError) Error() string {
	s := ErrFormat.Error() + ": " + e.Detail.String()
	if e.Cause != nil {
		s += ": " + e.Cause.Error()
	}
	return s
}

// Unwrap returns ErrFormat and the cause.
func (e *FormatError) Unwrap() []error { return []error{ErrFormat, e.Cause} }

func wrongFormat(cause error, r Reason, found ...string) error {
	return &FormatError{Detail: because(r, found...), Cause: cause}
}
