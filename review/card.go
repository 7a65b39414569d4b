package review

import (
	"strings"

	"gpuscale/catalog"
	"gpuscale/dataset"
)

// memoryTolerance is how far a published memory may be from the card's: drivers
// show less than is sold, and GiB are read as GB.
const memoryTolerance = 0.08

// card objects to names that mean no card, and to memory that no card of the name
// has: often the memory of the whole machine, or MiB read as GB.
func (c *change) card(line catalog.PriceLine) {
	if c.before.Values != nil && unchanged(c.before, c.after, "accelerator", "vram_gb", "form_factor", "instance_type", "share") {
		return
	}
	matcher := c.review.marketAt(line.ValidFrom).Matcher()
	published := catalog.Published{Context: line.Provider, InstanceType: line.InstanceType, AcceleratorName: line.AcceleratorName, FormFactor: line.FormFactor}
	named := matcher.Match(published)
	if named.Slug == "" {
		c.object("accelerator", UnknownCard, "name", line.AcceleratorName)
		return
	}
	if !line.VRAMGB.Known || line.Share.Known() && !line.Share.Whole() {
		return
	}
	known := memories(matcher, named)
	for _, gb := range known {
		if line.VRAMGB.Value >= gb*(1-memoryTolerance) && line.VRAMGB.Value <= gb*(1+memoryTolerance) {
			return
		}
	}
	if len(known) > 0 {
		c.object("vram_gb", WrongMemory, "value", catalog.NumberText(line.VRAMGB.Value), "known", list(known))
	}
}

func unchanged(before, after dataset.Record, columns ...string) bool {
	for _, column := range columns {
		if before.Get(column) != after.Get(column) {
			return false
		}
	}
	return true
}

// memories lists the memory of every card that a name may mean; it is empty when
// one of them has an unknown memory.
func memories(matcher *catalog.Matcher, named catalog.Match) []float64 {
	slugs := named.Candidates
	if len(slugs) == 0 {
		slugs = []string{named.Slug}
	}
	var known []float64
	for _, slug := range slugs {
		card := matcher.Accelerator(slug)
		if card == nil || !card.MemoryGB.Known {
			return nil
		}
		known = append(known, card.MemoryGB.Value)
	}
	return known
}

func list(figures []float64) string {
	var words []string
	seen := map[float64]bool{}
	for _, f := range figures {
		if !seen[f] {
			seen[f] = true
			words = append(words, catalog.NumberText(f))
		}
	}
	return strings.Join(words, " / ")
}

// twins are the columns in which two lines of offers must differ somewhere to be
// two prices.
var twins = []string{"provider", "instance_type", "accelerator", "form_factor", "vram_gb", "gpu_count", "vcpu", "ram_gib", "region",
	"billing_mode", "price_tier", "currency", "unit", "scope", "share", "valid_from", "source_url"}

// twin objects to a second line for the same price under another id.
func (c *change) twin(line catalog.PriceLine) {
	if c.before.Values != nil && unchanged(c.before, c.after, twins...) {
		return
	}
	own := twinName(c.after)
	for _, at := range c.review.twinsOf(own) {
		if r := c.review.after[dataset.Offers][at]; r.Key != c.after.Key && r.Get("offer_id") != line.ID {
			c.object("offer_id", Duplicate, "other", r.Key)
			return
		}
	}
}

// twinsOf lists the places of the lines after the change that have a name.
func (r *Review) twinsOf(name string) []int {
	if r.twins == nil {
		r.twins = make(map[string][]int, len(r.after[dataset.Offers]))
		for i, line := range r.after[dataset.Offers] {
			own := twinName(line)
			r.twins[own] = append(r.twins[own], i)
		}
	}
	return r.twins[name]
}

func twinName(r dataset.Record) string {
	var b strings.Builder
	for _, column := range twins {
		b.WriteString(catalog.NormaliseName(r.Get(column)))
		b.WriteByte(0)
	}
	return b.String()
}
