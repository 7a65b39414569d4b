package handlers

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/govalues/decimal"
)

// weighed is what tests read of the calculator's JSON.
type weighed struct {
	Inputs struct {
		Example bool     `json:"example"`
		GPU     []string `json:"gpu"`
		GPUs    int      `json:"gpus"`
		Hours   *float64 `json:"hours"`
		Storage *float64 `json:"storage_gb"`
		Line    []object `json:"line"`
	} `json:"inputs"`
	Results []struct {
		Offer, Price, Provider, Billing string
		Total                           struct{ Amount, Currency string }
		AtLeast                         bool `json:"at_least"`
		Lines                           []struct{ Item, Formula, Amount, For, Billing string }
		Within                          *int `json:"hours_within_budget"`
		Machines                        int
		Warnings                        []struct{ Code, Text, For string }
	} `json:"results"`
	Excluded []struct{ Offer, Price, Code, Text string } `json:"excluded"`
	Rates    []struct {
		Date string
		Old  bool
	} `json:"rates"`
	Sensitivity []struct {
		Text, Input, Winner, Billing string
		At                           json.Number
	} `json:"sensitivity"`
}

const costPath = "/calculator/cost"

func (s *site) weigh(t *testing.T, query string) weighed {
	t.Helper()
	var w weighed
	if status := s.getJSON(t, costPath+".json?"+query, &w); status != http.StatusOK {
		t.Fatalf("%s: status %d", query, status)
	}
	return w
}

func (w *weighed) of(provider string) []int {
	var list []int
	for i := range w.Results {
		if w.Results[i].Provider == provider {
			list = append(list, i)
		}
	}
	return list
}

func TestTheCostAnswerHasTheContractsFields(t *testing.T) {
	s := newSite(t)
	var answer object
	s.getJSON(t, costPath+".json?gpu=rtx-5090-32gb&gpus=1&hours=700&storage_gb=300", &answer)
	costRequireKeys(t, "answer", answer, "inputs", "results", "excluded", "sensitivity")
	first := answer["results"].([]any)[0].(object)
	costRequireKeys(t, "result", first, "offer", "provider", "billing", "total", "at_least", "hours_billed", "lines",
		"effective_per_gpu_hour", "break_even", "warnings")
	costRequireKeys(t, "total", first["total"].(object), "amount", "max", "currency")
	costRequireKeys(t, "line", first["lines"].([]any)[0].(object), "item", "formula", "amount")
	costRequireKeys(t, "change", answer["sensitivity"].([]any)[0].(object), "text", "input", "at", "winner")
	s.getJSON(t, costPath+".json?gpu=t4-16gb&hours=10", &answer)
	costRequireKeys(t, "exclusion", answer["excluded"].([]any)[0].(object), "offer", "code", "text")
	inputs := answer["inputs"].(object)
	for _, name := range costParams {
		if slices.Contains(costFormOnly, name) || name == "as_of" {
			continue
		}
		if _, ok := inputs[name]; !ok {
			t.Errorf("inputs lack %s", name)
		}
	}
}

func costRequireKeys(t *testing.T, what string, o object, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if _, ok := o[key]; !ok {
			t.Errorf("the %s lacks %s: %v", what, key, o)
		}
	}
}

func TestTotalsAreTheSumOfTheirLinesAndInOrder(t *testing.T) {
	s := newSite(t)
	for _, query := range []string{"", "hours=1", "vram_min=24&gpus=12&hours_per_day=7.5&days=40&storage_gb=500&egress_gb=50&upload_gb=9&public_ip=1&stopped_days=5&vat=6&currency=usd",
		"months=2&gpus=3&month=744&utilisation=40&interruption_per_hour=0.01&checkpoint_minutes=5&restart_minutes=2"} {
		w := s.weigh(t, query)
		if len(w.Results) == 0 {
			t.Fatalf("%q has no results", query)
		}
		before := decimal.Decimal{}
		for i, r := range w.Results {
			sum := decimal.Decimal{}
			for _, line := range r.Lines {
				amount := decimal.MustParse(line.Amount)
				if amount.IsZero() {
					t.Errorf("%q: a line of zero in %s", query, r.Offer)
				}
				sum, _ = sum.Add(amount)
			}
			total := decimal.MustParse(r.Total.Amount)
			if sum.Cmp(total) != 0 || total.Scale() != 2 {
				t.Errorf("%q: %s costs %s, its lines %s", query, r.Offer, total, sum)
			}
			if total.Cmp(before) < 0 || i > 0 && total.Cmp(before) == 0 && w.Results[i-1].AtLeast && !r.AtLeast {
				t.Errorf("%q: %s at %s stands after %s", query, r.Offer, total, before)
			}
			before = total
		}
	}
}

func TestNothingAskedShowsAnExampleWithItsDefaults(t *testing.T) {
	s := newSite(t)
	page := s.page(t, costPath)
	if note := page.Find("#cost-result .note").First().Text(); !strings.Contains(note, "例子") || !strings.Contains(note, "RTX 5090") {
		t.Errorf("the example says %q", note)
	}
	for name, want := range map[string]string{"gpus": "1", "hours_per_day": "8", "days": "22", "utilisation": "100", "storage_gb": "200"} {
		if got := page.Find("#c-"+name).AttrOr("value", ""); got != want {
			t.Errorf("%s shows %q, want %q", name, got, want)
		}
	}
	if got := page.Find("#c-gpu option[selected]").AttrOr("value", ""); got != "rtx-5090-32gb" {
		t.Errorf("the card chosen is %q", got)
	}
	if got := page.Find("link[rel=canonical]").AttrOr("href", ""); got != "https://scale.example/calculator/cost" {
		t.Errorf("canonical address %q", got)
	}
	if asked := s.weigh(t, "gpus=2"); asked.Inputs.Example || len(asked.Inputs.GPU) != 0 || *asked.Inputs.Hours != 100 {
		t.Errorf("a job that was asked for is mixed with the example: %+v", asked.Inputs)
	}
	if shown := s.weigh(t, "currency=USD"); !shown.Inputs.Example || shown.Results[0].Total.Currency != "USD" {
		t.Errorf("the example in dollars: %+v", shown.Inputs)
	}
}

func TestNumbersAreReadAsPeopleTypeThem(t *testing.T) {
	s := newSite(t)
	for typed, want := range map[string]float64{"１２．５": 12.5, "12。5": 12.5, "1,250.50": 1250.5, " 12.5\u00a0": 12.5, "1.2万": 12000, "-0": 0} {
		w := s.weigh(t, "gpu=rtx-5090-32gb&hours=10&storage_gb="+url.QueryEscape(typed))
		if *w.Inputs.Storage != want {
			t.Errorf("%q is read as %v, want %v", typed, *w.Inputs.Storage, want)
		}
	}
	for _, typed := range []string{"12,5", "1e309", "NaN", "inf", "0x1p4", "1_000", "1.250,50", "-1", "abc", "99999999999"} {
		path := costPath + "?gpu=rtx-5090-32gb&hours=10&storage_gb=" + url.QueryEscape(typed)
		status, page := s.get(t, path)
		field := page.Find("#c-storage_gb")
		if status != http.StatusBadRequest || field.AttrOr("value", "") != typed || field.AttrOr("aria-invalid", "") != "true" {
			t.Errorf("%q: status %d, kept as %q", typed, status, field.AttrOr("value", ""))
		}
		if page.Find("#c-storage_gb-e").Text() == "" || page.Find("#cost-result .answer").Length() != 0 {
			t.Errorf("%q: no message at the field, or a result beside it", typed)
		}
		if english := s.fieldsOf(t, "/en"+costPath+".json?storage_gb="+url.QueryEscape(typed))["storage_gb"]; !costEnglish(english) {
			t.Errorf("%q: the English message is %q", typed, english)
		}
	}
}

func costEnglish(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r > 0x2000 && r != '’' && r != '“' && r != '”' })
}

func TestWrongValuesAreRefusedAtTheirField(t *testing.T) {
	s := newSite(t)
	for query, field := range map[string]string{
		"gpu=no-such-card": "gpu", "provider=nobody": "provider", "region=Atlantis": "region", "market=mars": "market", "billing=barter": "billing",
		"currency=EUR": "currency", "month=700": "month", "vat=13": "vat", "gpus=0": "gpus", "gpus=1.5": "gpus", "hours=87601": "hours",
		"hours=1&months=1": "hours", "hours_per_day=8": "days", "days=3": "days", "hours_per_day=25&days=1": "hours_per_day", "by=weekly": "by",
		"by=months": "months", "utilisation=0": "utilisation", "utilisation=101": "utilisation", "interruptible=perhaps": "interruptible",
		"line=foo": "line", "line=rtx-9999×1×1": "line", "line=rtx-5090-32gb×0×1": "line", "line=rtx-5090-32gb×1×12,5": "line", "drop=1": "drop",
		"line_gpu=rtx-5090-32gb": "line_hours", "coupon_card_hours=10&coupon_price=5": "provider", "coupon_price=5&provider=autodl": "coupon_card_hours",
		"as_of=yesterday": "as_of", "as_of=2020-01-01": "as_of", "vram_min=big": "vram_min", "budget=-1": "budget",
	} {
		if fields := s.fieldsOf(t, costPath+".json?"+url.PathEscape(query)); len(fields) != 1 || fields[field] == "" {
			t.Errorf("%s: messages %v, want one at %s", query, fields, field)
		}
		status, page := s.get(t, costPath+"?"+url.PathEscape(query))
		if status != http.StatusBadRequest || page.Find("#cost-result a[href='#c-"+field+"']").Length() != 1 || page.Find("form.cost-form").Length() != 1 {
			t.Errorf("%s: status %d, or no link to the field", query, status)
		}
	}
}

func TestHtmxGetsTheResultTheBarAndTheMessages(t *testing.T) {
	s := newSite(t)
	w := s.do(costPath+"?gpu=rtx-5090-32gb&gpus=1&hours=50&months=&vat=0&by=hours&storage_gb=0", "HX-Request", "true")
	document, err := goquery.NewDocumentFromReader(w.Body)
	if err != nil || w.Code != http.StatusOK {
		t.Fatal(w.Code, err)
	}
	if document.Find("form, header, #cost-result").Length() != 0 || document.Find(".answer .huge").Length() < 2 {
		t.Error("the fragment is not the content of the result")
	}
	if document.Find("#cost-bar[hx-swap-oob=true] .nums").Length() != 1 || document.Find("#cost-said[hx-swap-oob=innerHTML]").Text() == "" {
		t.Error("the bar or the sentence read out is missing")
	}
	if got, want := w.Header().Get("HX-Replace-Url"), costPath+"?gpu=rtx-5090-32gb&gpus=1&hours=50"; got != want {
		t.Errorf("the address becomes %q, want %q", got, want)
	}
	w = s.do(costPath+"?gpus=x", "HX-Request", "true")
	document, _ = goquery.NewDocumentFromReader(w.Body)
	if w.Code != http.StatusBadRequest || document.Find("#c-gpus-e[hx-swap-oob=true]").Text() == "" || document.Find(".note-b").Length() != 1 {
		t.Errorf("status %d; the message does not reach its field", w.Code)
	}
}

// Every control works as a plain form: labelled, named, and within the form.
func TestTheFormWorksWithoutScripts(t *testing.T) {
	s := newSite(t)
	page := s.page(t, costPath+"?gpu=rtx-5090-32gb&gpus=1&hours=100&line=rtx-4090-24gb×1×10&line=rtx-5090-32gb×2×20")
	form := page.Find("form.cost-form")
	if form.AttrOr("method", "") != "get" || form.AttrOr("action", "") != costPath || form.Find("button[type=submit]").Length() != 4 {
		t.Error("the form has no plain way to be sent")
	}
	form.Find("input.in, select.in").Each(func(_ int, field *goquery.Selection) {
		id := field.AttrOr("id", "")
		if form.Find("label[for='"+id+"']").Length() != 1 || !slices.Contains(costParams, field.AttrOr("name", "")) {
			t.Errorf("field %q has no label or an unknown name %q", id, field.AttrOr("name", ""))
		}
	})
	if form.Find("input[type=range][name]").Length() != 0 || form.Find("input[type=range][data-pair]").Length() != 2 {
		t.Error("a slider would send a second value, or is not paired")
	}
	added := s.weigh(t, "hours=1&line=rtx-4090-24gb×1×10&line_gpu=rtx-5090-32gb&line_gpus=2&line_hours=2万&drop=1")
	if len(added.Inputs.Line) != 1 || added.Inputs.Line[0]["gpu"] != "rtx-5090-32gb" || added.Inputs.Line[0]["hours"] != 20000.0 {
		t.Errorf("lines after adding one and removing one: %v", added.Inputs.Line)
	}
	page = s.page(t, costPath+"?gpus=1&hours=1&line_gpu=rtx-5090-32gb&line_gpus=2&line_hours=20")
	if got := page.Find("input[name=line]").AttrOr("value", ""); got != "rtx-5090-32gb×2×20" {
		t.Errorf("the added line shows as %q", got)
	}
	if href := page.Find("link[rel=canonical]").AttrOr("href", ""); !strings.Contains(href, "line=rtx-5090-32gb") || strings.Contains(href, "line_gpu") {
		t.Errorf("canonical address %q", href)
	}
}

func TestPagesOfBothLanguagesSayTheSame(t *testing.T) {
	s := newSite(t)
	query := "?gpu=rtx-5090-32gb&gpus=4&hours=700&storage_gb=100&egress_gb=10&stopped_days=2&budget=3000&interruptible=no"
	zh, en := s.page(t, costPath+query), s.page(t, "/en"+costPath+query)
	if zh.Find("html").AttrOr("lang", "") != "zh-CN" || en.Find("html").AttrOr("lang", "") != "en" {
		t.Error("the language is not stated")
	}
	for _, selector := range []string{".answer > div", ".cost-offers tbody tr", ".maths li", ".tbl tbody tr"} {
		if a, b := zh.Find(selector).Length(), en.Find(selector).Length(); a == 0 || a != b {
			t.Errorf("%s: %d in Chinese, %d in English", selector, a, b)
		}
	}
	prose := en.Find("main").Clone()
	prose.Find(".cost-offers th, .cost-offers small, select, .cost-sheet, .doubt, code, [lang]").Remove()
	if i := strings.IndexFunc(prose.Text(), func(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF }); i >= 0 {
		around := prose.Text()
		t.Errorf("Chinese in the English page near %q", strings.Join(strings.Fields(around[max(0, i-80):min(len(around), i+80)]), " "))
	}
	if w := s.do(costPath+query, "X-Test", "1"); w.Code != http.StatusOK {
		t.Error(w.Code)
	}
	r := s.do(costPath)
	if tag := r.Header().Get("ETag"); tag == "" || s.do(costPath, "If-None-Match", tag).Code != http.StatusNotModified {
		t.Error("the page has no validator")
	}
}
