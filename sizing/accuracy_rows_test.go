package sizing

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestAccuracyTableRows keeps the table that the pages show in step with the formulas;
// -update writes it, as it does docs/accuracy.md.
func TestAccuracyTableRows(t *testing.T) {
	want, err := accuracyRecords()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("accuracy.csv", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := strings.ReplaceAll(accuracyCSV, "\r\n", "\n"); got != string(want) {
		t.Error("accuracy.csv is out of date; run: " + accuracyCommand)
	}
}

// accuracyRecords writes the groups of docs/accuracy.md as a table.
func accuracyRecords() ([]byte, error) {
	var file bytes.Buffer
	out := csv.NewWriter(&file)
	_ = out.Write(accuracyColumns)
	for _, reference := range referenceFiles {
		cases, err := readReferences(filepath.Join("testdata", "refs", reference.name))
		if err != nil {
			return nil, err
		}
		groups, err := groupDeviations(cases, reference.runners)
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			_ = out.Write(accuracyRecord(strings.TrimSuffix(reference.name, "_refs.csv"), g))
		}
	}
	out.Flush()
	return file.Bytes(), out.Error()
}

func accuracyRecord(part string, g *groupErrors) []string {
	record := []string{part, g.group, g.formula, strconv.Itoa(g.rows), strconv.Itoa(len(g.deviations)), "", "", "", g.worstSubject}
	if len(g.deviations) > 0 {
		slices.Sort(g.deviations)
		for i, share := range []float64{quantile(g.deviations, 0.5), quantile(g.deviations, 0.9), g.worst} {
			record[5+i] = strconv.FormatFloat(share, 'f', 6, 64)
		}
	}
	return record
}

func TestTheTableOfErrorsIsReadWhole(t *testing.T) {
	rows := Accuracy()
	parts := map[string]int{}
	for _, r := range rows {
		parts[r.Part]++
		if r.Rows < 1 || r.Published > r.Rows || (r.Published > 0) != r.Worst.Known || r.Median.Value > r.P90.Value || r.P90.Value > r.Worst.Value {
			t.Errorf("%s %s: %+v", r.Part, r.Group, r)
		}
	}
	if len(parts) != 3 || len(rows) < 50 {
		t.Errorf("%d rows in the parts %v", len(rows), parts)
	}
	if _, err := parseAccuracy("h\npart,group,M1,none,0,,,,\n"); err == nil {
		t.Error("a count that is no number was read")
	}
}
