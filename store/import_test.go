package store_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

// manyPrices are n different price lines with most columns filled.
func manyPrices(n int) []dataset.Record {
	modes := []string{"on-demand", "month", "spot"}
	records := make([]dataset.Record, n)
	for i := range records {
		id := fmt.Sprintf("im-%06d", i)
		records[i] = record(dataset.Offers, "", map[string]string{
			"offer_id": id, "provider": fmt.Sprintf("provider-%d", i%60), "instance_type": fmt.Sprintf("gpu.%d.xlarge", i%500),
			"accelerator": fmt.Sprintf("NVIDIA A100 %d GB", 40+i%2*40), "accelerator_vendor": "NVIDIA", "form_factor": "PCIe",
			"vram_gb": strconv.Itoa(40 + i%2*40), "gpu_count": strconv.Itoa(1 + i%8), "vcpu": strconv.Itoa(8 + i%120),
			"ram_gib": strconv.Itoa(64 + i%900), "region": "华北;华东", "billing_mode": modes[i%3], "price_amount": fmt.Sprintf("%d.%04d", i%90, 1+i%9999),
			"price_tier": "list", "currency": "CNY", "unit": "gpu-hour", "source_url": "https://example.com/pricing/" + id,
			"source_date": "2026-11-30", "confidence": "official page", "evidence_grade": "A", "note": "read from the price table", "scope": "whole",
			"share": "1", "availability": "available"})
	}
	return records
}

func additions(records []dataset.Record) []store.Op {
	ops := make([]store.Op, len(records))
	for i := range records {
		ops[i] = store.Op{Kind: dataset.Offers, New: &records[i]}
	}
	return ops
}

// importing tells the re-run test binary which database to import into.
const importing = "GPUSCALE_TEST_IMPORT"

// killedImport is the size of an import that is killed.
const killedImport = 15_000

func TestAnImportThatIsKilledLeavesAllOrNothing(t *testing.T) {
	if path := os.Getenv(importing); path != "" {
		importUntilKilled(t, path)
		return
	}
	path := closedSQLite(t)
	inside := 0
	for i := range 8 {
		run := exec.Command(os.Args[0], "-test.run=^TestAnImportThatIsKilledLeavesAllOrNothing$")
		run.Env = append(os.Environ(), importing+"="+path)
		output, err := run.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := output.Read(make([]byte, 16)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i*40) * time.Millisecond)
		if err := run.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if run.Wait() == nil {
			t.Error("the import was not killed")
		}
		if imported := checkAfterKill(t, path); imported == 0 {
			inside++
		} else {
			path = closedSQLite(t)
		}
	}
	if inside == 0 {
		t.Error("no import was killed before it was committed")
	}
}

func importUntilKilled(t *testing.T, path string) {
	s := storetest.Open(t, store.Config{DSN: path})
	ops := additions(manyPrices(killedImport))
	fmt.Println("importing")
	if _, err := s.Apply(context.Background(), store.Changeset{Who: "a", Origin: store.OriginImport, Ops: ops}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Minute)
}

// checkAfterKill returns how many rows a killed import left: none or all.
func checkAfterKill(t *testing.T, path string) int {
	t.Helper()
	s, err := store.Open(context.Background(), store.Config{DSN: path})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	problems, err := s.Check(context.Background())
	if err != nil || len(problems) > 0 {
		t.Errorf("check after a kill: %v, %v", problems, err)
	}
	snapshot := load(t, s, nil)
	imported := len(snapshot.Set[dataset.Offers]) - 2
	if imported != 0 && imported != killedImport || (snapshot.Revision == 2) != (imported == killedImport) {
		t.Errorf("%d of %d rows at revision %d", imported, killedImport, snapshot.Revision)
	}
	return imported
}

func TestAnImportIsOneChangesetAndLeavesNoLog(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, dsn string) {
		s := storetest.Open(t, store.Config{DSN: dsn})
		ctx := seeded(t, s)
		records := manyPrices(2000)
		done, err := s.Apply(ctx, store.Changeset{Who: "a", Origin: store.OriginImport, Ops: additions(records)})
		if err != nil || done.Added != 2000 || done.Changeset != 2 {
			t.Fatalf("%+v, %v", done, err)
		}
		again, err := s.Apply(ctx, store.Changeset{Who: "a", Origin: store.OriginImport, Ops: additions(records)})
		if err != nil || again.Unchanged != 2000 || again.Changeset != 0 {
			t.Errorf("the same file again: %+v, %v", again, err)
		}
		ops := make([]store.Op, len(records))
		for i := range records {
			dearer := records[i].With("price_amount", "1000")
			ops[i] = store.Op{Kind: dataset.Offers, Key: done.Keys[i], ExpectVersion: 1, New: &dearer}
		}
		changed, err := s.Apply(ctx, store.Changeset{Who: "a", Origin: store.OriginImport, Ops: ops})
		if err != nil || changed.Changed != 2000 {
			t.Errorf("all changed: %+v, %v", changed, err)
		}
		if back, err := s.Revert(ctx, store.Reversal{Changeset: changed.Changeset, Who: "b"}); err != nil || back.Changed != 2000 {
			t.Errorf("taken back: %+v, %v", back, err)
		}
		detail, err := s.ChangesetDetail(ctx, changed.Changeset)
		if err != nil || !detail.Truncated || detail.Opened != 2000 || detail.Closed != 2000 || len(detail.Records) < 900 {
			t.Errorf("detail: %d records, truncated %v, opened %d, %v", len(detail.Records), detail.Truncated, detail.Opened, err)
		}
		if info, err := os.Stat(dsn + "-wal"); err == nil && info.Size() > 1<<20 {
			t.Errorf("the log was left with %d bytes", info.Size())
		}
	})
}

// editsEnv sets how many edits TestTheLogStaysBoundedWhileAnExportIsPaused makes: the
// whole case is 100000, which takes some minutes.
const editsEnv = "GPUSCALE_TEST_EDITS"

func pausedEdits(t *testing.T) int {
	typed := os.Getenv(editsEnv)
	switch {
	case typed == "" && testing.Short():
		return 400
	case typed == "":
		return 10_000
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < 1 {
		t.Fatalf("%s=%q is no number of edits", editsEnv, typed)
	}
	return n
}

func TestTheLogStaysBoundedWhileAnExportIsPaused(t *testing.T) {
	path := storetest.SQLite(t)
	s := storetest.Open(t, store.Config{DSN: path})
	seeded(t, s)
	half := load(t, s, nil) // an export that is paused holds the snapshot, not the database
	edits, longest, largest := pausedEdits(t), time.Duration(0), int64(0)
	large := strings.Repeat("x", 60_000)
	for i := range edits {
		begin := time.Now()
		note := ""
		if i%(max(edits/400, 1)) == 0 { // together more than the log may hold at once
			note = large + strconv.Itoa(i)
		}
		apply(t, s, edit("of-1", int64(i+1), price("of-1", strconv.Itoa(i+3))), edit("", 0, price("new-"+strconv.Itoa(i), "1", "note", note)))
		longest = max(longest, time.Since(begin))
		if info, err := os.Stat(path + "-wal"); err == nil {
			largest = max(largest, info.Size())
		}
	}
	t.Logf("%d edits: the slowest took %v, the log had at most %d KiB", edits, longest, largest>>10)
	if longest > 5*time.Second {
		t.Errorf("an edit waited %v", longest)
	}
	if largest == 0 || largest > 64<<20 {
		t.Errorf("the log had %d bytes", largest)
	}
	if got := half.Set[dataset.Offers][0].Get("price_amount"); got != "2" {
		t.Errorf("the paused export shows %s", got)
	}
	if got := load(t, s, &half.At).Set[dataset.Offers]; len(got) != 2 || got[0].Get("price_amount") != "2" {
		t.Errorf("what it exports is not what was recorded then")
	}
}
