package sizing

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/accuracy.md anew")

var accuracyPath = filepath.Join("..", "docs", "accuracy.md")

// TestAccuracyTable keeps docs/accuracy.md in step with the formulas; -update
// writes it.
func TestAccuracyTable(t *testing.T) {
	want, err := accuracyReport()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(accuracyPath, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(accuracyPath)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
		t.Errorf("docs/accuracy.md is out of date; run: %s", accuracyCommand)
	}
}

const accuracyCommand = "go test ./sizing -run TestAccuracyTable -update"

// groupErrors collects the relative deviations |ours/published − 1| of one group.
type groupErrors struct {
	group, formula, worstSubject string
	rows                         int
	deviations                   []float64
	worst                        float64
}

// accuracyReport builds the page from the package's own reference files.
func accuracyReport() ([]byte, error) {
	var page bytes.Buffer
	page.WriteString(accuracyIntro)
	for _, file := range referenceFiles {
		cases, err := readReferences(filepath.Join("testdata", "refs", file.name))
		if err != nil {
			return nil, err
		}
		groups, err := groupDeviations(cases, file.runners)
		if err != nil {
			return nil, err
		}
		writeGroups(&page, strings.TrimSuffix(file.name, "_refs.csv"), groups)
	}
	page.WriteString(accuracySkipped())
	writeConstants(&page)
	page.WriteString(accuracyReading)
	return page.Bytes(), nil
}

func groupDeviations(cases []*referenceCase, runners map[string]referenceRunner) ([]*groupErrors, error) {
	var groups []*groupErrors
	for _, c := range cases {
		if _, skip := skippedReferences[c.group+" "+c.formula]; skip {
			continue
		}
		i := slices.IndexFunc(groups, func(g *groupErrors) bool { return g.group == c.group && g.formula == c.formula })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &groupErrors{group: c.group, formula: c.formula})
		}
		g := groups[i]
		g.rows++
		value, err := c.run(runners)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.id, err)
		}
		if !c.published.Known {
			continue
		}
		deviation := math.Abs(value/c.published.Value - 1)
		g.deviations = append(g.deviations, deviation)
		if len(g.deviations) == 1 || deviation > g.worst {
			g.worst, g.worstSubject = deviation, c.id+" "+c.subject
		}
	}
	slices.SortStableFunc(groups, func(a, b *groupErrors) int { return cmp.Compare(a.formula, b.formula) })
	return groups, nil
}

func writeGroups(page *bytes.Buffer, title string, groups []*groupErrors) {
	fmt.Fprintf(page, "\n## %s\n\n", strings.ToUpper(title[:1])+title[1:])
	page.WriteString("| Group | Formula | Rows | Published | Median | p90 | Worst | Worst case |\n")
	page.WriteString("|---|---|--:|--:|--:|--:|--:|---|\n")
	for _, g := range groups {
		if len(g.deviations) == 0 {
			fmt.Fprintf(page, "| %s | %s | %d | 0 | – | – | – | formula only |\n", g.group, g.formula, g.rows)
			continue
		}
		slices.Sort(g.deviations)
		fmt.Fprintf(page, "| %s | %s | %d | %d | %s | %s | %s | %s |\n", g.group, g.formula, g.rows,
			len(g.deviations), percent(quantile(g.deviations, 0.5)), percent(quantile(g.deviations, 0.9)),
			percent(g.worst), strings.ReplaceAll(g.worstSubject, "|", "\\|"))
	}
}

// quantile is the nearest-rank quantile of sorted values.
func quantile(sorted []float64, q float64) float64 {
	rank := int(math.Ceil(q * float64(len(sorted))))
	return sorted[max(rank, 1)-1]
}

func percent(share float64) string { return fmt.Sprintf("%.2f %%", 100*share) }

func accuracySkipped() string {
	var lines []string
	for group, reason := range skippedReferences {
		lines = append(lines, "- "+group+": "+reason)
	}
	slices.Sort(lines)
	return "\n## Not run here\n\n" + strings.Join(lines, "\n") + "\n"
}

func writeConstants(page *bytes.Buffer) {
	fmt.Fprintf(page, "\n## Constants, version %s\n\n| Key | Value | Unit | Bounds | Source |\n|---|--:|---|---|---|\n", AssumptionsVersion)
	for _, a := range DefaultAssumptions().List() {
		fmt.Fprintf(page, "| %s | %s | %s | %s–%s | %s |\n", a.Key, num(a.Default), a.Unit, num(a.Min), num(a.Max), a.Source)
	}
}

const accuracyIntro = `# Accuracy of the sizing formulas

This page is generated from sizing/testdata/refs. Do not edit it; after a change of
a formula, a constant or a reference row run

    ` + accuracyCommand + `

A test fails while the page is out of date. Each number is |ours ÷ published − 1|
over the rows of a group that have a published value; p90 is the nearest rank. Rows
without one check the formula against an independent computation only.

Formulas: M1 parameters, M2 weights, M3 cache, M4 activations, M5 states, M6
sharding, M7 inference peak, M8 adapters; T1–T7 training compute, utilisation and
time; I1–I5 prefill, decode, batching and identities.
`

const accuracyReading = `
## Reading the table

- kv_total: a widely copied table for Llama 3.1 405B assumes 16 key/value heads; the
  released model has 8, so the published figure is twice the right one.
- finetune_memory_measured: the rows compare states without activations with a
  measured peak; states are a lower bound. A sizing adds the activations.
- trtllm_static, lmdeploy_static, trtllm_max_throughput: a roofline with a few fitted
  constants that were fitted on these same rows, so the errors are in-sample. Engines
  differ by tens of percent, which is why hours of inference are shown as a range of
  ÷/× (1 + throughput_band).
- decode_batch1: the worst rows are an eager engine and one measurement without room
  for a cache; both are known outliers of the formula.
- run_gpu_hours: GPU-hours of real projects include restarts and evaluation, so the
  utilisation they imply lies below that of a step.
- param_count: exact; the check is equality, not a tolerance.
`
