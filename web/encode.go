package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	kgzip "github.com/klauspost/compress/gzip"
)

// brotliQuality balances size against the time of the first request for a page;
// see BenchmarkEncode.
const brotliQuality = 6

// smallest is the size below which compression does not save a packet.
const smallest = 512

var (
	brotliWriters = sync.Pool{New: func() any { return brotli.NewWriterLevel(io.Discard, brotliQuality) }}
	gzipWriters   = sync.Pool{New: func() any {
		w, err := kgzip.NewWriterLevel(io.Discard, gzip.DefaultCompression)
		if err != nil {
			panic(err)
		}
		return w
	}}
)

// accepted picks the best encoding of an Accept-Encoding header: "br", "gzip" or
// "" for none. A coding with q=0 is refused.
func accepted(header string) string {
	switch {
	case header == "":
		return ""
	case accepts(header, "br"):
		return "br"
	case accepts(header, "gzip"):
		return "gzip"
	default:
		return ""
	}
}

func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q := strings.TrimSpace(weight)
			return q == "" || strings.Trim(strings.TrimPrefix(strings.ReplaceAll(q, " ", ""), "q="), "0.") != ""
		}
	}
	return false
}

// encode returns a pooled buffer with the body, compressed unless it is small, and the
// encoding it is in. The buffer it is given is that one, or is released.
func encode(body *bytes.Buffer, encoding string) (*bytes.Buffer, string) {
	if encoding == "" || body.Len() < smallest {
		return body, ""
	}
	pool := &brotliWriters
	if encoding == "gzip" {
		pool = &gzipWriters
	}
	w := pool.Get().(interface {
		io.WriteCloser
		Reset(io.Writer)
	})
	defer pool.Put(w)
	out := buffers.Get().(*bytes.Buffer)
	w.Reset(out)
	// Writing to a bytes.Buffer does not fail; if a writer ever did, the plain
	// body is still right.
	_, err := w.Write(body.Bytes())
	if err = errors.Join(err, w.Close()); err != nil {
		release(out)
		return body, ""
	}
	release(body)
	return out, encoding
}
