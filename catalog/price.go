package catalog

// BillingMode is how an offer is paid.
type BillingMode string

// Billing modes of offers.
const (
	OnDemand     BillingMode = "on-demand"
	Spot         BillingMode = "spot"
	BillDay      BillingMode = "day"
	BillWeek     BillingMode = "week"
	BillMonth    BillingMode = "month"
	BillYear     BillingMode = "year"
	BillReserved BillingMode = "reserved"
	BillCoreHour BillingMode = "core-hour"
	BillDynamic  BillingMode = "dynamic"
	BillUsage    BillingMode = "usage"
)

// BillingModes lists the modes in display order.
var BillingModes = []BillingMode{OnDemand, Spot, BillDay, BillWeek, BillMonth, BillYear, BillReserved,
	BillDynamic, BillCoreHour, BillUsage}

// PriceKind says what sort of figure a published price is (price_tier in files).
type PriceKind string

// Price kinds. The first six may be ranked.
const (
	KindList         PriceKind = "list"
	KindApprox       PriceKind = "approx"
	KindSecure       PriceKind = "secure"
	KindCommunity    PriceKind = "community"
	KindLowestSeller PriceKind = "lowest-seller"
	KindExternal     PriceKind = "external"
	KindFloor        PriceKind = "floor"
	KindRange        PriceKind = "range"
	KindMember       PriceKind = "member"
	KindMedian       PriceKind = "median"
	KindPromo        PriceKind = "promo"
	KindQuote        PriceKind = "quote"
	KindContract     PriceKind = "contract"
	KindUser         PriceKind = "user"
	KindExample      PriceKind = "example"
	KindQueueLow     PriceKind = "queue-low"
	KindQueueNormal  PriceKind = "queue-normal"
	KindQueueHigh    PriceKind = "queue-high"
	KindInternal     PriceKind = "internal"
	KindPartner      PriceKind = "partner"
)

// PriceKinds lists the kinds, those that may be ranked first.
var PriceKinds = []PriceKind{KindList, KindApprox, KindSecure, KindCommunity, KindLowestSeller, KindExternal,
	KindFloor, KindRange, KindMember, KindMedian, KindPromo, KindQuote, KindContract, KindUser, KindExample,
	KindQueueLow, KindQueueNormal, KindQueueHigh, KindInternal, KindPartner}

// Rankable reports whether prices of this kind may be ranked.
func (k PriceKind) Rankable() bool {
	switch k {
	case KindList, KindApprox, KindSecure, KindCommunity, KindLowestSeller, KindExternal:
		return true
	}
	return false
}

// Grade is the evidence behind a price: A official page, B dated transcript,
// C note or roundup, S seed article.
type Grade string

// Evidence grades; A and B may be ranked.
const (
	GradeA Grade = "A"
	GradeB Grade = "B"
	GradeC Grade = "C"
	GradeS Grade = "S"
)

// Grades lists the evidence grades, the strongest first.
var Grades = []Grade{GradeA, GradeB, GradeC, GradeS}

// Scope says whether a price covers the host machine.
type Scope string

// Scopes of a price.
const (
	ScopeWhole   Scope = "whole"
	ScopeGPUPart Scope = "gpu-part"
)

// Share is the part of a card that is sold: Num/Den, 1/1 for a whole card. The
// zero Share is unknown.
type Share struct {
	Num, Den int
}

// Known reports whether the source tells the share.
func (s Share) Known() bool { return s.Den != 0 }

// Whole reports whether a whole card is sold.
func (s Share) Whole() bool { return s.Den != 0 && s.Num == s.Den }

// ShareWord is the filter vocabulary for shares.
type ShareWord string

// Share words.
const (
	ShareWhole   ShareWord = "whole"
	ShareSlice   ShareWord = "slice"
	ShareUnknown ShareWord = "unknown"
)

// Word returns the filter word of the share.
func (s Share) Word() ShareWord {
	switch {
	case !s.Known():
		return ShareUnknown
	case s.Whole():
		return ShareWhole
	}
	return ShareSlice
}

// Availability is what the source says of stock; empty when it says nothing.
type Availability string

// Availability words.
const (
	Available Availability = "available"
	SoldOut   Availability = "sold-out"
	Waitlist  Availability = "waitlist"
)

// PriceLine is one published price: one line of offers.csv. Lines that agree in
// provider, instance type, accelerator, form factor, memory, count, share, vCPU,
// RAM and region are prices of one Offer.
type PriceLine struct {
	ID              string
	Provider        string
	InstanceType    string
	AcceleratorName string // as published
	Vendor          string
	FormFactor      string
	VRAMGB          Number // per card, or of the slice
	Count           Opt[int]
	VCPU            Number
	RAMGiB          Number
	Regions         []string
	Billing         BillingMode
	Amount          Opt[Decimal]
	Max             Opt[Decimal]
	Kind            PriceKind
	Currency        Currency
	Unit            Unit
	Interconnect    []string
	Source          Source
	Grade           Grade
	Scope           Scope
	Share           Share
	ValidFrom       Date
	ValidTo         Date // day on which it ended, as announced
	Availability    Availability
	Doubts          []string
	Exception       string // editor's reason for keeping a value that a check objects to
}

// OldPrice is a version of a price that a later changeset replaced.
type OldPrice struct {
	Line     PriceLine
	Recorded Period
}

// Rate is one dated exchange rate: 1 Base = Rate Quote.
type Rate struct {
	Date   Date
	Base   Currency
	Quote  Currency
	Value  Decimal
	Kind   string
	Source Source
}

// Benchmark is a market quote without a provider; it is no offer.
type Benchmark struct {
	AcceleratorName string
	VRAMGB          Number
	Count           Opt[int]
	Low, High       Opt[Decimal]
	Currency        Currency
	Unit            Unit
	Region          string
	Source          Source
	Doubts          []string
}
