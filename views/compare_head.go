package views

import (
	"bytes"
	"context"

	"gpuscale/views/chart"
)

func (t *tableWriter) head(i int, h *CompareHead) {
	if h.Base {
		t.raw(`<th scope="col" class="base"><span class="row row-b">`)
	} else {
		t.raw(`<th scope="col"><span class="row row-b">`)
	}
	t.wrapped(`<a class="who" href="`, h.Href, `">`)
	t.wrapped(``, h.Name, `</a>`)
	t.move("x", i, &h.Remove, t.f.T("compare.remove", "name", h.Label), "i-x")
	t.wrapped(`</span><span class="s mut2">`, h.Detail, `</span><span class="nums"><br>`)
	t.headPrice(h)
	t.raw(`</span><span class="row row-b"><span class="xs">`)
	t.baseLink(i, h)
	t.move("l", i, &h.Left, t.f.T("compare.left", "name", h.Label), "i-back")
	t.move("r", i, &h.Right, t.f.T("compare.right", "name", h.Label), "i-arrow")
	t.report(h)
	t.raw(`</span>`)
	t.profile(h)
	t.raw(`</span></th>`)
}

func (t *tableWriter) headPrice(h *CompareHead) {
	switch {
	case h.Price == "":
	case h.Known:
		t.wrapped(`<b class="big">`, h.Price, `</b> `)
	default:
		t.wrapped(`<span class="unk">`, h.Price, `</span> `)
	}
	t.wrapped(`<span class="xs mut">`, h.Unit, `</span>`)
}

// report leads to the form in which a price of the column is reported as wrong.
func (t *tableWriter) report(h *CompareHead) {
	if h.Report != "" {
		t.wrapped(` <a rel="nofollow" href="`, t.f.Href("/report?price="+h.Report), `" aria-label="`)
		t.wrapped(``, t.f.T("report.link.of", "name", h.Label), `">`)
		t.wrapped(``, t.f.T("report.link"), `</a>`)
	}
}

func (t *tableWriter) baseLink(i int, h *CompareHead) {
	if h.Base {
		// It has the id of the link it replaces, so that the focus stays here.
		t.raw(`<span class="hot" tabindex="-1" id="b-`)
		t.number(i)
		t.wrapped(`">`, t.f.T("compare.base"), `</span>`)
		return
	}
	t.raw(`<a id="b-`)
	t.number(i)
	t.swap(h.BaseHref, h.BaseHref)
	t.wrapped(` aria-label="`, t.f.T("compare.base.label", "name", h.Label), `">`)
	t.wrapped(``, t.f.T("compare.base.set"), `</a>`)
}

// swap finishes the id of a link and writes where it leads: a page without scripts,
// the fragment with them.
func (t *tableWriter) swap(href, get string) {
	t.wrapped(`" href="`, href, `" hx-get="`)
	t.wrapped(``, get, `" hx-push-url="`)
	t.wrapped(``, href, `" hx-target="#cmp" hx-swap="outerHTML"`)
}

// move writes a link that changes the columns, or nothing at the ends.
func (t *tableWriter) move(name string, i int, m *CompareMove, label, icon string) {
	if m.Href == "" {
		return
	}
	t.raw(`<a class="pin" id="`)
	t.raw(name)
	t.raw(`-`)
	t.number(i)
	t.swap(m.Href, m.Get)
	t.wrapped(` aria-label="`, label, `"><svg class="ico" aria-hidden="true"><use href="#`)
	t.raw(icon)
	t.raw(`"></use></svg></a>`)
}

func (t *tableWriter) profile(h *CompareHead) {
	if len(h.Profile) == 0 {
		return
	}
	var drawn bytes.Buffer
	// Writing to a buffer does not fail.
	_ = chart.Profile(h.Profile, h.ProfileLabel).Render(context.Background(), &drawn)
	t.b = append(t.b, drawn.Bytes()...)
}
