package pricing

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// skippedModes are not run, with the reason: the portal compares rented cards.
var skippedModes = map[string]string{
	"savings_plan":              "no recorded provider publishes the terms of a savings plan",
	"ri_validity":               "a coupon is weighed for one job, not over the days of its validity",
	"refund":                    "an early return depends on a contract that no price records",
	"tco":                       "owning hardware is outside a rental portal",
	"energy_cost":               "owning hardware is outside a rental portal",
	"depreciation_per_gpu_hour": "owning hardware is outside a rental portal",
}

// TestReferenceCases runs published and hand-computed cases, one subtest a row,
// from the folder in GPUSCALE_REFS or else from testdata/refs.
func TestReferenceCases(t *testing.T) {
	for _, row := range referenceRows(t, "pricing_refs.csv") {
		t.Run(row["case_id"]+" "+row["title"], func(t *testing.T) {
			if reason, ok := skippedModes[row["mode"]]; ok {
				t.Skip(reason)
			}
			run, ok := referenceModes[row["mode"]]
			if !ok {
				t.Fatalf("no rule for mode %q", row["mode"])
			}
			in := readInputs(t, row["inputs_json"])
			got := run(in)
			if text := got.at(row["expected"]); text != row["expected"] {
				t.Errorf("got %s, want %s (%s)", text, row["expected"], row["how"])
			}
		})
	}
}

func referenceRows(t *testing.T, name string) []map[string]string {
	t.Helper()
	dir := os.Getenv("GPUSCALE_REFS")
	if dir == "" {
		dir = filepath.Join("testdata", "refs")
	}
	file, err := os.Open(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not in %s", name, dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := make(map[string]string)
		for i, column := range records[0] {
			row[column] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// outcome is a rule's answer: a number, or words with numbers already rounded.
type outcome struct {
	number Amount
	words  string
}

func number(a Amount) outcome   { return outcome{number: a} }
func words(s ...string) outcome { return outcome{words: strings.Join(s, " ")} }

// at writes the outcome with as many decimals as the expected text has.
func (o outcome) at(expected string) string {
	if o.words != "" {
		return o.words
	}
	_, decimals, _ := strings.Cut(expected, ".")
	rounded, err := o.number.Round(len(decimals))
	if err != nil {
		return err.Error()
	}
	return rounded.String()
}

func cents(t *testing.T, a Amount) string {
	t.Helper()
	rounded, err := a.Round(2)
	if err != nil {
		t.Fatal(err)
	}
	return rounded.String()
}

// inputs are a row's JSON.
type inputs struct {
	t      *testing.T
	values map[string]any
}

func readInputs(t *testing.T, text string) *inputs {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	in := &inputs{t: t, values: map[string]any{}}
	if err := decoder.Decode(&in.values); err != nil {
		t.Fatal(err)
	}
	return in
}

// has reports whether a key is there; null counts as there.
func (in *inputs) has(key string) bool {
	_, ok := in.values[key]
	return ok
}

func (in *inputs) raw(key string) any {
	in.t.Helper()
	value, ok := in.values[key]
	if !ok {
		in.t.Fatalf("input %q is missing", key)
	}
	return value
}

func (in *inputs) amount(key string) Amount { in.t.Helper(); return in.toAmount(in.raw(key)) }

func (in *inputs) float(key string) float64 { in.t.Helper(); return in.amount(key).Float() }

func (in *inputs) int(key string) int64 { in.t.Helper(); return int64(in.float(key)) }

func (in *inputs) text(key string) string { in.t.Helper(); return in.raw(key).(string) }

func (in *inputs) list(key string) []any { in.t.Helper(); return in.raw(key).([]any) }

// or reads an optional key.
func (in *inputs) or(key string, fallback Amount) Amount {
	in.t.Helper()
	if !in.has(key) {
		return fallback
	}
	return in.amount(key)
}

func (in *inputs) toAmount(value any) Amount {
	in.t.Helper()
	var text string
	switch v := value.(type) {
	case json.Number:
		text = v.String()
	case string:
		text = v
	default:
		in.t.Fatalf("%v is no number", value)
	}
	return amountOf(in.t, text)
}
