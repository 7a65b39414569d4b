package handlers

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
)

func TestProvidersAreFilteredByTheirWords(t *testing.T) {
	s := newSite(t)
	for _, row := range []struct {
		query string
		fits  func(*catalog.Provider) bool
	}{
		{"", func(*catalog.Provider) bool { return true }},
		{"?kind=academic", func(p *catalog.Provider) bool { return p.Kind == catalog.Academic }},
		{"?kind=Academic&kind=marketplace", func(p *catalog.Provider) bool { return p.Kind == catalog.Academic || p.Kind == catalog.Marketplace }},
		{"?kind=!hyperscaler&market=cn", func(p *catalog.Provider) bool {
			return p.Kind != catalog.Hyperscaler && p.Market == catalog.MainlandChina
		}},
		{"?status=withdrawn", func(p *catalog.Provider) bool { return p.Status == catalog.StatusWithdrawn }},
		{"?market=intl&status=thin", func(*catalog.Provider) bool { return false }},
	} {
		var answer providersJSON
		if status := s.getJSON(t, "/providers.json"+row.query, &answer); status != http.StatusOK {
			t.Fatalf("%s: status %d", row.query, status)
		}
		var want, got []string
		for _, p := range seedMarket().Providers() {
			if row.fits(&p) {
				want = append(want, p.Slug)
			}
		}
		for _, p := range answer.Providers {
			got = append(got, p.Slug)
		}
		if !slices.Equal(got, want) || answer.Total != len(want) {
			t.Errorf("%q: got %v, want %v", row.query, got, want)
		}
	}
}

func TestWhatIsNotPublishedPassesNoFilter(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"free_trial", "whitepaper", "cases"} {
		var answer struct{ Providers []map[string]any }
		s.getJSON(t, "/providers.json?"+name+"=yes", &answer)
		if len(answer.Providers) == 0 || len(answer.Providers) == len(seedMarket().Providers()) {
			t.Errorf("%s=yes leaves %d", name, len(answer.Providers))
		}
		for _, p := range answer.Providers {
			if p[name] == nil {
				t.Errorf("%s=yes lists %v without any", name, p["slug"])
			}
		}
	}
}

func TestUnverifiedAndWithdrawnProvidersAreListedWithTheirStatus(t *testing.T) {
	page := newSite(t).page(t, "/providers")
	for slug, status := range map[string]string{"ecloud": "未核实", "luchen": "已下线", "jsctyun": "价格公报"} {
		row := page.Find(`tr:has(input[value="` + slug + `"])`)
		if row.Find(".warn-t").First().Text() != status {
			t.Errorf("%s: %q", slug, row.Text())
		}
	}
}

func TestTheProvidersFileHoldsEveryProvider(t *testing.T) {
	s := newSite(t)
	records := s.getCSV(t, "/providers.csv")
	if len(records) != len(seedMarket().Providers())+1 {
		t.Errorf("%d lines", len(records))
	}
	if filtered := s.getCSV(t, "/en/providers.csv?kind=academic"); len(filtered) < 3 || len(filtered) > 12 || filtered[0][1] != "Provider" {
		t.Errorf("filtered: %d lines, header %v", len(filtered), filtered[0])
	}
}

func TestWrongValuesOfTheProviderListAreToldAtTheirField(t *testing.T) {
	s := newSite(t)
	if fields := s.fieldsOf(t, "/providers.json?kind=cloud&free_trial=maybe"); fields["kind"] == "" || fields["free_trial"] == "" {
		t.Errorf("fields %v", fields)
	}
	status, page := s.get(t, "/providers?kind=cloud")
	if status != http.StatusBadRequest || page.Find(`#filters input[name=kind][value=cloud]`).Length() != 1 || page.Find(".facet .err").Length() != 1 || page.Find("tbody tr").Length() != 0 {
		t.Errorf("status %d: the typed value is kept: %d, message: %d", status, page.Find(`input[name=kind][value=cloud]`).Length(), page.Find(".facet .err").Length())
	}
}

func TestFiltersSwapTheListAlone(t *testing.T) {
	body := newSite(t).do("/providers?kind=academic", "HX-Request", "true").Body.String()
	if !strings.Contains(body, `id="provider-list"`) || strings.Contains(body, "<html") {
		t.Errorf("fragment: %.200s", body)
	}
}

func TestEveryProviderAndCardHasItsPage(t *testing.T) {
	s := newSite(t)
	for _, p := range seedMarket().Providers() {
		if status := s.do("/en/providers/" + p.Slug).Code; status != http.StatusOK {
			t.Errorf("%s: %d", p.Slug, status)
		}
	}
	for _, family := range seedMarket().Families() {
		if status := s.do("/gpus/" + family.Slug).Code; status != http.StatusOK {
			t.Errorf("%s: %d", family.Slug, status)
		}
	}
	for _, a := range seedMarket().Accelerators() {
		if status := s.do("/gpus/" + a.Slug + ".json").Code; status != http.StatusOK {
			t.Errorf("%s: %d", a.Slug, status)
		}
	}
}

func TestUnknownSlugsAreNotFoundInTheFrame(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/providers/no-such", "/en/gpus/no-such", "/gpus/no-such.csv", "/providers/aws.csv"} {
		status, page := s.get(t, path)
		if status != http.StatusNotFound || (!strings.HasSuffix(path, ".csv") && page.Find("header.top").Length() != 1) {
			t.Errorf("%s: status %d", path, status)
		}
	}
	var answer object
	if status := s.getJSON(t, "/gpus/no-such.json", &answer); status != http.StatusNotFound || answer["error"] == nil {
		t.Errorf("JSON: status %d, %v", status, answer)
	}
}

func TestEveryFactOfTheArticleIsMarked(t *testing.T) {
	page := newSite(t).page(t, "/providers/tencent-cloud")
	article := 0
	for _, f := range seedMarket().Facts("tencent-cloud") {
		if f.Source.IsArticle() {
			article++
		}
	}
	marks := page.Find(".fact .src").FilterFunction(func(_ int, m *goquery.Selection) bool { return strings.Contains(m.Text(), "文") })
	if marks.Length() != article {
		t.Errorf("%d marks, %d facts of the article", marks.Length(), article)
	}
	if page.Find(".fact .doubt").Length() == 0 {
		t.Error("no doubt stands beside its fact")
	}
}

func TestAnSLANeverStandsWithoutItsScope(t *testing.T) {
	s := newSite(t)
	for _, slug := range []string{"aliyun", "baidu-cloud", "matpool"} {
		page := s.page(t, "/providers/"+slug)
		page.Find(".kv dt").Each(func(_ int, dt *goquery.Selection) {
			if value := dt.Next().Text(); dt.Text() == "SLA 及范围" && (!strings.Contains(value, "%（") || strings.HasSuffix(value, "（）")) {
				t.Errorf("%s: %q", slug, value)
			}
		})
		var answer providerJSON
		s.getJSON(t, "/providers/"+slug+".json", &answer)
		if answer.SLA == nil || answer.SLA.Scope == nil {
			t.Errorf("%s: %+v", slug, answer.SLA)
		}
	}
}

func TestAProviderPageSaysWhatAStoppedMachineCosts(t *testing.T) {
	page := newSite(t).page(t, "/providers/autodl")
	got := strings.Join(texts(page.Find("section:has(#stopped) .four > div")), "\n")
	for _, want := range []string{"GPU 停止计费", "关机后停收", "¥0.01 / GB·天", "关机后照收", "15 天"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	unknown := newSite(t).page(t, "/providers/jd-cloud")
	if got := unknown.Find("section:has(#stopped) .unk").Length(); got != 3 {
		t.Errorf("%d of 3 questions are said to be unanswered", got)
	}
}

func TestUnknownIsNeitherFreeNorNo(t *testing.T) {
	s := newSite(t)
	var answer providerJSON
	s.getJSON(t, "/providers/autodl.json", &answer)
	for _, c := range answer.ExtraCosts {
		if c.Type == "egress" && (c.Price != nil || c.Billed != nil) {
			t.Errorf("egress without a published price: %+v", c)
		}
	}
	page := s.page(t, "/providers/autodl")
	if got := page.Find("section:has(#costs) td .unk").First().Text(); got != "未公开" {
		t.Errorf("an unknown price reads %q", got)
	}
}

func TestBeforeSigningListsWhatNoSourceStates(t *testing.T) {
	s := newSite(t)
	var known, unknown providerJSON
	s.getJSON(t, "/providers/aliyun.json", &known)
	s.getJSON(t, "/providers/jd-cloud.json", &unknown)
	sla := "SLA 是多少"
	has := func(list []string) bool {
		return slices.ContainsFunc(list, func(ask string) bool { return strings.HasPrefix(ask, sla) })
	}
	if has(known.Ask) || !has(unknown.Ask) {
		t.Errorf("asked of aliyun: %t, of jd-cloud: %t", has(known.Ask), has(unknown.Ask))
	}
}

func TestProviderSitesAreLinkedWithoutReferral(t *testing.T) {
	link := newSite(t).page(t, "/providers/autodl").Find(`a[href="https://www.autodl.com/"]`)
	if rel, _ := link.Attr("rel"); !strings.Contains(rel, "nofollow") || !strings.Contains(rel, "noreferrer") {
		t.Errorf("rel %q", rel)
	}
}

// hostile is the seed with a provider whose texts try to be code.
func hostile(t *testing.T) catalog.Data {
	t.Helper()
	data := seedData()
	data.Providers = slices.Clone(data.Providers)
	for i := range data.Providers {
		if data.Providers[i].Slug == "autodl" {
			data.Providers[i].Website = "javascript:alert(1)"
			data.Providers[i].Name = catalog.Words{Zh: "<script>alert(1)</script>", En: "<script>alert(1)</script>"}
			data.Providers[i].Invoice = catalog.Words{Zh: "=HYPERLINK(\"x\")"}
		}
	}
	return data
}

func TestCodeInDataIsShownAsText(t *testing.T) {
	s := newSiteOf(t, hostile(t))
	for _, path := range []string{"/", "/providers", "/providers/autodl", "/en/providers/autodl", "/gpus/rtx-4090-24gb"} {
		w := s.do(path)
		if body := w.Body.String(); w.Code != http.StatusOK || strings.Contains(body, "<script>alert") || strings.Contains(body, `href="javascript:`) {
			t.Errorf("%s: status %d holds code", path, w.Code)
		}
	}
	page := s.page(t, "/providers/autodl")
	if h1 := page.Find("h1").Text(); h1 != "<script>alert(1)</script>" {
		t.Errorf("title %q", h1)
	}
	if !strings.Contains(page.Find(".page-h").Text(), "javascript:alert(1)") {
		t.Error("the address is not shown as text")
	}
	var answer providerJSON
	s.getJSON(t, "/providers/autodl.json", &answer)
	if answer.Website != nil {
		t.Errorf("website %q", *answer.Website)
	}
}

func TestOffersOfAProviderStandRankedFirstAndOthersWithReasons(t *testing.T) {
	s := newSite(t)
	page := s.page(t, "/providers/tencent-cloud")
	if page.Find(".rental tbody tr").Length() == 0 {
		t.Error("no ranked offer")
	}
	page.Find(".unranked tbody tr").Each(func(_ int, row *goquery.Selection) {
		if row.Find(".why-s li").Length() == 0 {
			t.Errorf("no reason: %s", row.Text())
		}
	})
	var answer providerJSON
	s.getJSON(t, "/providers/tencent-cloud.json", &answer)
	for _, o := range answer.Offers {
		for _, p := range o.Prices {
			if p.Ranked != (len(p.WhyNot) == 0) {
				t.Errorf("%s: ranked %t, %v", p.ID, p.Ranked, p.WhyNot)
			}
		}
	}
	if len(answer.Offers) != answer.OffersTotal || answer.OffersTotal == 0 {
		t.Errorf("%d offers of %d", len(answer.Offers), answer.OffersTotal)
	}
}

// What the overview of a page says is not listed below as not published.
func TestWhatTheRecordOfAProviderSaysIsNotMissing(t *testing.T) {
	s, m := newSite(t), seedMarket()
	answered := 0
	for _, p := range m.Providers() {
		missing := s.page(t, "/providers/"+p.Slug).Find("details p.unk").Text()
		for _, k := range m.FactKeys() {
			if !p.Answers(k.Key) {
				continue
			}
			answered++
			for _, word := range strings.FieldsFunc(missing, func(r rune) bool { return strings.ContainsRune("：、", r) }) {
				if word == k.Label.Zh {
					t.Errorf("%s: %s is in its record and listed as not published", p.Slug, k.Label.Zh)
				}
			}
		}
	}
	if answered < 100 {
		t.Errorf("records answer %d kinds of facts", answered)
	}
	if text := s.page(t, "/providers/autodl").Find("details p.unk").Text(); strings.Contains(text, "免费试用") || !strings.Contains(text, "退租退款") {
		t.Errorf("AutoDL lacks %q", text)
	}
}
