package catalog_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"gpuscale/catalog"
)

func TestHistoryIsDrawnBySource(t *testing.T) {
	at := func(seen, url, amount string) func(*catalog.PriceLine) {
		return func(l *catalog.PriceLine) {
			l.Source.Seen, l.Source.URL, l.Amount = day(seen), url, known(t, amount)
		}
	}
	d := smallData(t, line(t, "of-1", at("2026-11-20", "https://a.example", "7.5")), line(t, "of-2", at("2026-11-12", "https://b.example", "6.4")))
	d.OldPrices = []catalog.OldPrice{
		{Line: line(t, "of-1", at("2026-11-06", "https://a.example", "7.6"))}, {Line: line(t, "of-1", at("2026-11-13", "https://c.example", "7.4"))},
	}
	m := catalog.NewMarket(d, testDay)
	got := map[string]string{}
	for _, s := range m.History("a100-sxm4-80gb", m.Basis(catalog.CNY, 730)) {
		for _, p := range s.Points {
			got[s.Source] += p.Day.String() + "=" + p.Hour.Rounded().Low.String() + " "
		}
	}
	want := map[string]string{"https://a.example": "2026-11-06=7.6000 2026-11-20=7.5000 ", "https://b.example": "2026-11-12=6.4000 ", "https://c.example": "2026-11-13=7.4000 "}
	for source, points := range want {
		if got[source] != points {
			t.Errorf("%s: %q, want %q", source, got[source], points)
		}
	}
	if len(got) != len(want) {
		t.Errorf("series of %v", got)
	}
}

func TestARecordedDayIsADayInShanghai(t *testing.T) {
	recorded := time.Date(2026, 11, 30, 23, 30, 0, 0, time.UTC) // 07:30 of 1 December in Shanghai
	d := smallData(t)
	d.OldPrices = []catalog.OldPrice{{
		Line:     line(t, "of-1", func(l *catalog.PriceLine) { l.Source.Seen = catalog.Date{} }),
		Recorded: catalog.Period{From: recorded},
	}}
	m := catalog.NewMarket(d, testDay)
	series := m.History("a100-sxm4-80gb", m.Basis(catalog.CNY, 730))
	if len(series) != 1 || series[0].Points[0].Day != day("2026-12-01") {
		t.Errorf("history %+v, want a point on 2026-12-01", series)
	}
	if got := catalog.DateOf(time.Date(2026, 3, 1, 0, 30, 0, 0, catalog.Shanghai)); got != day("2026-03-01") {
		t.Errorf("00:30 of 1 March in Shanghai belongs to %s", got)
	}
}

func TestAnUnknownPointIsAGap(t *testing.T) {
	m := smallMarket(t, line(t, "of-1", func(l *catalog.PriceLine) { l.Amount = catalog.Opt[catalog.Decimal]{} }))
	series := m.History("a100-sxm4-80gb", m.Basis(catalog.CNY, 730))
	if len(series) != 1 || series[0].Points[0].Hour.Known() {
		t.Errorf("history %+v, want one point without a price", series)
	}
}

func TestAFuturePriceStartsByItself(t *testing.T) {
	from := func(start, amount string) func(*catalog.PriceLine) {
		return func(l *catalog.PriceLine) { l.ValidFrom, l.Amount = day(start), known(t, amount) }
	}
	d := smallData(t, line(t, "of-1", nil), line(t, "of-1", from("2026-12-05", "9")), line(t, "of-2", from("2026-12-03", "5")))
	before := catalog.NewMarket(d, testDay)
	if got := hourText(t, before, "of-1", catalog.CNY, 730); got != "8.0000 CNY" {
		t.Errorf("before its start the price is %s", got)
	}
	if _, ok := before.Offer("of-2"); ok {
		t.Error("of-2 is on sale before its start")
	}
	var coming []string
	for _, o := range before.Coming() {
		for _, p := range o.Prices {
			coming = append(coming, p.ID+" from "+p.ValidFrom.String()+" in "+o.Accelerator.Slug)
		}
	}
	if want := []string{"of-1 from 2026-12-05 in a100-sxm4-80gb", "of-2 from 2026-12-03 in a100-sxm4-80gb"}; !slices.Equal(coming, want) {
		t.Errorf("coming: %v, want %v", coming, want)
	}
	if want := day("2026-12-03").Start(); !before.NextChange().Equal(want) {
		t.Errorf("next change %s, want %s", before.NextChange(), want)
	}
	after := catalog.NewMarket(d, day("2026-12-05").Start())
	if len(after.Coming()) != 0 {
		t.Errorf("what has begun is still announced: %+v", after.Coming())
	}
	if got := hourText(t, after, "of-1", catalog.CNY, 730); got != "9.0000 CNY" {
		t.Errorf("from its start the price is %s", got)
	}
	if h := after.History("a100-sxm4-80gb", after.Basis(catalog.CNY, 730)); len(h[0].Points) != 3 {
		t.Errorf("the replaced price left the history: %+v", h)
	}
}

func TestTheNextChangeIsTheNearest(t *testing.T) {
	cases := []struct {
		name   string
		change func(*catalog.PriceLine)
		want   string
	}{
		{"fresh turns ageing", func(l *catalog.PriceLine) { l.Source.Seen = day("2026-11-20") }, "2026-12-21"},
		{"ageing turns stale", func(l *catalog.PriceLine) { l.Source.Seen = day("2026-09-01") }, "2027-03-01"},
		{"a price ends after its last day", func(l *catalog.PriceLine) { l.ValidTo = day("2026-12-02") }, "2026-12-03"},
		{"nothing is left to change", func(l *catalog.PriceLine) { l.Source.Seen = day("2020") }, ""},
	}
	for _, c := range cases {
		var want time.Time
		if c.want != "" {
			want = day(c.want).Start()
		}
		m := smallMarket(t, line(t, "of-1", c.change))
		if got := m.NextChange(); !got.Equal(want) {
			t.Errorf("%s: %s, want %s", c.name, got, want)
		}
		if c.want == "" {
			continue
		}
		just, then := catalog.NewMarket(smallData(t, line(t, "of-1", c.change)), want.Add(-time.Second)), catalog.NewMarket(smallData(t, line(t, "of-1", c.change)), want)
		_, p, _ := just.Price("of-1")
		_, q, _ := then.Price("of-1")
		if p.Freshness == q.Freshness && p.Ended() == q.Ended() {
			t.Errorf("%s: nothing changes at %s", c.name, want)
		}
	}
}

func TestAPointStandsOnTheDayOnWhichThePriceBegan(t *testing.T) {
	read := func(from, amount string) func(*catalog.PriceLine) {
		return func(l *catalog.PriceLine) {
			l.Source.Seen, l.ValidFrom, l.Amount = day("2026-11-20"), day(from), known(t, amount)
		}
	}
	// One page announces the price of today and that of next week.
	d := smallData(t, line(t, "of-1", read("2026-10-01", "8")), line(t, "of-1", read("2026-12-05", "9")))
	m := catalog.NewMarket(d, day("2026-12-06").Start())
	h := m.History("a100-sxm4-80gb", m.Basis(catalog.CNY, 730))
	if len(h) != 1 || len(h[0].Points) != 2 || h[0].Points[0].Day != day("2026-11-20") || h[0].Points[1].Day != day("2026-12-05") {
		t.Errorf("history %+v, want 8 on the day it was read and 9 on the day it began", h)
	}
}

func TestAPriceWithdrawnBeforeItBeganIsNoHistory(t *testing.T) {
	d := smallData(t, line(t, "of-1", nil))
	announced := line(t, "of-1", func(l *catalog.PriceLine) { l.ValidFrom, l.Amount = day("2026-12-24"), known(t, "99") })
	d.OldPrices = []catalog.OldPrice{{Line: announced, Recorded: catalog.Period{From: testDay.AddDate(0, 0, -3), To: testDay.AddDate(0, 0, -1)}}}
	m := catalog.NewMarket(d, day("2026-12-31").Start())
	if h := m.History("a100-sxm4-80gb", m.Basis(catalog.CNY, 730)); len(h) != 1 || len(h[0].Points) != 1 {
		t.Errorf("history %+v, want the one price that was in force", h)
	}
}

func TestDifferentMachinesAreDifferentSeries(t *testing.T) {
	at := func(region, seen string) func(*catalog.PriceLine) {
		return func(l *catalog.PriceLine) { l.Regions, l.Source.Seen = []string{region}, day(seen) }
	}
	m := smallMarket(t, line(t, "of-1", at("北京", "2026-11-01")), line(t, "of-2", at("上海", "2026-11-20")), line(t, "of-3", at("北京", "2026-11-30")))
	var points []int
	for _, s := range m.History("a100-sxm4-80gb", m.Basis(catalog.CNY, 730)) {
		points = append(points, len(s.Points))
	}
	slices.Sort(points)
	if !slices.Equal(points, []int{1, 2}) {
		t.Errorf("points a series %v, want two of Beijing and one of Shanghai", points)
	}
}

func TestACorrectionIsNoMoveOfThePrice(t *testing.T) {
	d := smallData(t, line(t, "of-1", func(l *catalog.PriceLine) { l.Amount, l.RAMGiB = known(t, "8"), catalog.Known(256.0) }))
	earlier := line(t, "of-1", func(l *catalog.PriceLine) { l.Source.Seen, l.Amount = day("2026-10-01"), known(t, "7") })
	mistyped := line(t, "of-1", func(l *catalog.PriceLine) { l.Amount = known(t, "80") })
	recorded := func(l catalog.PriceLine, days int) catalog.OldPrice {
		return catalog.OldPrice{Line: l, Recorded: catalog.Period{From: testDay.AddDate(0, 0, -days), To: testDay.AddDate(0, 0, 1-days)}}
	}
	d.OldPrices = []catalog.OldPrice{recorded(earlier, 50), recorded(mistyped, 3), recorded(line(t, "of-1", nil), 2)}
	m := catalog.NewMarket(d, testDay)
	got := map[string]string{}
	for _, s := range m.History("a100-sxm4-80gb", m.Basis(catalog.CNY, 730)) {
		for _, p := range s.Points {
			got[p.Day.String()] += p.Hour.Low.String() + " "
		}
	}
	if want := map[string]string{"2026-10-01": "7 ", "2026-11-20": "8 "}; !maps.Equal(got, want) {
		t.Errorf("points %v, want %v: the typing error was put right for the same day", got, want)
	}
}
