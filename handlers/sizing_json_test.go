package handlers

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
	"gpuscale/sizing"
)

func htmlOf(t *testing.T, s *goquery.Selection) string {
	t.Helper()
	html, err := goquery.OuterHtml(s)
	if err != nil {
		t.Fatal(err)
	}
	return html
}

func (s *site) sizing(t *testing.T, pairs ...string) *sizingJSON {
	t.Helper()
	j := new(sizingJSON)
	if status := s.getJSON(t, strings.Replace(sizingAt(pairs...), sizingPath, sizingPath+".json", 1), j); status != http.StatusOK {
		t.Fatalf("%v: status %d", pairs, status)
	}
	return j
}

func (j *sizingJSON) fit(t *testing.T, slug string) *sizingFitJSON {
	t.Helper()
	i := slices.IndexFunc(j.Fits, func(f sizingFitJSON) bool { return f.Accelerator == slug })
	if i < 0 {
		t.Fatalf("no fit of %s", slug)
	}
	return &j.Fits[i]
}

func TestTheJSONOfASizingHasTheFieldsOfTheContract(t *testing.T) {
	var raw object
	if status := newSite(t).getJSON(t, sizingPath+".json?task=train&tokens=1T&model=Llama-2-7B", &raw); status != http.StatusOK {
		t.Fatal(status)
	}
	has := func(where string, o object, names ...string) {
		t.Helper()
		for _, name := range names {
			if _, ok := o[name]; !ok {
				t.Errorf("%s has no %s", where, name)
			}
		}
	}
	has("the answer", raw, "inputs", "memory", "fits", "assumptions")
	has("inputs", raw["inputs"].(object), "model", "params_b", "layers", "hidden", "heads", "kv_heads", "head_dim", "vocab", "task", "precision",
		"context", "batch", "tokens", "mfu", "gpu", "gpus", "currency")
	memory := raw["memory"].(object)
	has("memory", memory, "total_gb", "parts")
	for _, p := range memory["parts"].([]any) {
		has("a part", p.(object), "item", "formula", "gb")
	}
	for _, f := range raw["fits"].([]any) {
		fit := f.(object)
		has("a fit", fit, "accelerator", "cards", "headroom", "hours", "tokens_per_s", "cost", "warnings")
		if hours, ok := fit["hours"].(object); ok {
			has("hours", hours, "low", "mid", "high")
		}
	}
	for _, a := range raw["assumptions"].([]any) {
		has("an assumption", a.(object), "key", "value", "default", "unit", "source")
	}
}

func TestTheNumbersOfASizingAgree(t *testing.T) {
	s := newSite(t)
	for _, pairs := range [][]string{
		{}, {"task", "train", "model", "Llama-3.1-8B", "tokens", "150亿"}, {"task", "qlora", "model", "Qwen2.5-72B", "tokens", "1亿", "currency", "USD"},
		{"task", "lora", "model", "Llama-2-13B"}, {"model", "BERT-large-uncased", "tokens", "1B"}, {"gpus", "4", "model", "Mixtral-8x7B", "precision", "fp8"},
	} {
		j := s.sizing(t, pairs...)
		sum := 0.0
		for _, p := range j.Memory.Parts {
			sum += p.GB
			if p.GB <= 0 || p.Formula == "" || p.Label == "" {
				t.Errorf("%v: part %+v", pairs, p)
			}
		}
		if math.Abs(sum-j.Memory.TotalGB) > 1e-9*sum {
			t.Errorf("%v: parts sum to %v of %v", pairs, sum, j.Memory.TotalGB)
		}
		for i := range j.Fits {
			checkFit(t, j, &j.Fits[i])
		}
	}
}

func checkFit(t *testing.T, j *sizingJSON, f *sizingFitJSON) {
	t.Helper()
	if h := f.Hours; h != nil && !(0 < h.Low && h.Low <= h.Mid && h.Mid <= h.High && h.Low < h.High) {
		t.Errorf("%s: hours %+v are no range", f.Accelerator, h)
	}
	if f.Hours != nil && j.Inputs.Tokens == nil {
		t.Errorf("%s: hours without tokens", f.Accelerator)
	}
	switch f.State {
	case sizing.Fits:
		if *f.Headroom < 0 || *f.Cards < 1 {
			t.Errorf("%s fits with %v GB left", f.Accelerator, *f.Headroom)
		}
	case sizing.DoesNotFit:
		if *f.Headroom >= 0 || f.Cost != nil || f.CostReason == nil {
			t.Errorf("%s does not fit, yet %+v", f.Accelerator, f)
		}
	default:
		if f.Headroom != nil || f.Cost != nil || len(f.Warnings) == 0 {
			t.Errorf("%s is unknown, yet %+v", f.Accelerator, f)
		}
	}
	if f.Cost != nil {
		checkSizingCost(t, j, f)
	}
}

// checkSizingCost holds the cost of a fit against its price: cards × hours × price, and
// never below what the market's best price would come to.
func checkSizingCost(t *testing.T, j *sizingJSON, f *sizingFitJSON) {
	t.Helper()
	c := f.Cost
	_, price, ok := seedMarket().Price(c.Price)
	if !ok || !price.Ranked() || price.Billing != catalog.OnDemand {
		t.Errorf("%s: the price %s is not ranked on demand", f.Accelerator, c.Price)
	}
	perCard, hour := number(t, *c.PerGPUHour), number(t, c.PerHour)
	if c.CardsPaid < *f.Cards || math.Abs(perCard*float64(c.CardsPaid)-hour) > 0.006+1e-4*float64(c.CardsPaid) {
		t.Errorf("%s: %v × %d is not %v", f.Accelerator, perCard, c.CardsPaid, hour)
	}
	if (c.Amount != nil) != (f.Hours != nil && f.Hours.High <= 87600) {
		t.Errorf("%s: amount %v with hours %+v", f.Accelerator, c.Amount, f.Hours)
	}
	if c.Amount != nil {
		low, mid, high := number(t, *c.Low), number(t, *c.Amount), number(t, *c.High)
		if low > mid || mid > high || math.Abs(mid-hour*f.Hours.Mid) > 0.02*mid+hour+0.02 {
			t.Errorf("%s: %v, %v, %v for %+v hours at %v", f.Accelerator, low, mid, high, f.Hours, hour)
		}
	}
	if f.TokensPerS != nil && c.PerMillion != nil {
		want := hour / (*f.TokensPerS * 3600) * 1e6
		if got := number(t, c.PerMillion.Mid); math.Abs(got-want) > 0.01*want+0.0002 {
			t.Errorf("%s: %v a million tokens, want %v", f.Accelerator, got, want)
		}
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAKnownModelOnAKnownCard(t *testing.T) {
	s := newSite(t)
	j := s.sizing(t, "model", "llama-2-70b", "precision", "fp16", "context", "4096", "batch", "8", "gpu", "a100-sxm4-80gb")
	if len(j.Fits) != 1 || *j.fit(t, "a100-sxm4-80gb").Cards != 4 {
		t.Errorf("cards of the A100: %+v", j.Fits)
	}
	one := s.sizing(t, "model", "llama-2-70b", "precision", "int4", "gpu", "a800-80gb-any", "gpus", "1")
	if f := one.fit(t, "a800-80gb-any"); f.State != sizing.Fits || !f.Family {
		t.Errorf("four bits on one A800: %+v", f)
	}
	if len(one.Fits) < 3 {
		t.Errorf("a family stands for itself and its members, got %d", len(one.Fits))
	}
	if f := s.sizing(t, "model", "llama-2-70b", "precision", "fp16", "gpu", "a800-80gb-any", "gpus", "1").fit(t, "a800-80gb-any"); f.State != sizing.DoesNotFit {
		t.Errorf("sixteen bits on one A800: %+v", f)
	}
}

func TestConstantsChangeTheAnswerAndTravel(t *testing.T) {
	s := newSite(t)
	plain, changed := s.sizing(t, "model", "Llama-2-7B"), s.sizing(t, "model", "Llama-2-7B", "assume", "framework_gib:4", "assume", "reserve_share:0")
	if changed.Memory.TotalGB == plain.Memory.TotalGB || len(changed.Inputs.Assume) != 2 {
		t.Errorf("%v GB became %v with %v", plain.Memory.TotalGB, changed.Memory.TotalGB, changed.Inputs.Assume)
	}
	edited := 0
	for _, a := range changed.Assumptions {
		if a.Edited {
			edited++
		}
	}
	if edited != 2 {
		t.Errorf("%d constants are marked as changed", edited)
	}
	d := s.page(t, sizingAt("model", "Llama-2-7B", "assume.framework_gib", "4"))
	if link := d.Find(`.sizing-t a.sort`).First().AttrOr("href", ""); !strings.Contains(link, "assume=framework_gib:4") {
		t.Errorf("the changed constant is not in %s", link)
	}
	if d.Find("#constants[open]").Length() != 1 || d.Find("#f-framework_gib").AttrOr("value", "") != "4" {
		t.Error("the changed constant is not shown")
	}
}

func TestTheFileOfASizingHasEveryAccelerator(t *testing.T) {
	s := newSite(t)
	j := s.sizing(t, "tokens", "1亿")
	records := s.getCSV(t, strings.Replace(sizingAt("tokens", "1亿"), sizingPath, sizingPath+".csv", 1))
	if len(records) != len(j.Fits)+1 {
		t.Fatalf("%d lines for %d fits", len(records), len(j.Fits))
	}
	for i, f := range j.Fits {
		if records[i+1][0] != f.Accelerator || records[i+1][2] != string(f.State) {
			t.Errorf("line %d is %v, want %s", i+1, records[i+1][:3], f.Accelerator)
		}
	}
}

func TestTheClaimIsInTheJSON(t *testing.T) {
	j := newSite(t).sizing(t)
	if len(j.Claims) != 1 || j.Claims[0].Provider != "volcengine" || !slices.Contains(j.Claims[0].Doubts, "D06") || len(j.Claims[0].Findings) != 6 {
		raw, _ := json.Marshal(j.Claims)
		t.Errorf("%s", raw)
	}
}
