package seed

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"gpuscale/dataset"
)

// rows are the counts that the data set was handed over with.
var rows = map[dataset.Kind]int{
	dataset.Providers: 58, dataset.Offers: 479, dataset.ProviderFacts: 229, dataset.FactKeys: 80,
	dataset.ExtraCosts: 94, dataset.Scenarios: 17, dataset.Pitfalls: 4, dataset.Trends: 7, dataset.Dimensions: 4,
	dataset.Benchmarks: 11, dataset.ExchangeRates: 4, dataset.Doubts: 45, dataset.Accelerators: 163,
	dataset.Aliases: 940, dataset.Ambiguous: 162, dataset.ProviderAliases: 53, dataset.MemoryReported: 41,
	dataset.Texts: 0, dataset.SourceNames: 0,
}

func TestEverySeedFileLoadsCompletely(t *testing.T) {
	set, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range dataset.Kinds {
		if got := len(set[kind]); got != rows[kind] {
			t.Errorf("%s: %d records, want %d", kind, got, rows[kind])
		}
	}
	data, problems := dataset.Parse(set)
	if len(problems) > 0 {
		t.Fatalf("parsed with problems:\n%v", dataset.Problems(problems))
	}
	if len(data.Prices) != 479 || len(data.Providers) != 58 || len(data.Accelerators) != 163 || len(data.Facts) != 229 {
		t.Errorf("nouns were lost: %d prices, %d providers", len(data.Prices), len(data.Providers))
	}
}

func TestNothingIsLostBetweenWritingAndReading(t *testing.T) {
	set, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := dataset.WriteDir(dir, set); err != nil {
		t.Fatal(err)
	}
	again, err := load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(set, again); diff != "" {
		t.Errorf("set changed (-seed +read back):\n%s", diff)
	}
}

func TestABadSeedFileNamesEveryFileLineAndReason(t *testing.T) {
	data := fstest.MapFS{}
	for _, kind := range dataset.Kinds {
		b, err := files.ReadFile("data/" + kind.Filename())
		if err != nil {
			t.Fatal(err)
		}
		data[kind.Filename()] = &fstest.MapFile{Data: b}
	}
	spoil := func(kind dataset.Kind, old, replacement string) {
		f := data[kind.Filename()]
		f.Data = []byte(strings.Replace(string(f.Data), old, replacement, 1))
	}
	spoil(dataset.Offers, "of-0001,tencent-cloud", "of-0001,no-such-cloud")
	spoil(dataset.ExchangeRates, "2020-11-27,USD,CNY,6.5755", "2020-11-27,USD,CNY,6,5755")
	spoil(dataset.FactKeys, "vram_max,performance", "vram_max,speed")

	_, err := load(data)
	if err == nil {
		t.Fatal("a broken set was accepted")
	}
	for _, want := range []string{"offers.csv:2: provider: \"no-such-cloud\"", "exchange_rates.csv:2: ", "fact_keys.csv:3: group: \"speed\""} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q:\n%v", want, err)
		}
	}
}

func TestAMissingSeedFileIsNamed(t *testing.T) {
	if _, err := load(fstest.MapFS{}); err == nil || !strings.Contains(err.Error(), "providers.csv") {
		t.Errorf("got %v", err)
	}
}
