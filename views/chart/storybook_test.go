package chart

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"testing"
)

// widthClasses are the rules the stylesheet needs beside only-n and only-w.
const widthClasses = `@layer parts {
.only-m, .only-x { display: none }
@container cq (440px <= width < 660px) { .only-w { display: none } .only-m { display: block } }
@container cq (min-width: 900px) { .only-w:has(+ .only-x) { display: none } .only-x { display: block } }
}`

// TestStorybook writes every component to one page. Set CHART_STORYBOOK to a
// directory to keep the page and look at it in a browser; it links the
// stylesheet of the product and sets the rules for its container widths.
func TestStorybook(t *testing.T) {
	dir := t.TempDir()
	if kept := os.Getenv("CHART_STORYBOOK"); kept != "" {
		dir = kept
	}
	sheet, err := filepath.Abs("../../static/files/app.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range []string{"light", "dark"} {
		var page bytes.Buffer
		fmt.Fprintf(&page, `<!doctype html><html lang="zh-CN" data-theme="%s"><meta charset="utf-8"><title>charts</title>`, theme)
		fmt.Fprintf(&page, `<link rel="stylesheet" href="file://%s"><style>%s</style><main class="wrap">`, sheet, widthClasses)
		for i, s := range stories() {
			fmt.Fprintf(&page, `<style>.s%d{inline-size:%dpx}</style><section class="sec"><h3>%s</h3><div class="s%d">`, i, s.width, html.EscapeString(s.name), i)
			if err := s.body.Render(context.Background(), &page); err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			page.WriteString(`</div></section>`)
		}
		path := filepath.Join(dir, "charts-"+theme+".html")
		if err := os.WriteFile(path, page.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
