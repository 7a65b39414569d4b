package sizing

import "slices"

// Precision is the number format of the weights (inference, LoRA base) or of the
// computation (training).
type Precision string

// Precisions a request may name.
const (
	FP32 Precision = "fp32"
	BF16 Precision = "bf16"
	FP16 Precision = "fp16"
	FP8  Precision = "fp8"
	INT8 Precision = "int8"
	INT4 Precision = "int4"
)

// Precisions lists the precisions from wide to narrow.
func Precisions() []Precision { return []Precision{FP32, BF16, FP16, FP8, INT8, INT4} }

// Valid reports whether p is one of Precisions.
func (p Precision) Valid() bool { return slices.Contains(Precisions(), p) }

// trainable reports whether p can be the computing format of a training run.
func (p Precision) trainable() bool { return p == FP32 || p == BF16 || p == FP16 || p == FP8 }

// cacheBytes is the size of one cache element: quantised weights keep a 16-bit
// cache, fp8 engines an 8-bit one, fp32 a 32-bit one.
func (p Precision) cacheBytes() float64 {
	switch p {
	case FP32:
		return 4
	case FP8:
		return 1
	}
	return 2
}

// valueBytes is the size of one intermediate value of the job: 4 in fp32, else 2,
// as narrower formats store and multiply but pass values on in 16 bit.
func (j *job) valueBytes() float64 {
	if j.request.Precision == FP32 {
		return 4
	}
	return 2
}

// GroupBits is bits per weight of group-wise integers: q bits plus one scale and
// one zero point (bits each, 0 = none) per group of weights (formula M2).
func GroupBits(q, group, scaleBits, zeroBits float64) float64 {
	return q + (scaleBits+zeroBits)/group
}

// NF4Bits is bits per weight of NF4 with one fp32 scale per block of weights; with
// double quantisation the scales are 8 bit plus one fp32 per block2 scales (M2).
func NF4Bits(block, block2 float64, doubleQuant bool) float64 {
	return 4 + NF4OverheadBits(block, block2, doubleQuant)
}

// NF4OverheadBits is the part of NF4Bits the scales take, bits per weight (M2).
func NF4OverheadBits(block, block2 float64, doubleQuant bool) float64 {
	if !doubleQuant {
		return 32 / block
	}
	return 8/block + 32/(block*block2)
}

// BlockBits is bits per weight of a block format such as GGUF: blockBytes hold
// blockWeights weights (M2).
func BlockBits(blockBytes, blockWeights float64) float64 {
	return blockBytes * 8 / blockWeights
}

// UniformBytes is the size of params parameters of bits bits each (M2).
func UniformBytes(params, bits float64) float64 { return params * bits / 8 }

// WeightMap says how a checkpoint stores its parameters, in bits per parameter:
// linear layers at LinearBits, KeptLinear of them and all the rest at RestBits.
type WeightMap struct {
	Name                 string
	LinearBits, RestBits float64
	// KeptLinear linear parameters stay unquantised (attention, first layers …).
	KeptLinear int64
	// TiedHeadStored says that the checkpoint stores a tied head a second time.
	TiedHeadStored bool
}

// Bytes is the size of the weights with the given parameters (formula M2).
func (w WeightMap) Bytes(p Parameters) float64 {
	kept := min(max(w.KeptLinear, 0), p.Linear)
	rest := float64(p.Rest() + kept)
	if w.TiedHeadStored && p.Head == 0 {
		rest += float64(p.Embedding)
	}
	return UniformBytes(float64(p.Linear-kept), w.LinearBits) + UniformBytes(rest, w.RestBits)
}

func (w WeightMap) uniform() bool { return w.LinearBits == w.RestBits }

// fp8Block is the edge of the square block that shares one fp32 scale.
const fp8Block = 128

// MapFor returns the usual storage of a precision: 16 and 32 bit uniform, fp8
// with block scales, int8 and int4 in groups of 128 with fp16 scales and a zero
// point of their own width.
func MapFor(p Precision) WeightMap {
	switch p {
	case FP32:
		return WeightMap{Name: string(p), LinearBits: 32, RestBits: 32}
	case FP8:
		return WeightMap{Name: string(p), LinearBits: GroupBits(8, fp8Block*fp8Block, 32, 0), RestBits: 16}
	case INT8:
		return WeightMap{Name: string(p), LinearBits: GroupBits(8, 128, 16, 8), RestBits: 16}
	case INT4:
		return WeightMap{Name: string(p), LinearBits: GroupBits(4, 128, 16, 4), RestBits: 16}
	}
	return WeightMap{Name: string(p), LinearBits: 16, RestBits: 16}
}

// WeightFormats lists the storage formats a request may name besides the
// precisions: quantised linear layers first, then uniform GGUF files, whose bits
// per weight already are the mean over the file.
func WeightFormats() []WeightMap {
	quantised := func(name string, bits float64) WeightMap {
		return WeightMap{Name: name, LinearBits: bits, RestBits: 16}
	}
	file := func(name string, bits float64) WeightMap {
		return WeightMap{Name: name, LinearBits: bits, RestBits: bits}
	}
	return []WeightMap{
		quantised("awq-int4-g128", GroupBits(4, 128, 16, 4)),
		quantised("gptq-int4-g128-sym", GroupBits(4, 128, 16, 0)),
		quantised("int4-g32-sym", GroupBits(4, 32, 16, 0)),
		quantised("gptq-int8-g128", GroupBits(8, 128, 16, 8)),
		quantised("w8a8-int8", 8),
		quantised("nf4", NF4Bits(64, 256, false)),
		quantised("nf4-double", NF4Bits(64, 256, true)),
		quantised("mxfp4", GroupBits(4, 32, 8, 0)),
		quantised("nvfp4", GroupBits(4, 16, 8, 0)),
		file("gguf-q4_0", BlockBits(18, 32)),
		file("gguf-q4_1", BlockBits(20, 32)),
		file("gguf-q4_k_m", 4.83),
		file("gguf-q5_0", BlockBits(22, 32)),
		file("gguf-q5_1", BlockBits(24, 32)),
		file("gguf-q8_0", BlockBits(34, 32)),
	}
}

// LookupFormat finds a storage format by its name in WeightFormats.
func LookupFormat(name string) (WeightMap, bool) {
	for _, w := range WeightFormats() {
		if w.Name == name {
			return w, true
		}
	}
	return WeightMap{}, false
}

// AccelerateEstimate is what the Hugging Face memory estimator prints for loading
// params parameters, in bytes: every tensor in the named format (M2).
func AccelerateEstimate(params float64, p Precision) float64 {
	bits := map[Precision]float64{FP32: 32, BF16: 16, FP16: 16, FP8: 8, INT8: 8, INT4: 4}[p]
	return UniformBytes(params, bits)
}

// AccelerateAdam is that estimator's figure for training with Adam, in bytes: four
// times the fp32 size, in 16 bit its largest component, twice the fp32 size (M5).
// The second is not a sum of the states; MixedAdam is.
func AccelerateAdam(params float64, p Precision) float64 {
	size := AccelerateEstimate(params, FP32)
	if p == FP32 {
		return 4 * size
	}
	return 2 * size
}
