package handlers

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

// Share is a short address of a public page.
type Share struct {
	Code    string
	Path    string // local, with language prefix and query
	Frozen  bool   // shows the page as it was recorded at Created
	Created time.Time
}

// Shares keeps short addresses.
type Shares interface {
	// AddShare returns a short address for a path; the same path may get the same
	// one again.
	AddShare(ctx context.Context, path string, frozen bool) (Share, error)
	// Share returns the short address with the code, or ErrNoShare.
	Share(ctx context.Context, code string) (Share, error)
}

// ErrNoShare says that no short address has the code.
var ErrNoShare = errors.New("handlers: no such share")

// sharePathLimit is the longest path that can be shared, in characters.
const sharePathLimit = 2000

// shareModes are the words of the form's mode field.
var shareModes = []string{"live", "frozen"}

// registerShares registers the form's target and the short addresses.
func (p *Portal) registerShares(s *web.Server) {
	s.Route(web.Route{Method: http.MethodPost, Path: "/s", Handler: p.createShare})
	for _, prefix := range []string{"", "/en"} {
		s.Route(web.Route{Method: http.MethodGet, Path: prefix + "/s/:code", Handler: p.openShare})
		s.Route(web.Route{Method: http.MethodGet, Path: prefix + "/s/:code/link", Handler: p.showShare})
		s.Route(web.Route{Method: http.MethodGet, Path: prefix + "/s/:code/link.json", Handler: p.showShare})
	}
}

// createShare makes a short address and shows it on a page of its own.
func (p *Portal) createShare(ctx context.Context, r *web.Request) (web.Result, error) {
	form, err := r.Form()
	if err != nil {
		return web.Result{}, err
	}
	path, mode := form.Get("path"), strings.ToLower(strings.TrimSpace(form.Get("mode")))
	if mode == "" {
		mode = shareModes[0]
	}
	english := strings.HasPrefix(path, "/en/") || path == "/en"
	if english {
		r.Lang = string(text.EN)
	}
	if problems := p.shareProblems(lang(r), path, mode); len(problems) > 0 {
		return web.Result{}, web.InvalidForm(problems)
	}
	path, _ = web.LocalPath(path)
	share, err := p.Shares.AddShare(ctx, path, mode == "frozen")
	if err != nil {
		return web.Result{}, err
	}
	return web.Result{Redirect: p.Frame(r).Href("/s/" + share.Code + "/link")}, nil
}

func (p *Portal) shareProblems(l text.Lang, path, mode string) map[string]string {
	problems := map[string]string{}
	if target, ok := web.LocalPath(path); !ok || !p.shareable(target) {
		problems["path"] = text.T(l, "share.path")
	} else if len([]rune(path)) > sharePathLimit {
		problems["path"] = text.T(l, "share.long", "limit", text.Count(sharePathLimit))
	}
	if !slices.Contains(shareModes, mode) {
		problems["mode"] = text.T(l, "query.word", "value", mode, "allowed", strings.Join(shareModes, ", "))
	}
	return problems
}

// shareable tells addresses of public pages: those of anything else, or with a query
// that is refused everywhere, would lead nowhere.
func (p *Portal) shareable(path string) bool {
	u, err := url.Parse(path)
	if err != nil || web.CheckQuery(u.RawQuery) != nil {
		return false
	}
	// The router sees the decoded path: an escaped letter hides nothing.
	return slices.ContainsFunc(p.pages(), func(page web.Page) bool { return page.Has(u.Path) })
}

// openShare follows a live share to its page, or shows a frozen one as it was; with
// .json the same of the page's JSON.
func (p *Portal) openShare(ctx context.Context, r *web.Request) (web.Result, error) {
	if r.Rep != web.HTML && r.Rep != web.JSON {
		return web.Result{}, web.NotFound()
	}
	share, err := p.share(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	if r.Rep == web.JSON {
		if share.Path, err = p.jsonOf(share.Path); err != nil {
			return web.Result{}, err
		}
	}
	if share.Frozen {
		return web.Result{Show: asOf(share.Path, share.Created)}, nil
	}
	return web.Result{Redirect: share.Path}, nil
}

// jsonOf is the address of the JSON of a shared page; what was shared in another
// representation has none.
func (p *Portal) jsonOf(shared string) (string, error) {
	shared, _, _ = strings.Cut(shared, "#")
	path, query, asked := strings.Cut(shared, "?")
	switch path {
	case "/", "/en", "/en/":
		path = strings.TrimSuffix(path, "/") + "/index"
	}
	if !strings.HasSuffix(path, ".json") {
		path += ".json"
	}
	if !p.shareable(path) {
		return "", web.NotFound()
	}
	if asked {
		path += "?" + query
	}
	return path, nil
}

// asOf adds the moment to a path unless the path has one of its own. A fragment is
// dropped: it is the browser's business, and would swallow what is added.
func asOf(path string, at time.Time) string {
	path, _, _ = strings.Cut(path, "#")
	_, query, asked := strings.Cut(path, "?")
	// A query that does not parse is refused when the page is shown.
	values, _ := url.ParseQuery(query)
	if slices.ContainsFunc(values["as_of"], func(typed string) bool { return strings.TrimSpace(typed) != "" }) {
		return path
	}
	sign := "?"
	if asked {
		sign = "&"
	}
	return path + sign + "as_of=" + at.UTC().Format("2006-01-02T15:04:05.000Z")
}

// showShare is the page that shows a new short address.
func (p *Portal) showShare(ctx context.Context, r *web.Request) (web.Result, error) {
	share, err := p.share(ctx, r)
	if err != nil {
		return web.Result{}, err
	}
	f := p.Frame(r).Titled(text.T(lang(r), "share.title"), "")
	f.NoIndex = true
	short := p.Site.Base + "/s/" + share.Code
	return web.Result{
		Page: views.Share(f, views.ShareModel{Short: short, Path: share.Path, Frozen: share.Frozen, Created: text.Minute(share.Created)}),
		JSON: func() any {
			return shareJSON{Code: share.Code, URL: short, Path: share.Path, Mode: shareMode(share), Created: moment(share.Created)}
		},
	}, nil
}

// shareJSON is a short address.
type shareJSON struct {
	Code    string `json:"code"`
	URL     string `json:"url"`
	Path    string `json:"path"`
	Mode    string `json:"mode"` // live or frozen
	Created string `json:"created"`
}

func shareMode(s Share) string {
	if s.Frozen {
		return shareModes[1]
	}
	return shareModes[0]
}

func (p *Portal) share(ctx context.Context, r *web.Request) (Share, error) {
	share, err := p.Shares.Share(ctx, r.Param("code"))
	if errors.Is(err, ErrNoShare) {
		return Share{}, web.NotFound()
	}
	return share, err
}
