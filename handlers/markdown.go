package handlers

import "strings"

// markdown keeps data from being read as Markdown: tags, cell ends, emphasis, links
// and line breaks.
func markdown(s string) string { return markdownEscapes.Replace(s) }

var markdownEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "|", `\|`, "\r\n", " ", "\n", " ", "\r", " ",
	"`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`, `\`, `\\`)
