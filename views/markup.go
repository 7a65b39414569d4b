package views

import (
	"context"
	"io"
	"strings"
	"sync"

	"github.com/a-h/templ"
)

// markup is HTML written by hand, for tables whose rows must cost little. Raw takes
// markup of the program; everything else goes through Text, which escapes.
type markup []byte

// markupPool holds the buffers of finished markup.
var markupPool = sync.Pool{New: func() any { m := make(markup, 0, 128<<10); return &m }}

// handWritten is a component that writes its markup by hand.
func handWritten(write func(*markup)) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		b := markupPool.Get().(*markup)
		defer markupPool.Put(b)
		*b = (*b)[:0]
		write(b)
		_, err := w.Write(*b)
		return err
	})
}

// raw appends markup that the program wrote itself, never data.
func (m *markup) raw(parts ...string) {
	for _, p := range parts {
		*m = append(*m, p...)
	}
}

// text appends data, safe between tags and in quoted attributes.
func (m *markup) text(s string) {
	b := *m
	from := 0
	for i := 0; i < len(s); i++ {
		if e := entities[s[i]]; e != "" {
			b = append(append(b, s[from:i]...), e...)
			from = i + 1
		}
	}
	*m = append(b, s[from:]...)
}

// entities stand for the characters that HTML reserves.
var entities = [256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&#34;", '\'': "&#39;"}

// between appends data between two pieces of markup.
func (m *markup) between(open, s, shut string) {
	m.raw(open)
	m.text(s)
	m.raw(shut)
}

// external opens a link to another site: no referral, no trust. The address must be
// http or https, or an evidence file of this site; for any other it opens a plain
// span. Close with the returned tag.
func (m *markup) external(url string) (shut string) {
	if strings.HasPrefix(url, "/evidence/") {
		m.between(`<a href="`, url, `" rel="nofollow">`)
		return "</a>"
	}
	if !strings.HasPrefix(url, "https://") && !strings.HasPrefix(url, "http://") {
		m.raw("<span>")
		return "</span>"
	}
	m.between(`<a href="`, url, `" rel="nofollow noopener noreferrer">`)
	return "</a>"
}
