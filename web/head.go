package web

import (
	"bytes"
	"context"
	"net"
	"net/http"
)

// headListener accepts connections that take prepared heads.
type headListener struct{ net.Listener }

// Accept waits for the next connection.
func (l headListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		c = &headConn{TCPConn: tcp}
	}
	return c, err
}

// headConn is a connection that puts prepared header lines into an answer. Left to
// net/http, a dozen headers are copied, sorted, checked and written one by one for
// every answer, which costs a third of what sending a compressed page does.
type headConn struct {
	*net.TCPConn
	head []byte
}

type headConnKey struct{}

// withHeadConn lets a request find its connection.
func withHeadConn(ctx context.Context, c net.Conn) context.Context {
	if taker, ok := c.(*headConn); ok {
		return context.WithValue(ctx, headConnKey{}, taker)
	}
	return ctx
}

// takeHead has the next answer carry the lines of head, each with its end, beside the
// headers that net/http is given. It reports whether the connection can; the caller
// then writes its answer before anything else is written.
func takeHead(r *http.Request, head []byte) bool {
	c, ok := r.Context().Value(headConnKey{}).(*headConn)
	if ok && head != nil {
		c.head = head
	}
	return ok && head != nil
}

// Write writes p, and after its first line, which is the status line, the head that
// was taken. Nothing is left of an earlier answer: net/http flushes each one.
func (c *headConn) Write(p []byte) (int, error) {
	line := bytes.IndexByte(p, '\n') + 1
	if c.head == nil || line == 0 {
		return c.TCPConn.Write(p)
	}
	b := buffers.Get().(*bytes.Buffer)
	defer release(b)
	b.Write(p[:line])
	b.Write(c.head)
	b.Write(p[line:])
	added := len(c.head)
	c.head = nil
	n, err := c.TCPConn.Write(b.Bytes())
	if err != nil {
		return max(0, min(len(p), n-added)), err
	}
	return len(p), nil
}
