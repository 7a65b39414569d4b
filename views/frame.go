// Package views holds the pages: one templ file and one view model for each, and
// the frame around them. Views get values ready to print.
package views

import (
	"strings"
	"time"

	"gpuscale/text"
)

// Site is what the frame says about the installation; it is the same on all pages.
type Site struct {
	Base    string // address for absolute links, without a trailing slash
	Contact string // shown in the footer as it is: an address or a telephone number
	ICP     string // ICP record number
	Police  string // 公安 record number
}

// Frame is the surroundings of one page.
type Frame struct {
	Site        Site
	Lang        text.Lang
	Path        string // without language prefix and ending: "/offers"
	Query       string // canonical query, "" for none
	Title       string // of the page, without the site's name
	Description string // for search engines; "" takes the site's
	Nav         string // key of the current main entry: "offers", "compare", …; "" for none
	Theme       string // "light", "dark", or "" to follow the system
	HX          bool   // rendered for htmx: out-of-band parts carry their marks
	DataDate    time.Time
	Feed        string // path of the page's own feed, "" for the feed of all changes
	NoIndex     bool   // search engines stay away: errors, admin, results of forms
	Admin       *AdminBar
}

// AdminBar is the bar above admin pages.
type AdminBar struct {
	User    string
	Role    string // in the page's language
	Current string // key of the current entry
	Entries []AdminEntry
}

// AdminEntry is a link in the admin bar.
type AdminEntry struct{ Key, Label, Path string }

// T is text.T in the page's language.
func (f Frame) T(key string, args ...any) string { return text.T(f.Lang, key, args...) }

// N is text.N in the page's language.
func (f Frame) N(key string, n int, args ...any) string { return text.N(f.Lang, key, n, args...) }

// Href is the address of a local path in the page's language: "/offers" becomes
// "/en/offers" in English. The path may carry a query.
func (f Frame) Href(path string) string { return hrefIn(f.Lang, path) }

func hrefIn(l text.Lang, path string) string {
	switch {
	case l != text.EN:
		return path
	case isAdmin(path):
		return inEnglish(path)
	}
	return "/en" + path
}

// isAdmin tells the pages for editors: they have one address in both languages,
// which a parameter chooses.
func isAdmin(path string) bool { return path == "/admin" || strings.HasPrefix(path, "/admin/") }

func inEnglish(path string) string {
	if strings.Contains(path, "?") {
		return path + "&lang=en"
	}
	return path + "?lang=en"
}

// Self is the canonical address of the page in its language, with its query.
func (f Frame) Self() string { return f.Href(f.address()) }

// As is the canonical address of another representation: As(".csv").
func (f Frame) As(ending string) string {
	path := f.Path
	if path == "/" {
		path = "/index"
	}
	return f.Href(withQuery(path+ending, f.Query))
}

// Absolute is the full address of the page, for sharing.
func (f Frame) Absolute() string { return f.Site.Base + f.Self() }

// Titled returns the frame with a title and a description.
func (f Frame) Titled(title, description string) Frame {
	f.Title, f.Description = title, description
	return f
}

func (f Frame) address() string { return withQuery(f.Path, f.Query) }

func withQuery(path, query string) string {
	if query == "" {
		return path
	}
	return path + "?" + query
}

func (f Frame) otherLang() text.Lang {
	if f.Lang == text.EN {
		return text.ZH
	}
	return text.EN
}

func (f Frame) pageTitle() string {
	if f.Title == "" {
		return f.T("site.full")
	}
	return f.T("site.title", "page", f.Title)
}

func (f Frame) description() string {
	if f.Description != "" {
		return f.Description
	}
	return f.T("site.description")
}

func (f Frame) feed() string {
	if f.Feed != "" {
		return f.Feed
	}
	return "/feed.atom"
}

// mainEntries are the entries of the top bar, in order.
var mainEntries = []struct{ key, text, path string }{
	{"offers", "nav.offers", "/offers"},
	{"compare", "nav.compare", "/compare"},
	{"cost", "nav.cost", "/calculator/cost"},
	{"wizard", "nav.wizard", "/wizard"},
	{"sizing", "nav.sizing", "/calculator/sizing"},
	{"gpus", "nav.gpus", "/gpus"},
	{"providers", "nav.providers", "/providers"},
}

// htmxConfig keeps htmx within the content policy and says which answers replace
// their target: the page's own fragment for wrong values, the alert for the rest.
const htmxConfig = `{"includeIndicatorStyles":false,"allowEval":false,"allowScriptTags":false,"selfRequestsOnly":true,` +
	`"historyCacheSize":0,"historyRestoreAsHxRequest":false,"timeout":20000,` +
	`"responseHandling":[{"code":"204","swap":false},{"code":"[23]..","swap":true},{"code":"400|404|409|422","swap":true},` +
	`{"code":"[45]..","swap":true,"error":true,"target":"#flash","swapOverride":"innerHTML"}]}`
