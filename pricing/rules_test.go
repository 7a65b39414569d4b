package pricing

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// uncalled are exported rules that no page asks for yet, with the reason.
var uncalled = map[string]string{
	"Discounted": "prices are recorded after their discounts; the reference cases of stacked discounts hold it",
	"Voucher":    "no recorded provider publishes a voucher; the reference cases of stacked discounts hold it",
	"Quote":      "the reference cases name the cheapest mode of plain quotes",
	"Cheapest":   "the reference cases name the cheapest mode of plain quotes",
}

// Every exported rule of the package is used by the product, not by tests alone.
func TestEveryRuleIsUsed(t *testing.T) {
	declared, used := map[string]token.Position{}, map[string]bool{}
	files := token.NewFileSet()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_templ.go") {
			return err
		}
		parsed, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		names := map[*ast.Ident]bool{}
		if filepath.Base(filepath.Dir(path)) == "pricing" {
			for _, decl := range parsed.Decls {
				if f, ok := decl.(*ast.FuncDecl); ok {
					names[f.Name] = true
					if f.Name.IsExported() {
						declared[f.Name.Name] = files.Position(f.Pos())
					}
				}
			}
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && !names[id] {
				used[id.Name] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, at := range declared {
		if reason := uncalled[name]; used[name] == (reason != "") {
			t.Errorf("%s: %s is used %v, named as uncalled %q", at, name, used[name], reason)
		}
	}
}
