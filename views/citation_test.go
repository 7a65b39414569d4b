package views_test

import (
	"strings"
	"testing"
	"time"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

func TestACitationNamesItsSource(t *testing.T) {
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, text.Shanghai)
	for _, row := range []struct {
		name                              string
		source                            catalog.Source
		glyph, origin, url, seen, age, by string
	}{
		{"an official page", catalog.Source{URL: "https://www.autodl.com/market", Seen: catalog.Date{Year: 2026, Month: 11, Day: 28}, Confidence: catalog.OfficialPage},
			"官", "autodl.com", "https://www.autodl.com/market", "2026-11-28", "3 天前", ""},
		{"the article", catalog.Source{URL: "seed:a.txt", Confidence: catalog.SeedArticle}, "文", "原文（选型文章）", "", "无日期", "无日期", ""},
		{"a report without an address, half a date", catalog.Source{Seen: catalog.Date{Year: 2026, Month: 1}, Confidence: catalog.ThirdParty},
			"转", "来源没有网址", "", "2026-01", "2026-01 · 偏旧", ""},
		{"a licensed table", catalog.Source{URL: "https://gpurentalprices.com/x", Licence: "CC-BY-4.0 gpurentalprices.com", Confidence: catalog.ThirdParty},
			"转", "gpurentalprices.com", "https://gpurentalprices.com/x", "无日期", "无日期", "gpurentalprices.com https://gpurentalprices.com CC BY 4.0 https://creativecommons.org/licenses/by/4.0/"},
		{"the operator's page, read from a licensed table", catalog.Source{URL: "https://www.runpod.io/pricing", Licence: "CC-BY-4.0 gpurentalprices.com", Confidence: catalog.ThirdParty},
			"转", "runpod.io", "https://www.runpod.io/pricing", "无日期", "无日期", "gpurentalprices.com https://gpurentalprices.com CC BY 4.0 https://creativecommons.org/licenses/by/4.0/"},
		{"a licence of an owner without a host", catalog.Source{URL: "https://a.example/p", Licence: "CC-BY-4.0 Some Lab", Confidence: catalog.ThirdParty},
			"转", "a.example", "https://a.example/p", "无日期", "无日期", "Some Lab https://a.example/p CC BY 4.0 https://creativecommons.org/licenses/by/4.0/"},
		{"an address that is no page", catalog.Source{URL: "javascript:alert(1)", Confidence: catalog.ThirdParty}, "转", "来源没有网址", "", "无日期", "无日期", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := views.Cite(text.ZH, row.source, now)
			by := strings.TrimSpace(c.Credit.Name + " " + c.Credit.URL + " " + c.Credit.Licence + " " + c.Credit.LicenceURL)
			if c.Glyph != row.glyph || c.Origin != row.origin || c.URL != row.url || c.Seen != row.seen || c.Age != row.age || by != row.by {
				t.Errorf("got %+v", c)
			}
		})
	}
}

func TestAPinShowsSourceDateGradeLicenceAndDoubts(t *testing.T) {
	c := views.Cite(text.EN, catalog.Source{URL: "https://a.example/p?x=1&y=2", Licence: "CC-BY-4.0 a.example", Seen: catalog.Date{Year: 2026, Month: 11, Day: 1}}, time.Date(2026, 12, 1, 0, 0, 0, 0, text.Shanghai))
	c.Grade = "B dated transcript"
	c.Doubts = []views.DoubtLine{{ID: "D01", Verdict: "Doubtful", Text: "<script>alert(1)</script>", Open: true}}
	d := render(t, views.SourcePin(frame(text.EN), "p1", "8.00", c))
	if attr(t, d, "button.pin", "popovertarget") != "p1" || attr(t, d, "button.pin", "aria-label") != "Source: 8.00" {
		t.Error("the pin does not open its note")
	}
	body := d.Find("#p1")
	if a := body.Find("a").First(); a.AttrOr("rel", "") != "nofollow noopener noreferrer" || a.AttrOr("href", "") != "https://a.example/p?x=1&y=2" {
		t.Errorf("link %q", a.AttrOr("href", ""))
	}
	for _, want := range []string{"30 days ago", "Seen 2026-11-01", "B dated transcript", "CC BY 4.0", "Doubtful", "<script>alert(1)</script>"} {
		if !strings.Contains(body.Text(), want) {
			t.Errorf("the note lacks %q: %s", want, body.Text())
		}
	}
	if body.Find("script").Length() != 0 {
		t.Error("a doubt became markup")
	}
}

func TestPublishedPricesStayAsPublished(t *testing.T) {
	amount := func(s string) catalog.Opt[catalog.Decimal] {
		d, err := catalog.ParseDecimal(s)
		if err != nil {
			t.Fatal(err)
		}
		return catalog.Known(d)
	}
	for want, p := range map[string]catalog.Price{
		"¥8.00 / 卡时":          {Amount: amount("8"), Currency: catalog.CNY, Unit: catalog.GPUHour},
		"$0.000110592 / 整机·时": {Amount: amount("0.000110592"), Currency: catalog.USD, Unit: catalog.InstanceHour},
		"¥6.00–8.50 / 核时":     {Amount: amount("6"), Max: amount("8.5"), Currency: catalog.CNY, Unit: catalog.CoreHour},
		"未公开":                 {Currency: catalog.CNY, Unit: catalog.GPUHour},
	} {
		if got := views.PublishedPrice(text.ZH, &p); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
