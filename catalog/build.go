package catalog

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// offerKey is what the lines of one offer agree in.
type offerKey struct {
	provider, instance, accelerator, form, regions string
	vram, vcpu, ram                                Number
	count                                          Opt[int]
	share                                          Share
}

func keyOf(l *PriceLine) offerKey {
	return offerKey{
		provider: l.Provider, instance: l.InstanceType, accelerator: l.AcceleratorName, form: l.FormFactor,
		regions: strings.Join(l.Regions, ";"), vram: l.VRAMGB, vcpu: l.VCPU, ram: l.RAMGiB,
		count: l.Count, share: l.Share,
	}
}

func (o *Offer) key() offerKey {
	return offerKey{
		provider: o.Provider.Slug, instance: o.InstanceType, accelerator: o.AcceleratorName, form: o.FormFactor,
		regions: strings.Join(o.Regions, ";"), vram: o.PublishedVRAM, vcpu: o.VCPU, ram: o.RAMGiB,
		count: o.Count, share: o.Share,
	}
}

// timeline is what one moment makes of the recorded price lines: those in force or
// ended, those replaced by a newer line of the same id, and those yet to come.
type timeline struct {
	current, replaced, coming []*PriceLine
}

// sortInTime keeps, of the lines of one id, the one that began last.
func sortInTime(lines []PriceLine, at time.Time) timeline {
	var t timeline
	place := map[string]int{}
	for i := range lines {
		l := &lines[i]
		if !begun(l.ValidFrom, at) {
			t.coming = append(t.coming, l)
			continue
		}
		j, again := place[l.ID]
		if !again {
			place[l.ID] = len(t.current)
			t.current = append(t.current, l)
			continue
		}
		switch old := t.current[j]; {
		case l.ValidFrom == old.ValidFrom: // the same line twice, or its correction
			t.current[j] = l
		case startsLater(l, old):
			t.replaced = append(t.replaced, old)
			t.current[j] = l
		default:
			t.replaced = append(t.replaced, l)
		}
	}
	return t
}

func startsLater(a, b *PriceLine) bool {
	if !b.ValidFrom.Known() {
		return true
	}
	return a.ValidFrom.Known() && !a.ValidFrom.Start().Before(b.ValidFrom.Start())
}

// builder turns price lines into offers.
type builder struct {
	at        time.Time
	providers map[string]*Provider
	matcher   *Matcher
	open      map[string]bool // ids of doubts that keep a price out of rankings
	basis     Basis
}

// offers groups lines by offer, in the order of their first lines, and judges
// every price.
func (b *builder) offers(lines []*PriceLine) []Offer {
	place := make(map[offerKey]int, len(lines))
	var offers []Offer
	for _, l := range lines {
		provider := b.providers[l.Provider]
		if provider == nil {
			continue
		}
		key := keyOf(l)
		i, ok := place[key]
		if !ok {
			i = len(offers)
			place[key] = i
			offers = append(offers, b.newOffer(l, provider))
		}
		o := &offers[i]
		o.Prices = append(o.Prices, newPrice(l))
		o.Interconnect = union(o.Interconnect, l.Interconnect)
		if o.Availability == "" {
			o.Availability = l.Availability
		}
	}
	for i := range offers {
		b.finish(&offers[i])
	}
	return offers
}

func newPrice(l *PriceLine) Price {
	return Price{
		ID: l.ID, Billing: l.Billing, Amount: l.Amount, Max: l.Max, Kind: l.Kind, Currency: l.Currency,
		Unit: l.Unit, Source: l.Source, Grade: l.Grade, Scope: l.Scope, ValidFrom: l.ValidFrom,
		ValidTo: l.ValidTo, Availability: l.Availability, Interconnect: l.Interconnect, Doubts: l.Doubts,
		Exception: l.Exception, count: l.Count, share: l.Share,
	}
}

func (b *builder) newOffer(l *PriceLine, provider *Provider) Offer {
	o := Offer{
		ID: l.ID, Provider: provider, InstanceType: l.InstanceType, AcceleratorName: l.AcceleratorName,
		Vendor: l.Vendor, FormFactor: l.FormFactor, Form: formOf(l.FormFactor), VRAMGB: l.VRAMGB,
		PublishedVRAM: l.VRAMGB, Count: l.Count, Share: l.Share, VCPU: l.VCPU, RAMGiB: l.RAMGiB, Regions: l.Regions,
	}
	m := b.matcher.Match(Published{
		Context: l.Provider, InstanceType: l.InstanceType, AcceleratorName: l.AcceleratorName,
		FormFactor: l.FormFactor, VRAMGB: l.VRAMGB, Share: l.Share,
	})
	o.Accelerator = b.matcher.Accelerator(m.Slug)
	if a := o.Accelerator; a != nil {
		o.Vendor = cmp.Or(a.Vendor, l.Vendor)
		if a.Form != "" && a.Form != FormUnknown {
			o.Form = a.Form
		}
		o.VRAMGB = b.shownMemory(l, a)
	}
	return o
}

// shownMemory returns the memory under which an offer is listed: the published one,
// the accelerator's when none is published, and the marketed one when what is
// published is a driver's figure.
func (b *builder) shownMemory(l *PriceLine, a *Accelerator) Number {
	if !l.VRAMGB.Known {
		if l.Share.Known() && !l.Share.Whole() && a.MemoryGB.Known {
			return Known(a.MemoryGB.Value * float64(l.Share.Num) / float64(l.Share.Den))
		}
		return a.MemoryGB
	}
	if l.Share.Whole() && b.matcher.driverFigure(a, l.VRAMGB.Value) {
		return a.MemoryGB
	}
	return l.VRAMGB
}

// formOf reads the filter's word from a published form factor such as SXM4.
func formOf(published string) Form {
	folded := strings.ToLower(published)
	for _, f := range []Form{FormPCIe, FormSXM, FormNVL, FormOAM} {
		if strings.HasPrefix(folded, string(f)) {
			return f
		}
	}
	if folded == "" {
		return FormUnknown
	}
	return FormOther
}

func (b *builder) finish(o *Offer) {
	slices.SortStableFunc(o.Prices, func(x, y Price) int {
		return cmp.Or(cmp.Compare(slices.Index(BillingModes, x.Billing), slices.Index(BillingModes, y.Billing)),
			strings.Compare(x.ID, y.ID))
	})
	o.InterconnectGBs = linkOf(o)
	for i := range o.Prices {
		p := &o.Prices[i]
		p.Freshness = FreshnessOf(p.Source.Seen, b.at)
		p.hourNano = hourNano(b.basis, p)
	}
	b.contradict(o)
	for i := range o.Prices {
		o.Prices[i].WhyNot = b.whyNot(o, &o.Prices[i])
	}
}

// linkOf returns the link of a rented card: its own only when the offer names it.
func linkOf(o *Offer) Number {
	if o.Accelerator == nil {
		return Number{}
	}
	named := slices.ContainsFunc(o.Interconnect, func(s string) bool { return strings.HasPrefix(Fold(s), "nvlink") })
	if named && o.Accelerator.InterconnectGBs.Known {
		return o.Accelerator.InterconnectGBs
	}
	return o.Accelerator.DefaultLinkGBs
}

// whyNot returns the codes that keep a price out of rankings, in their fixed order.
func (b *builder) whyNot(o *Offer, p *Price) []WhyNot {
	fails := [...]bool{
		p.Grade != GradeA && p.Grade != GradeB,
		p.Freshness == Stale,
		p.Freshness == Undated,
		!p.Kind.Rankable(),
		!o.Share.Whole(),
		p.Scope == ScopeGPUPart,
		p.hourNano == unknownNano,
		!o.Provider.Ranked(),
		b.ended(p),
		p.Availability == SoldOut,
		slices.ContainsFunc(p.Doubts, func(id string) bool { return b.open[id] }),
		slices.ContainsFunc(p.Contradictions, Contradiction.Open),
	}
	var codes []WhyNot
	for i, f := range fails {
		if f {
			codes = append(codes, WhyNots[i])
		}
	}
	return codes
}

// union adds the words of more that are not there yet, without touching have.
func union(have, more []string) []string {
	if len(more) == 0 || slices.Equal(have, more) {
		return have
	}
	all := slices.Clone(have)
	for _, w := range more {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

// ended reports whether the price had ended.
func (b *builder) ended(p *Price) bool { return over(p.ValidTo, b.at) }
