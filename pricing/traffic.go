package pricing

// TrafficGB returns the decimal gigabytes that a line of mbit Mbit/s moves in the
// hours at the given utilisation (0–1): Mbit/s × utilisation × 3600 × h ÷ 8000
// (formula C13).
func TrafficGB(mbit, utilisation, hours Amount) Amount {
	return mbit.Times(utilisation).Times(hours).Times(Whole(3600)).Over(Whole(8000))
}
