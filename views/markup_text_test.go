package views

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"pgregory.net/rapid"
)

func TestHandWrittenMarkupReadsBackAsTheDataItShows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.StringOfN(rapid.RuneFrom([]rune(`<>&"'abc 中=/`)), 0, 40, -1).Draw(t, "data")
		var m markup
		m.between(`<p title="`, data, `">`)
		m.between(``, data, `</p>`)
		d, err := goquery.NewDocumentFromReader(strings.NewReader(string(m)))
		if err != nil {
			t.Fatal(err)
		}
		p := d.Find("p")
		if p.Text() != data || p.AttrOr("title", "") != data || p.Children().Length() != 0 {
			t.Fatalf("%q became %q", data, m)
		}
	})
}

func TestOnlyWebAddressesBecomeExternalLinks(t *testing.T) {
	for url, link := range map[string]bool{
		"https://a.example/x": true, "http://a.example": true, "javascript:alert(1)": false, "//a.example": false, "data:text/html,x": false, "": false,
	} {
		var m markup
		shut := m.external(url)
		if got := strings.HasPrefix(string(m), "<a "); got != link || got != (shut == "</a>") {
			t.Errorf("%q: %s", url, m)
		}
		if link && !strings.Contains(string(m), `rel="nofollow noopener noreferrer"`) {
			t.Errorf("%q: %s", url, m)
		}
	}
}
