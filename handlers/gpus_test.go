package handlers

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
)

func TestCardsAreFilteredByMakerAndForm(t *testing.T) {
	s := newSite(t)
	for _, row := range []struct {
		query string
		fits  func(*catalog.Accelerator) bool
	}{
		{"", func(*catalog.Accelerator) bool { return true }},
		{"?vendor=amd", func(a *catalog.Accelerator) bool { return a.Vendor == "AMD" }},
		{"?vendor=Moore+Threads&vendor=biren", func(a *catalog.Accelerator) bool { return a.Vendor == "Moore Threads" || a.Vendor == "Biren" }},
		{"?vendor=!nvidia&form=oam", func(a *catalog.Accelerator) bool { return a.Vendor != "NVIDIA" && a.Form == catalog.FormOAM }},
		{"?form=unknown", func(a *catalog.Accelerator) bool { return a.Form == "" || a.Form == catalog.FormUnknown }},
	} {
		var answer gpusJSON
		if status := s.getJSON(t, "/gpus.json"+row.query, &answer); status != http.StatusOK {
			t.Fatalf("%s: status %d", row.query, status)
		}
		var want, got []string
		for _, a := range seedMarket().Accelerators() {
			if row.fits(&a) {
				want = append(want, a.Slug)
			}
		}
		for _, a := range answer.Accelerators {
			got = append(got, a.Slug)
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", row.query, got, want)
		}
	}
	if fields := s.fieldsOf(t, "/gpus.json?vendor=acme&form=round"); fields["vendor"] == "" || fields["form"] == "" {
		t.Errorf("fields %v", fields)
	}
}

func TestVariantsAreDifferentCards(t *testing.T) {
	var answer gpusJSON
	newSite(t).getJSON(t, "/gpus.json", &answer)
	slugs := map[string]bool{}
	for _, a := range answer.Accelerators {
		slugs[a.Slug] = true
	}
	for _, slug := range []string{"rtx-4090-24gb", "rtx-4090-d-24gb", "rtx-a6000-48gb", "rtx-6000-ada-48gb", "h100-sxm5-80gb", "h100-pcie-80gb", "h100-nvl-94gb"} {
		if !slugs[slug] {
			t.Errorf("%s is missing", slug)
		}
	}
	if !slices.ContainsFunc(answer.Families, func(f gpuLine) bool { return f.Slug == "h100-any" && len(f.Candidates) > 2 }) {
		t.Error("plain H100 is no family of its own")
	}
}

func TestTheCardsFileHoldsEveryCardAndFamily(t *testing.T) {
	m := seedMarket()
	records := newSite(t).getCSV(t, "/gpus.csv")
	if want := len(m.Accelerators()) + len(m.Families()) + 1; len(records) != want {
		t.Errorf("%d lines, want %d", len(records), want)
	}
}

func TestAFamilyPageShowsWhatItMayBe(t *testing.T) {
	s := newSite(t)
	page := s.page(t, "/gpus/a100-80gb-any")
	note := page.Find(".note-w").First().Text()
	for _, want := range []string{"80 GB", "PCIe 或 SXM", "1,935–2,039 GB/s"} {
		if !strings.Contains(note, want) {
			t.Errorf("no %q in %q", want, note)
		}
	}
	for _, slug := range []string{"a100-pcie-80gb", "a100-sxm4-80gb"} {
		if page.Find(`section:has(#parts) a[href="/gpus/`+slug+`"]`).Length() != 1 {
			t.Errorf("no candidate %s", slug)
		}
	}
	page.Find(".spec dt").Each(func(_ int, dt *goquery.Selection) {
		if value := dt.Next().Text(); dt.Text() == "形态" && value != "各款不同" {
			t.Errorf("form of a family: %q", value)
		}
	})
	var answer gpuJSON
	s.getJSON(t, "/gpus/a100-80gb-any.json", &answer)
	if span := answer.Spans["memory_bandwidth_gb_s"]; span.Low != 1935 || span.High != 2039 || answer.Figures["memory_bandwidth_gb_s"] != nil {
		t.Errorf("span %+v, figure %v", span, answer.Figures["memory_bandwidth_gb_s"])
	}
	for _, o := range answer.Offers {
		if o.Accelerator == nil || *o.Accelerator != "a100-80gb-any" {
			t.Errorf("%s is an offer of %v", o.ID, o.Accelerator)
		}
	}
}

func TestACardPageLinksTheNamesThatMayMeanIt(t *testing.T) {
	page := newSite(t).page(t, "/gpus/a100-sxm4-80gb")
	if page.Find(`section:has(#maybe) a[href="/gpus/a100-80gb-any"]`).Length() != 1 {
		t.Error("the family's offers are not pointed out")
	}
}

func TestUnknownFiguresSayThatTheyAreNotPublished(t *testing.T) {
	page := newSite(t).page(t, "/gpus/a100-sxm4-80gb")
	found := false
	page.Find(".spec dt").Each(func(_ int, dt *goquery.Selection) {
		if dt.Text() == "FP8 稠密算力" {
			found = dt.Next().Text() == "未公开"
		}
		if strings.TrimSpace(dt.Next().Text()) == "" {
			t.Errorf("%s is blank", dt.Text())
		}
	})
	if !found {
		t.Error("an unknown figure does not say so")
	}
}

func TestExportNotesAreInTheLanguageOfThePage(t *testing.T) {
	s := newSite(t)
	a, _ := seedMarket().Accelerator("a800-sxm4-80gb")
	for path, want := range map[string]string{"/gpus/a800-sxm4-80gb": a.ExportNote.Zh, "/en/gpus/a800-sxm4-80gb": a.ExportNote.En} {
		if got := s.page(t, path).Find("aside .note-w").Text(); want == "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q", path, got)
		}
	}
}

// cardData is the seed with prices of one card from several sources.
func cardData(t *testing.T, lines ...catalog.PriceLine) catalog.Data {
	t.Helper()
	data := seedData()
	var kept []catalog.PriceLine
	for _, p := range data.Prices {
		if p.AcceleratorName != "RTX 3090 Ti" && !strings.Contains(p.AcceleratorName, "3090") {
			kept = append(kept, p)
		}
	}
	data.Prices = append(kept, lines...)
	return data
}

func quoted(t *testing.T, id, provider, source, amount, day string) catalog.PriceLine {
	t.Helper()
	d, err := catalog.ParseDecimal(amount)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := catalog.ParseDate(day)
	if err != nil {
		t.Fatal(err)
	}
	return catalog.PriceLine{
		ID: id, Provider: provider, AcceleratorName: "RTX 3090", Vendor: "NVIDIA", VRAMGB: catalog.Known(24.0), Count: catalog.Known(1),
		Billing: catalog.OnDemand, Amount: catalog.Known(d), Kind: catalog.KindList, Currency: catalog.CNY, Unit: catalog.GPUHour,
		Source: catalog.Source{URL: source, Seen: seen, Confidence: catalog.OfficialPage}, Grade: catalog.GradeA, Scope: catalog.ScopeWhole,
		Share: catalog.Share{Num: 1, Den: 1},
	}
}

func TestHistoryNeverJoinsSources(t *testing.T) {
	data := cardData(t,
		quoted(t, "a2", "autodl", "https://a.example/", "7.5", "2026-11-28"), quoted(t, "b1", "matpool", "https://b.example/", "6.4", "2026-11-20"),
		quoted(t, "c1", "gpushare", "https://c.example/", "7.6", "2026-11-24"))
	data.OldPrices = append(slices.Clone(data.OldPrices), catalog.OldPrice{
		Line: quoted(t, "a1", "autodl", "https://a.example/", "7.5", "2026-11-16"), Recorded: catalog.Period{From: recorded, To: pinned},
	})
	page := newSiteOf(t, data).page(t, "/gpus/rtx-3090-24gb")
	figure := page.Find("figure.cq").First()
	drawing := figure.Find("svg.only-w")
	if lines := drawing.Find("polyline, path.l1, path.la, path.l2").Length(); lines > 2 {
		t.Errorf("%d lines for one source with two days", lines)
	}
	caption := figure.Find("figcaption").Text()
	for _, word := range []string{"涨", "跌", "降", "升"} {
		if strings.Contains(strings.ReplaceAll(caption, "不据此说涨跌", ""), word) {
			t.Errorf("the caption tells of a course: %s", caption)
		}
	}
	if rows := figure.Find("tbody tr").Length(); rows != 4 {
		t.Errorf("%d readings in the table", rows)
	}
}

func TestOneReadingIsSaidToBeOne(t *testing.T) {
	page := newSiteOf(t, cardData(t, quoted(t, "a1", "autodl", "https://a.example/", "7.5", "2026-11-28"))).page(t, "/gpus/rtx-3090-24gb")
	if got := page.Find("figcaption b").First().Text(); !strings.Contains(got, "只有一条") {
		t.Errorf("finding %q", got)
	}
}

func TestAZeroIsNoPrice(t *testing.T) {
	s := newSiteOf(t, cardData(t, quoted(t, "z", "autodl", "https://a.example/", "0", "2026-11-28"), quoted(t, "a", "matpool", "https://b.example/", "5", "2026-11-28")))
	var answer gpuJSON
	s.getJSON(t, "/gpus/rtx-3090-24gb.json", &answer)
	if answer.Best.CN == nil || answer.Best.CN.Provider != "matpool" {
		t.Errorf("best %+v", answer.Best.CN)
	}
	if row := s.page(t, "/gpus/rtx-3090-24gb").Find(".unranked tbody tr"); row.Length() != 1 || row.Find(".why-s li").Length() == 0 {
		t.Errorf("the zero stands as %q", row.Text())
	}
}

func TestTheMachinesPriceIsDividedByItsCards(t *testing.T) {
	machine := quoted(t, "m", "autodl", "https://a.example/", "3.04", "2026-11-28")
	machine.Unit, machine.Count = catalog.InstanceHour, catalog.Known(4)
	slice := quoted(t, "s", "matpool", "https://b.example/", "0.123", "2026-11-28")
	slice.Share = catalog.Share{Num: 1, Den: 20}
	sold := quoted(t, "o", "gpushare", "https://c.example/", "0.5", "2026-11-28")
	sold.Availability = catalog.SoldOut
	s := newSiteOf(t, cardData(t, machine, slice, sold))
	var answer gpuJSON
	s.getJSON(t, "/gpus/rtx-3090-24gb.json", &answer)
	if answer.Best.CN == nil || answer.Best.CN.PerGPUHour.Amount != "0.7600" {
		t.Fatalf("best %+v", answer.Best.CN)
	}
	page := s.page(t, "/gpus/rtx-3090-24gb")
	if got := page.Find(".facts dd").First().Text(); !strings.Contains(got, "0.76") {
		t.Errorf("head figure %q", got)
	}
	others := page.Find(".unranked").Text()
	if !strings.Contains(others, "1/20") || !strings.Contains(others, "售罄") {
		t.Errorf("others %q", others)
	}
}

func TestOnePriceForManyRegionsIsOneOffer(t *testing.T) {
	line := quoted(t, "r", "autodl", "https://a.example/", "3", "2026-11-28")
	line.Regions = []string{"北京", "上海", "广州", "成都", "重庆"}
	rows := newSiteOf(t, cardData(t, line)).page(t, "/gpus/rtx-3090-24gb").Find(".rental tbody tr")
	if rows.Length() != 1 || !strings.Contains(rows.Find(".h").Text(), "5 个地域") || !strings.Contains(rows.Find(".h").Text(), "库存未知") {
		t.Errorf("%d rows: %q", rows.Length(), rows.Find(".h").Text())
	}
}

func TestMarketQuotesAreNoOffers(t *testing.T) {
	s := newSite(t)
	page := s.page(t, "/gpus/rtx-4090-24gb")
	if got := page.Find("section:has(#quotes) tbody td").First().Text(); !strings.Contains(got, "¥6,800–8,800") {
		t.Errorf("quote %q", got)
	}
	var answer gpuJSON
	s.getJSON(t, "/gpus/rtx-4090-24gb.json", &answer)
	if len(answer.Benchmarks) != 1 || answer.Benchmarks[0].Low == nil || *answer.Benchmarks[0].Low != "6800.00" {
		t.Errorf("benchmarks %+v", answer.Benchmarks)
	}
}

func TestPricePerComputeAndMemoryFollowTheLowestPrice(t *testing.T) {
	page := newSite(t).page(t, "/gpus/a100-sxm4-80gb")
	got := map[string]string{}
	page.Find(".facts > div").Each(func(_ int, d *goquery.Selection) {
		got[d.Find("dt").Text()] = strings.TrimSpace(d.Find("dd").Text())
	})
	if got["每百 TFLOPS·时"] != "2.25" || got["每 GB 显存·时"] != "0.088" {
		t.Errorf("%v", got) // 7.03 × 100 ÷ 312, 7.03 ÷ 80
	}
}

func TestPagesNameTheirFeed(t *testing.T) {
	s := newSite(t)
	for path, feed := range map[string]string{"/gpus/t4-16gb": "/gpus/t4-16gb/feed.atom", "/providers/aws": "/providers/aws/feed.atom"} {
		if s.page(t, path).Find(`link[type="application/atom+xml"][href="`+feed+`"]`).Length() != 1 {
			t.Errorf("%s does not name %s", path, feed)
		}
	}
}

func TestHeadAnswersLikeGet(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/", "/gpus", "/providers", "/gpus/t4-16gb", "/providers/aws"} {
		if w := s.do(path); w.Code != http.StatusOK || w.Header().Get("ETag") == "" {
			t.Errorf("%s: status %d, ETag %q", path, w.Code, w.Header().Get("ETag"))
		}
	}
}
