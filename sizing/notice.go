package sizing

// Notice is a remark as a code with parameters, so that a page can word it in
// any language. Parameter values are numbers or names, never sentences.
type Notice struct {
	Code   string
	Params map[string]string
}

// Notice codes of a Fit or a Result; the parameters are in brackets.
const (
	NoticeMemoryUnknown       = "memory-unknown"        // the device's memory is not known
	NoticeBandwidthUnknown    = "bandwidth-unknown"     // throughput cannot be computed
	NoticePeakUnknown         = "peak-unknown"          // [precision] no usable peak rate
	NoticeVariantMemory       = "variant-memory"        // [low high] variant not stated, lowest memory counted
	NoticeVariantBandwidth    = "variant-bandwidth"     // [low high] variant not stated, lowest bandwidth counted
	NoticeVariantPeak         = "variant-peak"          // [low high] variant not stated, lowest peak counted
	NoticeVariantLink         = "variant-link"          // [low high] variant not stated, slowest link counted
	NoticeVariantMemoryOpen   = "variant-memory-open"   // variant not stated, memory published for some only
	NoticeVariantBandOpen     = "variant-band-open"     // the same of the bandwidth
	NoticeVariantPeakOpen     = "variant-peak-open"     // [precision] the same of the peak rate
	NoticeVariantLinkOpen     = "variant-link-open"     // the same of the link
	NoticeTokensMissing       = "tokens-missing"        // hours need a number of tokens
	NoticeDoesNotFit          = "does-not-fit"          // [cards need_gb usable_gb] per card
	NoticeNeedsCards          = "needs-cards"           // [cards] smallest number that would fit
	NoticeOverCardLimit       = "over-card-limit"       // [limit] not even that many cards fit
	NoticeMultiNode           = "multi-node"            // [nodes node_cards] network between machines
	NoticeNodeUnits           = "node-units"            // [asked packed] whole machines are bought
	NoticeInterconnectUnknown = "interconnect-unknown"  // several cards, link speed not known
	NoticeInterconnectSlow    = "interconnect-slow"     // [gb_s limit] several cards on a slow link
	NoticePipeline            = "pipeline-parallel"     // [stages tensor] heads do not divide further
	NoticeFewerCards          = "fewer-cards"           // [cards] fit too, as a pipeline or fully recomputed
	NoticeReplicas            = "replicas"              // [replicas] copies of the model share the batch
	NoticeIdleCards           = "idle-cards"            // [idle] cards left over by whole copies
	NoticeKVReplicated        = "kv-replicated"         // [tensor kv_heads] heads are copied
	NoticeLatentReplicated    = "latent-replicated"     // [tensor] MLA latent on every rank
	NoticeTight               = "tight"                 // [headroom_pct] little memory left
	NoticeBF16FromFP16        = "bf16-peak-from-fp16"   // bf16 peak not known, fp16 peak used
	NoticeFP8At16Bit          = "fp8-at-16-bit"         // rate taken from the 16-bit peak
	NoticeFP32Used            = "fp32-peak-used"        // fp16 arithmetic is slower than fp32 here
	NoticeFullRecompute       = "full-recompute"        // activations recomputed, 8 N D
	NoticeFittedOnNVIDIA      = "fitted-on-nvidia"      // [vendor] constants come from CUDA engines
	NoticeContextOverModel    = "context-over-model"    // [context max] beyond the model's limit
	NoticeEncoder             = "encoder-no-generation" // no decoding, tokens/s is reading speed
	NoticeOutputAssumed       = "output-assumed"        // [prompt output] split of the context
	NoticeVocabAssumed        = "vocab-assumed"         // [vocab] own numbers without vocabulary
	NoticeMFUMoE              = "mfu-moe"               // [mfu] mixture of experts trains slower
	NoticeQLoRABase           = "qlora-base"            // [precision] the base is NF4, arithmetic in that precision
)

// NoticeCodes lists every code a Fit or a Result can carry, for pages that must
// have a text for each.
func NoticeCodes() []string {
	return []string{
		NoticeMemoryUnknown, NoticeBandwidthUnknown, NoticePeakUnknown, NoticeTokensMissing,
		NoticeDoesNotFit, NoticeNeedsCards, NoticeOverCardLimit, NoticeMultiNode, NoticeNodeUnits,
		NoticeInterconnectUnknown, NoticeInterconnectSlow, NoticePipeline, NoticeFewerCards, NoticeReplicas, NoticeIdleCards, NoticeKVReplicated,
		NoticeLatentReplicated, NoticeTight, NoticeBF16FromFP16, NoticeFP8At16Bit, NoticeFP32Used,
		NoticeFullRecompute, NoticeFittedOnNVIDIA, NoticeContextOverModel, NoticeEncoder,
		NoticeOutputAssumed, NoticeVocabAssumed, NoticeMFUMoE, NoticeQLoRABase,
		NoticeVariantMemory, NoticeVariantBandwidth, NoticeVariantPeak, NoticeVariantLink,
		NoticeVariantMemoryOpen, NoticeVariantBandOpen, NoticeVariantPeakOpen, NoticeVariantLinkOpen,
	}
}

func notice(code string, pairs ...string) Notice {
	n := Notice{Code: code}
	if len(pairs) > 0 {
		n.Params = make(map[string]string, len(pairs)/2)
		for i := 0; i+1 < len(pairs); i += 2 {
			n.Params[pairs[i]] = pairs[i+1]
		}
	}
	return n
}

// FieldError says what is wrong with one field of a request: the field's name as
// in the address (model, params_b, mfu …), a code and its parameters.
type FieldError struct {
	Field  string
	Code   string
	Params map[string]string
}

// Field error codes; the parameters are in brackets.
const (
	ErrRequired      = "required"       // the field is missing
	ErrUnknownName   = "unknown-name"   // [value] no such model, task, format …
	ErrOutOfRange    = "out-of-range"   // [min max] bounds included
	ErrNotDivisor    = "not-a-divisor"  // [of] must divide the other field
	ErrNeedsHeadDim  = "needs-head-dim" // hidden is no multiple of heads
	ErrParamsTooFew  = "params-too-few" // [least] embeddings and attention alone need more, in 1e9
	ErrMFUTooHigh    = "mfu-too-high"   // [max] no published run reaches it, %
	ErrNotTrainable  = "not-trainable"  // [precision] cannot train in this precision
	ErrModelConflict = "model-and-own"  // both a catalogue model and own numbers
	ErrUnknownDevice = "unknown-device" // [value] the filter names no known accelerator
	ErrAssumption    = "bad-assumption" // [key] unknown key or a value outside its bounds
)

// FieldErrorCodes lists every code a FieldError can carry.
func FieldErrorCodes() []string {
	return []string{
		ErrRequired, ErrUnknownName, ErrOutOfRange, ErrNotDivisor, ErrNeedsHeadDim, ErrParamsTooFew,
		ErrMFUTooHigh, ErrNotTrainable, ErrModelConflict, ErrUnknownDevice, ErrAssumption,
	}
}

// RequestError collects the field errors of a request, in the order of its fields.
type RequestError struct {
	Fields []FieldError
}

// Error names the fields and codes; pages use Fields instead.
func (e *RequestError) Error() string {
	text := "sizing: invalid request"
	for _, f := range e.Fields {
		text += "; " + f.Field + ": " + f.Code
	}
	return text
}

func fieldError(field, code string, pairs ...string) FieldError {
	return FieldError{Field: field, Code: code, Params: notice(code, pairs...).Params}
}
