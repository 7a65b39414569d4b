package pricing

// Linear returns price × hours × cards (formula C1).
func Linear(price, hours Amount, cards int64) Amount {
	return price.Times(hours).Times(Whole(cards))
}

// Capped returns the lower of an amount and its cap (formula C5), as for an hourly
// price that never exceeds the monthly one.
func Capped(amount, limit Amount) Amount { return minAmount(amount, limit) }

// Machines returns how many machines of perMachine cards hold the cards needed:
// cards are sold by whole machines.
func Machines(cards, perMachine int64) int64 {
	return (cards + perMachine - 1) / perMachine
}

// ProRata returns amount × used ÷ total: a monthly price for part of a month.
func ProRata(amount, used, total Amount) Amount { return amount.Times(used).Over(total) }
