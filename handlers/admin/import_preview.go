package admin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/views"
	pages "gpuscale/views/admin"
	"gpuscale/views/ui"
)

// previewQuery is which lines of a preview are asked for, and what was posted when
// it was refused.
type previewQuery struct {
	show, page string
	why        string
	reason     string   // for the unlikely lines that are kept
	keep       []string // places of those lines, or everyFlag
	mapping    map[string][]string
	problems   map[string]string
}

// shownActions are the lines that a preview can be narrowed to; the first holds
// everything that changes or cannot be taken.
var shownActions = []struct {
	word    string
	actions []dataset.Action
}{
	{"changes", []dataset.Action{dataset.ActionNew, dataset.ActionChanged, dataset.ActionRefused}},
	{"new", []dataset.Action{dataset.ActionNew}},
	{"changed", []dataset.Action{dataset.ActionChanged}},
	{"unchanged", []dataset.Action{dataset.ActionUnchanged}},
	{"refused", []dataset.Action{dataset.ActionRefused}},
	{"duplicate", []dataset.Action{dataset.ActionDuplicate}},
	{"joined", []dataset.Action{dataset.ActionJoined}},
	{"skipped", []dataset.Action{dataset.ActionSkipped}},
	{"all", nil},
}

// previewModel is one page of a preview with everything around it.
func (a *Admin) previewModel(f views.Frame, view importView) pages.PreviewModel {
	p, v, q := view.pending, view.state.Preview, view.query
	path := importPath + "/" + p.ID
	writes := v.Counts[dataset.ActionNew] + v.Counts[dataset.ActionChanged]
	m := pages.PreviewModel{
		Name: p.Name, Path: path, Expires: text.Minute(p.Expires), Writes: writes, Why: q.why, Problems: q.problems,
		Refused: v.Counts[dataset.ActionRefused], Unknown: a.unknownProviders(f, v, q),
	}
	for _, file := range v.Files {
		m.Files = append(m.Files, importedFile(f, file))
	}
	for _, action := range []dataset.Action{dataset.ActionNew, dataset.ActionChanged, dataset.ActionUnchanged, dataset.ActionRefused, dataset.ActionDuplicate, dataset.ActionJoined, dataset.ActionSkipped} {
		n := v.Counts[action]
		if n > 0 || len(m.Facts) < 4 {
			m.Facts = append(m.Facts, pages.PreviewFact{Label: f.T("import.action." + string(action)), Count: text.Count(n), Path: f.Href(path + "?show=" + string(action)), Bad: action == dataset.ActionRefused && n > 0})
		}
	}
	for _, broken := range v.Broken[:min(len(v.Broken), importPer)] {
		m.Broken = append(m.Broken, f.T("problem.elsewhere", "kind", text.Word(f.Lang, "kind", string(broken.Kind)), "key", broken.Key, "problem", problemText(f.Lang, broken.Kind, broken.Code, broken.Detail)))
	}
	a.flagged(f, &m, view)
	a.pageOfLines(f, &m, v, q)
	return m
}

// importedFile says what a file was taken for.
func importedFile(f views.Frame, file *dataset.File) pages.ImportedFile {
	line := pages.ImportedFile{Name: file.Name, Kind: text.Word(f.Lang, "kind", string(file.Kind)), Rows: f.N("import.rows", file.Rows)}
	if !file.Kind.Known() {
		line.Kind = f.T("import.kind.unknown")
	}
	format := []string{file.Format.Encoding}
	switch file.Format.Delimiter {
	case 0:
	case '\t':
		format = append(format, f.T("import.tab"))
	default:
		format = append(format, f.T("import.delimiter", "sign", string(file.Format.Delimiter)))
	}
	line.Format = strings.Join(format, " · ")
	if file.Catalogue != "" {
		line.Catalogue, line.Licence = f.T("import.catalogue."+string(file.Catalogue)), f.T("import.licence."+string(file.Catalogue))
	}
	return line
}

// flagged lists the unlikely lines, which are left out unless each, or all of very
// many, is ticked and a reason is given.
func (a *Admin) flagged(f views.Frame, m *pages.PreviewModel, view importView) {
	flags, keep := view.state.Flags, view.query.keep
	m.FlagCount, m.OneTick, m.Reason = len(flags), len(flags) > singleTicks, view.query.reason
	m.KeepAll = slices.Contains(keep, everyFlag)
	m.Writes -= len(flags)
	for _, flag := range flags[:min(len(flags), singleTicks)] {
		row := &view.state.Preview.Rows[flag.Row]
		line := a.previewLine(f, view.state.Preview, row)
		line.Flagged, line.Notes = true, nil
		for _, o := range flag.Objections {
			line.Notes = append(line.Notes, columnLabel(f.Lang, row.Kind, o.Column)+f.T("records.colon")+objectionText(f.Lang, o))
		}
		if !m.OneTick {
			line.Tick, line.Kept = strconv.Itoa(flag.Row), slices.Contains(keep, strconv.Itoa(flag.Row))
		}
		m.Flags = append(m.Flags, line)
	}
}

// pageOfLines fills in the lines asked for; an unknown word or number is the first.
func (a *Admin) pageOfLines(f views.Frame, m *pages.PreviewModel, v *dataset.Preview, q previewQuery) {
	shown := shownActions[0]
	for _, s := range shownActions {
		if s.word == q.show {
			shown = s
		}
	}
	page, err := strconv.Atoi(q.page)
	if err != nil || page < 1 {
		page = 1
	}
	total, from := 0, (page-1)*importPer
	for i := range v.Rows {
		row := &v.Rows[i]
		if shown.actions != nil && !slices.Contains(shown.actions, row.Action) {
			continue
		}
		if total >= from && total < from+importPer {
			m.Lines = append(m.Lines, a.previewLine(f, v, row))
		}
		total++
	}
	for _, s := range shownActions {
		m.Shows = append(m.Shows, pages.Choice{Value: f.Href(m.Path + "?show=" + s.word), Label: f.T("import.show." + s.word), Chosen: s.word == shown.word})
	}
	m.Pager = ui.PagerProps{Label: f.T("records.pages"), Page: page, Pages: (total + importPer - 1) / importPer,
		Range:     f.T("records.range", "from", text.Count(min(from+1, total)), "to", text.Count(min(from+importPer, total)), "total", text.Count(total)),
		PageLabel: func(n int) string { return f.T("records.page", "page", n) },
		Href:      func(n int) string { return f.Href(m.Path + "?show=" + shown.word + "&page=" + strconv.Itoa(n)) }}
}

// previewLine is one line of the files, ready to print.
func (a *Admin) previewLine(f views.Frame, v *dataset.Preview, row *dataset.Row) pages.PreviewLine {
	line := pages.PreviewLine{Action: string(row.Action), Line: text.Count(row.Line), Kind: text.Word(f.Lang, "kind", string(row.Kind))}
	if len(v.Files) > 1 {
		line.File = v.Files[row.File].Name
	}
	if len(row.Record.Values) > 0 {
		lay := layoutOf(row.Kind)
		line.Title, line.Sub = a.words(f.Lang, row.Record, lay.title), a.words(f.Lang, row.Record, lay.sub)
		if line.Title == "" {
			line.Title = row.Record.Key
		}
		if row.Kind == dataset.Offers {
			line.Sub += " · " + text.Word(f.Lang, "billing", row.Record.Get("billing_mode")) + " · " + row.Record.Get("currency") + " / " + text.Word(f.Lang, "unit_name", row.Record.Get("unit"))
		}
	}
	switch row.Action {
	case dataset.ActionChanged:
		line.Values = changedValues(f, row)
	case dataset.ActionNew:
		line.Values = newValues(f, row)
	}
	for _, p := range row.Problems {
		line.Notes = append(line.Notes, lineProblem(f, p))
	}
	return line
}

func changedValues(f views.Frame, row *dataset.Row) []pages.PreviewValue {
	values := make([]pages.PreviewValue, 0, len(row.Changes))
	for _, c := range row.Changes {
		v := pages.PreviewValue{Label: columnLabel(f.Lang, row.Kind, c.Column), Old: recordedValue(f, row.Kind, c.Column, c.Old), New: recordedValue(f, row.Kind, c.Column, c.New)}
		if c.Column == "price_amount" {
			v.Percent, v.Up = movedBy(row.Move)
		}
		values = append(values, v)
	}
	return values
}

// movedBy prints how far a price moves, "" where that is not known.
func movedBy(m dataset.Move) (percent string, up bool) {
	if p, ok := m.Percent.Get(); ok {
		return views.SignedPercent(p), p.Sign() > 0
	}
	return "", false
}

// recordedValue prints a value of a record: amounts and words as people read them.
func recordedValue(f views.Frame, kind dataset.Kind, name, value string) string {
	_, column, _ := dataset.SchemaOf(kind).Column(name)
	switch {
	case value != "" && column.Type == dataset.Money:
		return shownMoney(value)
	case value != "" && column.Type == dataset.Word:
		return wordLabel(f.Lang, name, value)
	}
	return shownValue(f, value)
}

// newValues names what a new price costs, and how far that is from the price of the
// same id before it; of other records their name says enough.
func newValues(f views.Frame, row *dataset.Row) []pages.PreviewValue {
	if row.Kind != dataset.Offers {
		return nil
	}
	line, problems := dataset.ParsePrice(row.Record)
	if len(problems) > 0 {
		return nil
	}
	price := catalog.Price{Amount: line.Amount, Max: line.Max, Currency: line.Currency, Unit: line.Unit}
	v := pages.PreviewValue{Label: text.Word(f.Lang, "billing", string(line.Billing)), New: views.PublishedPrice(f.Lang, &price), Fresh: true}
	v.Percent, v.Up = movedBy(row.Move)
	return []pages.PreviewValue{v}
}

// lineProblem says what is wrong with a line: column, value, reason.
func lineProblem(f views.Frame, p dataset.Problem) string {
	var b strings.Builder
	if p.Column != "" {
		b.WriteString(columnLabel(f.Lang, p.Kind, p.Column) + f.T("records.colon"))
	}
	if p.Value != "" {
		fmt.Fprintf(&b, "%q ", shortened(p.Value))
	}
	b.WriteString(problemText(f.Lang, p.Kind, p.Code, p.Detail))
	return b.String()
}

// shortened keeps a message readable when a cell holds a whole page.
func shortened(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// unknownProviders are the providers that lines name and no record knows, with what
// the editor chose when the choice was refused.
func (a *Admin) unknownProviders(f views.Frame, v *dataset.Preview, q previewQuery) []pages.UnknownProvider {
	names := v.UnknownProviders()
	known := append(a.providerChoices(f, f.T("import.map.leave")), pages.Choice{Value: addWord, Label: f.T("import.map.add")})
	var list []pages.UnknownProvider
	for i, n := range names[:min(len(names), unknownPerForm)] {
		number := strconv.Itoa(i)
		typed := func(name string) string {
			if values := q.mapping[name+"."+number]; len(values) > 0 {
				return values[0]
			}
			return ""
		}
		u := pages.UnknownProvider{Number: number, Name: n.Name, Lines: f.N("import.lines", n.Lines), Label: typed("label"), Slug: typed("slug"), NeedsSlug: !slugForm.MatchString(n.Name), Problem: q.problems["as."+number],
			Kinds: wordsOf(f, "kind", typed("kind")), Markets: wordsOf(f, "market", typed("market"))}
		if u.Label == "" {
			u.Label = n.Name
		}
		for _, c := range known {
			c.Chosen = c.Value == typed("as")
			u.As = append(u.As, c)
		}
		list = append(list, u)
	}
	return list
}

// wordsOf are the words that a column of a provider may have.
func wordsOf(f views.Frame, column, chosen string) []pages.Choice {
	_, c, _ := dataset.SchemaOf(dataset.Providers).Column(column)
	choices := make([]pages.Choice, len(c.Words))
	for i, w := range c.Words {
		choices[i] = pages.Choice{Value: w, Label: wordLabel(f.Lang, column, w), Chosen: w == chosen}
	}
	return choices
}
