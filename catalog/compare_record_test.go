package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"gpuscale/catalog"
)

func TestCompareNamesWhoseWordsTheRecordOfAProviderRepeats(t *testing.T) {
	c := sideBySide(t, catalog.CompareProviders, "tencent-cloud", "aliyun", "volcengine", "ucloud")
	for _, want := range []struct {
		key        string
		column     int
		confidence catalog.Confidence
		host       string
		doubt      string
	}{
		{"sla", 1, catalog.ThirdParty, "sla.directory", "Q19"},
		{"provider_images", 0, catalog.SeedArticle, "seed:", ""},
		{"provider_images", 2, catalog.SeedArticle, "seed:", ""},
		{"framework", 2, catalog.SeedArticle, "seed:", ""},
		{"provider_images", 1, catalog.ThirdParty, "", "D09"},
		{"provider_egress_price", 0, catalog.ThirdParty, "cloud.tencent.com", ""},
		{"provider_egress_price", 1, catalog.OfficialPage, "alibabacloud.com", ""},
		{"provider_billing", 2, catalog.ThirdParty, "", ""},
		{"provider_storage_price", 3, catalog.ThirdParty, "", ""},
	} {
		row, _ := c.Row(want.key)
		cell := row.Cells[want.column]
		source := cell.Source
		if source.Confidence != want.confidence || !strings.Contains(source.URL, want.host) || want.host == "" && source.URL != "" || cell.Article != source.IsArticle() {
			t.Errorf("%s of %s is said by %+v", want.key, c.Columns[want.column].ID, source)
		}
		if want.doubt != "" && !slices.Contains(cell.Doubts, want.doubt) {
			t.Errorf("%s of %s is without doubt %s", want.key, c.Columns[want.column].ID, want.doubt)
		}
	}
}

func TestCompareListsEachItemOfAFactOnce(t *testing.T) {
	c := sideBySide(t, catalog.CompareProviders, "tencent-cloud", "aliyun")
	row, _ := c.Row("billing_modes")
	if text := row.Cells[0].Text; text.Zh != "包年包月；按量计费；竞价实例；包销计费" || strings.Count(text.En, ";") != 3 {
		t.Errorf("billing modes: %+v", text)
	}
	row, _ = c.Row("certificate")
	if text := row.Cells[0].Text.Zh; text != "ISO 27001；SOC；等保三级、可信云（仅 CloudBase，不是 GPU 服务）" {
		t.Errorf("certificates: %s", text)
	}
}
