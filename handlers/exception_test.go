package handlers

import (
	"strings"
	"testing"
)

// An editor's reason for keeping an unlikely price goes wherever the price stands.
func TestTheReasonForAKeptPriceStandsBesideIt(t *testing.T) {
	const reason = "核对过 <账单>，确实是这个价"
	d := seedData()
	d.Prices = append(d.Prices[:0:0], d.Prices...)
	for i := range d.Prices {
		if d.Prices[i].ID == "of-0049" {
			d.Prices[i].Exception = reason
		}
	}
	s := newSiteOf(t, d)
	o, ok := s.portal.Markets.Current().Offer("of-0049")
	if !ok {
		t.Fatal("of-0049 is gone")
	}
	card := o.Accelerator.Slug
	for _, prefix := range []string{"", "/en"} {
		for _, path := range []string{"/offers?show=all&per=200&gpu=" + card, "/gpus/" + card, "/providers/" + o.Provider.Slug, "/compare?o=of-0003&o=" + o.ID} {
			if text := s.page(t, prefix+path).Text(); !strings.Contains(text, reason) {
				t.Errorf("%s%s does not say why the price was kept", prefix, path)
			}
		}
		for _, path := range []string{"/offers.json?show=all&per=200&gpu=" + card, "/compare.json?o=of-0003&o=" + o.ID} {
			var answer any
			s.getJSON(t, prefix+path, &answer)
			if found := exceptionsIn(answer); found[reason] == 0 || len(found) != 1 {
				t.Errorf("%s%s has the exceptions %v", prefix, path, found)
			}
		}
	}
}

// exceptionsIn counts the values of all fields "exception" of a document.
func exceptionsIn(document any) map[string]int {
	found := map[string]int{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if reason, ok := v["exception"].(string); ok {
				found[reason]++
			}
			for _, member := range v {
				walk(member)
			}
		case []any:
			for _, member := range v {
				walk(member)
			}
		}
	}
	walk(document)
	return found
}
