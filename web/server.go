package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/semaphore"

	"gpuscale/static"
)

// Server is the engine with its routes. Register all routes before Handler is used.
type Server struct {
	cfg     Config
	engine  *gin.Engine
	cache   *pageCache
	limiter *limiter
	work    *semaphore.Weighted
	metrics *metrics
	pages   []Page
	// contexts are for asking the engine about requests that it does not serve.
	contexts sync.Pool
}

// New builds a server with the operation routes, the static files and the theme form.
func New(cfg Config) (*Server, error) {
	if cfg.CacheBytes == 0 {
		cfg.CacheBytes = DefaultCacheBytes
	}
	if cfg.Limit == (Limit{}) {
		cfg.Limit = DefaultLimit
	}
	gin.SetMode(gin.ReleaseMode)
	s := &Server{cfg: cfg, engine: gin.New(), work: semaphore.NewWeighted(int64(4 * max(2, runtime.GOMAXPROCS(0))))}
	if err := s.engine.SetTrustedProxies(cfg.TrustedProxies); err != nil {
		return nil, fmt.Errorf("web: trusted proxies: %w", err)
	}
	s.engine.RedirectTrailingSlash = false
	s.engine.RedirectFixedPath = false
	s.engine.HandleMethodNotAllowed = true
	s.engine.MaxMultipartMemory = 1 << 20
	s.contexts.New = func() any { return gin.CreateTestContextOnly(nil, s.engine) }
	s.cache = newPageCache(cfg.CacheBytes)
	s.limiter = newLimiter(cfg.Limit)
	s.metrics = newMetrics(cfg.Registry)
	s.engine.Use(s.observe, s.recover, s.headers, s.checkHost, s.checkQuery)
	s.engine.NoRoute(s.missing)
	s.engine.NoMethod(s.Handle(func(*gin.Context) error {
		return &Error{Status: http.StatusMethodNotAllowed, Code: "method-not-allowed"}
	}))
	s.operations()
	s.Route(Route{Method: http.MethodPost, Path: "/theme", Handler: chooseTheme})
	return s, nil
}

// Handler is the whole site, guarded against requests from other sites.
func (s *Server) Handler() http.Handler {
	guard := http.NewCrossOriginProtection()
	if s.cfg.Base != nil {
		// The error is impossible for an origin made from a parsed URL.
		_ = guard.AddTrustedOrigin(s.cfg.Base.Scheme + "://" + s.cfg.Base.Host)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if guard.Check(r) != nil {
			r = r.WithContext(context.WithValue(r.Context(), crossOriginKey{}, true))
		}
		if !s.repeated(w, r) {
			s.engine.ServeHTTP(w, r)
		}
	})
}

// crossOriginKey marks requests that CrossOriginProtection refused, so that the
// refusal passes the same log, headers and error page as every other answer.
type crossOriginKey struct{}

// NewHTTPServer is an http.Server with every timeout set.
func NewHTTPServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ConnContext:       withHeadConn,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    32 << 10,
	}
}

// Serve answers on l until ctx ends, then lets running requests finish for at
// most grace.
func Serve(ctx context.Context, l net.Listener, h http.Handler, grace time.Duration) error {
	server := NewHTTPServer(h)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(headListener{l}) }()
	select {
	case err := <-failed:
		return fmt.Errorf("web: serve: %w", err)
	case <-ctx.Done():
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(stopping); err != nil {
		return fmt.Errorf("web: shut down: %w", err)
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("web: serve: %w", err)
	}
	return nil
}

// missing answers addresses without a route: static files, then 404.
func (s *Server) missing(c *gin.Context) {
	method := c.Request.Method
	if strings.HasPrefix(c.Request.URL.Path, static.Prefix) && (method == http.MethodGet || method == http.MethodHead) {
		c.Status(http.StatusOK)
		if static.Serve(c.Writer, c.Request) {
			return
		}
	}
	s.fail(c, NotFound())
}
