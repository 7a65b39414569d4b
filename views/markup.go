package views

import "strings"

// markup is HTML written by hand, for tables whose rows must cost little. Raw takes
// markup of the program; everything else goes through Text, which escapes.
type markup []byte

// raw appends markup that the program wrote itself, never data.
func (m *markup) raw(parts ...string) {
	for _, p := range parts {
		*m = append(*m, p...)
	}
}

// text appends data, safe between tags and in quoted attributes.
func (m *markup) text(s string) {
	for {
		i := strings.IndexAny(s, `&<>"'`)
		if i < 0 {
			*m = append(*m, s...)
			return
		}
		*m = append(*m, s[:i]...)
		*m = append(*m, entity(s[i])...)
		s = s[i+1:]
	}
}

func entity(c byte) string {
	switch c {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '"':
		return "&#34;"
	}
	return "&#39;"
}

// between appends data between two pieces of markup.
func (m *markup) between(open, s, shut string) {
	m.raw(open)
	m.text(s)
	m.raw(shut)
}

// external opens a link to another site: no referral, no trust. The address must be
// http or https; for any other it opens a plain span. Close with the returned tag.
func (m *markup) external(url string) (shut string) {
	if !strings.HasPrefix(url, "https://") && !strings.HasPrefix(url, "http://") {
		m.raw("<span>")
		return "</span>"
	}
	m.between(`<a href="`, url, `" rel="nofollow noopener noreferrer">`)
	return "</a>"
}
