package web

import (
	"bytes"
	"encoding/xml"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"gpuscale/static"
)

// operations registers what probes, crawlers and monitoring ask.
func (s *Server) operations() {
	s.get("/healthz", func(c *gin.Context) {
		c.Header("Cache-Control", "no-store")
		c.Data(http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
	})
	s.get("/readyz", s.ready)
	s.get("/metrics", gin.WrapH(promhttp.HandlerFor(s.cfg.Registry, promhttp.HandlerOpts{})))
	s.get("/robots.txt", s.robots)
	s.Stream("/sitemap.xml", s.sitemap)
	s.get("/favicon.ico", func(c *gin.Context) {
		c.Data(http.StatusOK, "image/svg+xml; charset=utf-8", []byte(static.Text("favicon.svg")))
	})
	s.get("/en", func(c *gin.Context) {
		c.Header("Location", "/en/")
		c.Data(http.StatusPermanentRedirect, "text/plain; charset=utf-8", []byte("/en/\n"))
	})
}

// ready answers 200 when pages can be served and the store answers, else 503.
func (s *Server) ready(c *gin.Context) {
	c.Header("Cache-Control", "no-store")
	if s.cfg.Version() != "" {
		err := s.cfg.Ready(c.Request.Context())
		if err == nil {
			c.Data(http.StatusOK, "text/plain; charset=utf-8", []byte("ready\n"))
			return
		}
		s.cfg.Log.Warn("not ready", "error", err.Error())
	}
	c.Header("Retry-After", "2")
	c.Data(http.StatusServiceUnavailable, "text/plain; charset=utf-8", []byte("not ready\n"))
}

func (s *Server) robots(c *gin.Context) {
	body := static.Text("robots.txt") + "\nSitemap: " + s.absolute("/sitemap.xml") + "\n"
	c.Data(http.StatusOK, "text/plain; charset=utf-8", []byte(body))
}

func (s *Server) absolute(path string) string {
	return strings.TrimSuffix(s.cfg.Base.String(), "/") + path
}

type sitemapSet struct {
	XMLName xml.Name     `xml:"urlset"`
	Space   string       `xml:"xmlns,attr"`
	XHTML   string       `xml:"xmlns:xhtml,attr"`
	URLs    []sitemapURL `xml:"url"`
}

type sitemapURL struct {
	Location string        `xml:"loc"`
	Links    []sitemapLink `xml:"xhtml:link"`
}

type sitemapLink struct {
	Rel      string `xml:"rel,attr"`
	Language string `xml:"hreflang,attr"`
	Address  string `xml:"href,attr"`
}

// sitemap lists every public page in both languages, each with its alternates.
func (s *Server) sitemap(c *gin.Context) error {
	set := sitemapSet{Space: "http://www.sitemaps.org/schemas/sitemap/0.9", XHTML: "http://www.w3.org/1999/xhtml"}
	for _, path := range s.cfg.Sitemap() {
		links := []sitemapLink{
			{"alternate", "zh-CN", s.absolute(path)},
			{"alternate", "en", s.absolute("/en" + path)},
		}
		for _, link := range links {
			set.URLs = append(set.URLs, sitemapURL{link.Address, links})
		}
	}
	var body bytes.Buffer
	body.WriteString(xml.Header)
	if err := xml.NewEncoder(&body).Encode(set); err != nil {
		return err
	}
	c.Data(http.StatusOK, "application/xml; charset=utf-8", body.Bytes())
	return nil
}
