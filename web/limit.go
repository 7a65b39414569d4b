package web

import (
	"net/netip"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"
)

// maxClients bounds the memory of the limiter; the least active client is
// forgotten first.
const maxClients = 1 << 14

// limiter gives each client its own token bucket.
type limiter struct {
	limit   Limit
	clients *otter.Cache[string, *rate.Limiter]
}

func newLimiter(limit Limit) *limiter {
	return &limiter{limit: limit, clients: otter.Must(&otter.Options[string, *rate.Limiter]{
		MaximumSize:      maxClients,
		ExpiryCalculator: otter.ExpiryAccessing[string, *rate.Limiter](10 * time.Minute),
	})}
}

// allow takes a token of the client with this address and reports whether there
// was one.
func (l *limiter) allow(address string) bool {
	bucket, _ := l.clients.ComputeIfAbsent(clientOf(address), func() (*rate.Limiter, bool) {
		return rate.NewLimiter(rate.Limit(l.limit.PerSecond), l.limit.Burst), false
	})
	return bucket.Allow()
}

// clientOf takes a whole IPv6 /64 as one client: a household or server owns it.
func clientOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Unmap().Is4() {
		return address
	}
	prefix, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}
