// Package ui holds the small parts that pages are made of: props in, HTML out. It
// knows no provider, card or price; every word it shows is passed in.
package ui

import "strconv"

// IconName names a symbol of the sprite.
type IconName string

// The icons of the sprite.
const (
	IconClose  IconName = "x"
	IconPlus   IconName = "plus"
	IconCheck  IconName = "check"
	IconInfo   IconName = "info"
	IconWhat   IconName = "q"
	IconWarn   IconName = "warn"
	IconShare  IconName = "share"
	IconLink   IconName = "link"
	IconFile   IconName = "file"
	IconPrint  IconName = "print"
	IconFilter IconName = "filter"
	IconMoon   IconName = "moon"
	IconEdit   IconName = "edit"
	IconArrow  IconName = "arrow"
	IconBack   IconName = "back"
)

// Option is a choice of a select, a segmented control or a checkbox list.
type Option struct {
	Value, Label string
	Count        string // printed beside the label, "" for none
	Chosen       bool
	Disabled     bool
	ID           string // needed only where CSS or a label refers to it
}

// FieldKind is the type attribute of a Field's input.
type FieldKind string

// The kinds of fields.
const (
	TextField     FieldKind = "text"
	NumberField   FieldKind = "number" // a text input with a decimal keypad: the server explains what is wrong
	SearchField   FieldKind = "search"
	PasswordField FieldKind = "password"
	DateField     FieldKind = "date"
)

// FieldProps describes a labelled input with its hint and its error.
type FieldProps struct {
	ID, Name, Label string
	Value           string // what was typed, kept after an error
	Kind            FieldKind
	Unit            string // shown inside the field; the label must name it too
	Hint, Error     string
	Hidden          bool // the label is read out but not shown
	Required        bool
	Autofocus       bool
	Autocomplete    string
	List            string // id of a datalist
	Placeholder     string
}

func (p FieldProps) inputType() string {
	if p.Kind == "" || p.Kind == NumberField {
		return "text"
	}
	return string(p.Kind)
}

func (p FieldProps) inputMode() string {
	if p.Kind == NumberField {
		return "decimal"
	}
	return ""
}

// describedBy names the hint and the error for assistive technology.
func describedBy(id, hint, problem string) string {
	switch {
	case hint != "" && problem != "":
		return id + "-h " + id + "-e"
	case hint != "":
		return id + "-h"
	case problem != "":
		return id + "-e"
	default:
		return ""
	}
}

// SelectProps describes a labelled select.
type SelectProps struct {
	ID, Name, Label string
	Options         []Option
	Hint, Error     string
	Hidden          bool // the label is read out but not shown
	Narrow          bool // as wide as its content
}

// SegProps describes a segmented control: a few exclusive choices.
type SegProps struct {
	Name, Legend string
	Options      []Option
	Wide         bool // fills its line
	Labelled     bool // the legend is shown
}

// ChecksProps describes a list of checkboxes of one name.
type ChecksProps struct {
	Name, Legend string
	Options      []Option
}

// ChipProps describes an applied condition and the address without it.
type ChipProps struct {
	Label, Remove string // Remove is the full label for assistive technology
	Href          string
	ID            string
	Target        string // id of the htmx target, "" for plain links
}

// Tone is the mood of a Note.
type Tone int

// The tones: neutral, warning, error and success.
const (
	Plain Tone = iota
	Warn
	Bad
	Good
)

// NoteProps describes a note: a bold lead and what follows as children.
type NoteProps struct {
	Tone Tone
	Lead string
	Live bool // announced when it appears: role alert for Bad, status otherwise
}

// SourceKind is where a figure comes from.
type SourceKind int

// The sources: official page, the article, a third party's report.
const (
	Official SourceKind = iota
	Article
	ThirdParty
)

// FreshnessMark is how recently a figure was seen.
type FreshnessMark int

// The marks: ● fresh, ◐ ageing, ○ stale, ○ undated.
const (
	Fresh FreshnessMark = iota
	Ageing
	Stale
	Undated
)

// PagerProps describes the pages of a list. Links come from Href.
type PagerProps struct {
	Label, Range string // e.g. 分页 and 第 1–50 个，共 380 个
	Page, Pages  int
	PageLabel    func(page int) string // e.g. 第 3 页
	Href         func(page int) string
	Target       string // id of the htmx target, "" for plain links
}

// shown lists the page numbers to print; 0 stands for a gap.
func (p PagerProps) shown() []int {
	var list []int
	for n := 1; n <= p.Pages; n++ {
		near := n >= p.Page-2 && n <= p.Page+2
		switch {
		case n == 1, n == p.Pages, near:
			list = append(list, n)
		case list[len(list)-1] != 0:
			list = append(list, 0)
		}
	}
	return list
}

// Slot is one entry of the compare tray.
type Slot struct {
	Title, Detail string
	Remove, Href  string // label and address of removal
}

// TrayProps describes the compare tray; without slots nothing is shown.
type TrayProps struct {
	ID, Label, Title  string // Title e.g. 对比篮 3/6
	Slots             []Slot
	Free              string // e.g. 还可加 3 个, or 已满
	ClearLabel        string
	ClearHref         string
	CompareLabel      string
	CompareHref       string
	OutOfBand         bool // sent beside another fragment
	TooFew            bool // one slot: comparing is not possible yet
	TooFewExplanation string
}

// ShareProps describes the share button and its menu.
type ShareProps struct {
	Label                 string
	CopyLabel, CopyDone   string
	Link                  string // the absolute address, shown for copying by hand
	CSVLabel, CSVHref     string // "" leaves the entry out
	MarkdownLabel, MDHref string
	JSONLabel, JSONHref   string
	PrintLabel            string
	ShortLabel            string // button that makes a short link through POST /s
	FrozenLabel           string // the same with the figures of this moment
	Path                  string // local path with query for the short link
}

// EmptyProps describes an empty state: a sentence and the next steps as children.
type EmptyProps struct {
	Title, Text string
	TopLevel    bool // the title is the page's h1
}

func itoa(n int) string { return strconv.Itoa(n) }

// gap parts a note's lead from its text.
const gap = "\u3000"
