package admin

import (
	"gpuscale/views"
	"gpuscale/views/ui"
)

// UploadForm is the fragment of the form for an upload.
const UploadForm = "upload"

// UploadModel is the form for an upload, with what was typed.
type UploadModel struct {
	Kind, Provider, Seen, Source string
	Kinds, Providers             []Choice
	MaxMB                        int
	MaxRows                      string
	Problems                     map[string]string
}

// ProgressModel is an import that is being read or written.
type ProgressModel struct {
	Name    string
	Percent int
	Writing bool
}

// ImportFailedModel is an upload that cannot be read.
type ImportFailedModel struct{ Name, Problem, ForgetPath string }

// ImportDoneModel is an import that was written.
type ImportDoneModel struct {
	Name, Text, Path, AgainPath string
	Nothing                     bool // everything was recorded already
}

// PreviewModel is what a file would do, one page of its lines.
type PreviewModel struct {
	Name, Path, Expires string
	Files               []ImportedFile
	Facts               []PreviewFact
	Writes, Refused     int
	Broken              []string
	Flags               []PreviewLine // unlikely lines, as far as they are listed
	FlagCount           int
	OneTick, KeepAll    bool
	Reason              string   // why those that are kept are right
	Shows               []Choice // Value is an address
	Lines               []PreviewLine
	Pager               ui.PagerProps
	Unknown             []UnknownProvider
	Conflicts           []ConflictLine
	ConflictCount       int
	Why                 string
	Problems            map[string]string
}

// blocked reports whether the preview cannot be written as it is.
func (m PreviewModel) blocked() bool { return m.Writes+m.FlagCount == 0 || len(m.Broken) > 0 }

// ImportedFile says what a file was taken for.
type ImportedFile struct{ Name, Kind, Format, Rows, Catalogue, Licence string }

// PreviewFact is a count with the address of its lines.
type PreviewFact struct {
	Label, Count, Path string
	Bad                bool
}

// PreviewLine is what one line of a file would do. Tick is the value of its
// checkbox, "" for none.
type PreviewLine struct {
	Action, Line, File, Kind string
	Title, Sub               string
	Values                   []PreviewValue
	Notes                    []string
	Tick                     string
	Kept                     bool
	Flagged                  bool // the notes say what is unlikely
}

// PreviewValue is one value that would change, or the price of a new record.
type PreviewValue struct {
	Label, Old, New, Percent string
	Up                       bool
	Fresh                    bool // nothing is there now
}

func (l PreviewLine) class() string {
	switch l.Action {
	case "new":
		return "chg d-add"
	case "changed":
		return "chg d-mod"
	case "refused":
		return "chg d-bad"
	}
	return "chg"
}

// mark is a sign beside the word, so that colour is not all that tells lines apart.
func (l PreviewLine) mark() string {
	switch l.Action {
	case "new":
		return "+"
	case "changed":
		return "~"
	case "refused":
		return "!"
	}
	return ""
}

func (l PreviewLine) action(f views.Frame) string { return f.T("import.action." + l.Action) }

// ConflictLine is a record that somebody changed after the preview.
type ConflictLine struct {
	Kind, Key, Path, Who, At string
	Lines                    []Difference
}

// UnknownProvider is a name that no provider on record has. Fields carry Number in
// their names. NeedsSlug tells names that cannot stand in an address.
type UnknownProvider struct {
	Number, Name, Lines, Label, Slug string
	As, Kinds, Markets               []Choice
	NeedsSlug                        bool
	Problem                          string
}

// chosen marks the choice with a value.
func chosen(list []Choice, value string) []ui.Option {
	out := options(list)
	for i := range out {
		out[i].Chosen = out[i].Value == value
	}
	return out
}
