package sizing

// Opinion is a figure of another published formula for the same request, to hold
// against ours. Codes are listed by OpinionCodes; Unit is GB, FLOP or parameters.
type Opinion struct {
	Code, Formula, Unit string
	Value               float64
}

// Codes of an Opinion.
const (
	OpinionAccelerateLoad = "accelerate-load"      // Hugging Face estimator, weights
	OpinionAccelerateAdam = "accelerate-adam"      // Hugging Face estimator, training
	OpinionZeRO2Card      = "deepspeed-zero2-card" // DeepSpeed documentation, one card
	OpinionZeRO2Host      = "deepspeed-zero2-host" // with optimiser offload, host memory
	OpinionZeRO3Card      = "deepspeed-zero3-card" // DeepSpeed documentation, one card
	OpinionZeRO3Host      = "deepspeed-zero3-host" // with full offload, host memory
	OpinionMegatron       = "megatron-card"        // Megatron distributed optimiser, one card
	OpinionCheckpoint     = "checkpoint"           // full training checkpoint on disk
	OpinionFLOP           = "flop-6nd"             // 6 N D
	OpinionFLOPAttention  = "flop-attention"       // PaLM, with attention
	OpinionFLOPMegatron   = "flop-megatron"        // Megatron, GPT shape
	OpinionSelective      = "selective-saving-pct" // activations freed by selective recompute
	OpinionGPTParameters  = "gpt-shape-parameters" // Megatron's count for this shape
	OpinionHardware       = "hardware-over-model"  // HFU/MFU of the recompute mode
)

// OpinionCodes lists every code an Opinion can have, for pages that must name each.
func OpinionCodes() []string {
	return []string{
		OpinionAccelerateLoad, OpinionAccelerateAdam, OpinionZeRO2Card, OpinionZeRO2Host,
		OpinionZeRO3Card, OpinionZeRO3Host, OpinionMegatron, OpinionCheckpoint, OpinionFLOP,
		OpinionFLOPAttention, OpinionFLOPMegatron, OpinionSelective, OpinionGPTParameters,
		OpinionHardware,
	}
}

// opinions computes the figures that apply to the task, for the asked number of
// cards or one machine.
func (d *demand) opinions() []Opinion {
	m, r := &d.job.model, &d.job.request
	params := float64(m.Parameters().Total())
	if r.Task == Inference {
		return []Opinion{{OpinionAccelerateLoad, "N × b/8", "GB", AccelerateEstimate(params, r.Precision) / GB}}
	}
	list := d.computeOpinions()
	if r.Task.adapters() {
		return list
	}
	return append(list, d.stateOpinions(params)...)
}

func (d *demand) stateOpinions(params float64) []Opinion {
	node := int(d.job.assume.NodeCards)
	plan := DeepSpeedPlan{
		Params: params, CardsPerNode: node, Nodes: 1, ShardedInit: true,
		LargestLayer: max(d.live/4, float64(d.job.model.Parameters().Embedding)),
	}
	if asked := d.job.request.GPUs; asked > 0 && asked <= node {
		plan.CardsPerNode = asked
	} else if asked > node {
		plan.Nodes = d.job.packed(asked) / node
	}
	cards := int(plan.cards())
	two, _ := plan.ZeRO2()
	three, _ := plan.ZeRO3()
	offload := plan
	offload.OffloadOptimiser, offload.OffloadWeights = true, true
	_, hostTwo := offload.ZeRO2()
	_, hostThree := offload.ZeRO3()
	kind := MegatronBF16
	if d.job.request.Precision == FP32 {
		kind = MegatronFP32
	}
	megatron, _ := MegatronBytesPerParam(kind, cards)
	n := ", n = " + num(float64(cards))
	return []Opinion{
		{OpinionAccelerateAdam, "max(w, g, o)", "GB", AccelerateAdam(params, d.job.request.Precision) / GB},
		{OpinionZeRO2Card, "4N + 16N/n" + n, "GB", two / GB},
		{OpinionZeRO2Host, "1.5 × N × max(4n, 16)" + n, "GB", hostTwo / GB},
		{OpinionZeRO3Card, "4 × N_layer + 18N/n" + n, "GB", three / GB},
		{OpinionZeRO3Host, "1.5 × 18N", "GB", hostThree / GB},
		{OpinionMegatron, "N × " + num(megatron) + n, "GB", StatesBytes(params, megatron) / GB},
		{OpinionCheckpoint, "N × " + num(d.job.assume.CheckpointByte), "GB",
			StatesBytes(params, d.job.assume.CheckpointByte) / GB},
	}
}

func (d *demand) computeOpinions() []Opinion {
	m := &d.job.model
	shape := GPTShape{
		Batch: d.batch, Sequence: d.sequence, Layers: float64(m.Layers), Hidden: float64(m.Hidden),
		Vocab: float64(m.Vocab),
	}
	mode := d.job.shownMode()
	kept := d.activations(RecomputeNone)
	scores := "(" + num(kept.scoresPerHead()) + "hs/d)"
	list := []Opinion{
		{OpinionSelective, scores + "/(" + num(kept.keptPerLayer()) + " + " + scores + ")", "%", 100 * kept.SelectiveSaving()},
		{OpinionHardware, "HFU/MFU", "×", shape.HardwareFactor(mode)},
		{OpinionGPTParameters, "12Ld²(1 + 13/(12d) + (V+s)/(12Ld))", "N", shape.Parameters()},
	}
	tokens := d.job.request.Tokens
	if !tokens.Known {
		return list
	}
	active := float64(m.ActiveParameters().Total())
	perToken := FLOPPerToken(active, Attention{Layers: shape.Layers, Width: m.attentionWidth(), Sequence: d.sequence})
	iteration := shape.IterationFLOP(RecomputeNone) / (d.batch * d.sequence)
	return append(list,
		Opinion{OpinionFLOP, "6 × N × D", "FLOP", TrainingFLOP(active, tokens.Value, FLOPPerParam(RecomputeNone))},
		Opinion{OpinionFLOPAttention, "(6N + 12 × L × h × d_h × s) × D", "FLOP", perToken * tokens.Value},
		Opinion{OpinionFLOPMegatron, "72 × L × d² × (1 + s/(6d) + V/(12Ld)) × D", "FLOP", iteration * tokens.Value},
	)
}
