package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/sizing"
	"gpuscale/text"
)

const sizingPath = "/calculator/sizing"

func sizingAt(pairs ...string) string {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return sizingPath + "?" + values.Encode()
}

func TestSizingShowsAnExampleBeforeAnythingIsAsked(t *testing.T) {
	s := newSite(t)
	d := s.page(t, sizingPath)
	example := d.Find("#sizing-example").Text()
	for _, want := range []string{"Llama-2-70B", "推理", "BF16"} {
		if !strings.Contains(example, want) {
			t.Errorf("the example does not say %s: %q", want, example)
		}
	}
	if got := d.Find("#f-model option[selected]").AttrOr("value", ""); got != "Llama-2-70B" {
		t.Errorf("the form has the model %q", got)
	}
	if got := d.Find("#f-context").AttrOr("placeholder", ""); got != "4,096" {
		t.Errorf("the default context is printed as %q", got)
	}
	if d.Find(".answer > div").Length() < 4 || d.Find("figure svg[role=img]").Length() == 0 || d.Find(".sizing-t tbody tr").Length() < 20 {
		t.Error("the answer, the figure or the table is missing")
	}
	if s.page(t, sizingPath+"?model=Qwen2.5-7B").Find("#sizing-example").Length() != 0 {
		t.Error("what was asked for is called an example")
	}
}

func TestEveryPartOfTheMemoryHasItsFormula(t *testing.T) {
	d := newSite(t).page(t, sizingAt("model", "Llama-2-70B", "batch", "8", "precision", "fp16"))
	steps := texts(d.Find("#maths .maths li"))
	for _, want := range []string{"68976648192 × 16/8 ＝ 138 GB", "2 × 80 × 8 × 128 × 2 × 4096 × 8", "框架 1 GiB", "预留"} {
		if !slices.ContainsFunc(steps, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("no step has %q: %q", want, steps)
		}
	}
	name := d.Find("figure svg[role=img]").First().AttrOr("aria-label", "")
	if !strings.Contains(name, "权重 138 GB") || !strings.Contains(name, "KV 缓存 10.7 GB") {
		t.Errorf("the figure is called %q", name)
	}
}

func TestTheClaimOfTheArticleIsChecked(t *testing.T) {
	d := newSite(t).page(t, sizingPath)
	claim := d.Find(".sizing-claim")
	if claim.Length() != 1 || !strings.Contains(claim.Text(), "LLaMA-2 70B") || claim.Find(".src").First().Text() != "文原文（选型文章）" {
		t.Fatalf("the claim is not marked as the article's: %q", claim.Text())
	}
	if !strings.Contains(claim.Find(".doubt").Text(), "4 位量化") {
		t.Error("doubt D06 does not stand beside the claim")
	}
	fits := map[string]bool{}
	claim.Find("tbody tr").Each(func(_ int, row *goquery.Selection) {
		fits[row.Find("th").Text()] = strings.Contains(row.Find("td").Last().Text(), "✓")
	})
	if len(fits) != 6 || !fits["INT4"] || fits["FP16"] || fits["BF16"] || fits["FP32"] || fits["INT8"] {
		t.Errorf("what fits: %v", fits)
	}
	if other := newSite(t).page(t, sizingAt("model", "Qwen2.5-7B")); other.Find("details .sizing-claim").Length() != 1 {
		t.Error("for another model the claim is not folded")
	}
}

func TestTheTableTellsCardsPriceAndCost(t *testing.T) {
	s := newSite(t)
	d := s.page(t, sizingAt("tokens", "2亿", "precision", "int8"))
	row := d.Find("#card-a100-sxm4-80gb")
	if row.Length() != 1 {
		t.Fatal("no row of the A100")
	}
	for class, want := range map[string]string{"c": "×", "r": "✓ 余", "h": "/月", "s": "首 token", "t": "–", "w": "–", "x": "–"} {
		if got := row.Find("td." + class).Text(); !strings.Contains(got, want) {
			t.Errorf("%s: %q has no %q", class, got, want)
		}
	}
	id := row.Find("td.p").AttrOr("data-price", "")
	if _, price, ok := seedMarket().Price(id); !ok || !price.Ranked() {
		t.Errorf("the price %q is not ranked", id)
	}
	below := row.Next()
	cost, _ := url.Parse(below.Find(".a a").First().AttrOr("href", ""))
	q := cost.Query()
	if cost.Path != "/calculator/cost" || q.Get("gpu") != "a100-sxm4-80gb" || q.Get("gpus") == "" || q.Get("hours") == "" {
		t.Errorf("the inputs are not carried to the cost calculator: %s", cost)
	}
	for _, link := range []string{"/gpus/a100-sxm4-80gb", "/offers?gpu=a100-sxm4-80gb"} {
		if row.Find(`a[href="`+link+`"]`).Length()+below.Find(`a[href="`+link+`"]`).Length() != 1 {
			t.Errorf("no link to %s", link)
		}
	}
	if d.Find("#card-ascend-910b2-64gb").Length() != 1 {
		t.Error("domestic cards are missing")
	}
	if !strings.Contains(d.Find("#providers h2").Text(), "各平台") || d.Find("#providers tbody tr").Length() == 0 {
		t.Error("the providers of the cheapest set are missing")
	}
}

func TestCardsThatDoNotFitAndUnknownOnesAreNamed(t *testing.T) {
	d := newSite(t).page(t, sizingAt("gpus", "1"))
	titles := texts(d.Find("#cards details summary"))
	for _, want := range []string{"种放不下", "种不知道放不放得下"} {
		if !slices.ContainsFunc(titles, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("no group %q among %q", want, titles)
		}
	}
	if !strings.Contains(d.Find("#cards details").Text(), "显存未公开") {
		t.Error("why the memory is unknown is not said")
	}
	none := newSite(t).page(t, sizingAt("gpus", "1", "model", "GPT-3-175B", "task", "train"))
	if none.Find(".empty a[href]").Length() == 0 || none.Find(".sizing-t").Length() != 0 {
		t.Error("nothing fits, and no way out is shown")
	}
}

func TestTheTableSortsWithUnknownLast(t *testing.T) {
	s := newSite(t)
	for _, order := range []string{"hour", "-hour", "token", "-token", "cards", "-speed", "name", "headroom"} {
		d := s.page(t, sizingPath+"?sort="+order)
		rows := d.Find(".sizing-t tbody tr:not(.below)")
		key := strings.TrimPrefix(order, "-")
		if key == "token" || key == "speed" {
			if last := rows.Last().Text(); !strings.Contains(last, "算不出") {
				t.Errorf("%s: the last row knows its speed: %q", order, last)
			}
		}
		want := map[bool]string{true: "descending", false: "ascending"}[strings.HasPrefix(order, "-")]
		if got := d.Find("th[aria-sort]"); got.Length() != 1 || got.AttrOr("aria-sort", "") != want {
			t.Errorf("%s: %d sorted heads, %q", order, got.Length(), got.AttrOr("aria-sort", ""))
		}
	}
}

func TestSizingSpeaksBothLanguages(t *testing.T) {
	s := newSite(t)
	zh, en := s.page(t, sizingPath), s.page(t, "/en"+sizingPath)
	if zh.Find("h1").Text() != "显存测算" || en.Find("h1").Text() != "Memory sizing" {
		t.Errorf("headings %q and %q", zh.Find("h1").Text(), en.Find("h1").Text())
	}
	for _, selector := range []string{"#cards", "#maths", "#accuracy", "#constants", ".answer", "#sizing"} {
		if han := firstHan(en.Find(selector).Text()); han != "" && selector != "#cards" {
			t.Errorf("%s is not all English: %s", selector, han)
		}
	}
}

func firstHan(s string) string {
	for i, r := range s {
		if r >= 0x4e00 && r <= 0x9fff {
			return s[i:min(len(s), i+30)]
		}
	}
	return ""
}

func TestEveryCodeOfASizingHasWords(t *testing.T) {
	var keys []string
	add := func(family string, codes []string) {
		for _, c := range codes {
			keys = append(keys, family+c)
		}
	}
	add("sizing_item.", sizing.Items())
	add("sizing.note.", sizing.NoticeCodes())
	add("sizing.short.", sizing.NoticeCodes())
	add("sizing.error.", sizing.FieldErrorCodes())
	add("sizing.opinion.", sizing.OpinionCodes())
	for _, a := range sizing.DefaultAssumptions().List() {
		keys = append(keys, "sizing.constant."+a.Key, "sizing.source."+a.Key)
	}
	for _, r := range sizing.Accuracy() {
		keys = append(keys, "sizing_group."+r.Group, "sizing.part."+r.Part)
	}
	for _, task := range sizing.Tasks() {
		keys = append(keys, "sizing.task."+string(task))
	}
	for _, name := range append(slices.Clone(sizingOwn), "model", "task", "precision", "context", "batch", "tokens", "mfu", "gpu", "gpus", "assume", "currency", "sort", "as_of") {
		keys = append(keys, "sizing."+name)
	}
	for _, key := range keys {
		if !text.Has(key) {
			t.Errorf("no words for %s", key)
		}
	}
}

func TestSizingWorksWithoutScripts(t *testing.T) {
	d := newSite(t).page(t, sizingPath)
	form := d.Find("form#sizing")
	if form.AttrOr("action", "") != sizingPath || form.AttrOr("method", "get") != "get" || form.Find("button[type=submit]").Length() != 1 {
		t.Error("the form does not send itself")
	}
	names := map[string]bool{}
	form.Find("[name]").Each(func(_ int, field *goquery.Selection) { names[field.AttrOr("name", "")] = true })
	for _, name := range []string{"model", "params_b", "layers", "hidden", "heads", "kv_heads", "head_dim", "vocab", "task", "precision", "context",
		"batch", "tokens", "mfu", "gpu", "gpus", "currency", "assume.framework_gib", "assume.zero_stage"} {
		if !names[name] {
			t.Errorf("the form has no field %s", name)
		}
	}
	form.Find("input[id], select[id]").Each(func(_ int, field *goquery.Selection) {
		if id := field.AttrOr("id", ""); field.AttrOr("type", "") != "radio" && form.Find(`label[for="`+id+`"]`).Length() != 1 {
			t.Errorf("field %s has no label", id)
		}
	})
}

func TestHtmxGetsTheResultAndWhatBelongsToIt(t *testing.T) {
	s := newSite(t)
	w := s.do(sizingAt("model", "Qwen2.5-7B", "assume.framework_gib", "2", "batch", "1"), "HX-Request", "true")
	d, err := goquery.NewDocumentFromReader(strings.NewReader(w.Body.String()))
	if err != nil || w.Code != http.StatusOK {
		t.Fatal(w.Code, err)
	}
	if d.Find("#result").Length() != 1 || d.Find("form#sizing, header").Length() != 0 || d.Find("#sizing-bar[hx-swap-oob]").Length() != 1 || d.Find("#err-context[hx-swap-oob]").Length() != 1 {
		t.Error("the parts are not those that change")
	}
	if got := w.Header().Get("HX-Replace-Url"); got != sizingPath+"?model=Qwen2.5-7B&assume=framework_gib:2" {
		t.Errorf("the address becomes %q", got)
	}
	wrong, bad := s.get(t, sizingAt("context", "abc"), "HX-Request", "true")
	if wrong != http.StatusBadRequest || bad.Find("#err-context").Text() == "" || bad.Find("#result .answer").Length() != 0 {
		t.Errorf("a wrong field: status %d, %q", wrong, bad.Find("#err-context").Text())
	}
}

func TestTheTableOfErrorsStandsOnThePage(t *testing.T) {
	rows := newSite(t).page(t, sizingPath).Find("#accuracy tbody tr td:nth-child(2)")
	if rows.Length() != len(sizing.Accuracy()) {
		t.Errorf("%d rows, want %d", rows.Length(), len(sizing.Accuracy()))
	}
}

// A link beside the figures leads into the table, and so opens it: its mark stands
// inside the closed part.
func TestTheFiguresLeadToTheTableOfErrors(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{sizingPath, "/en" + sizingPath} {
		d := s.page(t, path)
		link := d.Find("#result a[href='#accuracy']")
		if link.Length() != 1 || d.Find("details #accuracy").Length() != 1 {
			t.Errorf("%s: %d links, %d tables", path, link.Length(), d.Find("details #accuracy").Length())
		}
	}
}
