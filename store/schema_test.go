package store_test

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

var update = flag.Bool("update", false, "rewrite schema.sql from the migrations")

// column is what both databases say of a column, in words that they share.
type column struct {
	name    string
	kind    string
	notNull bool
}

func TestTablesHaveTheColumnsOfTheirKinds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		storetest.Open(t, store.Config{DSN: dsn})
		db := storetest.Raw(t, dsn)
		for _, kind := range dataset.Kinds {
			var want []column
			for _, c := range dataset.SchemaOf(kind).Columns {
				want = append(want, column{c.Name, sqlType(c.Type), c.Required})
			}
			got := columns(t, db, dsn, string(kind))
			if len(got) < len(store.Bookkeeping) {
				t.Fatalf("%s: %v", kind, got)
			}
			if diff := cmp.Diff(want, got[len(store.Bookkeeping):], cmp.AllowUnexported(column{})); diff != "" {
				t.Errorf("%s: %s", kind, diff)
			}
			for i, name := range store.Bookkeeping {
				if got[i].name != name {
					t.Errorf("%s: column %d is %s, not %s", kind, i, got[i].name, name)
				}
				if _, _, clash := dataset.SchemaOf(kind).Column(name); clash {
					t.Errorf("%s: %s is a column of the data too", kind, name)
				}
			}
		}
	})
}

func TestBothDatabasesHaveTheSameTables(t *testing.T) {
	lite, pg := storetest.SQLite(t), storetest.PostgreSQL(t)
	storetest.Open(t, store.Config{DSN: lite})
	storetest.Open(t, store.Config{DSN: pg})
	liteDB, pgDB := storetest.Raw(t, lite), storetest.Raw(t, pg)
	names := texts(t, liteDB, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'goose_db_version' ORDER BY 1")
	if diff := cmp.Diff(names, texts(t, pgDB, "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'goose_db_version' ORDER BY tablename::text COLLATE \"C\"")); diff != "" {
		t.Fatal(diff)
	}
	for _, name := range names {
		if diff := cmp.Diff(columns(t, liteDB, lite, name), columns(t, pgDB, pg, name), cmp.AllowUnexported(column{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func sqlType(of dataset.Type) string {
	switch of {
	case dataset.Money, dataset.Integer:
		return "whole"
	case dataset.Number:
		return "figure"
	}
	return "text"
}

// columns lists the columns of a table in order. SQLite has no boolean: 0 and 1
// stand for it.
func columns(t *testing.T, db *sql.DB, dsn, table string) []column {
	t.Helper()
	query := `SELECT name, type, "notnull" OR pk AND type = 'INTEGER' FROM pragma_table_info('` + table + `') ORDER BY cid`
	if strings.HasPrefix(dsn, "postgres") {
		query = `SELECT column_name, data_type, is_nullable = 'NO' FROM information_schema.columns
			WHERE table_name = '` + table + `' ORDER BY ordinal_position`
	}
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	words := map[string]string{"INTEGER": "whole", "bigint": "whole", "boolean": "whole", "TEXT": "text", "text": "text",
		"REAL": "figure", "double precision": "figure", "BLOB": "bytes", "bytea": "bytes"}
	var found []column
	for rows.Next() {
		var c column
		if err := rows.Scan(&c.name, &c.kind, &c.notNull); err != nil {
			t.Fatal(err)
		}
		if words[c.kind] == "" {
			t.Fatalf("%s.%s has the unexpected type %s", table, c.name, c.kind)
		}
		c.kind = words[c.kind]
		found = append(found, c)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

func texts(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestMigrationsArriveAtTheReadableSchema(t *testing.T) {
	dsn := storetest.SQLite(t)
	storetest.Open(t, store.Config{DSN: dsn})
	var b strings.Builder
	b.WriteString("-- The schema on SQLite after all migrations; PostgreSQL has the same tables and columns.\n" +
		"-- Written by: go test ./store -run ReadableSchema -update\n")
	for _, statement := range texts(t, storetest.Raw(t, dsn), `SELECT sql FROM sqlite_master
		WHERE sql IS NOT NULL AND tbl_name NOT IN ('goose_db_version', 'sqlite_sequence') ORDER BY rowid`) {
		fmt.Fprintf(&b, "\n%s;\n", statement)
	}
	if *update {
		if err := os.WriteFile("schema.sql", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile("schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(written), b.String()); diff != "" {
		t.Errorf("schema.sql differs from what the migrations make (run with -update): %s", diff)
	}
}

func TestBothFoldersHoldTheSameNumberedMigrations(t *testing.T) {
	var lists [2][]string
	for i, folder := range []string{"sqlite", "postgres"} {
		entries, err := os.ReadDir("migrations/" + folder)
		if err != nil {
			t.Fatal(err)
		}
		for n, e := range entries {
			if want := fmt.Sprintf("%05d_", n+1); !strings.HasPrefix(e.Name(), want) {
				t.Errorf("%s/%s should start with %s", folder, e.Name(), want)
			}
			lists[i] = append(lists[i], e.Name())
		}
	}
	if !slices.Equal(lists[0], lists[1]) {
		t.Errorf("%v and %v", lists[0], lists[1])
	}
}

// TestMigrationsKeepEveryRow fills each table as soon as a migration has made it and
// compares rows and their content after every later migration.
func TestMigrationsKeepEveryRow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		ctx := context.Background()
		s, err := store.Open(ctx, store.Config{DSN: dsn})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		latest, err := s.LatestVersion()
		if err != nil {
			t.Fatal(err)
		}
		db, filled := storetest.Raw(t, dsn), map[string]string{}
		for version := int64(1); version <= latest; version++ {
			if err := s.MigrateTo(ctx, version); err != nil {
				t.Fatal(err)
			}
			for table, before := range filled {
				if after := content(t, db, dsn, table); after != before {
					t.Errorf("migration %d changed %s from %s to %s", version, table, before, after)
				}
			}
			fill(t, db, dsn, filled)
		}
		if len(filled) < len(dataset.Kinds)+1 {
			t.Errorf("only %d tables were filled", len(filled))
		}
	})
}

// fill puts rows into the tables of records that are empty yet.
func fill(t *testing.T, db *sql.DB, dsn string, filled map[string]string) {
	t.Helper()
	for _, name := range append([]string{"changesets"}, kindNames()...) {
		if _, done := filled[name]; done || len(columns(t, db, dsn, name)) == 0 {
			continue
		}
		for n := 1; n <= 3; n++ {
			if _, err := db.Exec(insertion(t, db, dsn, name, n)); err != nil {
				t.Fatal(err)
			}
		}
		filled[name] = content(t, db, dsn, name)
	}
}

func kindNames() []string {
	names := make([]string, len(dataset.Kinds))
	for i, k := range dataset.Kinds {
		names[i] = string(k)
	}
	return names
}

// insertion returns an INSERT of the nth row with a value in every column.
func insertion(t *testing.T, db *sql.DB, dsn, table string, n int) string {
	t.Helper()
	var names, values []string
	for _, c := range columns(t, db, dsn, table) {
		value := map[string]string{"whole": fmt.Sprint(n), "figure": fmt.Sprint(n) + ".5", "text": fmt.Sprintf("'t%d'", n)}[c.kind]
		switch {
		case c.name == "row_id", c.name == "to_cs", c.name == "reverts":
			continue
		case c.name == "origin":
			value = "'form'"
		case c.name == "version":
			value = "1"
		}
		names = append(names, `"`+c.name+`"`)
		values = append(values, value)
	}
	return "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (" + strings.Join(values, ", ") + ")"
}

func content(t *testing.T, db *sql.DB, dsn, table string) string {
	t.Helper()
	var parts []string
	for _, c := range columns(t, db, dsn, table) {
		parts = append(parts, `COALESCE(CAST("`+c.name+`" AS TEXT), '-')`)
	}
	return strings.Join(texts(t, db, "SELECT "+strings.Join(parts, " || '|' || ")+" FROM "+table+" ORDER BY 1"), "\n")
}

// TestSourcesHaveNoWayToRewriteHistory reads the package's own SQL: the only UPDATE
// of records is the one that closes a version.
func TestSourcesHaveNoWayToRewriteHistory(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	statement := regexp.MustCompile(`"(UPDATE|DELETE|TRUNCATE|REPLACE|DROP|ALTER) [^"]*"[^\n]*`)
	var found []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		source, err := os.ReadFile(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, statement.FindAllString(string(source), -1)...)
	}
	if len(found) != 1 || !strings.Contains(found[0], "SET to_cs = ") {
		t.Errorf("statements that change rows: %q", found)
	}
}

func TestTheDatabaseRefusesToRewriteHistory(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		s := storetest.Open(t, store.Config{DSN: dsn})
		seeded(t, s)
		apply(t, s, edit("of-1", 1, price("of-1", "3")))
		db := storetest.Raw(t, dsn)
		refused := func(statement string) {
			t.Helper()
			if _, err := db.Exec(statement); err == nil {
				t.Errorf("allowed: %s", statement)
			}
		}
		for _, c := range columns(t, db, dsn, "offers") {
			value := map[string]string{"whole": "7", "figure": "7.5", "text": "'seven'"}[c.kind]
			refused(`UPDATE offers SET "` + c.name + `" = ` + value + ` WHERE to_cs IS NOT NULL`)
			if c.name != "to_cs" {
				refused(`UPDATE offers SET "` + c.name + `" = ` + value + ` WHERE to_cs IS NULL`)
			}
		}
		refused("UPDATE offers SET to_cs = NULL WHERE to_cs IS NOT NULL")
		for _, table := range append(kindNames(), "changesets") {
			if table == "offers" || table == "providers" || table == "changesets" || strings.HasPrefix(dsn, "postgres") {
				refused("DELETE FROM " + table)
			}
		}
		refused("UPDATE changesets SET who = 'nobody'")
		if strings.HasPrefix(dsn, "postgres") {
			refused("TRUNCATE offers")
			refused("TRUNCATE changesets CASCADE")
		}
	})
}

// TestEveryTableOfVersionsGuardsEveryColumn finds columns that a later migration
// added without renewing the trigger: SQLite's triggers name columns one by one.
func TestEveryTableOfVersionsGuardsEveryColumn(t *testing.T) {
	dsn := storetest.SQLite(t)
	storetest.Open(t, store.Config{DSN: dsn})
	db := storetest.Raw(t, dsn)
	for _, kind := range kindNames() {
		trigger := texts(t, db, "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = '"+kind+"_keep'")
		if len(trigger) != 1 {
			t.Fatalf("%s has no trigger against rewriting", kind)
		}
		guarded := strings.FieldsFunc(trigger[0], func(r rune) bool { return strings.ContainsRune(" ,\n\"", r) })
		for _, c := range columns(t, db, dsn, kind) {
			if c.name != "to_cs" && !slices.Contains(guarded, c.name) {
				t.Errorf("%s.%s can be rewritten", kind, c.name)
			}
		}
		if n := len(texts(t, db, "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = '"+kind+"'")); n != 3 {
			t.Errorf("%s has %d triggers", kind, n)
		}
	}
}
