// Package snapshot holds the market that public pages are answered from: an
// immutable value behind an atomic pointer, rebuilt when the records change or
// when time changes what they mean. Readers never wait for the database.
package snapshot

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"gpuscale/catalog"
)

// Config says where records come from and what time it is.
type Config struct {
	// Load returns everything recorded, by the moment at when it is not nil.
	Load func(ctx context.Context, at *time.Time) (catalog.Data, error)
	// Revision is the number of the newest change of the records.
	Revision func(context.Context) (int64, error)
	Now      func() time.Time
	Log      *slog.Logger
	// Zone is where days begin and end.
	Zone *time.Location
}

// current is a market with the name of its state.
type current struct {
	market  *catalog.Market
	version string
	day     string
	newest  time.Time
}

// Snapshot is the holder of the current market. The zero market is nil until
// Refresh has succeeded once.
type Snapshot struct {
	config Config
	now    atomic.Pointer[current]
	build  sync.Mutex // one build at a time

	pastBuild sync.Mutex
	past      []pastMarket // most recently used first
}

type pastMarket struct {
	at     time.Time
	market *catalog.Market
	past   bool // the moment was over when the market was built
}

// pastKept is how many markets of past moments are kept.
const pastKept = 4

// New returns an empty snapshot; call Refresh before serving.
func New(config Config) *Snapshot { return &Snapshot{config: config} }

// Current returns the market of now, nil before the first Refresh. It never waits.
func (s *Snapshot) Current() *catalog.Market {
	if c := s.now.Load(); c != nil {
		return c.market
	}
	return nil
}

// Version names the state of the data and the day, "" before the first Refresh:
// two pages of one address and one version are the same.
func (s *Snapshot) Version() string {
	if c := s.now.Load(); c != nil {
		return c.version
	}
	return ""
}

// NewestSeen is the first moment of the day on which the most recent price was
// seen, zero before the first Refresh.
func (s *Snapshot) NewestSeen() time.Time {
	if c := s.now.Load(); c != nil {
		return c.newest
	}
	return time.Time{}
}

func newestSeen(data catalog.Data) time.Time {
	var newest time.Time
	for i := range data.Prices {
		if seen := data.Prices[i].Source.Seen; seen.Known() && seen.Start().After(newest) {
			newest = seen.Start()
		}
	}
	return newest
}

// Refresh builds the market anew when the records or the meaning of time changed.
func (s *Snapshot) Refresh(ctx context.Context) error {
	s.build.Lock()
	defer s.build.Unlock()
	revision, err := s.config.Revision(ctx)
	if err != nil {
		return err
	}
	now := s.config.Now()
	if !s.outdated(revision, now) {
		return nil
	}
	data, err := s.config.Load(ctx, nil)
	if err != nil {
		return err
	}
	market := catalog.NewMarket(data, now)
	day := s.dayOf(now)
	version := versionOf(market, day)
	s.now.Store(&current{market: market, version: version, day: day, newest: newestSeen(data)})
	s.config.Log.Info("market built", "revision", market.Revision(), "version", version)
	return nil
}

// versionOf names a state alike on all instances that share a database. The moment of
// the last change tells a state from the one of the same number that it had before a
// backup was restored.
func versionOf(market *catalog.Market, day string) string {
	version := strconv.FormatInt(market.Revision(), 10) + "-" + day
	if changes := market.Changes(); len(changes) > 0 {
		version += "-" + strconv.FormatInt(changes[0].At.UnixMilli(), 36)
	}
	return version
}

// outdated also asks for a new market each day: validity, freshness and exchange
// rates begin and end with days.
func (s *Snapshot) outdated(revision int64, now time.Time) bool {
	c := s.now.Load()
	return c == nil || c.market.Revision() != revision || c.day != s.dayOf(now)
}

func (s *Snapshot) dayOf(t time.Time) string { return t.In(s.config.Zone).Format(time.DateOnly) }

// Follow refreshes at every tick until ctx ends. A failure is logged and the last
// market stays.
func (s *Snapshot) Follow(ctx context.Context, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := s.Refresh(ctx); err != nil && ctx.Err() == nil {
				s.config.Log.Warn("market not refreshed", "error", err.Error())
			}
		}
	}
}

// AsOf returns the market as it was recorded by a moment. What was recorded by a past
// one never changes, so the last few are kept; one that is not over yet, such as the
// end of today, is built anew after each change. It fails as Load does.
func (s *Snapshot) AsOf(ctx context.Context, at time.Time) (*catalog.Market, error) {
	s.pastBuild.Lock()
	defer s.pastBuild.Unlock()
	for i, p := range s.past {
		if p.at.Equal(at) && s.holds(p) {
			copy(s.past[1:i+1], s.past[:i])
			s.past[0] = p
			return p.market, nil
		}
	}
	over := s.config.Now().After(at) // asked before loading: what is recorded meanwhile may be missed
	data, err := s.config.Load(ctx, &at)
	if err != nil {
		return nil, err
	}
	p := pastMarket{at: at, market: catalog.NewMarket(data, at), past: over}
	s.past = slices.DeleteFunc(s.past, func(old pastMarket) bool { return old.at.Equal(at) })
	s.past = append([]pastMarket{p}, s.past[:min(len(s.past), pastKept-1)]...)
	return p.market, nil
}

// holds reports whether nothing can have been recorded by the moment of p since it was
// built, as far as is known here.
func (s *Snapshot) holds(p pastMarket) bool {
	now := s.Current()
	return p.past || now != nil && now.Revision() == p.market.Revision()
}
