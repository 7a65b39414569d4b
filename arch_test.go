package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// domain is what the rules of the field are made of.
var domain = []string{"catalog", "pricing", "sizing", "recommendation"}

// arrows lists, for every package, which of our packages it may import. The root
// may import everything and nobody imports it.
var arrows = map[string][]string{
	"catalog":             nil,
	"pricing":             {"catalog"},
	"sizing":              {"catalog"},
	"recommendation":      {"catalog", "pricing", "sizing"},
	"dataset":             {"catalog"},
	"seed":                {"dataset"},
	"store":               {"catalog", "dataset"},
	"store/storetest":     {"store"},
	"catalog/catalogtest": {"catalog"},
	"snapshot":            {"catalog"},
	"text":                nil,
	"static":              nil,
	"views/ui":            nil,
	"views/chart":         nil,
	"views":               append([]string{"text", "static", "views/ui", "views/chart"}, domain...),
	"web":                 {"static"},
	"review":              {"catalog", "dataset"},
	"views/admin":         {"text", "views", "views/ui"},
	"handlers/admin":      {"catalog", "dataset", "review", "text", "views", "views/admin", "views/ui", "web"},
	"handlers":            append([]string{"dataset", "text", "views", "views/ui", "views/chart", "web"}, domain...),
}

// keepers lists libraries that only some packages may know, by the start of their
// import path.
var keepers = map[string][]string{
	"gorm.io/":                     {"store", "store/storetest"},
	"database/sql":                 {"store", "store/storetest"},
	"github.com/mattn/":            {"store", "store/storetest"},
	"github.com/jackc/":            {"store", "store/storetest"},
	"github.com/pressly/":          {"store"},
	"github.com/gin-gonic/gin":     {"web", "handlers", "handlers/admin"},
	"github.com/a-h/templ":         {"web", "views", "views/ui", "views/chart", "views/admin", "handlers"},
	"github.com/xuri/excelize":     {"dataset"},
	"github.com/govalues/decimal":  append([]string{"catalog/catalogtest"}, domain...),
	"github.com/maypok86/otter":    {"web"},
	"github.com/alexedwards/argon": {"handlers/admin"},
	"github.com/alexedwards/scs":   {"handlers/admin"},
	"github.com/prometheus/client": {"web", "."},
	"net/http":                     {"web", "handlers", "handlers/admin", "static", "."},
}

// imports returns the packages that the non-test sources of each directory import.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && file != "." && (strings.HasPrefix(entry.Name(), ".") || slices.Contains([]string{"node_modules", "testdata", "data", "bin", "tools"}, entry.Name())) {
			return fs.SkipDir
		}
		if entry.IsDir() || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(file))
		for _, spec := range source.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			found[dir] = append(found[dir], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestPackagesImportOnlyWhatTheyMay(t *testing.T) {
	for dir, list := range imports(t) {
		allowed, listed := arrows[dir]
		if dir == "." {
			continue
		}
		if !listed {
			t.Errorf("package %s has no line in the table of arrows", dir)
		}
		for _, name := range list {
			if ours, local := strings.CutPrefix(name, "gpuscale/"); local && !slices.Contains(allowed, ours) {
				t.Errorf("%s imports %s", dir, ours)
			}
		}
	}
}

func TestLibrariesStayWithTheirKeepers(t *testing.T) {
	for dir, list := range imports(t) {
		for _, name := range list {
			for prefix, keeper := range keepers {
				if strings.HasPrefix(name, prefix) && !slices.Contains(keeper, dir) {
					t.Errorf("%s imports %s", dir, name)
				}
			}
		}
	}
}
