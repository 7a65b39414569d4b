package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/gin-gonic/gin"
)

// pageDeadline bounds the work for one page; a page takes milliseconds.
const pageDeadline = 10 * time.Second

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxPooled keeps the buffer of an exceptionally large answer out of the pool.
const maxPooled = 1 << 20

func release(b *bytes.Buffer) {
	if b.Cap() <= maxPooled {
		b.Reset()
		buffers.Put(b)
	}
}

// answer is a finished body with what its headers need.
type answer struct {
	body        []byte
	pooled      *bytes.Buffer // holds the body until release; nil for a body of its own
	contentType string
	encoding    string // "", "gzip" or "br"
	disposition string
	vary        string
	etag        string // "" for an answer that is not kept
	header      http.Header
	// sent holds the headers as they go out, made once for an answer that is kept: the
	// framing first.
	sent []headerLine
}

// headerLine is one header with its values, which nobody may change.
type headerLine struct {
	name   string
	values []string
}

var (
	noCacheValue = []string{"no-cache"}
	noStoreValue = []string{"no-store"}
)

const (
	varyHTML = "HX-Request, HX-History-Restore-Request, Accept-Encoding, Cookie"
	varyData = "Accept-Encoding"
)

// send renders a result in the representation asked for and sends it; a plain
// success is kept in the cache.
func (s *Server) send(ctx context.Context, c *gin.Context, r *Request, result Result, key cacheKey) error {
	if result.Redirect != "" {
		return s.redirect(c, r, result)
	}
	if result.Show != "" {
		return s.show(c, result.Show)
	}
	if result.Err != nil && (r.Rep != HTML || result.Page == nil) {
		return result.Err
	}
	a, err := s.render(ctx, r, result, accepted(c.Request.Header.Get("Accept-Encoding")))
	if err != nil {
		return err
	}
	defer a.release()
	if status := result.status(); status != http.StatusOK || result.NoStore || key == (cacheKey{}) {
		a.sendUncached(c, status)
		return nil
	}
	tagged := a.tagged(key.etag)
	s.cache.offer(key.place, tagged)
	tagged.send(c.Writer, c.Request)
	return nil
}

// release gives the memory of a body that was sent back for the next one.
func (a *answer) release() {
	if a.pooled != nil {
		release(a.pooled)
	}
}

func (result Result) status() int {
	switch {
	case result.Status != 0:
		return result.Status
	case result.Err != nil:
		return result.Err.Status
	default:
		return http.StatusOK
	}
}

// render makes the body, compressed where the visitor takes it and it saves anything.
// It runs to the end before a byte is sent, so a failure is a clean error and never
// half a page. The caller releases the answer when it is sent.
func (s *Server) render(ctx context.Context, r *Request, result Result, encoding string) (answer, error) {
	buffer := buffers.Get().(*bytes.Buffer)
	a, err := renderInto(ctx, buffer, r, result)
	if err != nil {
		release(buffer)
		return answer{}, err
	}
	a.pooled, a.encoding = encode(buffer, encoding)
	a.body = a.pooled.Bytes()
	return a, nil
}

func renderInto(ctx context.Context, buffer *bytes.Buffer, r *Request, result Result) (answer, error) {
	a := answer{vary: varyData, header: result.Header}
	var err error
	switch {
	case r.Rep == JSON && result.JSON != nil:
		a.contentType = "application/json; charset=utf-8"
		err = encodeJSON(buffer, result.JSON())
	case r.Rep == CSV && result.CSV != nil:
		a.contentType = "text/csv; charset=utf-8; header=present"
		a.disposition = attachment(path.Base(r.Path) + ".csv")
		// The byte order mark makes spreadsheets read Chinese as UTF-8.
		buffer.WriteString("\ufeff")
		err = result.CSV(buffer)
	case r.Rep == MD && result.Markdown != nil:
		a.contentType = "text/markdown; charset=utf-8"
		err = result.Markdown(buffer)
	case r.Rep == HTML && result.Body != nil:
		a.contentType = result.ContentType
		err = result.Body(buffer)
	case r.Rep == HTML && result.Page != nil:
		a.contentType, a.vary = "text/html; charset=utf-8", varyHTML
		err = renderHTML(ctx, buffer, r, result)
	default:
		return answer{}, NotFound()
	}
	if err != nil {
		return answer{}, fmt.Errorf("web: render %s: %w", r.Path, err)
	}
	return a, nil
}

func renderHTML(ctx context.Context, buffer *bytes.Buffer, r *Request, result Result) error {
	if !r.HX || len(result.Fragments) == 0 {
		return result.Page.Render(ctx, buffer)
	}
	names := make([]any, len(result.Fragments))
	for i, name := range result.Fragments {
		names[i] = name
	}
	if err := templ.RenderFragments(ctx, buffer, result.Page, names...); err != nil {
		return err
	}
	if buffer.Len() == 0 {
		return errors.New("the page has none of the fragments " + fmt.Sprint(names...))
	}
	return nil
}

func encodeJSON(buffer *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(buffer)
	// The type and nosniff keep browsers from reading it as HTML.
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

func attachment(name string) string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": name})
}

// sendUncached sends an answer that no cache may keep.
func (a answer) sendUncached(c *gin.Context, status int) {
	a.sent = a.lines(noStoreValue)
	a.write(c.Writer, c.Request, status)
}

// tagged is the answer for caches that ask again each time.
func (a answer) tagged(etag string) *answer {
	a.etag = etag
	a.sent = append(a.lines(noCacheValue), headerLine{"Etag", []string{etag}})
	return &a
}

func (a *answer) lines(cacheControl []string) []headerLine {
	lines := []headerLine{
		{"Content-Type", []string{a.contentType}},
		{"Content-Length", []string{strconv.Itoa(len(a.body))}},
		{"Cache-Control", cacheControl},
		{"Vary", []string{a.vary}},
	}
	if a.encoding != "" {
		lines = append(lines, headerLine{"Content-Encoding", []string{a.encoding}})
	}
	if a.disposition != "" {
		lines = append(lines, headerLine{"Content-Disposition", []string{a.disposition}})
	}
	for name, values := range a.header {
		lines = append(lines, headerLine{http.CanonicalHeaderKey(name), values})
	}
	return lines
}

// send sends a kept answer, or tells that the visitor has it.
func (a *answer) send(w http.ResponseWriter, r *http.Request) {
	if matches(r.Header.Get("If-None-Match"), a.etag) {
		a.key().notModified(w)
		return
	}
	a.write(w, r, http.StatusOK)
}

func (a *answer) key() cacheKey { return cacheKey{etag: a.etag, vary: a.vary} }

func (a *answer) write(w http.ResponseWriter, r *http.Request, status int) {
	a.setHeader(w.Header())
	w.WriteHeader(status)
	writeBody(w, r, a.body)
}

func (a *answer) setHeader(h http.Header) {
	for _, line := range a.sent {
		h[line.name] = line.values
	}
}

// writeBody writes the body of an answer and reports how much of it went out.
func writeBody(w http.ResponseWriter, r *http.Request, body []byte) int {
	if r.Method == http.MethodHead {
		body = nil
	}
	// A client that went away cannot be told anything more.
	n, _ := w.Write(body)
	return n
}
