package pricing

// TrafficGB returns the decimal gigabytes that a line of mbit Mbit/s moves in the
// hours at the given utilisation (0–1): Mbit/s × utilisation × 3600 × h ÷ 8000
// (formula C13).
func TrafficGB(mbit, utilisation, hours Amount) Amount {
	return mbit.Times(utilisation).Times(hours).Times(Whole(3600)).Over(Whole(8000))
}

// BandwidthBreakEven returns the utilisation (0–1) of a line above which its fixed
// price for the hours is cheaper than paying for traffic; ok is false when traffic
// costs nothing.
func BandwidthBreakEven(linePrice, pricePerGB, mbit, hours Amount) (utilisation Amount, ok bool) {
	full := TrafficGB(mbit, Whole(1), hours).Times(pricePerGB)
	if full.Sign() <= 0 {
		return Amount{}, false
	}
	return linePrice.Over(full), true
}
