package handlers

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpuscale/catalog"
)

func TestCompareExportsSayHowManyCardsAJobIsFor(t *testing.T) {
	const path = "o=of-0238&o=of-0214" // the larger machine has eight cards
	s := newSite(t)
	var answer comparisonJSON
	s.getJSON(t, "/compare.json?"+path, &answer)
	labels := map[string]string{}
	for _, g := range answer.Groups {
		for _, r := range g.Rows {
			labels[r.Key] = r.Label
		}
	}
	for key, cards := range map[string]string{"cost_month_720h": "8 张卡的总价", "cost_short_30h": "8 张卡，另存 100 GB"} {
		if !strings.Contains(labels[key], cards) {
			t.Errorf("%s is labelled %q", key, labels[key])
		}
		named := slices.ContainsFunc(s.getCSV(t, "/compare.csv?"+path), func(record []string) bool { return record[1] == labels[key] })
		if !named || !strings.Contains(s.do("/compare.md?"+path).Body.String(), "| "+labels[key]+" |") {
			t.Errorf("CSV or Markdown leaves out %q", cards)
		}
	}
	if row := s.page(t, "/compare?"+path).Find("#row-cost_month_720h th").Text(); strings.Count(row, "8 张卡") != 1 {
		t.Errorf("the page says %q", row)
	}
}

func TestCompareExportsCarryTheCreditOfLicensedPrices(t *testing.T) {
	const path = "o=of-0218&o=of-0220"
	s := newSite(t)
	var answer struct {
		comparisonJSON
		Credits []object `json:"credits"`
	}
	s.getJSON(t, "/compare.json?"+path, &answer)
	if len(answer.Credits) != 1 || answer.Credits[0]["name"] != "gpurentalprices.com" || answer.Credits[0]["licence"] != "CC BY 4.0" || answer.Credits[0]["url"] == nil || answer.Credits[0]["licence_url"] == nil {
		t.Errorf("credits %v", answer.Credits)
	}
	if cell := answer.cells("price_on_demand")[1]; cell["licence"] != "CC-BY-4.0 gpurentalprices.com" {
		t.Errorf("the price is under %v", cell["licence"])
	}
	md := s.do("/compare.md?" + path).Body.String()
	if !strings.Contains(md, "gpurentalprices.com") || !strings.Contains(md, "CC BY 4.0") {
		t.Error("Markdown has no credit")
	}
	records := s.getCSV(t, "/compare.csv?"+path)
	column := slices.IndexFunc(records[0], func(name string) bool { return strings.HasSuffix(name, "许可") })
	if column < 0 || !slices.ContainsFunc(records, func(r []string) bool { return r[column] == "CC-BY-4.0 gpurentalprices.com" }) {
		t.Errorf("CSV has no credit: %v", records[0])
	}
	var free struct {
		Credits []object `json:"credits"`
	}
	if s.getJSON(t, "/compare.json?o=of-0049&o=of-0052", &free); free.Credits == nil || len(free.Credits) != 0 {
		t.Errorf("figures without a licence credit %v", free.Credits)
	}
}

func TestCompareValuesAreTheSameInAllLanguages(t *testing.T) {
	s := newSite(t)
	for _, query := range []string{fourProviders, "o=of-0001&o=of-0115", "g=h100-sxm5-80gb&g=rtx-4090-24gb&g=a100-any"} {
		var zh, en comparisonJSON
		s.getJSON(t, "/compare.json?"+query, &zh)
		s.getJSON(t, "/en/compare.json?"+query, &en)
		translated := false
		for i, g := range zh.Groups {
			for j, r := range g.Rows {
				for k, cell := range r.Cells {
					other := en.Groups[i].Rows[j].Cells[k]
					translated = translated || cell["text"] != other["text"]
					if !reflect.DeepEqual(cell["value"], other["value"]) {
						t.Errorf("%s %s: %v in Chinese, %v in English", query, r.Key, cell["value"], other["value"])
					}
				}
			}
		}
		if !translated {
			t.Errorf("%s: no text is in English", query)
		}
	}
	var c comparisonJSON
	s.getJSON(t, "/compare.json?p=tencent-cloud&p=aliyun", &c)
	if value := c.cells("billing_modes")[0]["value"]; value != "包年包月；按量计费；竞价实例；包销计费" {
		t.Errorf("billing modes are %v", value)
	}
}

func TestCompareFindsNoLowestAmongRangesThatOverlap(t *testing.T) {
	upTo := func(amount string) func(*catalog.PriceLine) {
		return func(l *catalog.PriceLine) { l.Max = priced("", "aliyun", amount).Amount }
	}
	s := siteWith(t, priced("x-1", "aliyun", "6", upTo("8")), priced("x-2", "volcengine", "7"))
	d := s.page(t, "/compare?o=x-1,x-2")
	if cell := compareCell(t, d, "price_on_demand", 0); cell.Find(".seal").Length() != 0 {
		t.Errorf("a range around the other price is lowest: %s", cell.Text())
	}
	if note := d.Find(".note").First().Text(); !strings.Contains(note, "区间重叠") {
		t.Errorf("the finding is %s", note)
	}
}
