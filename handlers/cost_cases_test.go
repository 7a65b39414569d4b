package handlers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
)

// costCodes reads the string constants of the package with a prefix from its
// sources, so that a new one cannot be forgotten here.
func costCodes(t *testing.T, file, prefix string) []string {
	t.Helper()
	source, err := parser.ParseFile(token.NewFileSet(), "../pricing/"+file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	ast.Inspect(source, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(spec.Names[0].Name, prefix) || len(spec.Values) != 1 {
			return true
		}
		if literal, ok := spec.Values[0].(*ast.BasicLit); ok {
			code, _ := strconv.Unquote(literal.Value)
			codes = append(codes, code)
		}
		return true
	})
	if len(codes) < 3 {
		t.Fatalf("only %v in %s", codes, file)
	}
	return codes
}

func TestEveryCodeOfABillHasWords(t *testing.T) {
	for _, family := range []struct{ file, prefix, key string }{
		{"bill.go", "Warn", "cost.warn."}, {"bill.go", "Excluded", "cost.excluded."}, {"bill.go", "Item", "cost.item."},
		{"parts.go", "Part", "cost.part."}, {"check.go", "Problem", "cost.problem."},
	} {
		for _, code := range costCodes(t, family.file, family.prefix) {
			if !text.Has(family.key + code) {
				t.Errorf("no words for %s%s", family.key, code)
			}
		}
	}
	for _, code := range []catalog.ContradictionCode{catalog.SpotAboveOnDemand, catalog.TermAboveOnDemand, catalog.MonthAboveOnDemand,
		catalog.YearAboveMonths, catalog.ReservedAboveOnDemand, catalog.SpotEqualsOnDemand} {
		if !text.Has("contradiction." + string(code)) {
			t.Errorf("no words for %s", code)
		}
	}
	for _, name := range costNumbers {
		if !text.Has("cost.field." + name) {
			t.Errorf("no label for %s", name)
		}
	}
	for name := range pricing.Fields {
		if !slices.Contains(costNumbers, name) {
			t.Errorf("the form has no field %s", name)
		}
	}
}

// costWithPrices returns the seed data with further prices, each a copy of another one changed.
func costWithPrices(t *testing.T, of string, changes ...func(*catalog.PriceLine)) catalog.Data {
	t.Helper()
	data := seedData()
	data.Prices = slices.Clone(data.Prices)
	i := slices.IndexFunc(data.Prices, func(l catalog.PriceLine) bool { return l.ID == of })
	if i < 0 {
		t.Fatalf("no price %s", of)
	}
	for n, change := range changes {
		line := data.Prices[i]
		line.ID = "added-" + strconv.Itoa(n)
		change(&line)
		data.Prices = append(data.Prices, line)
	}
	return data
}

func costPriced(billing catalog.BillingMode, amount string) func(*catalog.PriceLine) {
	return func(l *catalog.PriceLine) { l.Billing, l.Amount = billing, catalog.Known(decimal.MustParse(amount)) }
}

const costCompshare = costPath + "?gpu=rtx-5090-32gb&provider=compshare&gpus=1&hours=10"

// of-0049 is an on-demand price of 3.20.
func TestAContradictionIsNeverASaving(t *testing.T) {
	for name, change := range map[string]func(*catalog.PriceLine){
		"spot above on-demand":    costPriced(catalog.Spot, "3.50"),
		"reserved above it":       costPriced(catalog.BillReserved, "3.60"),
		"spot equal to on-demand": costPriced(catalog.Spot, "3.20"),
	} {
		page := newSiteOf(t, costWithPrices(t, "of-0049", change)).page(t, costCompshare)
		answer := strings.Join(texts(page.Find(".answer > div")), " ")
		if strings.Contains(answer, "%") {
			t.Errorf("%s: a saving is claimed: %s", name, answer)
		}
		if strings.Contains(name, "above") {
			row := strings.Join(texts(page.Find("section .tbl tbody tr:contains('✕')")), "\n")
			if !strings.Contains(row, "与自家其他价格矛盾") {
				t.Errorf("%s: the modes do not show it: %s", name, row)
			}
		}
	}
}

func TestZeroAndMissingPricesAreLeftOutWithTheirReason(t *testing.T) {
	s := newSiteOf(t, costWithPrices(t, "of-0049", costPriced(catalog.Spot, "0.00"),
		func(l *catalog.PriceLine) { l.Billing, l.Amount = catalog.BillYear, catalog.Opt[catalog.Decimal]{} }))
	w := s.weigh(t, "gpu=rtx-5090-32gb&provider=compshare&hours=10")
	got := map[string]string{}
	for _, x := range w.Excluded {
		got[x.Price] = x.Code
	}
	if got["added-0"] != pricing.ExcludedZeroPrice || got["added-1"] != pricing.ExcludedPriceUnknown {
		t.Errorf("left out: %v", got)
	}
	for _, r := range w.Results {
		if strings.HasPrefix(r.Total.Amount, "0.00") {
			t.Errorf("%s costs %s", r.Offer, r.Total.Amount)
		}
	}
	if page := s.page(t, costCompshare); strings.Contains(page.Find("#cost-result").Text(), "NaN") || strings.Contains(page.Find(".answer").Text(), "-100") {
		t.Error("a missing price became a figure")
	}
}

// The price of cards alone counts once the price of their host is recorded.
func TestCardsAloneAreNoMachine(t *testing.T) {
	w := newSite(t).weigh(t, "gpu=t4-16gb&provider=gcp&hours=100&currency=USD")
	if len(w.Results) != 0 || !slices.ContainsFunc(w.Excluded, func(x struct{ Offer, Price, Code, Text string }) bool {
		return x.Price == "of-0260" && x.Code == pricing.ExcludedHost
	}) {
		t.Errorf("results %v, excluded %v", w.Results, w.Excluded)
	}
}

func TestASliceIsNotWeighedWithWholeCards(t *testing.T) {
	data := costWithPrices(t, "of-0049", costPriced(catalog.OnDemand, "0.123"))
	last := &data.Prices[len(data.Prices)-1]
	last.Share, last.InstanceType = catalog.Share{Num: 1, Den: 20}, "slice"
	w := newSiteOf(t, data).weigh(t, "gpu=rtx-5090-32gb&hours=10")
	for _, r := range w.Results {
		if r.Offer == "added-0" {
			t.Error("a twentieth of a card stands among whole cards")
		}
	}
}

func TestHostsOfTwoSizesAreTwoOffersWithTheirHost(t *testing.T) {
	data := costWithPrices(t, "of-0049", costPriced(catalog.OnDemand, "4.10"))
	data.Prices[len(data.Prices)-1].VCPU, data.Prices[len(data.Prices)-1].RAMGiB = catalog.Known(40.0), catalog.Known(160.0)
	rows := texts(newSiteOf(t, data).page(t, costCompshare).Find(".cost-offers tbody th"))
	if len(rows) != 2 || !strings.Contains(rows[0], "14 vCPU · 64 GB") || !strings.Contains(rows[1], "40 vCPU · 160 GB") {
		t.Errorf("rows %v", rows)
	}
}

func TestStorageBillsByItsOwnMonthAndWhileStopped(t *testing.T) {
	s := newSite(t)
	for _, tt := range []struct{ provider, query, formula string }{
		{"ucloud-style month", "provider=lambda&hours=10&storage_gb=100", "÷ 730 h × 10 h"},
		{"month of 744 hours", "provider=lambda&hours=10&storage_gb=100&month=744", "÷ 744 h × 10 h"},
		{"stopped 72 hours", "provider=autodl&hours=10&storage_gb=100&stopped_days=3", "(100 − 20) GB × 0.01 ÷ 24 h × 82 h"},
	} {
		w := s.weigh(t, tt.query)
		if len(w.Results) == 0 || !slices.ContainsFunc(w.Results[0].Lines, func(l struct{ Item, Formula, Amount, For, Billing string }) bool {
			return l.Item == "storage" && strings.Contains(l.Formula, tt.formula)
		}) {
			t.Errorf("%s: %+v", tt.provider, w.Results[:min(1, len(w.Results))])
		}
	}
}

func TestOneMonthConventionForHoursAndPrices(t *testing.T) {
	s := newSite(t)
	for _, month := range []string{"720", "730", "744"} {
		w := s.weigh(t, "gpu=rtx-5090-32gb&provider=autodl&months=1&month="+month)
		if f := w.Results[0].Lines[0].Formula; f != "2.93 × "+month+" h" {
			t.Errorf("a month of %s hours: %s", month, f)
		}
	}
}

func TestMoneyIsConvertedOnceAndTheOldRateIsNamed(t *testing.T) {
	s := newSite(t)
	yuan, dollar := s.weigh(t, "provider=runpod&gpu=rtx-5090-32gb&hours=100"), s.weigh(t, "provider=runpod&gpu=rtx-5090-32gb&hours=100&currency=usd")
	if yuan.Results[0].Total.Amount != "465.02" || dollar.Results[0].Total.Amount != "69.00" { // 0.69 × 100, × 6.7394
		t.Errorf("%s yuan, %s dollars", yuan.Results[0].Total.Amount, dollar.Results[0].Total.Amount)
	}
	if len(yuan.Rates) != 1 || yuan.Rates[0].Date != "2026-08-22" || !yuan.Rates[0].Old || len(dollar.Rates) != 0 {
		t.Errorf("rates %+v and %+v", yuan.Rates, dollar.Rates)
	}
	page := s.page(t, costPath+"?provider=runpod&gpu=rtx-5090-32gb&hours=100")
	if foot := page.Find("#cost-result footer").Text(); !strings.Contains(foot, "6.7394") || !strings.Contains(foot, "101 天") {
		t.Errorf("the foot says %s", foot)
	}
	if row := page.Find(".cost-offers tbody tr").First().Text(); !strings.Contains(row, "$0.69 / 卡时") {
		t.Errorf("the published price is not shown in dollars: %s", row)
	}
}

func TestUnknownPartsMakeATotalAtLeast(t *testing.T) {
	page := newSite(t).page(t, costPath)
	first := page.Find(".cost-offers tbody tr").First()
	if first.Find(".at-least").Length() != 1 || first.Find(".seal").Length() != 0 {
		t.Error("an incomplete total is called the cheapest")
	}
	if answer := page.Find(".answer").Text(); !strings.Contains(answer, "¥555.28") || page.Find(".answer .seal-f").Length() != 1 {
		t.Errorf("the answer is %s, want the cheapest complete total", answer)
	}
	if page.Find(".cost-warn").Text() == "" {
		t.Error("the lower, incomplete total is not mentioned")
	}
}

// What changes the answer is the nearest value, and the answer is the cheapest price
// whose cost is known whole, on the page as in the files.
func TestTheNearestChangeOfTheAnswerIsTold(t *testing.T) {
	s := newSite(t)
	for _, tt := range []struct{ query, input, at, winner, billing string }{
		{"gpu=rtx-5090-32gb&gpus=1&hours=100", "hours", "657", "of-0049", "month"},
		{"gpu=rtx-5090-32gb&gpus=1&hours=657", "hours", "656", "of-0016", "on-demand"},
		{"gpu=rtx-5090-32gb&gpus=1&hours=657", "hours", "731", "of-0016", "on-demand"},
		{"gpu=h100-any&gpus=8&hours=300", "hours", "700", "of-0126", "month"},
		{"gpu=rtx-4090-24gb&hours=10", "hours", "638", "", "month"},
	} {
		t.Run(tt.query+" "+tt.at, func(t *testing.T) {
			w := s.weigh(t, tt.query)
			found := false
			for _, c := range w.Sensitivity {
				found = found || c.Input == tt.input && c.At.String() == tt.at && strings.Contains(c.Winner, tt.winner) && strings.Contains(c.Billing, tt.billing)
			}
			if !found {
				t.Errorf("no change of %s at %s: %+v", tt.input, tt.at, w.Sensitivity)
			}
			for lang, want := range map[string]string{"": "查找范围：每卡 1–8,760 小时", "/en": "Searched: 1–8,760 hours a card"} {
				if text := s.page(t, lang+costPath+"?"+tt.query).Find("#cost-result").Text(); !strings.Contains(text, want) {
					t.Errorf("the page does not say %q", want)
				}
			}
		})
	}
}

// What is to be known of a further line's price stands on the bill, with the card and
// its billing mode; its hours count in the effective price.
func TestAFurtherLineIsToldWhole(t *testing.T) {
	s := newSite(t)
	const query = "provider=compshare&gpu=rtx-5090-32gb&gpus=1&hours=10&line=rtx-4090-24gb×1×100"
	w := s.weigh(t, query)
	for _, r := range w.Results {
		told, mode := false, ""
		for _, n := range r.Warnings {
			told = told || n.For == "rtx-4090-24gb"
		}
		for _, l := range r.Lines {
			if l.For == "rtx-4090-24gb" {
				mode = l.Billing
			}
		}
		if mode == "" || r.AtLeast && len(r.Warnings) == 0 || mode != "on-demand" && !told {
			t.Errorf("%s: line in mode %q, at least %v, warnings %+v", r.Offer, mode, r.AtLeast, r.Warnings)
		}
	}
	text := s.page(t, costPath+"?"+query).Find("#cost-result").Text()
	if !strings.Contains(text, "÷ (10 h + 1 × 100 h) =") || !strings.Contains(text, " · GeForce RTX 4090 24GB · 包月") {
		t.Errorf("the effective price leaves the further line out: %s", text)
	}
	months := s.weigh(t, query+"&interruptible=no&billing=month")
	idle := false
	for _, r := range months.Results {
		for _, n := range r.Warnings {
			idle = idle || n.Code == pricing.WarnCommitmentIdle && n.For != ""
		}
	}
	if len(months.Results) > 0 && !idle {
		t.Error("a month for 100 h of the further line is not told as idle")
	}
}

// Hours that a budget buys are those of a price whose cost is known whole; others are
// told as the most that may be.
func TestABudgetIsNotPromisedOnIncompletePrices(t *testing.T) {
	s := newSite(t)
	for lang, mark := range map[string]string{"": "至多", "/en": "at most"} {
		page := s.page(t, lang+costPath+"?gpu=rtx-4090-24gb&gpus=1&budget=5000")
		figure := page.Find(".answer").Text()
		before, _, marked := strings.Cut(figure, "3,816")
		if marked && !strings.Contains(figure, mark) || strings.Contains(before, "3,816") {
			t.Errorf("an incomplete price buys hours without a mark: %s", figure)
		}
	}
	w := s.weigh(t, "gpu=rtx-4090-24gb&gpus=1&budget=5000")
	most := 0
	for _, r := range w.Results {
		if !r.AtLeast && *r.Within > most {
			most = *r.Within
		}
	}
	if figure := s.page(t, costPath+"?gpu=rtx-4090-24gb&gpus=1&budget=5000").Find(".answer").Text(); !strings.Contains(figure, text.Count(most)) {
		t.Errorf("the answer does not say %d hours: %s", most, figure)
	}
}

func TestLargerVolumesCostByTheirTiers(t *testing.T) {
	w := newSite(t).weigh(t, "provider=runpod&gpu=a100-pcie-80gb&months=1&storage_gb=2000&currency=USD")
	if len(w.Results) == 0 {
		t.Fatal("no result")
	}
	for _, l := range w.Results[0].Lines {
		if l.Item == "storage" && (l.Amount != "120.00" || !strings.Contains(l.Formula, "1000 GB × 0.07 + 1000 GB × 0.05")) {
			t.Errorf("2000 GB cost %+v, want 1000 × 0.07 + 1000 × 0.05", l)
		}
	}
}

// A stated input that costs nothing is not left out without a word.
func TestFreeTrafficIsNamedWithItsSource(t *testing.T) {
	s := newSite(t)
	for lang, want := range map[string]string{"": "500 GB：这家不另收费", "/en": "500 GB: no charge here"} {
		page := s.page(t, lang+costPath+"?provider=autodl&gpu=rtx-4090-24gb&hours=10&egress_gb=500")
		if text := page.Find("#cost-result").Text(); !strings.Contains(text, want) {
			t.Errorf("no %q on the page", want)
		}
	}
}

func TestSpotIsLeftOutOfARunThatMustNotStop(t *testing.T) {
	w := newSite(t).weigh(t, "gpu=rtx-4090-24gb&gpus=1&hours=10&interruptible=no")
	if !slices.ContainsFunc(w.Excluded, func(x struct{ Offer, Price, Code, Text string }) bool { return x.Code == pricing.ExcludedReclaimable }) {
		t.Error("spot is not left out")
	}
	for _, r := range w.Results {
		if r.Billing == "spot" {
			t.Errorf("%s is spot", r.Offer)
		}
	}
}

func TestHiddenCostsStandBesideTheArticlesFigure(t *testing.T) {
	page := newSite(t).page(t, costPath)
	side := page.Find("#cost-result .halves").Text()
	if !strings.Contains(side, "7.1%") || !strings.Contains(side, "15%") || page.Find(".halves .src-d").Length() == 0 {
		t.Errorf("no share beside the article’s: %s", side)
	}
	if !strings.Contains(side, "2.93 × 64 h") {
		t.Error("no cost of a forgotten shutdown")
	}
}

// 0.0084 an hour for 730 hours is 6.13 from the unrounded price.
func TestSmallPricesAreNotRoundedBeforeTheyAreMultiplied(t *testing.T) {
	data := costWithPrices(t, "of-0049", costPriced(catalog.OnDemand, "0.0084"))
	data.Prices[len(data.Prices)-1].InstanceType = "tiny"
	w := newSiteOf(t, data).weigh(t, "gpu=rtx-5090-32gb&provider=compshare&months=1&billing=on-demand")
	if w.Results[0].Total.Amount != "6.13" {
		t.Errorf("a month costs %s, want 6.13", w.Results[0].Total.Amount)
	}
}

func TestAQuoteForManyMachinesIsNotThePriceOfOne(t *testing.T) {
	data := costWithPrices(t, "of-0049", costPriced(catalog.BillMonth, "90000"))
	last := &data.Prices[len(data.Prices)-1]
	last.Count, last.Unit, last.InstanceType = catalog.Known(8), catalog.InstanceMonth, "8 cards"
	w := newSiteOf(t, data).weigh(t, "gpu=rtx-5090-32gb&provider=compshare&months=1&gpus=64&billing=month")
	found := false
	for _, r := range w.Results {
		if r.Price == "added-0" {
			found = true
			if r.Machines != 8 || r.Total.Amount != "720000.00" {
				t.Errorf("64 cards cost %s on %d machines, want eight at 90,000", r.Total.Amount, r.Machines)
			}
		}
	}
	if !found {
		t.Errorf("the quote is not weighed: %+v", w.Results)
	}
}

// One convention of the month holds in the answer, in the table of values and in the
// sheet.
func TestFilesNameTheMonthTheyCount(t *testing.T) {
	data := costWithPrices(t, "of-0049", costPriced(catalog.OnDemand, "10"))
	data.Prices[len(data.Prices)-1].InstanceType = "ten"
	s := newSiteOf(t, data)
	for month, want := range map[string]string{"720": "7200.00", "730": "7300.00", "744": "7440.00"} {
		query := "?gpu=rtx-5090-32gb&provider=compshare&months=1&billing=on-demand&month=" + month
		found := false
		for _, r := range s.weigh(t, query[1:]).Results {
			found = found || r.Price == "added-0" && r.Total.Amount == want
		}
		if !found {
			t.Errorf("a month of %s h at 10 is not %s", month, want)
		}
		for _, file := range []string{".csv", ".md"} {
			body := strings.ReplaceAll(s.do(costPath+file+query).Body.String(), ",", "")
			if !strings.Contains(body, "added-0") && file == ".csv" || !strings.Contains(strings.ReplaceAll(body, ",", ""), want) {
				t.Errorf("%s: no %s for a month of %s h", file, want, month)
			}
		}
	}
}

// A member's price beside a monthly one is no base for a saving, nor for a break-even.
func TestSavingsAreClaimedOnlyAgainstRankedPrices(t *testing.T) {
	s := newSite(t)
	page := s.page(t, costPath+"?gpu=rtx-4090-24gb&provider=autodl&gpus=2&hours=700")
	if answer := page.Find(".answer").Text(); strings.Contains(answer, "%") || !strings.Contains(answer, "没有参与排名的按需价") {
		t.Errorf("the answer says %s", answer)
	}
	if page.Find(".halves .la").Length() != 0 || !strings.Contains(page.Find(".halves").Text(), "盈亏点算不出来") {
		t.Error("a break-even with an unranked price is drawn")
	}
	page = s.page(t, costPath+"?gpu=rtx-5090-32gb&provider=compshare&hours_per_day=22&days=30")
	if answer := page.Find(".answer").Text(); !strings.Contains(answer, "8.9%") { // 1923.60 against 3.20 × 660
		t.Errorf("the answer says %s", answer)
	}
}
