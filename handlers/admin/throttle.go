package admin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"gpuscale/catalog"
)

// The throttle of sign-ins:
//   - a name from one address: after a failure one second of rest, doubling with
//     each further one up to fifteen minutes;
//   - one address: thirty attempts a minute, of which attempts within a rest use
//     none, so that hammering one name locks nobody else behind that address;
//   - one name from everywhere: after fifty failures attempts from addresses where
//     it never signed in take a second longer. They are never refused, so nobody
//     can lock an owner out.
//
// An address from which the account signed in before is bound by the first rule
// only.
const (
	longestRest    = 15 * time.Minute
	perMinute      = 30
	softCap        = 50
	softDelay      = time.Second
	forgetAfter    = 24 * time.Hour
	maxThrottled   = 1 << 14
	addressSubject = "address-name:"
	nameSubject    = "name:"
)

// throttle slows down guessing.
type throttle struct {
	attempts Attempts
	now      func() time.Time

	mutex   sync.Mutex
	buckets map[string]*rate.Limiter
}

func newThrottle(attempts Attempts, now func() time.Time) *throttle {
	return &throttle{attempts: attempts, now: now, buckets: map[string]*rate.Limiter{}}
}

// attempt is one try to sign in. User is 0 for a name without an account.
type attempt struct {
	name, address string
	user          int64
}

func (t attempt) pair() string {
	return addressSubject + digest(catalog.Fold(t.name)+"\x00"+client(t.address))
}

func (t attempt) everywhere() string { return nameSubject + digest(catalog.Fold(t.name)) }

// digest bounds the length of what is kept for names that anybody may invent.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// client takes a whole IPv6 /64 as one client: a household or a server owns it.
func client(address string) string {
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

// wait returns how long the attempt must rest before it may be made, and how much
// slower it is answered when it may.
func (t *throttle) wait(ctx context.Context, try attempt) (rest, slower time.Duration, err error) {
	count, last, err := t.attempts.Failures(ctx, try.pair())
	if err != nil {
		return 0, 0, err
	}
	if rest = last.Add(restAfter(count)).Sub(t.now()); count > 0 && rest > 0 {
		return rest, 0, nil
	}
	known, err := t.attempts.KnowsAddress(ctx, try.user, client(try.address))
	if err != nil || known {
		return 0, 0, err
	}
	if rest = t.take(client(try.address)); rest > 0 {
		return rest, 0, nil
	}
	everywhere, _, err := t.attempts.Failures(ctx, try.everywhere())
	if everywhere >= softCap {
		slower = softDelay
	}
	return 0, slower, err
}

// restAfter is the rest after a number of failures in a row.
func restAfter(failures int) time.Duration {
	if failures < 1 {
		return 0
	}
	if failures > 10 {
		return longestRest
	}
	return min(longestRest, time.Second<<(failures-1))
}

// take uses one attempt of an address, or returns how long there is none.
func (t *throttle) take(address string) time.Duration {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	bucket, known := t.buckets[address]
	if !known {
		if len(t.buckets) >= maxThrottled {
			t.forgetRested()
		}
		bucket = rate.NewLimiter(rate.Limit(perMinute)/60, perMinute)
		t.buckets[address] = bucket
	}
	now := t.now()
	reservation := bucket.ReserveN(now, 1)
	rest := reservation.DelayFrom(now)
	if rest > 0 {
		reservation.CancelAt(now)
	}
	return rest
}

// forgetRested drops the addresses whose attempts have all come back, or everything
// when an attack from very many addresses leaves none of those.
func (t *throttle) forgetRested() {
	now := t.now()
	for address, bucket := range t.buckets {
		if bucket.TokensAt(now) >= perMinute {
			delete(t.buckets, address)
		}
	}
	if len(t.buckets) >= maxThrottled {
		clear(t.buckets)
	}
}

// failed counts a failure.
func (t *throttle) failed(ctx context.Context, try attempt) error {
	if err := t.attempts.AddFailure(ctx, try.pair()); err != nil {
		return err
	}
	return t.attempts.AddFailure(ctx, try.everywhere())
}

// succeeded starts the counts again and remembers the address.
func (t *throttle) succeeded(ctx context.Context, try attempt) error {
	if err := t.attempts.Forget(ctx, try.pair()); err != nil {
		return err
	}
	return t.attempts.AddAddress(ctx, try.user, client(try.address))
}
