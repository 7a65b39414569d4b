package pricing

// CostPerMillionTokens returns price × cards × 1e6 ÷ (tokens/s × 3600) (formula
// I4); ok is false for a throughput that is not positive: an unknown rate makes
// the cost unknown, not zero.
func CostPerMillionTokens(pricePerCardHour Amount, cards int64, tokensPerSecond Amount) (cost Amount, ok bool) {
	if tokensPerSecond.Sign() <= 0 {
		return Amount{}, false
	}
	hourly := pricePerCardHour.Times(Whole(cards))
	return hourly.Times(Whole(1_000_000)).Over(tokensPerSecond.Times(Whole(PerHour))), true
}

// CardHours returns the hours one card of peak TFLOPS needs for an amount of
// floating-point operations (in 1e12) at the given utilisation (0–1), which is
// also the card-hours of any number of cards; ok is false without a peak.
func CardHours(teraOperations, peakTFLOPS, utilisation Amount) (hours Amount, ok bool) {
	rate := peakTFLOPS.Times(utilisation)
	if rate.Sign() <= 0 {
		return Amount{}, false
	}
	return teraOperations.Over(rate.Times(Whole(PerHour))), true
}

// DeliveredPFLOPHours returns the PFLOP-hours that card-hours deliver at the given
// peak and utilisation (0–1), the unit of usage-based prices.
func DeliveredPFLOPHours(cardHours, peakTFLOPS, utilisation Amount) Amount {
	return cardHours.Times(peakTFLOPS).Times(utilisation).Over(Whole(1000))
}
