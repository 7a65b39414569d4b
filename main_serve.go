package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"gpuscale/handlers"
	"gpuscale/handlers/admin"
	"gpuscale/recommendation"
	"gpuscale/snapshot"
	"gpuscale/static"
	"gpuscale/store"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/web"
)

const (
	// shutdownGrace is how long running requests may take after a signal.
	shutdownGrace = 10 * time.Second
	// followEvery is how soon a change made by another instance is shown.
	followEvery = time.Second
)

// logs are the two streams of what happens.
type logs struct {
	events   *slog.Logger
	requests *web.AccessLog
}

// portal is everything that serving needs, opened.
type portal struct {
	settings  settings
	logs      logs
	store     *store.Store
	snapshot  *snapshot.Snapshot
	pages     *handlers.Portal
	admin     *admin.Admin
	attention *attention
	server    *web.Server
}

// serve listens first, so that probes are answered while the data is opened, and
// ends after the running requests when ctx does.
func serve(ctx context.Context, s settings, io streams, args []string) error {
	if len(args) > 0 {
		return usageError{"serve takes no arguments"}
	}
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(io.err, nil))
	slog.SetDefault(log)
	access := web.NewAccessLog(io.err)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var door web.Door
	served := make(chan error, 1)
	go func() { served <- web.Serve(ctx, listener, &door, shutdownGrace) }()
	p, err := openPortal(ctx, s, logs{log, access}, listener.Addr().String())
	if err != nil {
		cancel()
		return errors.Join(err, <-served)
	}
	web.TuneCollector()
	door.Open(p.server.Handler())
	go static.Warm()
	go p.snapshot.Follow(ctx, followEvery)
	go access.Follow(ctx)
	go sweep(ctx, p.admin, log)
	go p.attention.follow(ctx)
	err = p.announce(ctx, io.out, listener.Addr().String())
	if err != nil {
		cancel()
	}
	err = errors.Join(err, <-served)
	access.Flush()
	p.attention.flush(context.WithoutCancel(ctx))
	return errors.Join(err, p.store.Close())
}

// announce prints where the portal is and, while there is no account, how the first
// administrator is made. The code goes to the terminal, never into the log.
func (p *portal) announce(ctx context.Context, w io.Writer, addr string) error {
	shown := "http://" + shownAddress(p.settings.addr, addr)
	fmt.Fprintf(w, "算力秤 GPUScale %s: %s/\n", version, shown)
	code, expires, err := p.admin.SetupCode(ctx)
	if err != nil || code == "" {
		return err
	}
	fmt.Fprintf(w, "There is no account yet. Make the first administrator at %s/admin/setup with the one-time code %s until %s (UTC+8),\n", shown, code, text.Minute(expires))
	_, err = fmt.Fprintln(w, "or run: gpuscale user add NAME -role admin -password-stdin")
	return err
}

// shownAddress keeps the host name as it was asked for, with the port that the
// listener got.
func shownAddress(asked, got string) string {
	host, _, err := net.SplitHostPort(reachable(asked))
	if err != nil {
		return got
	}
	_, port, err := net.SplitHostPort(got)
	if err != nil {
		return got
	}
	return net.JoinHostPort(host, port)
}

// base is the address for absolute links: the configured one, else where the
// server listens.
func (s settings) base(addr string) (*url.URL, error) {
	if s.baseURL != "" {
		return url.Parse(strings.TrimSuffix(s.baseURL, "/"))
	}
	return url.Parse("http://" + shownAddress(s.addr, addr))
}

// openPortal opens the store, builds the first market and registers the routes.
func openPortal(ctx context.Context, s settings, l logs, addr string) (*portal, error) {
	base, err := s.base(addr)
	if err != nil {
		return nil, err
	}
	site, err := readSite(s.site, base.String())
	if err != nil {
		return nil, err
	}
	p := &portal{settings: s, logs: l}
	if p.store, err = openStore(ctx, s.db); err != nil {
		return nil, err
	}
	p.snapshot = snapshot.New(snapshot.Config{Load: loader(p.store, l.events), Revision: p.store.Revision, Now: time.Now, Log: l.events, Zone: text.Shanghai})
	if err = p.snapshot.Refresh(ctx); err == nil {
		err = p.build(ctx, base, site)
	}
	if err != nil {
		return nil, errors.Join(err, p.store.Close())
	}
	return p, nil
}

// build makes the server with every route.
func (p *portal) build(ctx context.Context, base *url.URL, site views.Site) error {
	name, err := p.buildName(ctx, site)
	if err != nil {
		return err
	}
	surroundings := handlers.Surroundings{Site: site, DataDate: p.snapshot.NewestSeen}
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gpuscale_revision", Help: "Number of the last change of data that pages show."},
		func() float64 { return float64(p.snapshot.Current().Revision()) }))
	p.attention = &attention{handlers.NewAttention(), p.store, p.snapshot, p.logs.events}
	p.server, err = web.New(web.Config{
		Base: base, CheckHost: p.settings.baseURL != "", TrustedProxies: p.settings.trustedProxies,
		Log: p.logs.events, Access: p.logs.requests, Build: name, Version: p.snapshot.Version, Ready: p.store.Ping,
		ErrorPage: surroundings.ErrorPage, ErrorNote: surroundings.ErrorNote, ErrorText: views.ErrorText,
		Sitemap: p.sitemap, Registry: registry, Viewed: p.attention.counts.Seen,
	})
	if err != nil {
		return err
	}
	p.pages = &handlers.Portal{Surroundings: surroundings, Markets: p.snapshot, Shares: shares{p.store}, Reports: reports{p.store}, Records: records(p.store), Now: time.Now}
	handlers.Register(p.server, p.pages)
	p.admin = newAdmin(p.store, p.snapshot, adminSurroundings{surroundings, p.logs.events, base.Scheme == "https"})
	p.admin.Register(p.server)
	return nil
}

// sitemap lists the public pages without parameters, and every provider and
// accelerator.
func (p *portal) sitemap() []string {
	var paths []string
	for _, page := range p.server.Pages() {
		if !strings.Contains(page.Path, ":") && !strings.HasSuffix(page.Path, ".atom") && page.Path != "/openapi" {
			paths = append(paths, page.Path)
		}
	}
	market := p.snapshot.Current()
	for i := range market.Providers() {
		paths = append(paths, "/providers/"+market.Providers()[i].Slug)
	}
	for i := range market.Accelerators() {
		paths = append(paths, "/gpus/"+market.Accelerators()[i].Slug)
	}
	for _, scenario := range recommendation.Scenarios {
		paths = append(paths, "/wizard/"+scenario)
	}
	return paths
}
