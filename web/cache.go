package web

import (
	"hash/fnv"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/maypok86/otter/v2"
)

// cacheKey names one answer: id among all answers, etag for the visitor's copy.
// The zero key stands for an answer that is not kept.
type cacheKey struct {
	id, etag, vary string
}

// key builds the cache key of a page request. Everything that changes the bytes
// is in it; the version makes old entries unreachable after a change of data.
func (s *Server) key(r *Request, version string) cacheKey {
	variant, vary := r.Lang, varyData
	if r.Rep == HTML {
		vary = varyHTML
		if r.HX {
			variant += "~hx"
		} else {
			variant += "~" + r.Theme
		}
	}
	encoding := accepted(r.HTTP.Header.Get("Accept-Encoding"))
	address := strings.Join([]string{endingOf(r.Rep), r.Path, r.Canonical()}, "\x00")
	return cacheKey{
		id:   strings.Join([]string{version, variant, encoding, address}, "\x00"),
		etag: `W/"` + s.cfg.Build + "." + version + "." + variant + "." + digest(address) + `"`,
		vary: vary,
	}
}

// digest tells addresses apart in tags: a tag is compared before the address is
// understood, so that of another page must not fit one that does not exist.
func digest(address string) string {
	h := fnv.New64a()
	_, _ = io.WriteString(h, address) // a hash takes everything
	return strconv.FormatUint(h.Sum64(), 36)
}

// spelt names the answer to an address as it was written, before anything of it is
// understood: most requests repeat an address letter by letter.
func spelt(r *http.Request, version string) string {
	h, fragment := r.Header, ""
	if h.Get("HX-Request") == "true" && h.Get("HX-History-Restore-Request") != "true" {
		fragment = "~hx"
	}
	return strings.Join([]string{version, accepted(h.Get("Accept-Encoding")), fragment, themeOf(r), r.URL.Path, r.URL.RawQuery}, "\x01")
}

func (k cacheKey) notModified(c *gin.Context) {
	h := c.Writer.Header()
	h["Cache-Control"] = noCacheValue
	h["Etag"] = []string{k.etag}
	h["Vary"] = []string{k.vary}
	c.Status(http.StatusNotModified)
	c.Writer.WriteHeaderNow()
}

// matches reports whether an If-None-Match header names the tag. "*" is not
// honoured: it would answer 304 for addresses that do not exist.
func matches(header, etag string) bool {
	if header == "" {
		return false
	}
	for candidate := range strings.SplitSeq(header, ",") {
		if strings.TrimPrefix(strings.TrimSpace(candidate), "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}

// pageCache keeps finished answers, bounded by their bytes.
type pageCache struct {
	entries *otter.Cache[string, answer]
	largest int
}

// entryOverhead is what an entry costs beside its body and key.
const entryOverhead = 256

func newPageCache(bytes uint64) *pageCache {
	return &pageCache{
		largest: int(bytes / 16),
		entries: otter.Must(&otter.Options[string, answer]{
			MaximumWeight: bytes,
			Weigher: func(key string, a answer) uint32 {
				return uint32(len(key) + len(a.body) + entryOverhead)
			},
		}),
	}
}

func (p *pageCache) get(id string) (answer, bool) { return p.entries.GetIfPresent(id) }

// put keeps an answer unless it alone would push out a large part of the cache.
func (p *pageCache) put(id string, a answer) {
	if len(a.body) <= p.largest {
		p.entries.Set(id, a)
	}
}
