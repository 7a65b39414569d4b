package web

import (
	"context"
	"encoding/json"
	"io"
	"strconv"
	"sync"
	"time"
)

// AccessLog writes one JSON line per request, in the form of the other log lines.
// Lines are gathered and written together: a write for each would cost a busy site
// more than answering from the cache.
type AccessLog struct {
	mutex sync.Mutex
	lines []byte
	out   io.Writer
}

// accessBytes is how many bytes are gathered before they are written.
const accessBytes = 32 << 10

// NewAccessLog gathers lines for out; Follow or Flush writes them.
func NewAccessLog(out io.Writer) *AccessLog { return &AccessLog{out: out} }

// Follow writes the gathered lines every second and a last time when ctx ends.
func (l *AccessLog) Follow(ctx context.Context) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			l.Flush()
			return
		case <-ticker.C:
			l.Flush()
		}
	}
}

// Flush writes the gathered lines.
func (l *AccessLog) Flush() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.flush()
}

func (l *AccessLog) flush() {
	if len(l.lines) > 0 {
		// There is nowhere to report a log that cannot be written.
		_, _ = l.out.Write(l.lines)
		l.lines = l.lines[:0]
	}
}

// visit is one answered request.
type visit struct {
	at            time.Time
	id            requestID
	method, path  string
	status, bytes int
	elapsed       time.Duration
	ip            string
}

func (l *AccessLog) add(v visit) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	b := append(l.lines, `{"time":"`...)
	b = v.at.UTC().AppendFormat(b, time.RFC3339Nano)
	b = append(b, `","level":"INFO","msg":"request","id":"`...)
	b = v.id.append(b)
	b = appendText(append(b, `","method":`...), v.method)
	b = appendText(append(b, `,"path":`...), v.path)
	b = strconv.AppendInt(append(b, `,"status":`...), int64(v.status), 10)
	b = strconv.AppendInt(append(b, `,"bytes":`...), int64(v.bytes), 10)
	b = strconv.AppendInt(append(b, `,"us":`...), v.elapsed.Microseconds(), 10)
	b = appendText(append(b, `,"ip":`...), v.ip)
	l.lines = append(b, "}\n"...)
	if len(l.lines) >= accessBytes {
		l.flush()
	}
}

// appendText appends s as a JSON string; text that a visitor sent may hold
// anything, line breaks and terminal codes included.
func appendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, err := json.Marshal(s)
			if err != nil {
				return append(b, `""`...)
			}
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}
