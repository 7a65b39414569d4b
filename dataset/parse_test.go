package dataset

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpuscale/catalog"
)

func TestAPriceLineIsParsedWithUnknownApartFromZero(t *testing.T) {
	data, problems := Parse(Set{Offers: {offerRow(map[string]string{"vram_gb": "", "gpu_count": "", "share": "", "price_amount": "0", "region": "北京;上海",
		"source_date": "2026-09", "licence": "CC", "source_url": "https://a.example/", "valid_from": "2026-12-10", "exception": "为何"})}})
	if len(problems) > 0 {
		t.Fatal(Problems(problems))
	}
	got := data.Prices[0]
	if got.VRAMGB.Known || got.Count.Known || got.Share.Known() || got.Max.Known {
		t.Errorf("empty cells became values: %+v", got)
	}
	if !got.Amount.Known || !got.Amount.Value.IsZero() {
		t.Errorf("a price of zero is known: %+v", got.Amount)
	}
	want := catalog.Source{URL: "https://a.example/", Seen: catalog.Date{Year: 2026, Month: 9}, Confidence: catalog.OfficialPage, Licence: "CC"}
	if diff := cmp.Diff(want, got.Source); diff != "" {
		t.Error(diff)
	}
	if len(got.Regions) != 2 || got.ValidFrom.String() != "2026-12-10" || got.Exception != "为何" {
		t.Errorf("%+v", got)
	}
}

func TestProviderWordsAreThoseOfThePortal(t *testing.T) {
	set := smallSet()
	set[Providers][0] = set[Providers][0].With("regions", "北京;上海").With("regions_en", "Beijing;Shanghai").
		With("data_upload", "网盘;SSH").With("data_upload_en", "drive")
	data, problems := Parse(set)
	if len(problems) > 0 {
		t.Fatal(Problems(problems))
	}
	p := data.Providers[0]
	if p.Kind != catalog.Specialist || p.Market != catalog.MainlandChina {
		t.Errorf("kind %q, market %q", p.Kind, p.Market)
	}
	if diff := cmp.Diff([]catalog.Words{{Zh: "北京", En: "Beijing"}, {Zh: "上海", En: "Shanghai"}}, p.Regions); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]catalog.Words{{Zh: "网盘；SSH", En: "drive"}}, p.DataUpload); diff != "" {
		t.Errorf("lists of different length were paired by guess:\n%s", diff)
	}
	if data.Accelerators[0].Form != catalog.FormUnknown || data.Accelerators[0].OSDevicesPerUnit != 1 {
		t.Errorf("%+v", data.Accelerators[0])
	}
}

func TestABadRecordIsReportedAndTheOthersAreParsed(t *testing.T) {
	bad := []Record{
		offerRow(map[string]string{"offer_id": "b1", "price_amount": "eight"}),
		offerRow(map[string]string{"offer_id": "b2", "share": "3/2"}),
		offerRow(map[string]string{"offer_id": "b3", "currency": "EUR"}),
		offerRow(map[string]string{"offer_id": "b4", "source_date": "yesterday"}),
		offerRow(map[string]string{"offer_id": "b5", "gpu_count": "1.5"}),
		offerRow(map[string]string{"offer_id": "b6", "vram_gb": "NaN"}),
		offerRow(map[string]string{"offer_id": "b7", "provider": ""}),
		{Kind: Offers, Key: "b8", Values: []string{"b8"}},
	}
	data, problems := Parse(Set{Offers: append(bad, offerRow(nil))})
	if len(data.Prices) != 1 || data.Prices[0].ID != "of-1" {
		t.Errorf("kept %d", len(data.Prices))
	}
	if len(problems) != len(bad) {
		t.Fatalf("got %v", Problems(problems))
	}
	for i, p := range problems {
		if p.Key != bad[i].Key {
			t.Errorf("problem %d is about %s", i, p.Key)
		}
	}
}

func TestAFactIsParsedWithItsValidity(t *testing.T) {
	r := record(ProviderFacts, map[string]string{"provider": "acme", "dimension": "service", "key": "invoice", "value": "可开",
		"confidence": "official page", "valid_from": "2026-12-10", "valid_to": "2027-01"})
	data, problems := Parse(Set{ProviderFacts: {r}})
	if len(problems) > 0 {
		t.Fatal(Problems(problems))
	}
	if f := data.Facts[0]; f.ValidFrom.String() != "2026-12-10" || f.ValidTo.String() != "2027-01" {
		t.Errorf("from %q to %q", f.ValidFrom, f.ValidTo)
	}
}
