package handlers

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
)

const fourProviders = "p=tencent-cloud&p=aliyun&p=huawei-cloud&p=volcengine"

// compareCell finds the cell of a row and column, counted from 0.
func compareCell(t *testing.T, d *goquery.Document, key string, column int) *goquery.Selection {
	t.Helper()
	cells := d.Find(`tr[id="row-` + key + `"] td`)
	if cells.Length() <= column {
		t.Fatalf("row %s has %d cells", key, cells.Length())
	}
	return cells.Eq(column)
}

func TestTheComparisonShowsEveryFactOfTheArticle(t *testing.T) {
	s, m := newSite(t), seedMarket()
	d := s.page(t, "/compare?"+fourProviders+"&p=cstcloud")
	seen := 0
	for column, slug := range []string{"tencent-cloud", "aliyun", "huawei-cloud", "volcengine", "cstcloud"} {
		for _, f := range m.Facts(slug) {
			if f.Source.Confidence != catalog.SeedArticle {
				continue
			}
			seen++
			cell := compareCell(t, d, f.Key, column)
			if said := cell.Find(".st"); said.Length() > 0 {
				cell = said.FilterFunction(func(_ int, one *goquery.Selection) bool {
					return strings.HasPrefix(strings.TrimSpace(one.Text()), f.Value.Zh) && one.Find("button.src").Text() == "文"
				})
			}
			if !strings.Contains(cell.Text(), f.Value.Zh) || cell.Find("button.src").Text() != "文" {
				t.Errorf("%s %s: %q is missing or not marked as the article's: %s", slug, f.Key, f.Value.Zh, cell.Text())
			}
			for _, id := range f.Doubts {
				if cell.Find(`[data-doubt="`+id+`"]`).Length() == 0 {
					t.Errorf("%s %s: doubt %s does not stand beside the figure", slug, f.Key, id)
				}
			}
		}
	}
	if seen != 65 {
		t.Errorf("%d facts of the article, want 65", seen)
	}
}

func TestTheComparisonShowsThePricesOfTheArticleWithTheirDoubts(t *testing.T) {
	d := newSite(t).page(t, "/compare?"+fourProviders)
	for column, want := range []struct{ price, doubt string }{{"A100 约 8.00 元/卡时", "D01"}, {"T4 最低 1.20 元/卡时", "D02"}, {"昇腾910B 约 5.00 元/核时", "D03"}, {"A100 最低 6.00 元/卡时", "D04"}} {
		cell := compareCell(t, d, "article_price", column)
		if !strings.Contains(cell.Text(), want.price) || cell.Find("button.src").Text() != "文" || cell.Find(`[data-doubt="`+want.doubt+`"]`).Length() == 0 {
			t.Errorf("column %d: %s", column, cell.Text())
		}
	}
	if !strings.Contains(d.Find(".cmp-notes").Text(), "原文第一个平台缺标题") {
		t.Error("the doubt about the provider as a whole is not shown")
	}
}

func TestContradictionsOfTheArticleStandBesideItsClaims(t *testing.T) {
	d := newSite(t).page(t, "/compare?"+fourProviders)
	for _, row := range []struct {
		name, key, words string
		column           int
	}{
		{"A800 below the article's own threshold", "recommended_for", "A800 的 NVLink 为 400 GB/s", 3},
		{"LLaMA-2 70B on one card", "single_card_model", "4 位量化", 3},
		{"256 TFLOPS", "card_tflops", "2019 年昇腾 910 的数字", 2},
		{"core-hours", "billing_modes", "“核时”的单位未定义", 2},
	} {
		if cell := compareCell(t, d, row.key, row.column); !strings.Contains(cell.Text(), row.words) {
			t.Errorf("%s: %s", row.name, cell.Text())
		}
	}
	if !strings.Contains(d.Find(".cmp-notes").Text(), "不折算成卡时") {
		t.Error("the warning about core-hours is missing")
	}
	gpus := newSite(t).page(t, "/compare?g=a800-sxm4-80gb&g=a100-sxm4-80gb")
	if !strings.Contains(gpus.Find(".cmp-notes").Text(), "原文要求 NVLink 不低于 600 GB/s") {
		t.Error("the A800 is compared without the article's contradiction")
	}
}

func TestTheComparisonHasTheFourDimensionsInOrder(t *testing.T) {
	s := newSite(t)
	for _, query := range []string{fourProviders, "o=of-0049&o=of-0052", "g=h100-sxm5-80gb&g=a100-sxm4-80gb"} {
		got := texts(s.page(t, "/compare?"+query).Find("tr.grp b"))
		if !slices.Equal(got, []string{"性能与硬件", "成本与计费", "稳定性", "生态"}) {
			t.Errorf("%s: %v", query, got)
		}
	}
}

func TestEveryPinOfTheComparisonOpensASource(t *testing.T) {
	s := newSite(t)
	for _, query := range []string{fourProviders, "o=of-0049&o=of-0052&o=of-0200", "g=h100-any&g=a100-sxm4-80gb"} {
		d := s.page(t, "/compare?"+query)
		if d.Find(".cmp tbody button.pn").Length() < 10 {
			t.Errorf("%s: hardly a cell has a source", query)
		}
		d.Find(".cmp tbody button.pn").Each(func(_ int, pin *goquery.Selection) {
			if d.Find(`[id="`+pin.AttrOr("popovertarget", "")+`"]`).Length() != 1 || pin.AttrOr("aria-label", "") == "" {
				t.Errorf("%s: pin %s opens nothing or has no name", query, pin.AttrOr("popovertarget", ""))
			}
		})
		ids := map[string]bool{}
		d.Find("[id]").Each(func(_ int, one *goquery.Selection) {
			id := one.AttrOr("id", "")
			if ids[id] {
				t.Errorf("%s: id %s is used twice", query, id)
			}
			ids[id] = true
		})
		d.Find(`.cmp tr[id^="row-"]:not(#row-beam) td`).Each(func(_ int, cell *goquery.Selection) {
			if strings.TrimSpace(cell.Text()) == "" {
				t.Errorf("%s: a cell is blank", query)
			}
			if cell.Find(".unk").Length() == 0 && cell.Find("button.pn").Length() == 0 {
				t.Errorf("%s: a figure without a source: %s", query, cell.Text())
			}
		})
	}
}

func TestTheComparisonScrollsInANamedRegion(t *testing.T) {
	d := newSite(t).page(t, "/compare?"+fourProviders)
	box := d.Find(".cmp-box")
	if box.AttrOr("role", "") != "region" || box.AttrOr("tabindex", "") != "0" || box.AttrOr("aria-label", "") == "" {
		t.Error("the table's box cannot be scrolled by keyboard")
	}
	if d.Find(".cmp thead th[scope=col]").Length() != 4 || d.Find(".cmp tbody th[scope=rowgroup]").Length() != 4 || d.Find(".cmp caption").Length() != 1 {
		t.Error("heads of columns, groups or the caption are missing")
	}
}

func TestComparisonsOfWrongThingsAreRefusedWithAWayOn(t *testing.T) {
	s := newSite(t)
	for _, row := range []struct {
		name, query string
		fields      []string
		links       int
	}{
		{"seven offers", "o=of-0045,of-0046,of-0047,of-0048,of-0049,of-0050,of-0052,of-0136,of-0200,of-0202", []string{"o"}, 1},
		{"offers and providers", "o=of-0049&p=aliyun", []string{"o", "p"}, 2},
		{"a base that is no column", "o=of-0049&o=of-0052&base=of-0200", []string{"base"}, 1},
		{"a diff that is no word", "p=aliyun&p=volcengine&diff=maybe", []string{"diff"}, 1},
		{"a currency that is not shown", "p=aliyun&p=volcengine&currency=EUR&month=700", []string{"currency", "month"}, 1},
		{"a moment before the records", "p=aliyun&p=volcengine&as_of=2020-01-01", []string{"as_of"}, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, d := s.get(t, "/compare?"+row.query)
			if status != http.StatusBadRequest || d.Find(".err").Length() != len(row.fields) || d.Find("#cmp .row a").Length() < row.links {
				t.Errorf("status %d, %d messages, %d links", status, d.Find(".err").Length(), d.Find("#cmp .row a").Length())
			}
			fields := s.fieldsOf(t, "/compare.json?"+row.query)
			for _, name := range row.fields {
				if fields[name] == "" {
					t.Errorf("no message at %s: %v", name, fields)
				}
			}
			if len(fields) != len(row.fields) {
				t.Errorf("fields %v", fields)
			}
		})
	}
}

func TestTooFewColumnsOfferWhatToAdd(t *testing.T) {
	s := newSite(t)
	for _, row := range []struct{ query, want string }{{"", "还没有选"}, {"?o=of-0049", "已选 1 个：优云智算"}, {"?p=aliyun", "已选 1 个：阿里云"}, {"?g=h100-any", "已选 1 个"}, {"?o=,&p=", "还没有选"}} {
		d := s.page(t, "/compare"+row.query)
		if d.Find("h1").Text() != "秤上还缺一边" || !strings.Contains(d.Find(".empty").Text(), row.want) {
			t.Errorf("%q: %s", row.query, d.Find(".empty").Text())
		}
		if d.Find(`form.cmp-pick input[type=checkbox]`).Length() == 0 || d.Find("form.cmp-pick").AttrOr("action", "") != "/compare" {
			t.Errorf("%q: nothing to add", row.query)
		}
	}
	d := s.page(t, "/compare?o=of-0049")
	if d.Find(`form.cmp-pick input[type=hidden][name=o]`).AttrOr("value", "") != "of-0049" {
		t.Error("what is chosen already is lost when adding")
	}
	var answer object
	if status := s.getJSON(t, "/compare.json", &answer); status != http.StatusOK || len(answer["columns"].([]any)) != 0 || answer["groups"] == nil || answer["warnings"] == nil {
		t.Errorf("%d %v", status, answer)
	}
}

func TestUnknownIDsAreNamedWhileOthersAreShown(t *testing.T) {
	s := newSite(t)
	many := make([]string, 50)
	for i := range many {
		many[i] = "gone-" + string(rune('a'+i%26)) + string(rune('a'+i/26))
	}
	for _, row := range []struct {
		name, query, named string
		status             int
	}{
		{"one of three is gone", "o=of-0049&o=of-9999&o=of-0052", "of-9999", http.StatusOK},
		{"fifty unknown and two known", "o=" + strings.Join(many, ",") + "&o=of-0049,of-0052", "gone-aa", http.StatusOK},
		{"broken text", "o=%3Cscript%3Ealert(1)%3C/script%3E,of-0049,of-0052", "<script>alert(1)</script>", http.StatusOK},
		{"the base is gone", "o=of-9999,of-0049,of-0052&base=of-9999", "of-9999", http.StatusOK},
		{"all are gone", "o=of-9998,of-9999", "of-9998", http.StatusNotFound},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, d := s.get(t, "/compare?"+row.query)
			if status != row.status || !strings.Contains(d.Find("main").Text(), row.named) || d.Find("main script").Length() != 0 {
				t.Errorf("status %d: %.300s", status, d.Find("main").Text())
			}
			var answer struct {
				Columns  []object `json:"columns"`
				Warnings []struct {
					Text string   `json:"text"`
					IDs  []string `json:"ids"`
				} `json:"warnings"`
			}
			if s.getJSON(t, "/compare.json?"+row.query, &answer); row.status == http.StatusOK {
				if len(answer.Columns) != 2 || !slices.Contains(answer.Warnings[0].IDs, row.named) || !strings.Contains(answer.Warnings[0].Text, row.named) {
					t.Errorf("%+v", answer)
				}
			}
		})
	}
}
