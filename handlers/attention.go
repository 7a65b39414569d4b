package handlers

import (
	"net/url"
	"strings"
	"sync"

	"gpuscale/catalog"
)

// maxAttention bounds how many different things are counted between two flushes;
// addresses beyond it are not counted.
const maxAttention = 1 << 14

// Attention counts how often visitors look at prices: on the page of an
// accelerator, of a provider, and in comparisons. It keeps counts of things only,
// nothing about who looked. It may be used by many goroutines.
type Attention struct {
	mutex sync.Mutex
	seen  map[string]int
}

// NewAttention returns empty counts.
func NewAttention() *Attention { return &Attention{seen: map[string]int{}} }

// attentionKinds are the parameters of comparisons, which name what is counted.
var attentionKinds = []string{"o", "p", "g"}

// Seen counts one look at a page, by its path and raw query.
func (a *Attention) Seen(path, query string) {
	if rest, english := strings.CutPrefix(path, "/en/"); english {
		path = "/" + rest
	}
	if path == "/compare" {
		// A query that does not parse never became a page.
		values, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		for _, kind := range attentionKinds {
			for _, id := range values[kind][:min(len(values[kind]), catalog.MaxColumns)] {
				a.count(kind + id)
			}
		}
		return
	}
	for kind, prefix := range map[string]string{"p": "/providers/", "g": "/gpus/"} {
		if slug, found := strings.CutPrefix(path, prefix); found && slug != "" && !strings.Contains(slug, "/") {
			a.count(kind + slug)
		}
	}
}

func (a *Attention) count(key string) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if _, counted := a.seen[key]; counted || len(a.seen) < maxAttention {
		a.seen[key]++
	}
}

// Take returns the counts by price id, as the market has them, and begins anew.
func (a *Attention) Take(m *catalog.Market) map[string]int {
	a.mutex.Lock()
	seen := a.seen
	a.seen = map[string]int{}
	a.mutex.Unlock()
	views := map[string]int{}
	for key, n := range seen {
		addViews(views, m, key, n)
	}
	return views
}

func addViews(views map[string]int, m *catalog.Market, key string, n int) {
	add := func(o *catalog.Offer) bool {
		for i := range o.Prices {
			views[o.Prices[i].ID] += n
		}
		return true
	}
	q := catalog.OfferQuery{Show: catalog.ShowAll}
	switch kind, name := key[:1], key[1:]; kind {
	case "o":
		if o, ok := m.Offer(name); ok {
			add(&o)
		}
		return
	case "p":
		if _, ok := m.Provider(name); !ok {
			return
		}
		q.Provider.In = []string{name}
	case "g":
		if _, ok := m.Accelerator(name); !ok {
			return
		}
		q.GPU.In = []string{name}
	}
	m.EachOffer(q, add)
}
