package sizing

import "math"

// Cache is a key/value cache to be held: Tokens per sequence, Sequences at once,
// Bytes per element. LatentPad rounds an MLA latent up to a multiple of that many
// elements, as some engines do; 0 or 1 leaves it.
type Cache struct {
	Tokens, Sequences, Bytes float64
	LatentPad                int
}

// latent is the width of the one vector MLA keeps per token and layer.
func (a *MLA) latent(pad int) float64 {
	width := float64(a.KVRank + a.RoPE)
	if pad > 1 {
		width = math.Ceil(width/float64(pad)) * float64(pad)
	}
	return width
}

// elementsPerToken is the cache elements of one token in one layer on one of
// tensor cards: heads are split, and copied when there are fewer heads than
// cards; the MLA latent is on every card.
func (m *Model) elementsPerToken(tensor, pad int) float64 {
	switch {
	case m.Kind == Encoder:
		return 0
	case m.MLA != nil:
		return m.MLA.latent(pad)
	}
	heads := math.Ceil(float64(m.KVHeads) / float64(max(tensor, 1)))
	return 2 * heads * float64(m.HeadDim)
}

// CacheBytesPerToken is the cache of one token on one of tensor cards, all layers,
// without a sliding window, in bytes (formula M3).
func (m *Model) CacheBytesPerToken(tensor int, c Cache) float64 {
	return float64(m.Layers) * m.elementsPerToken(tensor, c.LatentPad) * c.Bytes
}

// CacheBytes is the whole cache on one of tensor cards in bytes; layers with a
// sliding window hold at most the window (formula M3).
func (m *Model) CacheBytes(tensor int, c Cache) float64 {
	full, windowed := float64(m.Layers), 0.0
	if m.SlidingWindow > 0 {
		windowed = float64(m.SlidingLayers)
		full -= windowed
	}
	held := full*c.Tokens + windowed*min(c.Tokens, float64(m.SlidingWindow))
	return m.elementsPerToken(tensor, c.LatentPad) * c.Bytes * held * c.Sequences
}

// CacheBlocks is how many whole blocks of blockTokens tokens fit into available
// bytes per card at perToken bytes per token and card (formula M3).
func CacheBlocks(available, blockTokens, perToken float64) float64 {
	if available <= 0 || blockTokens <= 0 || perToken <= 0 {
		return 0
	}
	return math.Floor(available / (blockTokens * perToken))
}

// MaxConcurrency is how many sequences of length tokens fit into capacity cached
// tokens (formula M3).
func MaxConcurrency(capacity, length float64) float64 { return capacity / length }

// CacheBudget is what an engine leaves for the cache: the memory it may use (total ×
// utilisation) minus weights, other allocations and the activation peak, all in one
// unit (formula M7). Negative means that the model does not fit.
func CacheBudget(usable, weights, other, activationPeak float64) float64 {
	return usable - weights - other - activationPeak
}

// PrefillWorkspace is the memory reading tokens tokens at once takes besides
// weights and cache, in bytes (formula M7): three MLP vectors, split over tensor
// cards, and four hidden ones, each value of valueBytes: 2 in 16 bit, 4 in fp32.
func (m *Model) PrefillWorkspace(tokens, valueBytes float64, tensor int) float64 {
	return valueBytes * tokens * (3*m.mlpWidth()/float64(max(tensor, 1)) + 4*float64(m.Hidden))
}

// FullLogits is the size of the output logits of every token in bytes, when an
// engine materialises them: bytesPer 2 for 16 bit, 6 with an fp32 copy (M7).
func (m *Model) FullLogits(tokens, bytesPer float64) float64 {
	return bytesPer * tokens * float64(m.Vocab)
}
