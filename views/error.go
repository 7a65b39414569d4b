package views

import (
	"maps"
	"slices"

	"gpuscale/text"
)

// Failure is an error answer as its page shows it.
type Failure struct {
	Status  int
	Code    string
	Message string
	Fields  map[string]string
	ID      string // of the request, shown with errors of our side
}

func (e Failure) title(f Frame) string { return ErrorTitle(f, e.Code) }

// ErrorTitle is the heading for an error code. It falls back to the words for
// internal errors, so that a new code is never shown raw.
func ErrorTitle(f Frame, code string) string {
	if key := "error.title." + code; text.Has(key) {
		return f.T(key)
	}
	return f.T("error.title.internal")
}

func (e Failure) fieldNames() []string { return slices.Sorted(maps.Keys(e.Fields)) }

func (e Failure) ours() bool { return e.Status >= 500 }

// ErrorText is the message of an error code in a language.
func ErrorText(lang, code string) string {
	if key := "error." + code; text.Has(key) {
		return text.T(text.Lang(lang), key)
	}
	return text.T(text.Lang(lang), "error.internal")
}
