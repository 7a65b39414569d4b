package views

// appendEscaped appends s with the five characters that HTML reserves replaced, for
// pages written by hand. It does what templ.EscapeString does, in place.
func appendEscaped(b []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); i++ {
		entity := ""
		switch s[i] {
		case '&':
			entity = "&amp;"
		case '<':
			entity = "&lt;"
		case '>':
			entity = "&gt;"
		case '"':
			entity = "&#34;"
		case '\'':
			entity = "&#39;"
		default:
			continue
		}
		b = append(append(b, s[from:i]...), entity...)
		from = i + 1
	}
	return append(b, s[from:]...)
}
