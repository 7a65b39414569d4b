package catalog

// WhyNot is a code that says why a price is not ranked.
type WhyNot string

// The codes, in the order in which they are listed.
const (
	NotGrade         WhyNot = "grade"
	NotStale         WhyNot = "stale"
	NotUndated       WhyNot = "undated"
	NotKind          WhyNot = "kind"
	NotShare         WhyNot = "share"
	NotHostExcluded  WhyNot = "host-excluded"
	NotPerCard       WhyNot = "no-per-card-price"
	NotProvider      WhyNot = "provider"
	NotEnded         WhyNot = "ended"
	NotSoldOut       WhyNot = "sold-out"
	NotDoubt         WhyNot = "doubt"
	NotContradiction WhyNot = "contradiction"
)

// WhyNots lists the codes in their fixed order.
var WhyNots = []WhyNot{NotGrade, NotStale, NotUndated, NotKind, NotShare, NotHostExcluded, NotPerCard,
	NotProvider, NotEnded, NotSoldOut, NotDoubt, NotContradiction}

// Offer is what a provider rents out: an instance type with its accelerator, share
// of a card, card count, host and region. It is a copy made for the caller.
type Offer struct {
	ID              string // the id of its first price line
	Provider        *Provider
	InstanceType    string
	Accelerator     *Accelerator // nil when the published name fits no part; may be a family
	AcceleratorName string       // as published
	Vendor          string       // the accelerator's, else as published
	FormFactor      string       // as published
	Form            Form         // the accelerator's, else read from FormFactor
	VRAMGB          Number       // per card or of the slice: the offer's, else the accelerator's
	PublishedVRAM   Number       // as published
	Count           Opt[int]     // cards of the instance
	Share           Share
	VCPU            Number
	RAMGiB          Number
	Regions         []string // empty: not stated
	Interconnect    []string // as published
	InterconnectGBs Number   // what a rented card has: its own link only when NVLink is named
	Availability    Availability
	Prices          []Price // by billing mode, then id
}

// TotalVRAMGB returns the memory of all cards of the instance together.
func (o *Offer) TotalVRAMGB() Number {
	if !o.VRAMGB.Known || !o.Count.Known {
		return Number{}
	}
	return Known(o.VRAMGB.Value * float64(o.Count.Value))
}

// Price returns the price with the given id.
func (o *Offer) Price(id string) (*Price, bool) {
	for i := range o.Prices {
		if o.Prices[i].ID == id {
			return &o.Prices[i], true
		}
	}
	return nil, false
}

// Price is an offer under one billing mode, kind and source, as it stands at the
// market's moment.
type Price struct {
	ID             string
	Billing        BillingMode
	Amount         Opt[Decimal] // as published, in Currency for one Unit
	Max            Opt[Decimal]
	Kind           PriceKind
	Currency       Currency
	Unit           Unit
	Source         Source
	Grade          Grade
	Scope          Scope
	ValidFrom      Date
	ValidTo        Date
	Availability   Availability
	Interconnect   []string
	Doubts         []string // ids; Market.Doubt gives the text
	Exception      string
	Freshness      Freshness
	WhyNot         []WhyNot // empty: ranked
	Contradictions []Contradiction
	count          Opt[int]
	share          Share
	hourNano       int64 // CNY × 1e-9 a card and hour, 730 hours a month; unknownNano
}

// Ranked reports whether the price may stand in best prices and rankings.
func (p *Price) Ranked() bool { return len(p.WhyNot) == 0 }

// Ended reports whether the price had ended at the market's moment.
func (p *Price) Ended() bool {
	for _, w := range p.WhyNot {
		if w == NotEnded {
			return true
		}
	}
	return false
}

// Zero reports whether the published amount is zero, which is no price to compute with.
func (p *Price) Zero() bool { return p.Amount.Known && p.Amount.Value.IsZero() }

// cardHours returns how many card-hours one published amount pays for, or the
// reason why that is not known. A published zero is no price: feeds write it
// where they know none.
func (p *Price) cardHours(month MonthHours) (int64, Reason) {
	if p.Unit == CoreHour {
		return 0, ReasonCoreHours
	}
	hours, ok := p.Unit.Hours(month)
	switch {
	case !ok || !p.Amount.Known || p.Amount.Value.Sign() <= 0:
		return 0, ReasonPriceUnknown
	case p.Scope == ScopeGPUPart:
		return 0, ReasonHostExcluded
	case !p.share.Known():
		return 0, ReasonShareUnknown
	}
	if !p.Unit.PerMachine() {
		return int64(hours), ""
	}
	if !p.count.Known || p.count.Value <= 0 {
		return 0, ReasonCountUnknown
	}
	return int64(hours) * int64(p.count.Value), ""
}
