package review_test

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gpuscale/dataset"
	"gpuscale/review"
	"gpuscale/seed"
)

// today is the moment of every test.
var today = time.Date(2026, 12, 1, 12, 0, 0, 0, time.FixedZone("Asia/Shanghai", 8*60*60))

var seedSet = sync.OnceValue(func() dataset.Set {
	set, err := seed.Load()
	if err != nil {
		panic(err)
	}
	return set
})

// offer makes a price from column and value in turn, over a plausible one.
func offer(pairs ...string) dataset.Record {
	r := dataset.Record{Kind: dataset.Offers, Values: make([]string, len(dataset.SchemaOf(dataset.Offers).Columns))}
	all := append([]string{"offer_id", "t-1", "provider", "autodl", "accelerator", "RTX 4090", "accelerator_vendor", "NVIDIA", "gpu_count", "1",
		"billing_mode", "on-demand", "price_amount", "2", "price_tier", "list", "currency", "CNY", "unit", "gpu-hour",
		"source_url", "https://example.com/price", "source_date", "2026-11-30", "confidence", "official page", "evidence_grade", "A", "scope", "whole", "share", "1"}, pairs...)
	for i := 0; i+1 < len(all); i += 2 {
		r = r.With(all[i], all[i+1])
	}
	r.Key = dataset.SchemaOf(dataset.Offers).Key(r.Values)
	return r
}

// with puts records into the starting data, where they replace their namesakes.
func with(set dataset.Set, records ...dataset.Record) dataset.Set {
	for _, r := range records {
		set = review.With(set, r.Kind, r.Key, r.Values)
	}
	return set
}

// codes are the objections to the last record when it is added to, or replaces
// something in, the starting data and the records before it.
func codes(t *testing.T, before []dataset.Record, after dataset.Record) []review.Code {
	t.Helper()
	base := with(seedSet(), before...)
	verdict := review.New(base, with(base, after), today).Record(after.Kind, after.Key)
	if len(verdict.Refusals) > 0 {
		t.Fatalf("refused: %v", verdict.Refusals)
	}
	var found []review.Code
	for _, o := range verdict.Objections {
		found = append(found, o.Code)
	}
	return found
}

func TestUnlikelyPricesAreObjectedTo(t *testing.T) {
	machine := []string{"instance_type", "node-8", "gpu_count", "8"}
	for _, row := range []struct {
		name   string
		before []dataset.Record
		after  dataset.Record
		want   review.Code // "" for none
	}{
		{"a plausible price", nil, offer("instance_type", "x"), ""},
		{"spot above on-demand", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "offer_id", "t-2", "billing_mode", "spot", "price_amount", "2.1"), review.SpotAbove},
		{"spot below on-demand", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "offer_id", "t-2", "billing_mode", "spot", "price_amount", "1.1"), ""},
		{"on-demand lowered below spot", []dataset.Record{offer("instance_type", "x"), offer("instance_type", "x", "offer_id", "t-2", "billing_mode", "spot", "price_amount", "1.9")}, offer("instance_type", "x", "price_amount", "1.8"), review.SpotAbove},
		{"reserved above on-demand", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "offer_id", "t-2", "billing_mode", "reserved", "price_amount", "2.2"), review.ReservedAbove},
		{"a month over 730 hours", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "offer_id", "t-2", "billing_mode", "month", "unit", "gpu-month", "price_amount", "1500"), review.MonthAbove},
		{"a month within 730 hours", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "offer_id", "t-2", "billing_mode", "month", "unit", "gpu-month", "price_amount", "1400"), ""},
		{"a rise of 30 %", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "price_amount", "2.6", "source_date", "2026-12-01"), ""},
		{"a rise of more", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "price_amount", "2.61"), review.Changed},
		{"a fall of more", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "price_amount", "1.39"), review.Changed},
		{"a hundred times the market", nil, offer("instance_type", "x", "price_amount", "200"), review.Implausible},
		{"a hundredth of the market", nil, offer("instance_type", "x", "price_amount", "0.02"), review.Implausible},
		{"a published zero", nil, offer("instance_type", "x", "price_amount", "0"), review.Zero},
		{"dollars instead of yuan", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "currency", "USD"), review.CurrencyMoved},
		{"a month instead of an hour", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "unit", "gpu-month", "price_amount", "1400"), review.UnitMoved},
		{"a card that is not an eighth of its machine", []dataset.Record{offer(append(machine, "unit", "instance-hour", "price_amount", "16")...)}, offer(append(machine, "offer_id", "t-2", "price_amount", "2.5")...), review.NotTotal},
		{"a card that is an eighth of its machine", []dataset.Record{offer(append(machine, "unit", "instance-hour", "price_amount", "16")...)}, offer(append(machine, "offer_id", "t-2", "price_amount", "2")...), ""},
		{"the memory of the whole machine", nil, offer("instance_type", "x", "vram_gb", "192"), review.WrongMemory},
		{"MiB read as GB", nil, offer("instance_type", "x", "vram_gb", "0.024"), review.WrongMemory},
		{"the memory of the card", nil, offer("instance_type", "x", "vram_gb", "24"), ""},
		{"a slice of a card", nil, offer("instance_type", "x", "vram_gb", "12", "share", "1/2"), ""},
		{"a second line for the same price", []dataset.Record{offer("instance_type", "Node X")}, offer("instance_type", "ｎｏｄｅ-x", "offer_id", "t-2"), review.Duplicate},
		{"a source of last year", nil, offer("instance_type", "x", "source_date", "2025-11-30"), review.ExpiredSource},
		{"another amount under an old day", []dataset.Record{offer("instance_type", "x", "source_date", "2026-11-01")}, offer("instance_type", "x", "source_date", "2026-11-01", "price_amount", "2.1"), review.NotRenewed},
		{"a correction of this week", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "price_amount", "2.1"), ""},
		{"another amount under a new day", []dataset.Record{offer("instance_type", "x", "source_date", "2026-11-01")}, offer("instance_type", "x", "price_amount", "2.1"), ""},
		{"a later line that leaps", []dataset.Record{offer("instance_type", "x")}, offer("instance_type", "x", "price_amount", "3", "valid_from", "2026-12-10"), review.Changed},
		{"a card that nobody makes", nil, offer("instance_type", "x", "accelerator", "Voodoo 9000"), review.UnknownCard},
	} {
		t.Run(row.name, func(t *testing.T) {
			found := codes(t, row.before, row.after)
			if row.want == "" && len(found) > 0 || row.want != "" && !slices.Contains(found, row.want) {
				t.Errorf("objections %v, want %q", found, row.want)
			}
		})
	}
}

func TestAnEditElsewhereIsNotHeldUpByAnOldPrice(t *testing.T) {
	old := offer("instance_type", "x", "price_amount", "200")
	if found := codes(t, []dataset.Record{old}, old.With("note", "asked again")); len(found) > 0 {
		t.Errorf("objections %v", found)
	}
}

func TestOtherAmountsAreHeldToThirtyPercent(t *testing.T) {
	cost := seedSet()[dataset.ExtraCosts][0]
	for _, r := range seedSet()[dataset.ExtraCosts] {
		if r.Get("price") != "" && r.Get("price") != "0" {
			cost = r
			break
		}
	}
	if found := codes(t, nil, cost.With("price", "123456")); !slices.Equal(found, []review.Code{review.Changed}) {
		t.Errorf("objections %v", found)
	}
}

func TestChangesThatBreakTheSetAreRefused(t *testing.T) {
	set := seedSet()
	for name, after := range map[string]dataset.Set{
		"a price of an unknown provider": with(set, offer("provider", "nobody")),
		"a provider without its prices":  review.With(set, dataset.Providers, "autodl", nil),
		"a negative price":               with(set, offer("price_amount", "-1")),
		"an end before the beginning":    with(set, offer("valid_from", "2026-12-02", "valid_to", "2026-12-01")),
		"core-hours as card-hours":       with(set, offer("billing_mode", "core-hour")),
		"a provider's name again":        with(set, renamed(set, "ＡＵＴＯＤＬ")),
	} {
		if problems := review.New(set, after, today).Problems(); len(problems) == 0 {
			t.Errorf("%s is let in", name)
		}
	}
	if problems := review.New(set, set, today).Problems(); len(problems) != 0 {
		t.Errorf("nothing changed, yet %v", problems)
	}
}

func renamed(set dataset.Set, name string) dataset.Record {
	r := set[dataset.Providers][0].With("slug", "again").With("name_zh", name).With("name_en", "Again")
	r.Key = "again"
	return r
}

func TestSetsAreNotChangedByTheirCopies(t *testing.T) {
	set := dataset.Set{dataset.Texts: {{Kind: dataset.Texts, Key: "a", Values: []string{"a", "文", ""}}}}
	copied := maps.Clone(set)
	review.With(set, dataset.Texts, "a", []string{"a", "字", ""})
	review.With(set, dataset.Texts, "a", nil)
	review.With(set, dataset.Texts, "b", []string{"b", "字", ""})
	if len(set[dataset.Texts]) != 1 || set[dataset.Texts][0].Values[1] != copied[dataset.Texts][0].Values[1] {
		t.Errorf("%v", set)
	}
}

func TestObjectionsNameTheFigures(t *testing.T) {
	base := with(seedSet(), offer("instance_type", "x"))
	verdict := review.New(base, with(base, offer("instance_type", "x", "price_amount", "3")), today).Record(dataset.Offers, "t-1")
	var words []string
	for _, o := range verdict.Objections {
		for _, a := range o.Args {
			if s, ok := a.(string); ok {
				words = append(words, s)
			}
		}
	}
	if text := strings.Join(words, " "); !strings.Contains(text, "2 new 3 percent 50") {
		t.Errorf("%s", text)
	}
}
