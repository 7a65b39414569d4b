package web

import (
	"bytes"
	"hash/fnv"
	"hash/maphash"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/maypok86/otter/v2"
)

// place is where an answer is found among all answers: everything that changes its
// bytes. The version makes old entries unreachable after a change of data. A place is
// compared as it is; a key put together for each request would cost more than looking.
type place struct {
	version, path, query string
	encoding, theme      string
	fragment             bool
	// lang and rep tell an address that was understood, whose path is without its
	// language and ending and whose query is canonical; they are zero for an address
	// as it was written.
	lang string
	rep  Rep
}

// cacheKey names one answer: place among all answers, etag for the visitor's copy.
// The zero key stands for an answer that is not kept.
type cacheKey struct {
	place      place
	etag, vary string
}

// key builds the cache key of a page request.
func (s *Server) key(r *Request, version string) cacheKey {
	at := place{version: version, path: r.Path, query: r.Canonical(), lang: r.Lang, rep: r.Rep,
		encoding: accepted(r.HTTP.Header.Get("Accept-Encoding"))}
	variant, vary := r.Lang, varyData
	if r.Rep == HTML {
		vary = varyHTML
		if at.fragment = r.HX; r.HX {
			variant += "~hx"
		} else {
			at.theme = r.Theme
			variant += "~" + r.Theme
		}
	}
	address := strings.Join([]string{endingOf(r.Rep), at.path, at.query}, "\x00")
	return cacheKey{place: at, vary: vary,
		etag: `W/"` + s.cfg.Build + "." + version + "." + variant + "." + digest(address) + `"`}
}

// digest tells addresses apart in tags: a tag is compared before the address is
// understood, so that of another page must not fit one that does not exist.
func digest(address string) string {
	h := fnv.New64a()
	_, _ = io.WriteString(h, address) // a hash takes everything
	return strconv.FormatUint(h.Sum64(), 36)
}

// spelt is the place of the answer to an address as it was written, before anything
// of it is understood: most requests repeat an address letter by letter.
func spelt(r *http.Request, version string) place {
	return place{version: version, path: r.URL.Path, query: r.URL.RawQuery, theme: themeOf(r),
		fragment: wantsFragment(r), encoding: accepted(r.Header.Get("Accept-Encoding"))}
}

// notModified tells that the visitor has the answer.
func (k cacheKey) notModified(w http.ResponseWriter) {
	k.unchanged(w.Header())
	w.WriteHeader(http.StatusNotModified)
}

func (k cacheKey) unchanged(h http.Header) {
	h["Cache-Control"] = noCacheValue
	h["Etag"] = []string{k.etag}
	h["Vary"] = []string{k.vary}
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

// entry is a kept answer and, where it is found under the words of an address, what
// it takes to send it without the engine: see repeated.
type entry struct {
	*answer
	meter           *meter // of the route
	page            bool   // visitors see a page there
	head, unchanged []byte // the prepared headers of 200 and of 304
}

// pageCache keeps finished answers, bounded by their bytes.
type pageCache struct {
	entries *otter.Cache[place, entry]
	largest int
	asked   recent
}

// bulky is the size from which an uncompressed answer is kept only when it is asked
// for again: it takes the room of ten compressed ones, and those who ask for it are
// programs that walk through addresses more often than they come back.
const bulky = 16 << 10

// recent remembers which places were asked for lately, as many as it has slots.
type recent [4096]atomic.Uint64

// placeSeed makes the slots of places unforeseeable.
var placeSeed = maphash.MakeSeed()

// again reports whether the place was asked for lately, and remembers it.
func (r *recent) again(at place) bool {
	h := maphash.Comparable(placeSeed, at)
	return r[h%uint64(len(r))].Swap(h) == h
}

// entryOverhead is what an entry costs beside its bytes and its address.
const entryOverhead = 512

func newPageCache(bytes uint64) *pageCache {
	return &pageCache{
		largest: int(bytes / 16),
		entries: otter.Must(&otter.Options[place, entry]{
			MaximumWeight: bytes,
			Weigher: func(at place, e entry) uint32 {
				return uint32(len(at.path) + len(at.query) + len(e.body) + len(e.head) + len(e.unchanged) + entryOverhead)
			},
		}),
	}
}

func (p *pageCache) get(at place) (entry, bool) { return p.entries.GetIfPresent(at) }

// offer keeps a new answer, with a body of its own, if it is worth its room.
func (p *pageCache) offer(at place, a *answer) {
	if a.encoding == "" && len(a.body) >= bulky && !p.asked.again(at) {
		return
	}
	kept := *a
	kept.body, kept.pooled = bytes.Clone(a.body), nil
	p.put(at, entry{answer: &kept})
}

// put keeps an answer unless it alone would push out a large part of the cache.
func (p *pageCache) put(at place, e entry) {
	if len(e.body) <= p.largest {
		p.entries.Set(at, e)
	}
}
