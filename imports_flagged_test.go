package main

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gpuscale/dataset"
	"gpuscale/seed"
)

// seedRow is a price line of the starting data with other values, pairs of column
// and value.
func seedRow(t testing.TB, key string, pairs ...string) dataset.Record {
	t.Helper()
	set, err := seed.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range set[dataset.Offers] {
		if r.Key == key {
			for i := 0; i+1 < len(pairs); i += 2 {
				r = r.With(pairs[i], pairs[i+1])
			}
			return r
		}
	}
	t.Fatalf("no price %s", key)
	return dataset.Record{}
}

// offersCSV is a file of price lines in our own form.
func offersCSV(t testing.TB, rows ...dataset.Record) string {
	t.Helper()
	var file strings.Builder
	if err := dataset.WriteCSV(&file, dataset.Offers, rows); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// unlikelyRows are new prices of a card that AutoDL lets for 2.93 CNY an hour, each
// with what is to be said of it.
func unlikelyRows(t testing.TB) map[string]struct {
	row  dataset.Record
	says string
} {
	fresh := func(id string, pairs ...string) dataset.Record {
		return seedRow(t, "of-0016", append([]string{"offer_id", id, "source_date", "2026-11-30"}, pairs...)...)
	}
	return map[string]struct {
		row  dataset.Record
		says string
	}{
		"memory": {fresh("n-memory", "instance_type", "m", "vram_gb", "160"), "160 GB"},
		"amount": {fresh("n-amount", "instance_type", "a", "price_amount", "500"), "500"},
		"spot":   {fresh("n-spot", "billing_mode", "spot", "price_amount", "9"), "竞价高于按需"},
		"zero":   {fresh("n-zero", "instance_type", "z", "price_amount", "0"), "价格为 0"},
		"date":   {fresh("n-date", "instance_type", "d", "source_date", "2020-01-01"), "天前看到的"},
		"rise":   {seedRow(t, "of-0016", "price_amount", "29.3"), "变动 900.0%"},
		"unseen": {seedRow(t, "of-0005", "price_amount", "0.64"), "看到的日期仍是"},
	}
}

// TestUnlikelyLinesOfAFileNeedAReasonThatReadersSee sends every soft check through
// an import: what is ticked is written with the reason, the rest is left out.
func TestUnlikelyLinesOfAFileNeedAReasonThatReadersSee(t *testing.T) {
	for name, row := range unlikelyRows(t) {
		t.Run(name, func(t *testing.T) {
			p, h := opened(t)
			e := signIn(t, p, h, "ming")
			good := seedRow(t, "of-0016", "offer_id", "n-good", "instance_type", "plain", "source_date", "2026-11-30")
			path, d := e.preview("offers.csv", offersCSV(t, row.row, good))
			tick := d.Find("input[name=keep]")
			if tick.Length() != 1 || !strings.Contains(words(d.Find("section[aria-labelledby=flags]")), row.says) {
				t.Fatalf("%d ticks: %s", tick.Length(), words(d.Find("section[aria-labelledby=flags]")))
			}
			form := why()
			form.Set("keep", tick.AttrOr("value", ""))
			w := e.post(path, form)
			if d = e.document(w); w.Code != http.StatusUnprocessableEntity || d.Find("#exception[aria-invalid=true]").Length() != 1 || d.Find("input[name=keep][checked]").Length() != 1 || d.Find("#why").AttrOr("value", "") != "checked" {
				t.Fatalf("kept without a reason: %d %s", w.Code, words(d.Find(".err")))
			}
			form.Set("exception", "the page says <so>")
			if w := e.post(path, form); w.Code != http.StatusSeeOther {
				t.Fatalf("kept with a reason: %d %s", w.Code, words(e.document(w).Find(".err")))
			}
			kept, err := p.store.Record(t.Context(), dataset.Offers, row.row.Get("offer_id"))
			if err != nil || kept.Record.Get("exception") != "the page says <so>" || kept.Record.Get("price_amount") != row.row.Get("price_amount") {
				t.Errorf("kept %v, %v", kept.Record.Values, err)
			}
			page := answer(h, http.MethodGet, "/offers?show=all&provider=autodl&per=200")
			if !strings.Contains(page.Body.String(), "the page says &lt;so&gt;") {
				t.Error("readers do not see the reason")
			}
		})
	}
}

func TestUnlikelyLinesAreLeftOutUnlessKept(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	var rows []dataset.Record
	for _, row := range unlikelyRows(t) {
		rows = append(rows, row.row)
	}
	path, _ := e.preview("offers.csv", offersCSV(t, rows...))
	if w := e.post(path, why()); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("nothing but unlikely lines: %d", w.Code)
	}
	rows = append(rows, seedRow(t, "of-0016", "offer_id", "n-good", "instance_type", "plain", "source_date", "2026-11-30"))
	path, _ = e.preview("offers.csv", offersCSV(t, rows...))
	if w := e.post(path, why()); w.Code != http.StatusSeeOther {
		t.Fatalf("%d: %s", w.Code, words(e.document(w).Find(".err")))
	}
	m := p.snapshot.Current()
	if _, _, ok := m.Price("n-good"); !ok {
		t.Error("the likely line was left out")
	}
	for _, row := range rows[:len(rows)-1] {
		if _, price, ok := m.Price(row.Get("offer_id")); ok && price.Amount.Value.String() == row.Get("price_amount") {
			t.Errorf("%s was written", row.Get("offer_id"))
		}
	}
}

// TestAFileIsJudgedByTheMarketItMakes puts spot and on-demand of one machine into one
// file: neither is on record.
func TestAFileIsJudgedByTheMarketItMakes(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	_, d := e.preview("offers.csv", offersCSV(t,
		seedRow(t, "of-0016", "offer_id", "n-1", "instance_type", "both", "source_date", "2026-11-30", "price_amount", "3"),
		seedRow(t, "of-0016", "offer_id", "n-2", "instance_type", "both", "source_date", "2026-11-30", "price_amount", "4", "billing_mode", "spot")))
	if got := words(d.Find("section[aria-labelledby=flags]")); !strings.Contains(got, "竞价高于按需（n-1）") {
		t.Errorf("the preview says %s", got)
	}
}

func TestLinesWithoutEvidenceAreRefused(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	fresh := func(id string, pairs ...string) dataset.Record {
		return seedRow(t, "of-0016", append([]string{"offer_id", id, "instance_type", id, "source_date", "2026-11-30"}, pairs...)...)
	}
	path, d := e.preview("offers.csv", offersCSV(t, fresh("n-1", "source_url", ""), fresh("n-2", "source_date", ""), fresh("n-3", "source_url", "", "source_date", ""),
		fresh("n-4", "source_date", "2030-01-01"), seedRow(t, "of-0005", "price_amount", "0.64", "source_url", ""), fresh("n-5")))
	if got := facts(d); got != "1 0 0 5" {
		t.Fatalf("new, changed, unchanged, refused: %s", got)
	}
	w := e.post(path+"/forget", nil)
	rows, err := csv.NewReader(strings.NewReader(offersCSV(t, fresh("n-1")))).ReadAll()
	if w.Code != http.StatusSeeOther || err != nil || len(rows) != 2 {
		t.Errorf("%d, %v", w.Code, err)
	}
}

// TestZeroNoAndNothingAreImported edits to 0, no and nothing by a file.
func TestZeroNoAndNothingAreImported(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	row := seedRow(t, "of-0005", "price_amount", "0", "source_date", "2026-11-30", "availability", "sold-out", "exception", "free during the beta, says the page", "note", "", "via", "")
	added := row.With("offer_id", "n-zero").With("instance_type", "beta").With("availability", "")
	path, d := e.preview("offers.csv", offersCSV(t, row, added))
	if d.Find("input[name=keep]").Length() != 0 {
		t.Errorf("lines with a reason of their own are asked for one: %s", words(d.Find("section")))
	}
	if w := e.post(path, why()); w.Code != http.StatusSeeOther {
		t.Fatalf("%d: %s", w.Code, words(e.document(w).Find(".err")))
	}
	for key, want := range map[string][]string{"of-0005": {"0", "sold-out", ""}, "n-zero": {"0", "", ""}} {
		got, err := p.store.Record(t.Context(), dataset.Offers, key)
		if err != nil || got.Record.Get("price_amount") != want[0] || got.Record.Get("availability") != want[1] || got.Record.Get("note") != want[2] {
			t.Errorf("%s is %v, %v", key, got.Record.Values, err)
		}
		if _, price, ok := p.snapshot.Current().Price(key); !ok || !price.Amount.Known || !price.Amount.Value.IsZero() {
			t.Errorf("%s is shown as %v", key, price.Amount)
		}
	}
}

func TestVeryManyUnlikelyLinesHaveOneTick(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	var rows []dataset.Record
	for i := range 40 {
		rows = append(rows, seedRow(t, "of-0016", "offer_id", fmt.Sprint("many-", i), "instance_type", fmt.Sprint("x", i), "source_date", "2020-01-01"))
	}
	path, d := e.preview("offers.csv", offersCSV(t, rows...))
	if n := d.Find("input[name=keep]").Length(); n != 1 {
		t.Fatalf("%d ticks", n)
	}
	if w := e.post(path, url.Values{"why": {"checked"}, "keep": {"all"}, "exception": {"an old list on purpose"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("%d", w.Code)
	}
	if _, price, ok := p.snapshot.Current().Price("many-39"); !ok || price.Exception != "an old list on purpose" {
		t.Errorf("%v, %q", ok, price.Exception)
	}
}

func TestAnImportNeedsAReason(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	path, _ := e.preview("offers.csv", twoOffers)
	for _, lang := range []string{"", "?lang=en"} {
		w := e.post(path+lang, nil)
		if d := e.document(w); w.Code != http.StatusUnprocessableEntity || d.Find("#why[aria-invalid=true]").Length() != 1 || words(d.Find("#why-err")) == "" {
			t.Errorf("%s: %d", lang, w.Code)
		}
	}
	if _, _, ok := p.snapshot.Current().Price("imp-1"); ok {
		t.Error("written without a reason")
	}
}
