package handlers

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/recommendation"
)

// The first question has its way of not knowing, with the default printed and taken.
func TestTheTaskMayBeUnknown(t *testing.T) {
	s := newSite(t)
	for prefix, title := range map[string]string{"": "「AI 推理服务」", "/en": "“AI inference service”"} {
		d := s.page(t, prefix+"/wizard")
		checked := d.Find("input[name=scenario][checked]")
		if checked.Length() != 1 || checked.AttrOr("value", "") != "unknown" {
			t.Fatalf("%s: %d tasks are chosen for the reader", prefix, checked.Length())
		}
		if label := checked.Parent().Text(); !strings.Contains(label, title) {
			t.Errorf("%s: the default is not printed: %q", prefix, label)
		}
		if address, _ := s.follow(t, submit(d, "form.q", nil)); address != prefix+"/wizard/"+recommendation.DefaultScenario {
			t.Errorf("%s: leads to %s", prefix, address)
		}
	}
}

// fullOfAnswers is an address with an answer to every question.
const fullOfAnswers = "model=Qwen2.5-7B&task=lora&gpus=2&days=5&interruptible=yes&region=cn&latency_ms=40&compliance=mlps-3&scheduler=slurm&framework=pytorch" +
	"&cuda=12.4&budget=30000&identity=student&upload_gb=20&domestic=no&w_cost=70&must=vram&as_of=2026-12-01"

// Back from the first question, and a change of the task, carry every answer, into
// whichever task is chosen.
func TestAnswersGoThroughTheChoiceOfTheTask(t *testing.T) {
	s := newSite(t)
	want, _ := url.ParseQuery(fullOfAnswers)
	for _, prefix := range []string{"", "/en"} {
		for _, from := range recommendation.Scenarios {
			first := recommendation.Questions(from)[0].Key
			question := s.page(t, prefix+"/wizard/"+from+"?"+fullOfAnswers+"&step="+first)
			back := question.Find("#wizard > .pt a").First().AttrOr("href", "")
			start := s.page(t, back)
			if got := start.Find("input[name=scenario][checked]").AttrOr("value", ""); got != from {
				t.Errorf("back from %s the task is %q", from, got)
			}
			change := s.page(t, prefix+"/wizard/"+from+"/check?"+fullOfAnswers).Find("dl.wz-check a").First().AttrOr("href", "")
			for _, to := range recommendation.Scenarios {
				for _, page := range []*goquery.Document{start, s.page(t, change)} {
					expectCarried(t, s, submit(page, "form.q", url.Values{"scenario": {to}}), prefix+"/wizard/"+to+"/check?", want)
				}
			}
		}
	}
}

// A question that was answered shows its answer, however it is asked.
func TestEveryQuestionShowsItsAnswer(t *testing.T) {
	s := newSite(t)
	given, _ := url.ParseQuery(fullOfAnswers)
	for _, scenario := range recommendation.Scenarios {
		for _, q := range recommendation.Questions(scenario) {
			field := s.page(t, "/wizard/"+scenario+"?"+fullOfAnswers+"&step="+q.Key).Find("form.q [name='" + q.Key + "']:not([type=hidden])")
			shown := field.Filter("[checked]").AttrOr("value", field.Filter("input.in").AttrOr("value", ""))
			if shown != given.Get(q.Key) {
				t.Errorf("%s %s: shows %q, want %q", scenario, q.Key, shown, given.Get(q.Key))
			}
		}
	}
}

// expectCarried follows an address to the list of answers, where each stands: as an
// answer of the task, or with a way to remove it.
func expectCarried(t *testing.T, s *site, address, leads string, want url.Values) {
	t.Helper()
	reached, d := s.follow(t, address)
	_, query, _ := strings.Cut(reached, "?")
	got, _ := url.ParseQuery(query)
	for name, values := range want {
		if !slices.Equal(got[name], values) {
			t.Errorf("%s: %s is %v, want %v", reached, name, got[name], values)
		}
	}
	if !strings.HasPrefix(reached, leads) || d.Find("dl.wz-check").First().Find("dt").Length() != 1+len(recommendation.QuestionKeys())+2 {
		t.Errorf("%s: %d rows", reached, d.Find("dl.wz-check dt").Length())
	}
}

// A wrong answer is named at the choice of the task as well, and can be mended there.
func TestAWrongAnswerIsNamedAtTheChoiceOfTheTask(t *testing.T) {
	s := newSite(t)
	status, d := s.get(t, "/wizard?scenario=training&step=scenario&gpus=many&days=5")
	if status != 400 || d.Find("#f-gpus").AttrOr("value", "") != "many" || !strings.Contains(d.Find("[role=alert]").Text(), "卡数") {
		t.Fatalf("%d: %s", status, d.Find("main").Text())
	}
	address, _ := s.follow(t, submit(d, "form.q", url.Values{"gpus": {"4"}}))
	if got, _ := url.Parse(address); got.Query().Get("gpus") != "4" || got.Query().Get("days") != "5" {
		t.Errorf("leads to %s", address)
	}
	if fields := s.fieldsOf(t, "/wizard.json?gpus=many"); fields["gpus"] == "" {
		t.Errorf("JSON says %v", fields)
	}
}

// Optional questions wait behind the list of answers: each alone, or one after the
// other, and back to the list.
func TestMoreRequirementsAreOfferedAfterTheQuestions(t *testing.T) {
	s := newSite(t)
	for _, prefix := range []string{"", "/en"} {
		for _, scenario := range recommendation.Scenarios {
			path := prefix + "/wizard/" + scenario + "/check"
			d := s.page(t, path+"?gpus=2")
			for _, q := range recommendation.Questions(scenario) {
				if q.Step != recommendation.StepMore {
					continue
				}
				link := d.Find(".wz-more dl a[href*='step=" + q.Key + "']")
				if link.Length() != 1 {
					t.Fatalf("%s: %d ways to %s", path, link.Length(), q.Key)
				}
				one := s.page(t, link.AttrOr("href", ""))
				if back := one.Find("#wizard > .pt a").First().AttrOr("href", ""); back != path+"?gpus=2" {
					t.Errorf("%s: back from %s leads to %s", path, q.Key, back)
				}
				if to := submit(one, "form.q", nil); !strings.HasPrefix(to, path+"?") || !strings.Contains(to, "gpus=2") {
					t.Errorf("%s: %s leads to %s", path, q.Key, to)
				}
			}
			if d.Find("dl.wz-check").First().Find("a[href*='step=domestic']").Length() != 0 {
				t.Errorf("%s: an optional question stands among the answers", path)
			}
		}
	}
}

// Links and forms write answers in their plainest form, whatever was typed.
func TestLinksHoldPlainNumbers(t *testing.T) {
	s := newSite(t)
	for _, page := range []string{"?step=days&", "/check?", "/result?", "/result?show=all&"} {
		path := "/wizard/training" + page + "gpus=%EF%BC%92&budget=30%E4%B8%87&cuda=12.4&w_cost=%EF%BC%97%EF%BC%90&interruptible=YES&must=VRAM"
		d := s.page(t, path)
		links := 0
		d.Find("a[href*='gpus='], link[href*='gpus=']").Each(func(_ int, a *goquery.Selection) {
			href, err := url.Parse(a.AttrOr("href", ""))
			if err != nil || !strings.Contains(href.Path, "/wizard/") {
				return
			}
			links++
			q := href.Query()
			for name, want := range map[string]string{"gpus": "2", "budget": "300000", "w_cost": "70", "interruptible": "yes"} {
				if got := q.Get(name); got != want && got != "" && !(name == "w_cost" && strings.Contains(a.Closest("[id]").AttrOr("id", ""), "presets")) {
					t.Errorf("%s: %s=%q in %s", path, name, got, href)
				}
			}
		})
		d.Find("form input[type=hidden][name=gpus]").Each(func(_ int, in *goquery.Selection) {
			if in.AttrOr("value", "") != "2" {
				t.Errorf("%s: a form carries %q", path, in.AttrOr("value", ""))
			}
		})
		if links < 3 {
			t.Errorf("%s: %d links", path, links)
		}
	}
}

// Who rents decides what is checked: papers for companies and laboratories, discounts
// and trials for students, nothing more for others.
func TestTheIdentityDecidesWhatIsChecked(t *testing.T) {
	s := newSite(t)
	papers := []string{recommendation.KeyInvoice, recommendation.KeyContract, recommendation.KeyEducation, recommendation.KeyTrial}
	for identity, want := range map[string]string{"company": "invoice,contract", "university": "invoice,education_discount", "student": "education_discount,free_trial", "individual": ""} {
		for _, scenario := range recommendation.Scenarios {
			var r wizardResultData
			s.getJSON(t, "/wizard/"+scenario+"/result.json?identity="+identity, &r)
			states := map[string]int{}
			for _, p := range r.Ranked {
				var have []string
				for _, c := range p.Checks {
					if slices.Contains(papers, c.Key) {
						have = append(have, c.Key)
						states[c.Key+" "+c.State]++
					}
				}
				if got := strings.Join(have, ","); got != want {
					t.Fatalf("%s as %s: %s", scenario, identity, got)
				}
			}
			for _, key := range strings.Split(want, ",") {
				if key == recommendation.KeyEducation && states[key+" pass"] == 0 || key != "" && states[key+" unknown"] == 0 {
					t.Errorf("%s as %s: %v", scenario, identity, states)
				}
			}
		}
	}
}
