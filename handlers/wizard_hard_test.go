package handlers

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

func TestAnAnswerMayBeAHardLimit(t *testing.T) {
	s := newSite(t)
	d := s.page(t, "/wizard/training?step=domestic&must=vram")
	box := d.Find("form.q input[type=checkbox][name=must]")
	if _, ticked := box.Attr("checked"); !ticked || box.AttrOr("value", "") != "domestic" || !strings.Contains(d.Find("form.q .opt").Text(), "不满足就出局（硬指标）") {
		t.Fatalf("no ticked box: %s", d.Find("form.q").Text())
	}
	for _, tt := range []struct{ name, query, must string }{
		{"ticked, with an answer that asks something", "domestic=yes&must=vram&must=domestic&asked=domestic", "domestic,vram"},
		{"ticked, with an answer that asks nothing", "domestic=no&must=vram&must=domestic&asked=domestic", "vram"},
		{"ticked, without an answer", "domestic=unknown&must=vram&must=domestic&asked=domestic", "vram"},
		{"not ticked", "domestic=yes&must=vram&asked=domestic", "vram"},
		{"a limit set elsewhere", "domestic=no&must=domestic", "domestic"},
	} {
		check := s.page(t, "/wizard/training/check?"+tt.query)
		var must []string
		for _, n := range check.Find("form input[name=must]").Nodes {
			for _, a := range n.Attr {
				if a.Key == "value" {
					must = append(must, a.Val)
				}
			}
		}
		slices.Sort(must)
		if got := strings.Join(must, ","); got != tt.must {
			t.Errorf("%s: must %s, want %s", tt.name, got, tt.must)
		}
		if hard := strings.Contains(check.Find("dl.wz-check").Text(), "硬指标：不满足就出局"); hard != strings.Contains(tt.query, "yes&must=vram&must=domestic") {
			t.Errorf("%s: %s", tt.name, check.Find("dl.wz-check").Text())
		}
	}
	answered := s.page(t, "/wizard/training?step=domestic&domestic=yes")
	if _, ticked := answered.Find("form.q input[name=must]").Attr("checked"); ticked {
		t.Error("a box that was left empty is ticked again")
	}
	address := submit(d, "form.q", url.Values{"domestic": {"yes"}})
	if !strings.Contains(address, "must=vram") || !strings.Contains(address, "domestic=yes") {
		t.Errorf("leads to %s", address)
	}
}

func TestTheTitleCountsPlansThatMeetTheAnswers(t *testing.T) {
	s := newSite(t)
	path := "/wizard/training/result?domestic=yes&budget=1000"
	var r wizardResultData
	s.getJSON(t, strings.Replace(path, "?", ".json?", 1), &r)
	d := s.page(t, path)
	if title := d.Find("main h1").Text(); r.Meeting == r.Plans || r.Meeting > 0 && !strings.HasPrefix(title, strconv.Itoa(r.Meeting)+" 个方案") ||
		r.Meeting == 0 && !strings.HasPrefix(title, "没有方案满足你的全部要求") {
		t.Errorf("%q with %d of %d plans", title, r.Meeting, r.Plans)
	}
	note := d.Find("#wizard-head .note a").FilterFunction(func(_ int, a *goquery.Selection) bool {
		return strings.Contains(a.AttrOr("href", ""), "must=domestic")
	})
	if note.Length() != 1 || !strings.Contains(note.Text(), "设为硬指标") {
		t.Fatalf("no way to make it hard: %s", d.Find("#wizard-head").Text())
	}
	if hard := s.page(t, note.AttrOr("href", "")); hard.Find("#excluded").Length() != 1 {
		t.Error("the limit excludes nothing")
	}
}

func TestALimitWithoutACheckIsNamed(t *testing.T) {
	s := newSite(t)
	if got := s.page(t, "/wizard/inference/check?must=vram").Find("dl.wz-check").Text(); !strings.Contains(got, "不起作用") {
		t.Errorf("answers: %s", got)
	}
	d := s.page(t, "/wizard/inference/result?must=vram")
	if got := d.Find("#result .note-w").First().Text(); !strings.Contains(got, "没有对应的检查") || strings.Contains(d.Find("#result").Text(), "0 个方案没过") {
		t.Errorf("result: %q", got)
	}
}

func TestAnUnknownStepBeginsWithTheFirst(t *testing.T) {
	s := newSite(t)
	for _, step := range []string{"zzz", "latency_ms"} {
		status, d := s.get(t, "/wizard/training?step="+step)
		alert := d.Find("main [role=alert]")
		if status != 400 || alert.Length() != 1 || !strings.Contains(alert.Text(), "先从第一题答起") || strings.Contains(alert.Text(), "upload_gb") {
			t.Errorf("%s: %d %q", step, status, alert.Text())
		}
		if d.Find("form.q #f-model").Length() != 1 || d.Find("main h1").Text() != "你要跑哪个模型？" {
			t.Errorf("%s: no question: %s", step, d.Find("main").Text())
		}
	}
}

func TestWordsTypedBesideAnOptionAreKept(t *testing.T) {
	s := newSite(t)
	status, d := s.get(t, "/wizard/training/result?region=cn&region=%E5%8D%8E%E4%B8%9C")
	if got := d.Find("#f-region").AttrOr("value", ""); status != 400 || got != "华东" {
		t.Errorf("%d, kept %q", status, got)
	}
}

func TestMomentsAndThresholdsAreTheSameInBothLanguages(t *testing.T) {
	s := newSite(t)
	var zh, en wizardResultData
	s.getJSON(t, "/wizard/research/result.json?compliance=mlps-3", &zh)
	s.getJSON(t, "/en/wizard/research/result.json?compliance=mlps-3", &en)
	if zh.AsOf != "2026-12-01T12:00:00+08:00" || en.AsOf != zh.AsOf {
		t.Errorf("as of %s and %s", zh.AsOf, en.AsOf)
	}
	for i, c := range zh.Ranked[0].Checks {
		if e := en.Ranked[0].Checks[i]; e.Threshold != c.Threshold || e.Operator != c.Operator {
			t.Errorf("%s: %q and %q", c.Key, c.Threshold, e.Threshold)
		}
	}
}

func TestThePlaceIsEnglishInEnglish(t *testing.T) {
	s := newSite(t)
	d := s.page(t, "/en/wizard/training/result?show=all")
	d.Find("li[data-key=region]").Each(func(_ int, li *goquery.Selection) {
		if strings.Contains(li.Text(), "中国大陆") {
			t.Errorf("%q", strings.TrimSpace(li.Text()))
		}
	})
}
