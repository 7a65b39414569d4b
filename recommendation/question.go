package recommendation

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/sizing"
)

// DontKnow is the option of every question that takes its printed default.
const DontKnow = "unknown"

// QuestionKind says how a question is answered.
type QuestionKind string

// Question kinds.
const (
	Choice QuestionKind = "choice" // one of Options
	Figure QuestionKind = "figure" // a number that Field lets through
	Named  QuestionKind = "named"  // one of Options, or a name that the catalogue knows
)

// Question asks for one answer. Default is what an unanswered or "unknown" question
// takes, printed beside it; an empty Default means that nothing is required. Why is
// the code of the reason for asking.
type Question struct {
	Key     string
	Step    string // questions of one step share a page
	Kind    QuestionKind
	Options []string
	Default string
	Unit    string
	Field   catalog.TypedField // what a figure may be
	Why     string
}

// Step is one part of the wizard, a page for each of its questions. Optional ones hold
// what decides for some readers only: they are offered when all others are answered.
type Step struct {
	Code      string
	Optional  bool
	Questions []Question
}

// Steps of the wizard, in the order in which a scenario uses them.
const (
	StepScale        = "scale"
	StepTerm         = "term"
	StepInterruption = "interruption"
	StepService      = "service"
	StepEcosystem    = "ecosystem"
	StepRules        = "rules"
	StepIdentity     = "identity"
	StepData         = "data"
	StepMore         = "more" // optional in every scenario
)

// ownFields are the figures that only the wizard asks for; the others are those of a
// job. A choice by days needs at least one.
var ownFields = map[string]catalog.TypedField{
	"days":       {Min: decimal.One, Max: pricing.Fields["days"].Max, Units: catalog.CountUnits},
	"latency_ms": {Min: decimal.MustNew(1, 2), Max: decimal.MustNew(60_000, 0), Decimals: 2},
}

func fieldOf(key string) catalog.TypedField {
	if f, ok := ownFields[key]; ok {
		return f
	}
	if strings.HasPrefix(key, "w_") {
		return catalog.TypedField{Max: decimal.Hundred, Decimals: 2}
	}
	return pricing.Fields[key]
}

// questionForms holds what is the same in every scenario.
var questionForms = map[string]Question{
	"model":         {Kind: Named, Why: "model-sets-memory"},
	"task":          {Kind: Choice, Options: []string{"inference", "train", "finetune", "lora", "qlora"}, Why: "task-multiplies-memory"},
	"gpus":          {Kind: Figure, Unit: "card", Why: "cards-set-machines"},
	"days":          {Kind: Figure, Unit: "day", Why: "term-sets-billing"},
	"interruptible": {Kind: Choice, Options: []string{"yes", "no"}, Why: "spot-is-cheaper"},
	"region":        {Kind: Named, Options: []string{"any", "cn", "intl"}, Why: "data-and-latency"},
	"latency_ms":    {Kind: Figure, Unit: "ms", Why: "latency-is-measured"},
	"compliance":    {Kind: Choice, Options: []string{"none", "mlps-3", "iso-27001", "soc", "trusted-cloud"}, Why: "certificates-differ"},
	"scheduler":     {Kind: Choice, Options: []string{"none", "slurm", "torque", "kubernetes"}, Why: "jobs-need-scheduler"},
	"framework":     {Kind: Choice, Options: []string{"none", "pytorch", "tensorflow", "mindspore", "paddlepaddle", "jax"}, Why: "platforms-lag"},
	"cuda":          {Kind: Named, Options: []string{"none", "11.8", "12.1", "12.4"}, Why: "builds-need-cuda"},
	"budget":        {Kind: Figure, Unit: "CNY", Why: "total-not-hourly"},
	"identity":      {Kind: Choice, Options: []string{"company", "university", "student", "individual"}, Why: "access-and-discounts"},
	"upload_gb":     {Kind: Figure, Unit: "GB", Why: "transfer-is-hidden"},
	"domestic":      {Kind: Choice, Options: []string{"yes", "no"}, Why: "domestic-chips"},
}

// asked is the plan of one scenario: its steps and the defaults that differ.
type asked struct {
	steps    []plannedStep
	defaults map[string]string
}

type plannedStep struct {
	code string
	keys []string
}

// commonDefaults hold where a scenario says nothing else.
var commonDefaults = map[string]string{
	"task": "inference", "gpus": "1", "days": "30", "interruptible": "no", "region": "cn", "compliance": "none",
	"scheduler": "none", "framework": "none", "cuda": "none", "identity": "individual", "upload_gb": "0", "domestic": "no",
}

// The default card count of training is the article's cluster size, its task default
// full training; the article's latency, certificate and schedulers stand in its own
// metrics and need no default here. Who rents as an individual asks for no papers.
var plans = map[string]asked{
	Training: {
		steps: []plannedStep{
			{StepScale, []string{"model", "task", "gpus"}}, {StepTerm, []string{"days", "budget"}},
			{StepInterruption, []string{"interruptible"}},
			{StepEcosystem, []string{"region", "framework", "upload_gb"}}, {StepIdentity, []string{"identity"}},
			{StepMore, []string{"scheduler", "cuda", "compliance", "domestic"}},
		},
		defaults: map[string]string{"task": "train", "gpus": "16", "framework": "pytorch"},
	},
	Inference: {
		steps: []plannedStep{
			{StepScale, []string{"model", "gpus"}}, {StepService, []string{"latency_ms", "region"}},
			{StepTerm, []string{"days", "budget", "interruptible"}}, {StepEcosystem, []string{"framework", "cuda"}},
			{StepIdentity, []string{"identity"}}, {StepMore, []string{"compliance", "scheduler", "upload_gb", "domestic"}},
		},
		defaults: map[string]string{"framework": "pytorch"},
	},
	Research: {
		steps: []plannedStep{
			{StepScale, []string{"gpus", "days", "budget"}}, {StepRules, []string{"identity", "compliance", "region"}},
			{StepEcosystem, []string{"scheduler", "framework", "upload_gb"}},
			{StepMore, []string{"interruptible", "cuda", "domestic"}},
		},
		defaults: map[string]string{"task": "train", "gpus": "8", "days": "90", "identity": "university"},
	},
	Finetune: {
		steps: []plannedStep{
			{StepScale, []string{"model", "task", "gpus"}}, {StepTerm, []string{"days", "budget"}},
			{StepInterruption, []string{"interruptible"}}, {StepEcosystem, []string{"region", "framework", "cuda"}},
			{StepIdentity, []string{"identity"}}, {StepMore, []string{"upload_gb", "scheduler", "compliance", "domestic"}},
		},
		defaults: map[string]string{"task": "lora", "days": "3", "interruptible": "yes", "framework": "pytorch"},
	},
	Rendering: {
		steps: []plannedStep{
			{StepScale, []string{"gpus", "days"}}, {StepTerm, []string{"budget", "interruptible"}},
			{StepData, []string{"upload_gb", "region"}}, {StepIdentity, []string{"identity"}},
			{StepMore, []string{"cuda", "compliance", "domestic"}},
		},
		defaults: map[string]string{"gpus": "4", "days": "7", "interruptible": "yes", "upload_gb": "100"},
	},
}

// Steps returns the pages of a scenario in order, each with its questions; nil for an
// unknown scenario.
func Steps(scenario string) []Step {
	var out []Step
	for _, p := range plans[scenario].steps {
		step := Step{Code: p.code, Optional: p.code == StepMore}
		for _, key := range p.keys {
			q := questionForms[key]
			q.Key, q.Step, q.Default = key, p.code, defaultOf(scenario, key)
			if key == "model" {
				q.Options = modelNames()
			}
			if q.Kind == Figure {
				q.Field = fieldOf(key)
			}
			q.Options = withDontKnow(q)
			step.Questions = append(step.Questions, q)
		}
		out = append(out, step)
	}
	return out
}

// Questions returns the questions of a scenario in order.
func Questions(scenario string) []Question {
	var out []Question
	for _, s := range Steps(scenario) {
		out = append(out, s.Questions...)
	}
	return out
}

// withDontKnow adds the last option. A figure has it as its only option.
func withDontKnow(q Question) []string {
	return append(slices.Clone(q.Options), DontKnow)
}

func modelNames() []string {
	models := sizing.Models()
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = m.Name
	}
	return names
}

func defaultOf(scenario, key string) string {
	if v, ok := plans[scenario].defaults[key]; ok {
		return v
	}
	return commonDefaults[key]
}
