package views

import (
	"strings"
	"testing"
	"time"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/recommendation"
	"gpuscale/text"
)

// wizardMoment is when these tests take place.
var wizardMoment = time.Date(2026, 12, 1, 12, 0, 0, 0, text.Shanghai)

// Every code of the engine has words in both languages; the tests of package text see
// to the languages.
func TestEveryCodeOfTheWizardHasWords(t *testing.T) {
	for family, codes := range map[string][]string{
		"wizard.reason.": recommendation.ReasonCodes, "wizard.warning.": recommendation.WarningCodes, "wizard.lost.": recommendation.LostCodes,
		"wizard.article.": recommendation.ArticleCodes, "wizard.live.": recommendation.LiveCodes, "wizard.finding.": recommendation.FindingCodes,
		"wizard.blank.": recommendation.UnknownCodes, "wizard.metric-why.": recommendation.MetricWhys, "wizard.advice.": recommendation.AdviceCodes,
		"wizard.problem.": recommendation.ProblemCodes, "wizard.method.": recommendation.MethodCodes, "wizard.step.": recommendation.StepCodes,
		"wizard.figure.": recommendation.FigureKeys, "wizard.check-key.": recommendation.CheckKeys(), "wizard.label.": recommendation.QuestionKeys(),
		"wizard.q.": recommendation.QuestionKeys(), "wizard.hint.": recommendation.QuestionKeys(),
		"wizard.scenario.": recommendation.Scenarios, "wizard.about.": recommendation.Scenarios, "wizard.proof.": recommendation.Scenarios,
	} {
		if len(codes) == 0 {
			t.Errorf("%s: no codes", family)
		}
		for _, code := range codes {
			if !text.Has(family + code) {
				t.Errorf("no words for %s%s", family, code)
			}
		}
	}
}

func TestEveryQuestionAndOptionHasWords(t *testing.T) {
	for _, scenario := range recommendation.Scenarios {
		for _, q := range recommendation.Questions(scenario) {
			if !text.Has("wizard.q-why." + q.Why) {
				t.Errorf("%s: no words for why %s is asked: %s", scenario, q.Key, q.Why)
			}
			if q.Kind != recommendation.Choice {
				continue
			}
			for _, o := range q.Options {
				if o != recommendation.DontKnow && !text.Has("wizard.option."+q.Key+"."+o) {
					t.Errorf("%s: no words for %s=%s", scenario, q.Key, o)
				}
			}
		}
	}
}

// A bill's notices reach the wizard as warnings.
func TestEveryNoticeOfABillHasWords(t *testing.T) {
	w := WizardWords{l: text.ZH}
	for _, code := range []string{pricing.WarnStorageUnknown, pricing.WarnUploadUnknown, pricing.WarnGranularityUnknown, pricing.WarnInterruptionUnknown,
		pricing.WarnTermUnknown, pricing.WarnCommitmentIdle, pricing.WarnCardsIdle, pricing.WarnCountUnknown, pricing.WarnRange, pricing.WarnApprox,
		pricing.WarnTopUp, pricing.WarnOverBudget, pricing.ExcludedPriceUnknown, pricing.ExcludedRateUnknown, pricing.ExcludedTooLarge,
		string(catalog.SpotAboveOnDemand), recommendation.UnknownBill} {
		said := w.Bill(recommendation.Notice{Code: code})
		if strings.Contains(said, code) || len([]rune(said)) < 4 {
			t.Errorf("%s: %q", code, said)
		}
	}
}

// A notice fills every place of its text with words, not with codes.
func TestNoticesAreFilledWithWords(t *testing.T) {
	m := catalog.NewMarket(catalog.Data{Providers: []catalog.Provider{{Slug: "autodl", Name: catalog.Words{Zh: "AutoDL", En: "AutoDL"}}}}, wizardMoment)
	for _, tt := range []struct {
		name   string
		l      text.Lang
		notice recommendation.Notice
		want   string
	}{
		{"a failed check with its unit", text.ZH, recommendation.Notice{Code: recommendation.WarnFails, Params: map[string]string{"key": "vram", "value": "24",
			"operator": ">=", "threshold": "80", "unit": "GB"}}, "单卡显存不满足：24 GB，要求 ≥ 80 GB。"},
		{"words in English", text.EN, recommendation.Notice{Code: recommendation.WarnFails, Params: map[string]string{"key": "compliance", "value": "可信云", "value_en": "Trusted Cloud",
			"operator": "=", "threshold": "等保三级", "threshold_en": "MLPS level 3", "unit": ""}}, "Certificate fails: Trusted Cloud, required = MLPS level 3."},
		{"a list of checks", text.EN, recommendation.Notice{Code: recommendation.WarnConfirm, Params: map[string]string{"keys": "mtbf;latency"}},
			"Nothing public settles these; have the platform confirm them before signing: MTBF, Latency."},
		{"a product without offers", text.ZH, recommendation.Notice{Code: recommendation.WarnNoOffer, Params: map[string]string{"quoted": "0"}}, "这款产品没有公开的报价。"},
		{"a bill's notice", text.EN, recommendation.Notice{Code: pricing.WarnCardsIdle, Params: map[string]string{"paid": "16", "needed": "9"}},
			"Sold by whole machines: 16 cards are paid for, 9 needed."},
	} {
		w := NewWizardWords(tt.l, m, &recommendation.Scenario{})
		if got := w.Warning(tt.notice); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	lost := NewWizardWords(text.ZH, m, &recommendation.Scenario{}).Lost(recommendation.Notice{Code: recommendation.LostBehind,
		Params: map[string]string{"dimension": "cost", "winner": "autodl", "points": "3.2", "gap": "4.0"}})
	if want := "主要差在成本与计费：落后首选（AutoDL）3.2 分，总分差 4.0。"; lost != want {
		t.Errorf("got %q, want %q", lost, want)
	}
}

func TestValuesOfChecksAreWorded(t *testing.T) {
	w := WizardWords{l: text.ZH, market: catalog.NewMarket(catalog.Data{}, wizardMoment)}
	for _, tt := range []struct{ name, key, value, unit, want string }{
		{"nothing stated", "mtbf", "", "hour", "未公开"},
		{"a figure", "mtbf", "5000", "hour", "5,000 小时"},
		{"a range", "vram", "16–32", "GB", "16–32 GB"},
		{"a step of hours", "billing_granularity", "3600", "second", "1 小时"},
		{"a step of seconds", "billing_granularity", "60", "second", "60 秒"},
		{"a version is no decimal", "cuda", "12.10", "", "12.10"},
		{"yes", "vgpu_isolation", "true", "", "是"},
		{"a market", "region", "intl", "", "国际"},
		{"a billing mode", "interruptible", "month", "", "包月"},
		{"a mode of the data set", "interruptible", "per-second", "", "按秒计费"},
		{"words stay", "compliance", "等保三级", "", "等保三级"},
		{"a list", "hpc_scheduler", "Slurm;Torque", "", "Slurm、Torque"},
		{"a share", "cost_saving", "70", "percent", "70%"},
	} {
		if got := w.Value(tt.key, tt.value, tt.unit); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTheBeamHangsItsWeightAtTheStep(t *testing.T) {
	b := drawBeam(5, 2)
	if len(b.Dots) != 5 || !b.Dots[2].Done || b.Dots[3].Done || b.Dots[4].X != "182.0" || !strings.HasPrefix(b.Weight, "M94.1 6") {
		t.Errorf("%+v", b)
	}
}

func TestCountsAndMoneyOfTheWizardAreWrittenInFull(t *testing.T) {
	en := WizardWords{l: text.EN}
	for n, want := range map[string]string{"1": "1 platform states elastic scaling today", "2": "2 platforms state elastic scaling today"} {
		got := en.Live(recommendation.Notice{Code: recommendation.LiveElasticStated, Params: map[string]string{"count": n}})
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q", n, got)
		}
	}
	if got := (WizardWords{l: text.ZH}).Value(recommendation.KeyBudget, "80985.6", "CNY"); got != "80,985.60 元" {
		t.Errorf("money %q", got)
	}
	if got := en.Value(recommendation.KeyRegion, "中国大陆", ""); got != "Mainland China" {
		t.Errorf("place %q", got)
	}
}
