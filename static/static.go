// Package static serves the stylesheet, the scripts and the icon under addresses
// that carry a hash of their content, so that browsers may keep them for ever.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

//go:embed files
var embedded embed.FS

// Prefix is what the addresses of all files begin with.
const Prefix = "/static/"

// file is one embedded file; its compressed forms are made once, on first use.
type file struct {
	data, etag, contentType string
	brotli, gzip            func() string
}

var byName, byAddress = load()

// URL returns the address of an embedded file, e.g. "/static/app.1a2b3c4d5e.css"
// for "app.css". It panics for a name that is not embedded: a page would lack it.
func URL(name string) string {
	address, ok := byName[name]
	if !ok {
		panic("static: no file " + name)
	}
	return address
}

// Text returns the content of an embedded file, "" when there is none.
func Text(name string) string {
	f, ok := byAddress[byName[name]]
	if !ok {
		return ""
	}
	return f.data
}

// Warm makes the compressed forms of all files, so that no visitor waits for them.
func Warm() {
	for _, f := range byAddress {
		f.brotli()
		f.gzip()
	}
}

func load() (names map[string]string, files map[string]*file) {
	names, files = map[string]string{}, map[string]*file{}
	entries, err := fs.ReadDir(embedded, "files")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		data, err := embedded.ReadFile("files/" + entry.Name())
		if err != nil {
			panic(err)
		}
		extension := path.Ext(entry.Name())
		if extension == ".css" {
			data = []byte(compact(string(data)))
		}
		sum := sha256.Sum256(data)
		hash := hex.EncodeToString(sum[:5])
		address := Prefix + strings.TrimSuffix(entry.Name(), extension) + "." + hash + extension
		names[entry.Name()] = address
		files[address] = newFile(string(data), hash, extension)
	}
	return names, files
}

func newFile(data, hash, extension string) *file {
	kind := mime.TypeByExtension(extension)
	switch extension {
	case ".js":
		kind = "text/javascript; charset=utf-8"
	case ".css":
		kind = "text/css; charset=utf-8"
	case ".svg":
		kind = "image/svg+xml; charset=utf-8"
	}
	return &file{
		data: data, etag: hash, contentType: kind,
		brotli: sync.OnceValue(func() string {
			return squeeze(data, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.BestCompression) })
		}),
		gzip: sync.OnceValue(func() string {
			return squeeze(data, func(w io.Writer) io.WriteCloser {
				z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
				if err != nil {
					panic(err)
				}
				return z
			})
		}),
	}
}

func squeeze(data string, writer func(io.Writer) io.WriteCloser) string {
	var out bytes.Buffer
	w := writer(&out)
	if _, err := io.WriteString(w, data); err != nil {
		panic(fmt.Sprintf("static: compress: %v", err))
	}
	if err := w.Close(); err != nil {
		panic(fmt.Sprintf("static: compress: %v", err))
	}
	return out.String()
}

// Serve answers a GET or HEAD for a hashed address and reports whether there is
// such a file; when there is none it writes nothing.
func Serve(w http.ResponseWriter, r *http.Request) bool {
	f, ok := byAddress[r.URL.Path]
	if !ok {
		return false
	}
	body, encoding := f.choose(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	// The tag names the encoding too: a strong tag must differ between byte sequences.
	tag := `"` + f.etag + strings.TrimSuffix("-"+encoding, "-") + `"`
	h.Set("ETag", tag)
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return true
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		// A client that went away cannot be told anything more.
		_, _ = io.WriteString(w, body)
	}
	return true
}

func (f *file) choose(accepted string) (body, encoding string) {
	switch {
	case strings.Contains(accepted, "br"):
		return f.brotli(), "br"
	case strings.Contains(accepted, "gzip"):
		return f.gzip(), "gzip"
	default:
		return f.data, ""
	}
}
