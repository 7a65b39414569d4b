// Package admin holds the pages behind the sign-in. Like all views they get values
// ready to print.
package admin

import (
	"gpuscale/views"
	"gpuscale/views/ui"
)

// Choice is one value of a select or a list of suggestions.
type Choice struct {
	Value, Label string
	Chosen       bool
}

func options(list []Choice) []ui.Option {
	out := make([]ui.Option, len(list))
	for i, c := range list {
		out[i] = ui.Option{Value: c.Value, Label: c.Label, Chosen: c.Chosen}
	}
	return out
}

// SignInModel is the sign-in page. Seconds is how long to wait, 0 for not at all.
type SignInModel struct {
	Name, Next string
	Failed     bool
	Seconds    int
}

// SetupModel is the page that makes the first administrator.
type SetupModel struct {
	Name        string
	MinPassword int
	Problems    map[string]string
}

// AccountModel is the page of one's own account. Secret is a new token, shown once.
type AccountModel struct {
	Done                  string // what was done, "" for nothing
	MinPassword           int
	Tokens                []TokenLine
	Scopes                []Choice
	TokenName, TokenScope string
	Secret                string
	Problems              map[string]string
}

// TokenLine is an API token.
type TokenLine struct {
	ID, Name, Scope, Created, Used string
	Revoked                        bool
}

// UsersModel is the page of all accounts. ResetID names the account whose new
// password was refused.
type UsersModel struct {
	Done        string
	Users       []UserLine
	Roles       []Choice
	Name, Role  string
	MinPassword int
	ResetID     string
	Problems    map[string]string
}

// UserLine is an account; Self is the reader's own.
type UserLine struct {
	ID, Name, Role, Created   string
	OtherRole, OtherRoleLabel string
	Disabled, Self            bool
}

// KindsModel is the list of all tables.
type KindsModel struct{ Kinds []KindLine }

// KindLine is a kind of records.
type KindLine struct{ Path, Name, About, Count string }

// SavedNote says that a change was kept; Path is that of its changeset.
type SavedNote struct{ Text, Path string }

// TableModel is the table of a kind.
type TableModel struct {
	Kind, Title, About, Count string
	Path, NewPath             string
	Search, Sort              string
	Filters                   []FilterField
	Columns                   []ColumnHead
	Rows                      []Row
	Pager                     ui.PagerProps
	Problems                  map[string]string
	Saved                     *SavedNote
	Narrowed                  bool // by a search or a filter
}

// problems lists the messages that no field of the page carries.
func (m TableModel) problems() []string {
	var lines []string
	for _, name := range []string{"sort", "page"} {
		if m.Problems[name] != "" {
			lines = append(lines, m.Problems[name])
		}
	}
	return lines
}

// FilterField narrows a table by a column: a select where there are Choices.
type FilterField struct {
	Name, Label, Value, Problem string
	Choices                     []Choice
}

// ColumnHead is the heading of a column; Sorted is the value of aria-sort.
type ColumnHead struct {
	Name, Label, Href, Sorted string
	Numeric                   bool
}

// Row is a record in its table. Note says what just became of it.
type Row struct {
	ID, Title, Sub, Path, Note string
	Version                    int64
	Cells                      []Cell
	EditInline                 bool
}

// Cell is a value of a row, "" for unknown.
type Cell struct {
	Name, Label, Text, URL string
	Numeric                bool
}

// EditRow is a record whose main fields are changed in its line.
type EditRow struct {
	Row
	Kind       string
	Version    int64
	Cells      []EditCell
	Why        string
	WhyProblem bool
	Exception  Field // asked for where something is unlikely; without Name it is not
	Problems   []string
	Conflict   *Conflict
}

// EditCell is a cell, with a field where it can be changed.
type EditCell struct {
	Cell
	Field *Field
}

// Shape is how a field is drawn.
type Shape int

// The shapes: a line, a line with suggestions, a select, several lines.
const (
	LineShape Shape = iota
	ListShape
	SelectShape
	AreaShape
)

// Field is a column of a record in a form.
type Field struct {
	ID, Name, Label, Value, Hint, Problem string
	Shape                                 Shape
	Choices                               []Choice
	Required, Numeric, EditorOnly         bool
}

func (f Field) describedBy() string {
	switch {
	case f.Hint != "" && f.Problem != "":
		return f.ID + "-h " + f.ID + "-e"
	case f.Hint != "":
		return f.ID + "-h"
	case f.Problem != "":
		return f.ID + "-e"
	}
	return ""
}

func (f Field) inputMode() string {
	if f.Numeric {
		return "decimal"
	}
	return "text"
}

// FieldProblem is an entry of the list above a form.
type FieldProblem struct{ ID, Label, Problem string }

// FormModel is the form of a record. Summary holds the problems of no field.
type FormModel struct {
	Kind, KindName, KindPath, Title string
	Action                          string
	HistoryPath, EndPath, LaterPath string
	Version                         int64
	Fields                          []Field
	Why, WhyProblem                 string
	Problems                        []FieldProblem
	Summary                         []string
	New, Evidence                   bool
	Conflict                        *Conflict
	Saved                           *SavedNote
}

// wide tells fields that need the whole width.
func (m FormModel) wide(f Field) bool { return f.Shape == AreaShape }

func (m FormModel) count() int { return len(m.Problems) + len(m.Summary) }

// Conflict is what another person did meanwhile: Old is theirs, New the reader's.
type Conflict struct {
	Who, At string
	Ended   bool
	Lines   []Difference
}

// Difference is a value before and after.
type Difference struct{ Label, Old, New string }

// EndModel asks whether a record is to end.
type EndModel struct {
	Title, Sub, Action, BackPath, Why string
	WhyProblem                        string
	Version                           int64
	Problems                          []string
	Conflict                          *Conflict
}

// FilesModel is the list of evidence files.
type FilesModel struct {
	Count string
	Files []FileLine
}

// FileLine is an evidence file; Size is in KiB.
type FileLine struct{ Name, Path, Address, Who, Created, Size string }

// HistoryModel is the audit of all changes.
type HistoryModel struct {
	Count      string
	Who, Kinds []Choice
	Origins    []Choice
	From, To   string
	Lines      []ChangesetLine
	Pager      ui.PagerProps
	Problems   map[string]string
}

// problems lists the messages that no field of the page carries.
func (m HistoryModel) problems() []string {
	var lines []string
	for _, name := range []string{"kind", "origin", "page"} {
		if m.Problems[name] != "" {
			lines = append(lines, m.Problems[name])
		}
	}
	return lines
}

// ChangesetLine is a changeset; Records is empty where they are too many.
type ChangesetLine struct {
	ID, Path, At, Who, Why, Action, File string
	Opened, Closed                       string
	Reverts, RevertsPath                 string
	Revertible                           bool
	Records                              []RecordChange
}

// ChangeMark tells what became of a record.
type ChangeMark int

// The marks.
const (
	MarkAdded ChangeMark = iota
	MarkChanged
	MarkEnded
)

// RecordChange is what a changeset did to a record.
type RecordChange struct {
	Kind, KindName, Key, Title string
	HistoryPath, RevertPath    string
	Mark                       ChangeMark
	Superseded                 bool
	Lines                      []Difference
}

func (c RecordChange) mark(f views.Frame) string {
	switch c.Mark {
	case MarkAdded:
		return f.T("audit.added")
	case MarkEnded:
		return f.T("audit.ended")
	}
	return f.T("audit.changed")
}

// brief are the columns that a line of the audit shows.
func (c RecordChange) brief() []Difference {
	if c.Mark != MarkChanged {
		return nil
	}
	return c.Lines[:min(len(c.Lines), briefLines)]
}

const briefLines = 4

// ChangesetModel is the page of a changeset.
type ChangesetModel struct {
	Line       ChangesetLine
	Records    []RecordChange
	RevertPath string
	Truncated  bool
	Problems   []string
	Conflicts  []string
	Saved      *SavedNote
}

// RecordHistoryModel is the page of all versions of a record.
type RecordHistoryModel struct {
	Title, KindName, KindPath, EditPath string
	Ended                               bool
	Closed                              ChangesetLine
	Versions                            []VersionLine
}

// VersionLine is one version with what it changed.
type VersionLine struct {
	Number string
	Line   ChangesetLine
	Change RecordChange
}
