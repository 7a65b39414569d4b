package views

import (
	"testing"

	"github.com/a-h/templ"
)

func FuzzEscapingIsTemplsOwn(f *testing.F) {
	for _, seed := range []string{"", "plain", `<script>alert("1")</script>`, "a&b'c", "中文<", ">>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := string(appendEscaped([]byte("x"), s)), "x"+templ.EscapeString(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	})
}
