package views_test

import (
	"testing"

	"gpuscale/views"
)

func TestOnlyFullWebAddressesBecomeLinks(t *testing.T) {
	for typed, want := range map[string]string{
		"https://example.com/a": "https://example.com/a", "HTTPS://Example.com": "https://Example.com", "http://example.com": "http://example.com",
		"javascript:alert(1)": "", "JAVASCRIPT:alert(1)": "", "data:text/html,x": "", "java\nscript:alert(1)": "", "//example.com": "", "": "",
		"https://user:secret@example.com": "", "https:/path": "", "ftp://example.com": "",
	} {
		if got := views.WebAddress(typed); got != want {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
	}
}
