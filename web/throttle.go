package web

import (
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"
)

// throttleMemory is how long a quiet client is remembered by a throttle.
const throttleMemory = 24 * time.Hour

// Throttle bounds how often one client may do something that is rare by nature,
// such as sending a report. Clients are told apart as everywhere: by address, a
// whole IPv6 /64 being one. A Throttle may be used by many goroutines.
type Throttle struct{ limiter *limiter }

// NewThrottle makes a throttle with the given allowance for each client.
func NewThrottle(l Limit) *Throttle {
	return &Throttle{&limiter{limit: l, clients: otter.Must(&otter.Options[string, *rate.Limiter]{
		MaximumSize:      maxClients,
		ExpiryCalculator: otter.ExpiryAccessing[string, *rate.Limiter](throttleMemory),
	})}}
}

// Allow takes one turn of the client behind a request and reports whether there was
// one left.
func (t *Throttle) Allow(r *Request) bool { return t.limiter.allow(r.ClientIP()) }

// TooMany is the answer to a client that has no turn left: 429, to be tried again
// after the wait.
func TooMany(wait time.Duration) *Error {
	e := tooMany()
	e.RetryAfter = wait
	return e
}
