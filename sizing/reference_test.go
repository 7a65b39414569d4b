package sizing

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// referenceCase is one line of a reference file: inputs, the value the formula
// must give, and where known the value somebody published.
type referenceCase struct {
	id, group, subject, formula, unit string
	inputs                            *inputs
	expected, tolFormula              float64
	published                         Figure
	tolPublished                      float64
}

// referenceRunner computes a case in the case's unit with the package's functions.
type referenceRunner func(c *referenceCase) (float64, error)

var referenceFiles = []struct {
	name    string
	runners map[string]referenceRunner
}{
	{"memory_refs.csv", memoryRunners},
	{"training_refs.csv", trainingRunners},
	{"inference_refs.csv", inferenceRunners},
}

// skippedReferences are cases of other packages, by group and formula.
var skippedReferences = map[string]string{
	"cost C1":            "money: the package pricing computes price × hours in decimals",
	"service_cost C1":    "money: the package pricing computes price × hours in decimals",
	"service_revenue C8": "money: token revenue belongs to the package pricing",
	"service_margin C8":  "money: margins belong to the package pricing",
}

// TestReferenceCases runs every reference line as a subtest. GPUSCALE_REFS names
// another folder with files of the same names; a missing file is skipped.
func TestReferenceCases(t *testing.T) {
	folder := os.Getenv("GPUSCALE_REFS")
	if folder == "" {
		folder = filepath.Join("testdata", "refs")
	}
	for _, file := range referenceFiles {
		t.Run(strings.TrimSuffix(file.name, ".csv"), func(t *testing.T) {
			cases, err := readReferences(filepath.Join(folder, file.name))
			if errors.Is(err, fs.ErrNotExist) {
				t.Skipf("%s is not in the folder", file.name)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range cases {
				t.Run(c.id+" "+c.group, func(t *testing.T) { checkReference(t, c, file.runners) })
			}
		})
	}
}

func checkReference(t *testing.T, c *referenceCase, runners map[string]referenceRunner) {
	if reason, skip := skippedReferences[c.group+" "+c.formula]; skip {
		t.Skip(reason)
	}
	got, err := c.run(runners)
	if err != nil {
		t.Fatal(err)
	}
	if !within(got, c.expected, c.tolFormula) {
		t.Errorf("%s: got %v %s, the formula gives %v (tolerance %v)",
			c.subject, got, c.unit, c.expected, c.tolFormula)
	}
	if c.published.Known && !within(got, c.published.Value, c.tolPublished) {
		t.Errorf("%s: got %v %s, published is %v (tolerance %v)",
			c.subject, got, c.unit, c.published.Value, c.tolPublished)
	}
}

func within(got, want, tolerance float64) bool {
	return math.Abs(got-want) <= tolerance*math.Abs(want)+1e-12*math.Abs(want)
}

func (c *referenceCase) run(runners map[string]referenceRunner) (float64, error) {
	run, ok := runners[c.group]
	if !ok {
		return 0, fmt.Errorf("no way to run group %q (formula %s)", c.group, c.formula)
	}
	value, err := run(c)
	if err == nil {
		err = c.inputs.err
	}
	if err == nil && (math.IsNaN(value) || math.IsInf(value, 0)) {
		err = fmt.Errorf("value is %v", value)
	}
	return value, err
}

func readReferences(path string) ([]*referenceCase, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var cases []*referenceCase
	for i, record := range records[1:] {
		row := map[string]string{}
		for j, column := range records[0] {
			row[column] = record[j]
		}
		c, err := newReference(row)
		if err != nil {
			return nil, fmt.Errorf("%s record %d: %w", path, i+2, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func newReference(row map[string]string) (*referenceCase, error) {
	c := &referenceCase{
		id: row["case_id"], group: row["group"], subject: row["subject"],
		formula: row["formula_id"], unit: row["unit"],
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(row["inputs_json"]), &raw); err != nil {
		return nil, fmt.Errorf("inputs_json: %w", err)
	}
	c.inputs = &inputs{raw: raw}
	var err error
	if c.expected, err = strconv.ParseFloat(row["expected_value"], 64); err != nil {
		return nil, err
	}
	if c.tolFormula, err = strconv.ParseFloat(row["tol_rel_formula"], 64); err != nil {
		return nil, err
	}
	if row["published_value"] == "" {
		return c, nil
	}
	value, err := strconv.ParseFloat(row["published_value"], 64)
	if err != nil {
		return nil, err
	}
	c.published = Known(value)
	c.tolPublished, err = strconv.ParseFloat(row["tol_rel_published"], 64)
	return c, err
}

// inputs reads the fields of inputs_json and keeps the first error.
type inputs struct {
	raw map[string]json.RawMessage
	err error
}

func (in *inputs) fail(format string, args ...any) {
	if in.err == nil {
		in.err = fmt.Errorf(format, args...)
	}
}

func (in *inputs) has(key string) bool {
	v, ok := in.raw[key]
	return ok && string(v) != "null"
}

func (in *inputs) into(key string, target any) {
	if !in.has(key) {
		in.fail("input %q is missing", key)
		return
	}
	if err := json.Unmarshal(in.raw[key], target); err != nil {
		in.fail("input %q: %w", key, err)
	}
}

func (in *inputs) number(key string) float64 {
	var v float64
	in.into(key, &v)
	return v
}

// optional reads a number that may be absent.
func (in *inputs) optional(key string, otherwise float64) float64 {
	if !in.has(key) {
		return otherwise
	}
	return in.number(key)
}

func (in *inputs) text(key, otherwise string) string {
	if !in.has(key) {
		return otherwise
	}
	var v string
	in.into(key, &v)
	return v
}

func (in *inputs) flag(key string) bool {
	if !in.has(key) {
		return false
	}
	var v bool
	in.into(key, &v)
	return v
}

// spec reads a figure of the accelerator: given in the case, or from the package's
// own table by the name in "gpu".
func (in *inputs) spec(key, column string) float64 {
	if in.has(key) {
		return in.number(key)
	}
	f, err := os.Open(filepath.Join("testdata", "gpu_specs.csv"))
	if err != nil {
		in.fail("%w", err)
		return 0
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		in.fail("%w", err)
		return 0
	}
	name := in.text("gpu", "")
	for _, record := range records[1:] {
		for j, header := range records[0] {
			if record[0] == name && header == column {
				v, err := strconv.ParseFloat(record[j], 64)
				if err != nil {
					in.fail("gpu %q: column %q: %w", name, column, err)
				}
				return v
			}
		}
	}
	in.fail("input %q is missing and gpu %q is not in the table", key, name)
	return 0
}

// bytesIn converts bytes to a unit of the files.
func bytesIn(unit string, bytes float64) (float64, error) {
	divisor, ok := map[string]float64{
		"bytes": 1, "MB": 1e6, "GB": GB, "TB": 1e12,
		"KiB": 1 << 10, "MiB": 1 << 20, "GiB": GiB, "TiB": 1 << 40,
	}[unit]
	if !ok {
		return 0, fmt.Errorf("unknown unit %q", unit)
	}
	return bytes / divisor, nil
}

// hoursIn converts hours to a unit of the files.
func hoursIn(unit string, hours float64) (float64, error) {
	divisor, ok := map[string]float64{"hours": 1, "GPU-hours": 1, "days": 24}[unit]
	if !ok {
		return 0, fmt.Errorf("unknown unit %q", unit)
	}
	return hours / divisor, nil
}
