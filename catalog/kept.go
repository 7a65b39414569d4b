package catalog

import "sync"

// keeper holds what other packages have derived from a market.
type keeper struct{ values sync.Map }

// Kept returns what derive makes of the market under a key: made at most a few times,
// at its first uses, kept and shared by all, and dropped with the market. The keys are
// of a type of the caller's own and few; neither the market nor the value may change.
func Kept[K comparable, V any](m *Market, key K, derive func() V) V {
	if value, ok := m.kept.values.Load(key); ok {
		return value.(V)
	}
	value, _ := m.kept.values.LoadOrStore(key, derive())
	return value.(V)
}
