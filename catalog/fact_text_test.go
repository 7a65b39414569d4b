package catalog_test

import (
	"testing"

	"gpuscale/catalog"
)

func TestFactsArePrintedWithTheirUnitInWords(t *testing.T) {
	cases := []struct {
		name, kind, keyUnit, unit string
		value, want               catalog.Words
	}{
		{"a share without a space", "number", "percent", "", catalog.Words{Zh: "99.95"}, catalog.Words{Zh: "99.95%", En: "99.95%"}},
		{"a price a month", "number", "", "CNY/month", catalog.Words{Zh: "1750"}, catalog.Words{Zh: "1750 元/月", En: "1750 CNY/month"}},
		{"a price a card-hour", "number", "", "CNY/card-hour", catalog.Words{Zh: "2"}, catalog.Words{Zh: "2 元/卡时", En: "2 CNY/GPU-hour"}},
		{"a measure of a function", "number", "", "CU/GB-second", catalog.Words{Zh: "2.1"}, catalog.Words{Zh: "2.1 CU/(GB·秒)", En: "2.1 CU per GB-second"}},
		{"the unit of the fact before that of its kind", "number", "day", "hour", catalog.Words{Zh: "48"}, catalog.Words{Zh: "48 小时", En: "48 hours"}},
		{"a unit that needs no words", "number", "GB", "", catalog.Words{Zh: "20"}, catalog.Words{Zh: "20 GB", En: "20 GB"}},
		{"English words that have the unit", "number", "day", "", catalog.Words{Zh: "7", En: "7 to 15 days"}, catalog.Words{Zh: "7 天", En: "7 to 15 days"}},
		{"words", "text", "", "day", catalog.Words{Zh: "随时"}, catalog.Words{Zh: "随时"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			k := catalog.FactKey{Type: c.kind, Unit: c.keyUnit}
			if got := catalog.FactText(&k, &catalog.Fact{Value: c.value, Unit: c.unit}); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
