package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/recommendation"
	"gpuscale/text"
)

func TestTheWizardBeginsWithTheTask(t *testing.T) {
	d := newSite(t).page(t, "/wizard")
	if got := d.Find("main h1").Text(); got != "你要用 GPU 做什么？" {
		t.Errorf("h1 %q", got)
	}
	if n := d.Find("input[type=radio][name=scenario]").Length(); n != len(recommendation.Scenarios)+1 {
		t.Errorf("%d tasks", n)
	}
	if hint := d.Find(".radio .hint").First().Text(); !strings.Contains(hint, "≥ 80 GB") || !strings.Contains(hint, "≥ 600 GB/s") {
		t.Errorf("hint %q", hint)
	}
	if n := d.Find("a[href$='/result']").Length(); n != len(recommendation.Scenarios) {
		t.Errorf("%d ways straight to a result", n)
	}
}

func TestATaskLeadsToItsFirstQuestion(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string]string{
		"/wizard?scenario=training":                  "/wizard/training",
		"/wizard?scenario=TRAINING&as_of=2026-12-01": "/wizard/training?as_of=2026-12-01",
		"/en/wizard?scenario=rendering":              "/en/wizard/rendering",
		"/wizard?scenario=unknown":                   "/wizard/inference",
		"/en/wizard?scenario=Unknown&gpus=2":         "/en/wizard/inference?gpus=2",
	} {
		w := s.do(path)
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
			t.Errorf("%s: %d %s", path, w.Code, w.Header().Get("Location"))
		}
	}
	if status, d := s.get(t, "/wizard?scenario=mining"); status != 400 || !strings.Contains(d.Find("#f-scenario-e").Text(), "mining") {
		t.Errorf("an unknown task: %d", status)
	}
	for _, path := range []string{"/wizard/mining", "/wizard/mining/check", "/wizard/mining/result", "/wizard/mining.json"} {
		if w := s.do(path); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// Each page asks one thing, says why, prints the default, and offers not to know.
func TestEveryQuestionStandsAlone(t *testing.T) {
	s := newSite(t)
	for _, prefix := range []string{"", "/en"} {
		for _, scenario := range recommendation.Scenarios {
			for _, q := range recommendation.Questions(scenario) {
				path := prefix + "/wizard/" + scenario + "?step=" + q.Key
				d := s.page(t, path)
				if n := d.Find("main h1").Length(); n != 1 || d.Find("main fieldset").Length() != 1 {
					t.Errorf("%s: %d h1, %d fieldsets", path, n, d.Find("main fieldset").Length())
				}
				if d.Find("form.q [name='"+q.Key+"']:not([type=hidden])").Length() == 0 {
					t.Errorf("%s: nothing to answer with", path)
				}
				if strings.TrimSpace(d.Find("aside p").First().Text()) == "" {
					t.Errorf("%s: not said why it is asked", path)
				}
				unknown := d.Find("input[value=unknown]").Length() + d.Find("form a.btn").Length()
				if unknown != 1 {
					t.Errorf("%s: %d ways of not knowing", path, unknown)
				}
				if words := d.Find("form a.btn, label:has(input[value=unknown])").Text(); !strings.ContainsAny(words, "「“") {
					t.Errorf("%s: no default in %q", path, words)
				}
			}
		}
	}
}

func TestWithoutAStepTheFirstOpenQuestionIsAsked(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string]string{
		"/wizard/training":                                  "你要跑哪个模型？",
		"/wizard/training?model=unknown":                    "要对模型做什么？",
		"/wizard/training?model=Qwen2.5-7B&task=train":      "需要几张卡？",
		"/wizard/training?step=rules&utm_source=x":          "",
		"/wizard/research?step=rules":                       "你以什么身份租？",
		"/wizard/training?step=INTERRUPTIBLE&model=unknown": "任务能不能中途被打断？",
	} {
		status, d := s.get(t, path)
		if want == "" {
			if status != 400 || !strings.Contains(d.Find("[role=alert]").Text(), "rules") {
				t.Errorf("%s: %d", path, status)
			}
			continue
		}
		if got := d.Find("main h1").Text(); status != 200 || got != want {
			t.Errorf("%s: %d %q", path, status, got)
		}
	}
	query := "gpus=4&days=7&budget=unknown&interruptible=yes&upload_gb=100&region=cn&identity=student"
	w := s.do("/wizard/rendering?" + query)
	if w.Code != 303 || !strings.HasPrefix(w.Header().Get("Location"), "/wizard/rendering/check?") {
		t.Errorf("all answered: %d %s", w.Code, w.Header().Get("Location"))
	}
}

// submit fills the form of a page as a browser without scripts does and returns the
// address it leads to.
func submit(d *goquery.Document, form string, typed url.Values) string {
	f := d.Find(form).First()
	values := url.Values{}
	f.Find("input").Each(func(_ int, in *goquery.Selection) {
		name, kind := in.AttrOr("name", ""), in.AttrOr("type", "text")
		_, checked := in.Attr("checked")
		if _, own := typed[name]; own && kind != "hidden" {
			return
		}
		if kind == "radio" || kind == "checkbox" {
			if checked {
				values.Add(name, in.AttrOr("value", ""))
			}
			return
		}
		values.Add(name, in.AttrOr("value", ""))
	})
	for name, list := range typed {
		values[name] = list
	}
	return f.AttrOr("action", "") + "?" + values.Encode()
}

// follow opens an address and goes after its redirects.
func (s *site) follow(t *testing.T, path string) (address string, d *goquery.Document) {
	t.Helper()
	for range 5 {
		w := s.do(path)
		if w.Code != http.StatusSeeOther {
			return path, s.page(t, path)
		}
		path = w.Header().Get("Location")
	}
	t.Fatalf("%s: redirected without an end", path)
	return "", nil
}

// lastOfCore is the question before the list of answers and the optional ones.
func lastOfCore(scenario string) (key string) {
	for _, step := range recommendation.Steps(scenario) {
		if !step.Optional {
			key = step.Questions[len(step.Questions)-1].Key
		}
	}
	return key
}

func TestTheWizardWorksWithoutScripts(t *testing.T) {
	answers := map[string]string{"model": "qwen2.5-7b", "task": "lora", "gpus": "2", "days": "5", "budget": "3万", "interruptible": "yes", "region": "any",
		"framework": "pytorch", "cuda": "12.4", "domestic": "no", "upload_gb": "20", "latency_ms": "40", "identity": "individual", "compliance": "mlps-3", "scheduler": "slurm"}
	for _, prefix := range []string{"", "/en"} {
		for _, scenario := range recommendation.Scenarios {
			s := newSite(t)
			address, d := s.follow(t, submit(s.page(t, prefix+"/wizard"), "form.q", url.Values{"scenario": {scenario}}))
			for _, q := range recommendation.Questions(scenario) {
				if more := d.Find(".wz-more .row-b a").First(); more.Length() == 1 && q.Step == recommendation.StepMore {
					address, d = s.follow(t, more.AttrOr("href", ""))
				}
				if d.Find("[name='"+q.Key+"']:not([type=hidden])").Length() == 0 {
					t.Fatalf("%s: expected the question %s", address, q.Key)
				}
				before := address
				address, d = s.follow(t, submit(d, "form.q", url.Values{q.Key: {answers[q.Key]}}))
				back := d.Find("main a").First().AttrOr("href", "")
				if _, again := s.follow(t, back); again.Find("[name='"+q.Key+"']:not([type=hidden])").Length() == 0 && q.Key != lastOfCore(scenario) {
					t.Errorf("back from %s leads to %s, not to %s (%s)", address, back, q.Key, before)
				}
			}
			if rows := d.Find("dl.wz-check dt").Length(); rows != 1+len(recommendation.Questions(scenario)) || d.Find("dl.wz-check small").Length() != 0 {
				t.Errorf("%s: %d rows, %d of them defaults", address, rows, d.Find("dl.wz-check small").Length())
			}
			address, d = s.follow(t, submit(d, "main form", nil))
			if d.Find("li.rank").Length() == 0 || !strings.Contains(address, "/result?") {
				t.Errorf("%s: no ranking", address)
			}
		}
	}
}

// Changing an answer from the list leads back to the list with everything kept.
func TestAChangeFromTheListReturnsToIt(t *testing.T) {
	s := newSite(t)
	d := s.page(t, "/wizard/training/check?model=unknown&gpus=32&days=90&must=vram&w_cost=70")
	rows := texts(d.Find("dl.wz-check dd > span"))
	if joined := strings.Join(rows, "|"); !strings.Contains(joined, "32 张卡|90 天") || !strings.Contains(joined, "全参训练 默认值") || !strings.Contains(joined, "单卡显存容量") {
		t.Errorf("rows %v", rows)
	}
	change := d.Find("dl.wz-check a[href*='step=gpus']").AttrOr("href", "")
	question := s.page(t, change)
	if got := question.Find("#f-gpus").AttrOr("value", ""); got != "32" {
		t.Errorf("typed value %q", got)
	}
	address := submit(question, "form.q", url.Values{"gpus": {"64"}})
	if !strings.HasPrefix(address, "/wizard/training/check?") {
		t.Fatalf("leads to %s", address)
	}
	again := strings.Join(texts(s.page(t, address).Find("dl.wz-check dd > span")), "|")
	if !strings.Contains(again, "64 张卡|90 天") || !strings.Contains(again, "性能 40、成本 70") {
		t.Errorf("after the change: %s", again)
	}
	if !strings.Contains(d.Find(".note").Text(), "¥") {
		t.Errorf("no word beforehand: %s", d.Find(".note").Text())
	}
}

func TestWrongAnswersAreNamedAtTheirFields(t *testing.T) {
	s := newSite(t)
	for _, tt := range []struct{ name, page, query, field, typed, message string }{
		{"a word for a number", "", "gpus=many&step=days", "gpus", "many", "数字"},
		{"too few cards", "/check", "gpus=0", "gpus", "0", "不能小于 1"},
		{"too many days", "/result", "days=99999", "days", "99999", "不能大于"},
		{"a model that is not known", "/result", "model=llama-9", "model", "llama-9", "llama-9"},
		{"the beginning of a model's name", "/result", "model=Qwen2.5-7", "model", "Qwen2.5-7", "Qwen2.5-72B"},
		{"a region that nobody names", "/result", "region=Atlantis", "region", "Atlantis", "Atlantis"},
		{"two answers", "", "region=cn&region=intl", "region", "", "只能填一个"},
		{"an option outside the list", "/result", "task=mining", "task", "", "mining"},
		{"a weight that is none", "/result", "w_cost=lots", "w_cost", "lots", "数字"},
		{"a weight beyond 100", "/result", "w_cost=101", "w_cost", "101", "100"},
		{"no weight at all", "/result", "w_performance=0&w_cost=0&w_stability=0&w_ecosystem=0", "w_performance", "0", "不能都是 0"},
		{"a limit that is no check", "/result", "must=beauty", "must", "", "beauty"},
		{"a moment ahead", "/result", "as_of=2030-01-01", "as_of", "2030-01-01", "还没到"},
		{"a moment before the records", "/check", "as_of=2020-01-01", "as_of", "2020-01-01", "没有记录"},
	} {
		path := "/wizard/training" + tt.page + "?" + tt.query
		status, d := s.get(t, path)
		if status != 400 || !strings.Contains(d.Find("#f-"+tt.field+"-e, [role=alert]").Text(), tt.message) {
			t.Errorf("%s: %d %q", tt.name, status, d.Find("main").Text())
		}
		if got := d.Find("#f-"+tt.field).AttrOr("value", ""); tt.typed != "" && got != tt.typed {
			t.Errorf("%s: kept %q", tt.name, got)
		}
		if d.Find("li.rank").Length() != 0 {
			t.Errorf("%s: results beside the message", tt.name)
		}
		ending := strings.Replace(path, "?", ".json?", 1)
		if fields := s.fieldsOf(t, ending); !strings.Contains(fields[tt.field], tt.message) {
			t.Errorf("%s: JSON says %v", tt.name, fields)
		}
	}
	if status, _ := s.get(t, "/wizard/training/result?show=some"); status != 400 {
		t.Errorf("show=some: %d", status)
	}
}

// A corrected form goes on where the wrong one was meant to lead.
func TestACorrectionGoesOn(t *testing.T) {
	s := newSite(t)
	_, d := s.get(t, "/wizard/training?model=unknown&gpus=x&step=days")
	if back := d.Find("main a").First().AttrOr("href", ""); back != "/wizard/training?model=unknown&step=task" {
		t.Errorf("back leads to %s", back)
	}
	if unknown := d.Find("form a.btn").AttrOr("href", ""); unknown != "/wizard/training?model=unknown&gpus=unknown&step=days" {
		t.Errorf("not knowing leads to %s", unknown)
	}
	address := submit(d, "form.q", url.Values{"gpus": {"8"}})
	if got := s.page(t, address).Find("main h1").Text(); got != "要用多少天？" {
		t.Errorf("%s: %s", address, got)
	}
}

func TestTypedWordsCountOverNotKnowing(t *testing.T) {
	s := newSite(t)
	d := s.page(t, "/wizard/training/check?region=unknown&region=intl")
	if joined := strings.Join(texts(d.Find("dl.wz-check dd > span")), "|"); !strings.Contains(joined, "中国大陆以外") {
		t.Errorf("%s", joined)
	}
}

// What is typed is shown as text wherever it appears.
func TestTypedMarkupStaysText(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{
		"/wizard/training/result?model=%3Cscript%3Ealert(1)%3C/script%3E", "/wizard/training?step=%22%3E%3Cimg+src=x%3E",
		"/wizard/training/result?must=%3Cb%3E&w_cost=%22onload=x", "/wizard?scenario=%3Cscript%3E",
	} {
		status, d := s.get(t, path)
		if status != 400 || d.Find("main script, main img, main b[onload], [onload]").Length() != 0 {
			t.Errorf("%s: %d, or markup", path, status)
		}
	}
}

func TestAPartOfAQuestionPageIsSentToScripts(t *testing.T) {
	s := newSite(t)
	w := s.do("/wizard/training?step=gpus&model=unknown", "HX-Request", "true")
	body := w.Body.String()
	if w.Code != 200 || strings.Contains(body, "<html") || !strings.Contains(body, `id="wizard"`) || !strings.Contains(body, "<title>需要几张卡？") {
		t.Errorf("%d %.300s", w.Code, body)
	}
	if got := w.Header().Get("HX-Trigger-After-Settle"); got != `{"focus":"#wizard-q"}` {
		t.Errorf("focus %q", got)
	}
	wrong := s.do("/wizard/training?gpus=x&step=days", "HX-Request", "true")
	if got := wrong.Header().Get("HX-Trigger-After-Settle"); wrong.Code != 400 || got != `{"focus":"#wizard-errors"}` {
		t.Errorf("a wrong answer: %d, focus %q", wrong.Code, got)
	}
	if !strings.Contains(body, `id="lang"`) || !strings.Contains(body, "/en/wizard/training?model=unknown&amp;step=gpus") || !strings.Contains(body, "hx-swap-oob") {
		t.Errorf("the link to the other language is not renewed")
	}
}

func TestTheWizardsQuestionsAsJSON(t *testing.T) {
	s := newSite(t)
	var start wizardStartData
	if status := s.getJSON(t, "/wizard.json", &start); status != 200 || len(start.Scenarios) != 5 || start.Scenarios[0].Title != "大模型训练" || start.Default != recommendation.DefaultScenario {
		t.Errorf("%d %+v", status, start)
	}
	var ask wizardQuestionData
	if status := s.getJSON(t, "/en/wizard/research.json?gpus=4", &ask); status != 200 || ask.Step != "days" || len(ask.Steps) != 4 || !ask.Steps[3].Optional || !ask.Steps[0].Questions[0].Given {
		t.Errorf("%d %+v", status, ask)
	}
	var check wizardCheckData
	if status := s.getJSON(t, "/wizard/research/check.json?gpus=4&cuda=12.4", &check); status != 200 || check.Result != "/wizard/research/result.json?gpus=4&cuda=12.4" {
		t.Errorf("%d %+v", status, check)
	}
	said := map[string]string{}
	for _, a := range check.Answers {
		said[a.Key] = a.Text
	}
	if said["gpus"] != text.N(text.ZH, "wizard.answer.gpus", 4) || said["cuda"] != "CUDA 12.4 或更新" || said["days"] != "90 天" {
		t.Errorf("%v", said)
	}
}

func TestTheChoiceOfTheTaskKeepsAMomentWithItsZone(t *testing.T) {
	s := newSite(t)
	hrefs := s.page(t, "/wizard?as_of=2026-12-01T08:00:00%2B08:00").Find(`main a[href*="/result"]`).Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") })
	if len(hrefs) == 0 {
		t.Fatal("no links to results")
	}
	for _, href := range hrefs {
		s.page(t, href)
	}
}
