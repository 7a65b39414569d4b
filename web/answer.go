package web

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
)

func starting() *Error {
	return &Error{Status: http.StatusServiceUnavailable, Code: "starting", RetryAfter: 2 * time.Second}
}

func tooMany() *Error {
	return &Error{Status: http.StatusTooManyRequests, Code: "too-many-requests", RetryAfter: 2 * time.Second}
}

// errorBody is the JSON of every error answer.
type errorBody struct {
	Error errorDetail `json:"error"`
}

type errorDetail struct {
	Code    string            `json:"code"`
	Message string            `json:"message"`
	Fields  map[string]string `json:"fields"`
}

// fail answers with an error in the representation asked for and logs its cause.
func (s *Server) fail(c *gin.Context, e *Error) {
	c.Abort()
	if c.Writer.Written() {
		s.cfg.Log.Error("error after the first byte", "id", c.GetString(idKey), "error", e)
		return
	}
	r := From(c)
	if e.Status >= 500 && e.Cause != nil {
		s.cfg.Log.Error("request failed", "id", r.ID, "route", c.FullPath(), "error", e.Cause.Error())
	}
	if e.Status == statusGone {
		c.Status(statusGone)
		return
	}
	a, err := s.errorAnswer(r, e)
	if err != nil {
		s.lastResort(c, r, e, err)
		return
	}
	a.sendUncached(c, e.Status)
	a.release()
}

func (s *Server) errorAnswer(r *Request, e *Error) (answer, error) {
	shown := *e
	if shown.Message == "" {
		shown.Message = s.cfg.ErrorText(r.Lang, e.Code)
	}
	result := Result{Header: errorHeader(r, e)}
	as := *r
	switch {
	case r.Rep == JSON || r.wantsJSON():
		as.Rep = JSON
		result.JSON = func() any { return errorBody{errorDetail{shown.Code, shown.Message, fieldsOf(&shown)}} }
	case r.Rep == HTML && r.HX:
		result.Page = s.cfg.ErrorNote(r, &shown)
	case r.Rep == HTML:
		result.Page = s.cfg.ErrorPage(r, &shown)
	default:
		return answer{contentType: "text/plain; charset=utf-8", vary: varyData, header: result.Header,
			body: []byte(shown.Code + ": " + shown.Message + "\n")}, nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.HTTP.Context()), pageDeadline)
	defer cancel()
	return s.render(ctx, &as, result, "")
}

// wantsJSON tells callers of addresses without an ending that speak JSON.
func (r *Request) wantsJSON() bool {
	return r.HTTP.Header.Get("Accept") == "application/json"
}

// errorHeader sends an error that has no fragment of its own to the page's alert.
func errorHeader(r *Request, e *Error) http.Header {
	h := http.Header{"X-Request-Id": {r.ID}}
	if r.HX {
		h.Set("HX-Retarget", "#flash")
		h.Set("HX-Reswap", "innerHTML")
	}
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds()))))
	}
	return h
}

func fieldsOf(e *Error) map[string]string {
	if e.Fields == nil {
		return map[string]string{}
	}
	return e.Fields
}

// lastResort answers when even the error page failed.
func (s *Server) lastResort(c *gin.Context, r *Request, e *Error, cause error) {
	s.cfg.Log.Error("error page failed", "id", r.ID, "error", cause.Error())
	c.Writer.Header().Set("Cache-Control", "no-store")
	c.Data(max(e.Status, http.StatusInternalServerError), "text/plain; charset=utf-8", fmt.Appendf(nil, "error %s\n", r.ID))
}

// redirect answers 303, or tells htmx to load the page as a whole: a redirect
// followed inside its request would put a page into a fragment's place.
func (s *Server) redirect(c *gin.Context, r *Request, result Result) error {
	target, local := LocalPath(result.Redirect)
	if !local {
		return fmt.Errorf("web: redirect to %q is not local", result.Redirect)
	}
	a := answer{contentType: "text/html; charset=utf-8", vary: varyHTML, header: http.Header{}}
	for name, values := range result.Header {
		a.header[name] = values
	}
	if r.HX {
		a.header.Set("HX-Redirect", target)
		a.sendUncached(c, http.StatusOK)
		return nil
	}
	a.header.Set("Location", target)
	a.sendUncached(c, http.StatusSeeOther)
	return nil
}
