package dataset

import (
	"cmp"
	"maps"
	"slices"
)

// reviewer builds the rows of a preview, as often as lines turn out to be refused.
type reviewer struct {
	preview *Preview
	current Set
	rules   []Rule
	before  map[Kind]map[string]Record // what is on record, by key; filled where rules ask
	refused map[lineID][]Problem
	broken  bool                // a rule refused a line in this pass
	brought map[recordID]lineID // which line brings a record in its present form
}

// pass compares all files anew without the refused lines. It reports whether it had
// to refuse more of them.
func (r *reviewer) pass() (again bool) {
	after := maps.Clone(r.current)
	if after == nil {
		after = Set{}
	}
	r.brought, r.broken = map[recordID]lineID{}, false
	r.preview.Rows = r.preview.Rows[:0]
	for i, f := range r.preview.Files {
		r.file(i, f, after)
	}
	return r.judge(after) || r.broken
}

// file adds the rows of one file and carries its changes out in after.
func (r *reviewer) file(n int, f *File, after Set) {
	from := len(r.preview.Rows)
	accepted := r.accepted(n, f)
	differences := DiffFile(after[f.Kind], accepted)
	for i, d := range differences {
		line := accepted.Lines[i]
		r.preview.Rows = append(r.preview.Rows, Row{File: n, Line: line, Kind: f.Kind, Action: d.Action, Record: d.Record, Changes: d.Changes})
		if d.Action == ActionNew || d.Action == ActionChanged {
			r.brought[recordID{f.Kind, d.Record.Key}] = lineID{n, line}
			r.rule(f, d.Record, lineID{n, line})
		}
	}
	after[f.Kind] = Apply(after[f.Kind], differences)
	r.others(n, f)
	r.notices(f, r.preview.Rows[from:])
	slices.SortStableFunc(r.preview.Rows[from:], func(a, b Row) int { return cmp.Compare(a.Line, b.Line) })
}

// rule refuses a line that a rule objects to.
func (r *reviewer) rule(f *File, after Record, line lineID) {
	for _, rule := range r.rules {
		for _, p := range rule(f, r.recorded(after), after) {
			r.broken = true
			r.refuse(line, p)
		}
	}
}

// recorded is the version of a record that is there, without values where none is.
func (r *reviewer) recorded(after Record) Record {
	known := r.before[after.Kind]
	if known == nil {
		known = make(map[string]Record, len(r.current[after.Kind]))
		for _, old := range r.current[after.Kind] {
			known[old.Key] = old
		}
		if r.before == nil {
			r.before = map[Kind]map[string]Record{}
		}
		r.before[after.Kind] = known
	}
	return known[after.Key]
}

// refuse notes why a line is left out, each reason once.
func (r *reviewer) refuse(line lineID, p Problem) {
	p.File, p.Line, p.Key = r.preview.Files[line.file].Name, line.line, ""
	if !slices.Contains(r.refused[line], p) {
		r.refused[line] = append(r.refused[line], p)
	}
}

// accepted is the file without the refused lines.
func (r *reviewer) accepted(n int, f *File) *File {
	if len(r.refused) == 0 {
		return f
	}
	kept := *f
	kept.Records, kept.Lines = nil, nil
	listed := map[int]bool{} // a line of a catalogue may bring two prices
	for i, line := range f.Lines {
		if problems, bad := r.refused[lineID{n, line}]; bad {
			if !listed[line] {
				listed[line] = true
				r.preview.Rows = append(r.preview.Rows, Row{File: n, Line: line, Kind: f.Kind, Action: ActionRefused, Record: f.Records[i], Problems: problems})
			}
			continue
		}
		kept.Records, kept.Lines = append(kept.Records, f.Records[i]), append(kept.Lines, line)
	}
	return &kept
}

// others adds the lines that never became records.
func (r *reviewer) others(n int, f *File) {
	add := func(problems []Problem, action Action) {
		byLine := map[int]int{}
		for _, p := range problems {
			if at, seen := byLine[p.Line]; seen {
				r.preview.Rows[at].Problems = append(r.preview.Rows[at].Problems, p)
				continue
			}
			byLine[p.Line] = len(r.preview.Rows)
			r.preview.Rows = append(r.preview.Rows, Row{File: n, Line: p.Line, Kind: f.Kind, Action: action, Problems: []Problem{p}})
		}
	}
	add(f.Problems, ActionRefused)
	add(f.Skipped, ActionSkipped)
	add(f.Joined, ActionJoined)
	for _, line := range f.Duplicates {
		r.preview.Rows = append(r.preview.Rows, Row{File: n, Line: line, Kind: f.Kind, Action: ActionDuplicate})
	}
}

// notices puts what is to know about a line beside what it does.
func (r *reviewer) notices(f *File, rows []Row) {
	if len(f.Notices) == 0 {
		return
	}
	byLine := map[int][]Problem{}
	for _, notice := range f.Notices {
		byLine[notice.Line] = append(byLine[notice.Line], notice)
	}
	for i := range rows {
		if row := &rows[i]; row.Action != ActionRefused && row.Action != ActionSkipped {
			row.Problems = append(row.Problems, byLine[row.Line]...)
		}
	}
}

// judge checks the records as they would be and refuses the lines that bring a
// mistake. Mistakes that were there before are not the files'.
func (r *reviewer) judge(after Set) (again bool) {
	r.preview.Broken = nil
	if len(r.brought) == 0 {
		return false
	}
	var elsewhere []Problem
	for _, p := range Check(after) {
		line, ours := r.brought[recordID{p.Kind, p.Key}]
		if !ours {
			elsewhere = append(elsewhere, p)
			continue
		}
		again = true
		r.refuse(line, p)
	}
	if !again && len(elsewhere) > 0 {
		r.preview.Broken = newProblems(elsewhere, Check(r.current))
	}
	return again
}

// newProblems returns the problems that were not there before.
func newProblems(now, before []Problem) []Problem {
	known := make(map[Problem]bool, len(before))
	for _, p := range before {
		known[p] = true
	}
	return slices.DeleteFunc(now, func(p Problem) bool { return known[p] })
}
