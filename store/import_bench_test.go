package store_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

const (
	importedRows = 100_000
	importRounds = 5 // of both sides in turn; their median is reported
)

// BenchmarkImport reads, checks and imports a CSV file of 100,000 price lines and
// compares the processor time with that of the SQLite shell's .import, which checks
// nothing, into the same table with the same indexes.
func BenchmarkImport(b *testing.B) {
	var file bytes.Buffer
	if err := dataset.WriteCSV(&file, dataset.Offers, manyPrices(importedRows)); err != nil {
		b.Fatal(err)
	}
	_, err := exec.LookPath("sqlite3")
	if err != nil {
		b.Log("the SQLite shell is missing: no comparison")
	}
	var ours, parsing, shells, ratios []float64
	for b.Loop() {
		for range importRounds {
			path := filepath.Join(b.TempDir(), "import.db")
			parsed, all := timedImport(b, path, file.Bytes())
			parsing, ours = append(parsing, parsed), append(ours, all)
			if err == nil {
				shell := shellImport(b, path)
				shells, ratios = append(shells, shell), append(ratios, all/shell)
			}
		}
	}
	b.ReportMetric(median(ours), "cpu-s/op")
	b.ReportMetric(median(parsing), "parse-cpu-s/op")
	if err == nil {
		b.ReportMetric(median(shells), "shell-cpu-s/op")
		b.ReportMetric(median(ratios), "ratio")
	}
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// timedImport imports a file into a new database and returns the seconds of
// processor time for reading it and for all.
func timedImport(b *testing.B, path string, file []byte) (parsed, all float64) {
	s := storetest.Open(b, store.Config{DSN: path})
	if err := s.Seed(context.Background(), dataset.Set{}, store.SeedMoment); err != nil {
		b.Fatal(err)
	}
	runtime.GC()
	before := processorTime(b)
	read, err := dataset.ReadCSV(bytes.NewReader(file), dataset.Options{Name: "offers.csv"})
	if err != nil || len(read.Records) != importedRows {
		b.Fatalf("%d records, %v", len(read.Records), err)
	}
	parsed = (processorTime(b) - before).Seconds()
	if _, err := s.Apply(context.Background(), store.Changeset{Who: "bench", Origin: store.OriginImport, Ops: additions(read.Records)}); err != nil {
		b.Fatal(err)
	}
	return parsed, (processorTime(b) - before).Seconds()
}

func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// shellImport exports what was imported as CSV and imports that with the shell
// into an empty table made from the same schema. It returns the seconds of processor
// time of the shell.
func shellImport(b *testing.B, path string) float64 {
	folder := b.TempDir()
	file, target := filepath.Join(folder, "rows.csv"), filepath.Join(folder, "shell.db")
	shell := func(input, database string, statements ...string) *exec.Cmd {
		run := exec.Command("sqlite3", append([]string{database}, statements...)...)
		run.Stdin = strings.NewReader(input)
		return run
	}
	export := shell("", path, ".mode csv", ".once "+file, "SELECT * FROM offers")
	if out, err := export.CombinedOutput(); err != nil {
		b.Fatalf("%v: %.300s", err, out)
	}
	schema, err := os.ReadFile("schema.sql")
	if err != nil {
		b.Fatal(err)
	}
	// STRICT would refuse the shell's empty cells in columns of numbers.
	plain := strings.ReplaceAll(string(schema), ") STRICT;", ");")
	plain = strings.ReplaceAll(plain, "CHECK (to_cs > from_cs)", "CHECK (1)")
	if out, err := shell(plain, target).CombinedOutput(); err != nil {
		b.Fatalf("%v: %.300s", err, out)
	}
	run := shell("", target, "PRAGMA journal_mode=WAL", ".import --csv "+file+" offers", "SELECT COUNT(*) FROM offers")
	result, err := run.CombinedOutput()
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(result)), "100000") {
		b.Fatalf("%v: %.300s", err, result)
	}
	return (run.ProcessState.UserTime() + run.ProcessState.SystemTime()).Seconds()
}
