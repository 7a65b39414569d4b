package catalog

import "strings"

// Confidence says how near to the operator a figure was read.
type Confidence string

// Confidence words, the most trustworthy first.
const (
	OfficialPage Confidence = "official page"
	ThirdParty   Confidence = "third-party report"
	SeedArticle  Confidence = "seed article"
)

// Source is where a figure was read and when.
type Source struct {
	URL        string // http(s) address, "seed:…" for the seed article, "upload:…" for an evidence file, or empty
	Seen       Date
	Confidence Confidence
	Licence    string // set where credit and link are required when shown
}

// IsArticle reports whether the figure comes from the seed article, which has no
// public address.
func (s Source) IsArticle() bool { return strings.HasPrefix(s.URL, "seed:") }

// File returns the name of the evidence file that the source is, or "".
func (s Source) File() string {
	sha, ok := strings.CutPrefix(s.URL, "upload:")
	if !ok {
		return ""
	}
	return sha
}

// Link returns the public address of the source, or "": an http(s) address, or the
// path of an evidence file on this site.
func (s Source) Link() string {
	if sha := s.File(); sha != "" {
		return "/evidence/" + sha
	}
	if strings.HasPrefix(s.URL, "https://") || strings.HasPrefix(s.URL, "http://") {
		return s.URL
	}
	return ""
}

// Words is one text in the portal's two languages. En may be empty where the
// source has no English; the page then shows Zh marked as Chinese.
type Words struct {
	Zh string
	En string
}

// In returns the text for lang ("zh" or "en"), falling back to the other language.
func (w Words) In(lang string) string {
	if lang == "en" && w.En != "" || w.Zh == "" {
		return w.En
	}
	return w.Zh
}
