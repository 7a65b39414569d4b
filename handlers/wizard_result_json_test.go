package handlers

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
	"gpuscale/recommendation"
)

// contractFields are the names that the contract fixes, by object.
var contractFields = map[string][]string{
	"":         {"scenario", "article", "ranked", "lost", "advice", "pitfalls"},
	"article":  {"provider", "product", "agrees", "why"},
	"ranked":   {"provider", "offer", "score", "score_low", "score_high", "parts", "checks", "reasons", "warnings"},
	"checks":   {"key", "label", "operator", "threshold", "unit", "value", "state", "source_url"},
	"lost":     {"provider", "offer", "reason"},
	"pitfalls": {"slug", "state", "text"},
}

func TestTheResultsJSONKeepsItsNames(t *testing.T) {
	s := newSite(t)
	for _, scenario := range recommendation.Scenarios {
		var r object
		if status := s.getJSON(t, "/wizard/"+scenario+"/result.json", &r); status != 200 {
			t.Fatalf("%s: %d", scenario, status)
		}
		expectNames(t, scenario, r, contractFields[""])
		for _, list := range []string{"article", "ranked", "lost", "pitfalls"} {
			for _, one := range r[list].([]any) {
				expectNames(t, scenario+" "+list, one.(object), contractFields[list])
			}
		}
		for _, one := range r["ranked"].([]any) {
			p := one.(object)
			expectNames(t, scenario+" parts", p["parts"].(object), []string{"performance", "cost", "stability", "ecosystem"})
			if p["score"] != p["score_low"] || p["score_high"].(float64) < p["score_low"].(float64) {
				t.Errorf("%s: score %v of %v to %v", scenario, p["score"], p["score_low"], p["score_high"])
			}
			for _, c := range p["checks"].([]any) {
				expectNames(t, scenario+" checks", c.(object), contractFields["checks"])
			}
		}
	}
}

func expectNames(t *testing.T, where string, have object, want []string) {
	t.Helper()
	for _, name := range want {
		if _, ok := have[name]; !ok {
			t.Fatalf("%s: no %s", where, name)
		}
	}
}

// The article names platforms that have no ranked offer; they stand in the list with
// offer null.
func TestPlatformsOfTheArticleAreCandidates(t *testing.T) {
	s := newSite(t)
	var r wizardResultData
	s.getJSON(t, "/wizard/research/result.json", &r)
	for _, pick := range r.Article {
		i := slices.IndexFunc(r.Ranked, func(p wizardPlanData) bool { return p.Provider == pick.Provider })
		if i < 0 {
			t.Errorf("%s is no candidate", pick.Provider)
		}
	}
	i := slices.IndexFunc(r.Ranked, func(p wizardPlanData) bool { return p.Provider == "cstcloud" })
	if i < 0 || r.Ranked[i].Offer != nil || r.Ranked[i].Total != nil {
		t.Errorf("cstcloud: %d", i)
	}
}

// A name in the data is text wherever the result shows it.
func TestNamesInTheDataStayText(t *testing.T) {
	const name = `<script>alert("x")</script>`
	data := seedData()
	data.Providers = slices.Clone(data.Providers)
	for i := range data.Providers {
		data.Providers[i].Name = catalog.Words{Zh: name, En: name}
		data.Providers[i].FreeTrial = catalog.Words{Zh: name, En: name}
	}
	s := newSiteOf(t, data)
	d := s.page(t, "/wizard/training/result")
	if d.Find("main script").Length() != 0 || !strings.Contains(d.Find("main h1").Text(), name) || !strings.Contains(d.Find("title").First().Text(), name) {
		t.Error("a name became markup, or is not shown")
	}
}

// A link shows the same elsewhere: the page and its JSON depend on the address alone.
func TestALinkToAResultShowsTheSame(t *testing.T) {
	const path = "/wizard/finetune/result?model=Qwen2.5-7B&task=qlora&days=2&w_cost=60&must=vram"
	a, b := newSite(t).do(path).Body.String(), newSite(t).do(path, "Cookie", "theme=", "Accept-Language", "en").Body.String()
	if a != b {
		t.Error("the page differs between two visitors")
	}
	d, err := goquery.NewDocumentFromReader(strings.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	if link := d.Find("#share-link").AttrOr("value", ""); link != "https://scale.example"+path {
		t.Errorf("shared as %s", link)
	}
	if !strings.Contains(d.Find(".page-h").Text(), "Qwen2.5-7B 做QLoRA 微调共需约") || d.Find("a[href^='/calculator/sizing?model=Qwen2.5-7B']").Length() != 1 {
		t.Errorf("no memory need in %q", d.Find(".page-h").Text())
	}
}

func TestTheMomentIsKeptInLinks(t *testing.T) {
	d := newSite(t).page(t, "/wizard/training/result?as_of=2026-12-01")
	for _, selector := range []string{"a[href^='/compare?']", "a[href^='/calculator/cost?']", "a[href^='/providers/']", "a[href^='/wizard/training/check']", "#wizard-presets a"} {
		if href := d.Find("main "+selector).First().AttrOr("href", ""); !strings.Contains(href, "as_of=2026-12-01") {
			t.Errorf("%s: %s", selector, href)
		}
	}
}

func TestTheResultIsReadableInEnglish(t *testing.T) {
	s := newSite(t)
	for _, scenario := range recommendation.Scenarios {
		d := s.page(t, "/en/wizard/"+scenario+"/result")
		d.Find("#firm li, .why > li, .wz-limits td, ul.checks b").Each(func(_ int, e *goquery.Selection) {
			if words := e.Text(); strings.ContainsAny(words, "，。：（") {
				t.Errorf("%s: %s", scenario, words)
			}
		})
	}
}

// The wizard's pages agree with the golden results of the engine.
func TestTheFirstPlacesAreTheEngines(t *testing.T) {
	s := newSite(t)
	for _, scenario := range []string{recommendation.Training, recommendation.Inference, recommendation.Research} {
		golden, err := os.ReadFile("../recommendation/testdata/golden/" + scenario + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		var r wizardResultData
		s.getJSON(t, "/wizard/"+scenario+"/result.json", &r)
		for _, p := range r.Ranked[:10] {
			begin := strconv.Itoa(p.Rank) + " " + p.Provider + ", " + *p.Price + ", " + *p.Accelerator + " x " + strconv.Itoa(p.Cards)
			if !strings.Contains("\n"+string(golden), "\n"+begin) {
				t.Errorf("%s: no line %q", scenario, begin)
			}
		}
	}
}

func TestTheResultIsValidJSONInBothLanguages(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/wizard/training/result.json", "/en/wizard/training/result.json"} {
		if w := s.do(path); !json.Valid(w.Body.Bytes()) || w.Header().Get("Content-Type") != "application/json; charset=utf-8" {
			t.Errorf("%s: %s", path, w.Header().Get("Content-Type"))
		}
	}
}

// What a plan passes or fails is read somewhere: at an address, or in the article,
// which the page marks with 文 since it has no address.
func TestEveryJudgementNamesWhereItWasRead(t *testing.T) {
	s := newSite(t)
	kinds := map[string]int{}
	for _, scenario := range recommendation.Scenarios {
		var r wizardResultData
		s.getJSON(t, "/wizard/"+scenario+"/result.json?compliance=mlps-3&cuda=12.4", &r)
		for _, p := range r.Ranked {
			for _, c := range p.Checks {
				if c.State == "unknown" {
					continue
				}
				if c.Source == nil || (*c.Source == "link") != (c.SourceURL != nil) {
					t.Errorf("%s %s: %s is %s and its source %v", scenario, p.Provider, c.Key, c.State, c.SourceURL)
					continue
				}
				kinds[*c.Source]++
			}
		}
		d := s.page(t, "/wizard/"+scenario+"/result?show=all")
		d.Find("ul.checks li.ck-y, ul.checks li.ck-n").Each(func(_ int, li *goquery.Selection) {
			if li.Find(".src").Length() == 0 {
				t.Errorf("%s: no mark of a source: %s", scenario, strings.TrimSpace(li.Text()))
			}
		})
	}
	if kinds["link"] == 0 || kinds["article"] == 0 {
		t.Errorf("kinds of sources: %v", kinds)
	}
}

// More plans than are listed: each of the others has its reason in the JSON, and the
// page shows the first of them and leads to the rest.
func TestEveryPlanBeyondTheListHasItsReason(t *testing.T) {
	data := seedData()
	data.Providers, data.Prices = slices.Clone(data.Providers), slices.Clone(data.Prices)
	lines := slices.DeleteFunc(slices.Clone(data.Prices), func(l catalog.PriceLine) bool { return l.Provider != "autodl" })
	for i := range 12 {
		slug := "more-" + strconv.Itoa(i)
		data.Providers = append(data.Providers, catalog.Provider{Slug: slug, Name: catalog.Words{Zh: slug, En: slug}, Kind: catalog.Specialist, Market: catalog.MainlandChina, Status: "active"})
		for k, l := range lines {
			l.ID, l.Provider = slug+"-"+strconv.Itoa(k), slug
			data.Prices = append(data.Prices, l)
		}
	}
	s := newSiteOf(t, data)
	var r wizardResultData
	s.getJSON(t, "/wizard/rendering/result.json", &r)
	if len(r.Ranked) != recommendation.Limit || r.Plans <= recommendation.Limit || len(r.Lost) != r.Plans-1 {
		t.Fatalf("%d of %d ranked, %d lost", len(r.Ranked), r.Plans, len(r.Lost))
	}
	for i, l := range r.Lost {
		if l.Rank == nil || *l.Rank != i+2 || l.Reason == "" || l.Offer == nil && i > recommendation.Limit {
			t.Fatalf("lost %d: %+v", i, l)
		}
	}
	d := s.page(t, "/wizard/rendering/result")
	if rows := d.Find("#beyond tbody tr").Length(); rows != 60 || d.Find("#beyond a[href='/wizard/rendering/result.json']").Length() != 1 ||
		!strings.Contains(d.Find("#beyond summary").Text(), strconv.Itoa(r.Plans-recommendation.Limit)) {
		t.Errorf("%d rows: %s", rows, d.Find("#beyond").Text())
	}
}
