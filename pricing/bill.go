package pricing

import "gpuscale/catalog"

// Item is the kind of a bill's line.
type Item string

// Items in the order in which a bill lists them.
const (
	ItemCompute      Item = "compute"
	ItemMinimum      Item = "minimum"
	ItemInterruption Item = "interruption"
	ItemStopped      Item = "stopped"
	ItemStorage      Item = "storage"
	ItemEgress       Item = "egress"
	ItemUpload       Item = "upload"
	ItemPublicIP     Item = "public-ip"
	ItemDiscount     Item = "discount"
	ItemVAT          Item = "vat"
	ItemRounding     Item = "rounding"
)

// Items lists every item in the order of a bill.
var Items = []Item{ItemCompute, ItemMinimum, ItemInterruption, ItemStopped, ItemStorage, ItemEgress,
	ItemUpload, ItemPublicIP, ItemDiscount, ItemVAT, ItemRounding}

// Line is one position of a bill. Amount has two decimals, in the bill's currency.
type Line struct {
	Item    Item
	Formula string // the numbers put in, signs only: "8.00 × 100 h × 8"
	Amount  catalog.Decimal
	Source  catalog.Source      // where the price was read; zero for computed lines
	For     string              // accelerator of the further line of a basket it pays for, "" for the job itself
	Billing catalog.BillingMode // of that further line
}

// Bill is what a job costs at one price. Total is the sum of Lines; its High is
// known only where the source publishes a range. AtLeast says that a part of the
// cost is unknown, so that the true total is not lower than Total.
type Bill struct {
	Total               catalog.Range
	AtLeast             bool
	Machines            int                        // rented: cards needed ÷ cards per machine, rounded up
	Cards               int                        // paid for: Machines × cards per machine
	HoursBilled         catalog.Decimal            // per card
	Lines               []Line                     // zero lines left out
	EffectivePerGPUHour catalog.Opt[catalog.Range] // Total ÷ useful card-hours of all lines, four decimals; unknown for zero hours
	BreakEven           catalog.Opt[BreakEven]
	Warnings            []Notice
	LastDay             catalog.Opt[catalog.Date] // of months or years bought on the day of the market
	Free                []Free                    // stated inputs that cost nothing here
}

// Free is a stated quantity that costs nothing at a provider, with the source that says
// so.
type Free struct {
	Item   Item
	GB     catalog.Decimal
	Source catalog.Source
}

// BreakEven says at how many hours per period another price of the same offer
// costs the same.
type BreakEven struct {
	Against catalog.BillingMode // the other mode
	PriceID string              // its price
	Hours   catalog.Decimal     // per period of the prepaid mode, two decimals
	Share   catalog.Decimal     // percent of the period that Hours are, one decimal
	Period  catalog.BillingMode // the period of the prepaid mode: day, week, month, year
}

// Notice is a warning or a reason: a code with its parameters in plain decimal
// notation, to be worded by pages.
type Notice struct {
	Code   string
	Params map[string]string
	For    string // accelerator of the further line of a basket it is about, "" for the job itself
}

// Codes of warnings on a bill, with their parameters. A catalog.ContradictionCode
// with the parameter against (a price id) is a warning too.
const (
	WarnStorageUnknown       = "storage-unknown"        // gb: no storage price known; at least
	WarnEgressUnknown        = "egress-unknown"         // gb; at least
	WarnUploadUnknown        = "upload-unknown"         // gb; at least
	WarnPublicIPUnknown      = "public-ip-unknown"      // count; at least
	WarnStoppedUnknown       = "stopped-unknown"        // hours: not known whether cards are billed while stopped; at least
	WarnStoppedBilled        = "stopped-billed"         // hours: cards are billed while stopped
	WarnGranularityUnknown   = "granularity-unknown"    // hours: part hours may be rounded up; at least
	WarnInterruptionUnknown  = "interruption-unknown"   // spot without a rate of interruptions; at least
	WarnInterruptionValidity = "interruption-validity"  // checkpoint, mtbf in hours: saving takes more than a tenth of the time between interruptions
	WarnCheckpointInterval   = "checkpoint-interval"    // minutes, young, share: Daly's interval, which the estimate assumes, Young's, and the percent of time spent on saves
	WarnCouponRest           = "coupon-rest"            // hours: card-hours that the coupon does not pay for
	WarnReleased             = "released-while-stopped" // days, stopped: data is released after days
	WarnExpires              = "expires-while-stopped"  // hours: the prepaid time ends before the stopped days do
	WarnTermUnknown          = "term-unknown"           // commitment of unknown length; at least
	WarnCommitmentIdle       = "commitment-idle"        // paid, used in hours: a commitment is paid in full
	WarnCardsIdle            = "cards-idle"             // paid, needed: sold by whole machines
	WarnCountUnknown         = "count-unknown"          // cards per machine unknown, taken as sold singly; at least
	WarnRange                = "range"                  // the total is a range
	WarnFloor                = "floor-price"            // a "from" price; at least
	WarnApprox               = "approx-price"           // an "about" price
	WarnSlice                = "slice"                  // share: a part of a card is sold
	WarnTopUp                = "minimum-top-up"         // low, high, currency
	WarnOverBudget           = "over-budget"            // budget, total
	WarnBandwidth            = "bandwidth-assumed"      // mbit: traffic is sold by the width of a line, sent evenly throughout the run
	WarnTierUnknown          = "tier-unknown"           // gb: larger quantities cost less by an unpublished share
	WarnSettled              = "settled-hourly"         // each clock hour is billed and rounded by itself, the run beginning on the hour
	WarnTrial                = "trial"                  // words, words_en: an allowance of free use, not taken off
	WarnCluster              = "cluster-quote"          // cards, servers, each, currency: a quote for several servers together
	WarnDoubtedCost          = "doubted-cost"           // doubts: ids of the objections to a cost or rule beside the price
)

// Codes of exclusions.
const (
	ExcludedCoreHours     = "core-hours"
	ExcludedCountUnknown  = "count-unknown"
	ExcludedHost          = "host-excluded"
	ExcludedShareUnknown  = "share-unknown"
	ExcludedPriceUnknown  = "price-unknown"
	ExcludedZeroPrice     = "price-zero"
	ExcludedRateUnknown   = "rate-unknown"     // currency: no exchange rate on or before the day
	ExcludedUnit          = "unit-unsupported" // unit
	ExcludedPeakUnknown   = "peak-unknown"     // priced per delivered PFLOP-hour, peak of the card unknown
	ExcludedInterruptions = "never-finishes"   // interruptions are so frequent that the run does not end
	ExcludedLineMissing   = "line-unavailable" // accelerator: the provider has no price for a line of the basket
	ExcludedTooLarge      = "too-large"        // the total exceeds what can be shown
	ExcludedReclaimable   = "reclaimable"      // spot, which the provider may take back, for a run that must not be interrupted
)
