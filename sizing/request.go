package sizing

import (
	"math"
	"slices"
	"strings"
)

// Task is what the cards shall do.
type Task string

// Tasks a request may name: serving, training from scratch, full fine-tuning, and
// adapter training over a 16-bit or a 4-bit base.
const (
	Inference Task = "inference"
	Train     Task = "train"
	Finetune  Task = "finetune"
	LoRA      Task = "lora"
	QLoRA     Task = "qlora"
)

// Tasks lists the tasks.
func Tasks() []Task { return []Task{Inference, Train, Finetune, LoRA, QLoRA} }

// Valid reports whether t is one of Tasks.
func (t Task) Valid() bool { return slices.Contains(Tasks(), t) }

// adapters reports whether the base weights stay frozen.
func (t Task) adapters() bool { return t == LoRA || t == QLoRA }

// Request asks for a sizing. Zero values take the defaults that Result.Request
// shows: inference, bf16, 4,096 tokens, one sequence.
type Request struct {
	// Model names a built-in model; Own gives own numbers instead.
	Model string
	Own   *OwnNumbers
	Task  Task
	// Precision is of the weights, in training of the arithmetic; Format names a
	// storage format of WeightFormats and goes before it.
	Precision Precision
	Format    string
	// Context is tokens per sequence, prompt and answer together; Output is the
	// answer's part in inference. Batch is sequences at once: of all cards in
	// inference, of each card in training.
	Context, Output, Batch int
	// Tokens is how many tokens to train on or to generate, absolute.
	Tokens Figure
	// MFU is the model FLOP utilisation to plan with, in %.
	MFU Figure
	// GPUs is the number of cards; 0 looks for the fewest that fit.
	GPUs int
	// GPU keeps only these device slugs; empty keeps all.
	GPU       []string
	Recompute Recompute
	// Assumptions replaces the default constants when not nil.
	Assumptions *Assumptions
}

const (
	defaultContext = 4096
	maxContext     = 100_000_000
	maxBatch       = 1_000_000
	maxTokens      = 1e18
)

// job is a checked request with everything its answer is computed from.
type job struct {
	request Request
	model   Model
	weights WeightMap
	assume  Assumptions
	prompt  int
}

// prepare fills in defaults and checks every field.
func prepare(r Request) (*job, []FieldError) {
	j := &job{request: r, assume: DefaultAssumptions()}
	errs := j.chooseModel()
	if r.Assumptions != nil {
		j.assume = *r.Assumptions
		errs = append(errs, j.assume.check()...)
	}
	errs = append(errs, j.chooseTask()...)
	errs = append(errs, j.chooseLengths()...)
	errs = append(errs, j.checkFigures()...)
	return j, errs
}

func (j *job) chooseModel() []FieldError {
	r := &j.request
	switch {
	case r.Model != "" && r.Own != nil:
		return []FieldError{fieldError("model", ErrModelConflict)}
	case r.Own != nil:
		m, errs := r.Own.Model()
		j.model = m
		return errs
	case strings.TrimSpace(r.Model) == "":
		return []FieldError{fieldError("model", ErrRequired)}
	}
	m, ok := LookupModel(r.Model)
	if !ok {
		return []FieldError{fieldError("model", ErrUnknownName, "value", r.Model)}
	}
	j.model, r.Model = m, m.Name
	return nil
}

func (j *job) chooseTask() []FieldError {
	r := &j.request
	var errs []FieldError
	if r.Task == "" {
		r.Task = Inference
	}
	if r.Precision == "" {
		r.Precision = BF16
	}
	if !r.Task.Valid() {
		errs = append(errs, fieldError("task", ErrUnknownName, "value", string(r.Task)))
	}
	if !r.Precision.Valid() {
		errs = append(errs, fieldError("precision", ErrUnknownName, "value", string(r.Precision)))
	} else if (r.Task == Train || r.Task == Finetune) && !r.Precision.trainable() {
		errs = append(errs, fieldError("precision", ErrNotTrainable, "precision", string(r.Precision)))
	}
	if !r.Recompute.Valid() {
		errs = append(errs, fieldError("recompute", ErrUnknownName, "value", string(r.Recompute)))
	}
	j.weights = MapFor(r.Precision)
	if r.Task == QLoRA {
		j.weights, _ = LookupFormat("nf4-double")
	}
	if r.Format != "" {
		named, ok := LookupFormat(r.Format)
		if !ok {
			return append(errs, fieldError("format", ErrUnknownName, "value", r.Format))
		}
		j.weights = named
	}
	return errs
}

func (j *job) chooseLengths() []FieldError {
	r := &j.request
	if r.Context == 0 {
		r.Context = defaultContext
		if j.model.MaxContext > 0 {
			r.Context = min(r.Context, j.model.MaxContext)
		}
	}
	if r.Batch == 0 {
		r.Batch = 1
	}
	var errs []FieldError
	check := func(field string, value, high int) {
		if value < 1 || value > high {
			errs = append(errs, outOfRange(field, 1, float64(high)))
		}
	}
	check("context", r.Context, maxContext)
	check("batch", r.Batch, maxBatch)
	if len(errs) > 0 {
		return errs
	}
	if r.Output == 0 {
		r.Output = max(1, min(int(j.assume.OutputTokens), r.Context/2))
	}
	check("output", r.Output, r.Context)
	j.prompt = r.Context - r.Output
	return errs
}

func (j *job) checkFigures() []FieldError {
	r := &j.request
	var errs []FieldError
	if r.Tokens.Known && !(r.Tokens.Value >= 1 && r.Tokens.Value <= maxTokens) {
		errs = append(errs, outOfRange("tokens", 1, maxTokens))
	}
	if r.MFU.Known {
		switch v := r.MFU.Value; {
		case v > j.assume.MFUMax:
			errs = append(errs, fieldError("mfu", ErrMFUTooHigh, "max", num(j.assume.MFUMax)))
		case math.IsNaN(v) || v < 1:
			errs = append(errs, outOfRange("mfu", 1, j.assume.MFUMax))
		}
	}
	if limit := int(j.assume.MaxCards); r.GPUs < 0 || r.GPUs > limit {
		errs = append(errs, outOfRange("gpus", 1, float64(limit)))
	}
	return errs
}

// selectDevices keeps the devices the request's filter names; a slug that names
// none is an error.
func (j *job) selectDevices(devices []Device) ([]*Device, []FieldError) {
	var errs []FieldError
	for _, slug := range j.request.GPU {
		known := slices.ContainsFunc(devices, func(d Device) bool { return d.Slug == slug })
		if !known {
			errs = append(errs, fieldError("gpu", ErrUnknownDevice, "value", slug))
		}
	}
	kept := make([]*Device, 0, len(devices))
	for i := range devices {
		if len(j.request.GPU) == 0 || slices.Contains(j.request.GPU, devices[i].Slug) {
			kept = append(kept, &devices[i])
		}
	}
	return kept, errs
}

// requestNotices are the remarks that do not depend on a device.
func (j *job) requestNotices() []Notice {
	var notices []Notice
	r := &j.request
	if j.model.VocabAssumed {
		notices = append(notices, notice(NoticeVocabAssumed, "vocab", num(assumedVocab)))
	}
	if limit := j.model.MaxContext; limit > 0 && r.Context > limit {
		notices = append(notices, notice(NoticeContextOverModel,
			"context", num(float64(r.Context)), "max", num(float64(limit))))
	}
	if r.Task == Inference {
		if j.model.Kind == Encoder {
			notices = append(notices, notice(NoticeEncoder))
		} else {
			notices = append(notices, notice(NoticeOutputAssumed,
				"prompt", num(float64(j.prompt)), "output", num(float64(r.Output))))
		}
	} else if j.model.MoE != nil && !r.MFU.Known {
		notices = append(notices, notice(NoticeMFUMoE, "mfu", num(j.assume.MFUMidMoE)))
	}
	if r.Task == QLoRA && r.Format == "" {
		notices = append(notices, notice(NoticeQLoRABase, "precision", string(j.trainPrecision())))
	}
	if !r.Tokens.Known {
		notices = append(notices, notice(NoticeTokensMissing))
	}
	return notices
}
