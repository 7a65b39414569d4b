package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

var (
	marketProviders = []string{"alpha", "beta", "gamma"}
	marketModes     = []string{"on-demand", "spot", "month"}
)

// marketSet is n random prices per card and hour in CNY; counts and amounts are
// sometimes unknown.
func marketSet(n int) dataset.Set {
	random := rand.New(rand.NewPCG(7, 11))
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	set := dataset.Set{}
	for _, slug := range marketProviders {
		set[dataset.Providers] = append(set[dataset.Providers],
			record(dataset.Providers, slug, map[string]string{"slug": slug, "status": "active"}))
	}
	for i := range n {
		id := fmt.Sprintf("of-%03d", i)
		set[dataset.Offers] = append(set[dataset.Offers], record(dataset.Offers, id, map[string]string{
			"offer_id": id, "provider": pick(marketProviders...), "accelerator": "Card " + pick("A", "B", "C"),
			"instance_type": "type-" + strconv.Itoa(random.IntN(40)), "vram_gb": pick("24", "40", "80", "141"),
			"gpu_count": pick("1", "2", "4", "8", ""), "billing_mode": pick(marketModes...),
			"price_amount": pick("0.5", "2", "9.5", "10", "100", "1000.000000001", "1000.00005", "9.49995", "9.499949999", ""), "currency": "CNY", "unit": "gpu-hour",
			"source_date": "2026-11-30", "evidence_grade": "A", "confidence": "official page", "share": "1", "scope": "whole"}))
	}
	return set
}

// marketFilter is a search that SQL and the market can both answer.
type marketFilter struct {
	providers, modes     []string
	countMin, countMax   int // 0 is open
	vramMin, vramMax     int
	amountMin, amountMax string
}

func drawFilter(t *rapid.T) marketFilter {
	some := func(words []string, name string) []string {
		return rapid.SliceOfNDistinct(rapid.SampledFrom(words), 0, 2, rapid.ID[string]).Draw(t, name)
	}
	amounts := rapid.SampledFrom([]string{"", "", "2", "9.5", "10", "1000", "1000.0001"})
	return marketFilter{
		providers: some(marketProviders, "providers"), modes: some(marketModes, "modes"),
		countMin: rapid.SampledFrom([]int{0, 0, 2, 8}).Draw(t, "count min"), countMax: rapid.SampledFrom([]int{0, 0, 4}).Draw(t, "count max"),
		vramMin: rapid.SampledFrom([]int{0, 0, 40, 81}).Draw(t, "vram min"), vramMax: rapid.SampledFrom([]int{0, 0, 80}).Draw(t, "vram max"),
		amountMin: amounts.Draw(t, "amount min"), amountMax: amounts.Draw(t, "amount max"),
	}
}

func (f marketFilter) search(m *catalog.Market) []string {
	number := func(n int) catalog.Number {
		return catalog.Number{Value: float64(n), Known: n > 0}
	}
	amount := func(text string) catalog.Opt[catalog.Decimal] {
		d, err := catalog.ParseDecimal(text)
		return catalog.Opt[catalog.Decimal]{Value: d, Known: err == nil}
	}
	q := catalog.OfferQuery{Show: catalog.ShowAll, Provider: catalog.Terms[string]{In: f.providers}, Per: 10_000,
		Count:    catalog.Bounds{Min: number(f.countMin), Max: number(f.countMax)},
		VRAM:     catalog.Bounds{Min: number(f.vramMin), Max: number(f.vramMax)},
		PriceMin: amount(f.amountMin), PriceMax: amount(f.amountMax)}
	for _, mode := range f.modes {
		q.Billing.In = append(q.Billing.In, catalog.BillingMode(mode))
	}
	var ids []string
	for _, o := range m.Search(q).Offers {
		for _, p := range o.Prices {
			ids = append(ids, p.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

func (f marketFilter) ask(db *sql.DB) ([]string, error) {
	where, err := f.where()
	if err != nil {
		return nil, err
	}
	rows, err := db.Query("SELECT offer_id FROM offers WHERE " + where + " ORDER BY offer_id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

func (f marketFilter) where() (string, error) {
	conditions := []string{"to_cs IS NULL"}
	for column, words := range map[string][]string{"provider": f.providers, "billing_mode": f.modes} {
		if len(words) > 0 {
			conditions = append(conditions, column+" IN ('"+strings.Join(words, "', '")+"')")
		}
	}
	for comparison, value := range map[string]int{"gpu_count >= ": f.countMin, "gpu_count <= ": f.countMax,
		"vram_gb >= ": f.vramMin, "vram_gb <= ": f.vramMax} {
		if value > 0 {
			conditions = append(conditions, comparison+strconv.Itoa(value))
		}
	}
	// A price filter compares the figure as it is printed: four decimals, half-up.
	const printed = "(price_amount + 50000) / 100000 * 100000"
	for comparison, text := range map[string]string{printed + " >= ": f.amountMin, printed + " <= ": f.amountMax} {
		if text == "" {
			continue
		}
		d, err := catalog.ParseDecimal(text)
		if err != nil {
			return "", err
		}
		nano, err := catalog.Nano(d)
		if err != nil {
			return "", err
		}
		conditions = append(conditions, comparison+strconv.FormatInt(nano, 10))
	}
	return strings.Join(conditions, " AND "), nil
}

func TestTheMarketAndSQLGiveTheSameAnswers(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, dsn string) {
		s := storetest.Open(t, store.Config{DSN: dsn})
		if err := s.Seed(context.Background(), marketSet(300), store.SeedMoment); err != nil {
			t.Fatal(err)
		}
		snapshot := load(t, s, nil)
		data, problems := dataset.Parse(snapshot.Set)
		if len(data.Prices) != 300 {
			t.Fatalf("%d prices: %v", len(data.Prices), problems)
		}
		market := catalog.NewMarket(data, snapshot.At)
		db := storetest.Raw(t, dsn)
		found := 0
		rapid.Check(t, func(t *rapid.T) {
			f := drawFilter(t)
			want, err := f.ask(db)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, f.search(market)); diff != "" {
				t.Fatalf("%+v: SQL and market differ: %s", f, diff)
			}
			found += len(want)
		})
		if found == 0 {
			t.Error("no search found anything")
		}
	})
}
