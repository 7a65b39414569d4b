package handlers

import (
	"net/http"
	"strings"
	"testing"
)

func TestWrongSizingsAreRefusedAtTheirField(t *testing.T) {
	s := newSite(t)
	for _, row := range []struct {
		name, field, message string
		pairs                []string
	}{
		{"a model nobody knows", "model", "没有「Llama-9」", []string{"model", "Llama-9"}},
		{"a task outside the vocabulary", "task", "不在可选值里", []string{"task", "sing"}},
		{"a precision outside the vocabulary", "precision", "不在可选值里", []string{"precision", "fp7"}},
		{"a context that is no number", "context", "不是数字", []string{"context", "abc"}},
		{"a context of part tokens", "context", "整数", []string{"context", "12.5"}},
		{"a decimal comma", "tokens", "小数点", []string{"tokens", "12,5"}},
		{"a negative batch", "batch", "不能小于", []string{"batch", "-3"}},
		{"a batch of zero", "batch", "不能小于", []string{"batch", "0"}},
		{"a utilisation that no run reaches", "mfu", "65", []string{"mfu", "80", "task", "train"}},
		{"more cards than are searched", "gpus", "1,024", []string{"gpus", "5000"}},
		{"a card nobody knows", "gpu", "不在可选值里", []string{"gpu", "h1000"}},
		{"training in four bits", "precision", "QLoRA", []string{"task", "train", "precision", "int4"}},
		{"a preset and own numbers", "model", "只能用一种", []string{"model", "Llama-2-7B", "layers", "32"}},
		{"own numbers without layers", "layers", "必填", []string{"model", "own", "params_b", "7", "hidden", "4096", "heads", "32"}},
		{"heads that do not divide", "kv_heads", "整除 注意力头", []string{"params_b", "7", "layers", "32", "hidden", "4096", "heads", "32", "kv_heads", "5"}},
		{"too few parameters", "params_b", "以上", []string{"params_b", "0.01", "layers", "32", "hidden", "4096", "heads", "32"}},
		{"a constant out of bounds", "assume", "0 到 3", []string{"assume", "zero_stage:9"}},
		{"a constant nobody knows", "assume", "没有常数", []string{"assume", "luck:1"}},
		{"a constant without a number", "assume", "读不懂", []string{"assume", "zero_stage"}},
		{"a constant of the form", "assume.zero_stage", "0 到 3", []string{"assume.zero_stage", "x"}},
		{"a currency outside the vocabulary", "currency", "不在可选值里", []string{"currency", "EUR"}},
		{"an order nobody knows", "sort", "不在可选值里", []string{"sort", "luck"}},
		{"a moment before the records", "as_of", "没有记录", []string{"as_of", "2020-01-01"}},
	} {
		t.Run(row.name, func(t *testing.T) { checkRefused(t, s, row.field, row.message, row.pairs) })
	}
}

// checkRefused asks for a wrong sizing in both representations.
func checkRefused(t *testing.T, s *site, field, message string, pairs []string) {
	address := sizingAt(pairs...)
	fields := s.fieldsOf(t, strings.Replace(address, sizingPath, sizingPath+".json", 1))
	if len(fields) != 1 || !strings.Contains(fields[field], message) {
		t.Errorf("messages %v, want %q at %s", fields, message, field)
	}
	status, d := s.get(t, address)
	if status != http.StatusBadRequest || d.Find(".sizing-t, .answer").Length() != 0 {
		t.Errorf("status %d with a result", status)
	}
	if problem := d.Find(`[id="err-` + field + `"]`).Text(); !strings.Contains(problem, message) {
		t.Errorf("at the field: %q", problem)
	}
	if link := d.Find("#result .note a").AttrOr("href", ""); d.Find(`[id="`+strings.TrimPrefix(link, "#")+`"]`).Length() != 1 {
		t.Errorf("the list links to %q, which is not there", link)
	}
	form := htmlOf(t, d.Find("form#sizing"))
	for i := 0; i+1 < len(pairs); i += 2 {
		if !keptTyped(form, pairs[i+1]) {
			t.Errorf("%q is not kept in the form", pairs[i+1])
		}
	}
}

// keptTyped reports whether what was typed is still to be seen.
func keptTyped(form, typed string) bool {
	if _, number, ok := strings.Cut(typed, ":"); ok {
		typed = number
	}
	return strings.Contains(form, typed)
}

func TestSizingReadsNumbersAsPeopleTypeThem(t *testing.T) {
	s := newSite(t)
	type inputs struct {
		Inputs sizingInputsJSON `json:"inputs"`
	}
	for typed, want := range map[string]float64{
		"1.5T": 1.5e12, "3000亿": 3e11, "15万亿": 1.5e13, "2千亿": 2e11, "200B": 2e11, "5 万": 5e4, "１，０００": 1000, "1,000,000 tokens": 1e6, "2T tokens": 2e12,
	} {
		var got inputs
		status := s.getJSON(t, strings.Replace(sizingAt("tokens", typed, "task", "train"), sizingPath, sizingPath+".json", 1), &got)
		if status != http.StatusOK || got.Inputs.Tokens == nil || *got.Inputs.Tokens != want {
			t.Errorf("%q: status %d, read as %v", typed, status, got.Inputs.Tokens)
		}
	}
	for typed, want := range map[string]float64{"70": 70, "70B": 70, "700亿": 70, "9.5": 9.5, "1T": 1000} {
		var got inputs
		path := sizingAt("params_b", typed, "layers", "10", "hidden", "8192", "heads", "64", "vocab", "1000")
		status := s.getJSON(t, strings.Replace(path, sizingPath, sizingPath+".json", 1), &got)
		if status != http.StatusOK || got.Inputs.ParamsB != want || got.Inputs.Model != nil {
			t.Errorf("%q: status %d, read as %v", typed, status, got.Inputs.ParamsB)
		}
	}
	var got inputs
	s.getJSON(t, strings.Replace(sizingAt("mfu", "38.5%", "batch", "8路", "gpus", "8 张", "model", "LLaMA-2 7B", "context", "4k"), sizingPath, sizingPath+".json", 1), &got)
	if *got.Inputs.MFU != 38.5 || got.Inputs.Batch != 8 || *got.Inputs.GPUs != 8 || *got.Inputs.Model != "Llama-2-7B" || got.Inputs.Context != 4000 {
		t.Errorf("%+v", got.Inputs)
	}
}
