package web

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"
)

// show answers with another page of the site at this address: what a short
// address stands for. The page is found, cached and validated like any other.
func (s *Server) show(c *gin.Context, target string) error {
	local, ok := LocalPath(target)
	if !ok {
		return fmt.Errorf("web: page %q cannot be shown here", target)
	}
	u, err := url.Parse(local)
	if err != nil {
		return err
	}
	inner := c.Request.Clone(c.Request.Context())
	inner.Method, inner.URL, inner.RequestURI = http.MethodGet, u, local
	if c.Request.Method == http.MethodHead {
		inner.Method = http.MethodHead
	}
	c.Request = inner
	s.engine.HandleContext(c)
	c.Abort()
	return nil
}
