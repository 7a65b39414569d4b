package catalog

// Currency is an ISO 4217 code. The portal shows CNY and USD.
type Currency string

// The currencies that prices are published and shown in.
const (
	CNY Currency = "CNY"
	USD Currency = "USD"
)

// Currencies lists the currencies a page can be shown in, the default first.
var Currencies = []Currency{CNY, USD}

// Money is an exact amount in one currency.
type Money struct {
	Amount   Decimal
	Currency Currency
}

// Range is a span of money in one currency: Low is what sorting and totals use,
// High is known only where the source publishes an upper end.
type Range struct {
	Low      Decimal
	High     Opt[Decimal]
	Currency Currency
}
