package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpuscale/store/storetest"
)

// write makes a file in a folder of the test.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// command runs a command on a database and fails unless it ends with a status.
func commandOn(t *testing.T, db string, status int, args ...string) string {
	t.Helper()
	got, out, stderr := run1(t, nil, append([]string{"-db", db}, args...)...)
	if got != status {
		t.Fatalf("%v ended with %d: %s%s", args, got, out, stderr)
	}
	return out + stderr
}

// cell returns a value of an exported file, by key in the first column.
func cell(t *testing.T, dir, file, key, column string) string {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range rows[0] {
		if name != column {
			continue
		}
		for _, row := range rows[1:] {
			if row[0] == key {
				return row[i]
			}
		}
	}
	t.Fatalf("%s has no %s of %s", file, column, key)
	return ""
}

const twoOffers = "offer_id,provider,accelerator,gpu_count,billing_mode,price_amount,price_tier,currency,unit,confidence,evidence_grade,scope,share,source_date,note,source_url\n" +
	"imp-1,tencent-cloud,A100,8,on-demand,8.00,list,CNY,gpu-hour,official page,A,whole,1,2026-11-30,,https://example.com/prices\n" +
	"imp-2,tencent-cloud,A100,8,month,5000,list,CNY,gpu-month,official page,A,whole,1,2026-11-30,=1+1,https://example.com/prices\n"

// repriced are the two offers with another amount, seen a day later.
func repriced(amount string) string {
	return strings.Replace(strings.Replace(twoOffers, "8.00", amount, 1), "2026-11-30", "2026-12-01", 1)
}

func TestAnExportImportsWithoutAChange(t *testing.T) {
	storetest.EachMigrated(t, func(t *testing.T, dsn string) {
		dir := filepath.Join(t.TempDir(), "set")
		commandOn(t, dsn, exitOK, "import", write(t, "offers.csv", twoOffers), "-why", "two offers")
		if out := commandOn(t, dsn, exitOK, "export", dir); !strings.Contains(out, "19 files") {
			t.Errorf("export says %s", out)
		}
		out := commandOn(t, dsn, exitOK, "import", dir, "-strict")
		if !strings.Contains(out, "new 0, changed 0, ") || !strings.Contains(out, "refused 0, duplicate 0, joined 0, left out 0") {
			t.Errorf("import says %s", out)
		}
		book := filepath.Join(dir, "set.xlsx")
		if out := commandOn(t, dsn, exitOK, "export", book); !strings.Contains(out, "1 files") {
			t.Errorf("export of a workbook says %s", out)
		}
		if out := commandOn(t, dsn, exitOK, "import", book, "-strict"); !strings.Contains(out, "new 0, changed 0, ") || !strings.Contains(out, "refused 0, duplicate 0, joined 0, left out 0") {
			t.Errorf("import of the workbook says %s", out)
		}
		commandOn(t, dsn, exitOK, "export", dir, "-bom")
		if out := commandOn(t, dsn, exitOK, "import", dir); !strings.Contains(out, "new 0, changed 0, ") {
			t.Errorf("with a mark: %s", out)
		}
	})
}

func TestAnImportPreviewsAndWritesOneChangeset(t *testing.T) {
	db, dir := storetest.SQLite(t), t.TempDir()
	file := write(t, "offers.csv", twoOffers+"imp-3,nobody,A100,8,on-demand,8.00,list,CNY,gpu-hour,official page,A,whole,1,2026-11-30,,https://example.com/prices\nimp-4,tencent-cloud,A100,8,on-demand,8.00,list,RMBB,gpu-hour,official page,A,whole,1,,,\n")
	dry := commandOn(t, db, exitOK, "import", "-dry-run", file)
	for _, want := range []string{"new 2, changed 0, unchanged 0, refused 2", "offers.csv:4: provider: \"nobody\"", "offers.csv:5: currency: \"RMBB\"", "UTF-8", `unknown provider "nobody" on 1 lines`} {
		if !strings.Contains(dry, want) {
			t.Errorf("the preview lacks %s: %s", want, dry)
		}
	}
	if out := commandOn(t, db, exitFailed, "import", "-strict", file); strings.Contains(out, "Wrote") {
		t.Errorf("strict wrote: %s", out)
	}
	if out := commandOn(t, db, exitOK, "import", file, "-why", "checked"); !strings.Contains(out, "Wrote changeset 2: 2 added, 0 changed") {
		t.Errorf("import says %s", out)
	}
	changed := write(t, "offers.csv", repriced("12"))
	if out := commandOn(t, db, exitFailed, "import", changed, "-strict"); !strings.Contains(out, "1 lines are unlikely") {
		t.Errorf("strict says %s", out)
	}
	if out := commandOn(t, db, exitOK, "import", changed); !strings.Contains(out, "unlikely") || !strings.Contains(out, "changed-over-30") || !strings.Contains(out, "1 lines are unlikely and left out") || !strings.Contains(out, "Nothing to write") {
		t.Errorf("without a reason: %s", out)
	}
	if out := commandOn(t, db, exitOK, "import", changed, "-accept-flagged", "new list of December"); !strings.Contains(out, "1 prices change by more than 30 %") || !strings.Contains(out, `price_amount "8" → "12"`) {
		t.Errorf("a large move: %s", out)
	}
	commandOn(t, db, exitOK, "export", dir)
	if got := cell(t, dir, "offers.csv", "imp-1", "price_amount"); got != "12" {
		t.Errorf("exported %s", got)
	}
	if got := cell(t, dir, "offers.csv", "imp-1", "exception"); got != "new list of December" {
		t.Errorf("readers see the reason %q", got)
	}
	if got := cell(t, dir, "offers.csv", "imp-2", "note"); got != "'=1+1" {
		t.Errorf("a formula was exported as %s", got)
	}
}

func TestWrongImportsAreRefused(t *testing.T) {
	db := storetest.SQLite(t)
	for name, row := range map[string]struct {
		args   []string
		status int
		want   string
	}{
		"no file":           {[]string{"import"}, exitUsage, "one or more files"},
		"a missing file":    {[]string{"import", "nowhere.csv"}, exitFailed, "nowhere.csv"},
		"an unknown kind":   {[]string{"import", "x.csv", "-kind", "cats"}, exitUsage, "-kind"},
		"a wrong date":      {[]string{"import", "x.csv", "-seen", "yesterday"}, exitUsage, "-seen"},
		"an unknown flag":   {[]string{"import", "-fast"}, exitUsage, "fast"},
		"an unknown header": {[]string{"import", write(t, "x.csv", "a,b\n1,2\n")}, exitFailed, "fits no kind"},
		"a wrong column":    {[]string{"import", write(t, "offers.csv", strings.Replace(twoOffers, "note", "nota", 1))}, exitFailed, "nota: unknown column"},
		"no folder":         {[]string{"export"}, exitUsage, "export DIR"},
	} {
		t.Run(name, func(t *testing.T) {
			if out := commandOn(t, db, row.status, row.args...); !strings.Contains(out, row.want) {
				t.Errorf("said %s", out)
			}
		})
	}
	commandOn(t, db, exitOK, "import", "-h")
}

// TestAnImportShowsOnTheRunningPortal imports from a second process' point of view:
// the portal follows within a second, and pages get another ETag.
func TestAnImportShowsOnTheRunningPortal(t *testing.T) {
	db := storetest.SQLite(t)
	portal := start(t, db)
	file := write(t, "offers.csv", twoOffers)
	commandOn(t, db, exitOK, "import", file)
	price := func(want string) (tag string) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			_, header, body := fetch(t, portal.url+"/offers.csv?provider=tencent-cloud&billing=on-demand")
			if strings.Contains(body, "imp-1") && strings.Contains(body, want) {
				return header.Get("ETag")
			}
		}
		t.Fatalf("the portal never showed %s", want)
		return ""
	}
	before := price("8.00")
	commandOn(t, db, exitOK, "import", write(t, "offers.csv", repriced("8.13")))
	if after := price("8.13"); after == before {
		t.Error("the tag did not change with the price")
	}
}
