package main

import (
	"slices"
	"time"

	"gpuscale/dataset"
	"gpuscale/review"
	"gpuscale/store"
)

// judgedFiles are files compared with what is recorded, with what is unlikely in
// them and the operations that would write them.
type judgedFiles struct {
	preview *dataset.Preview
	flags   []review.Flag
	ops     []store.Op
}

// judge compares files with r as pages and the command line do alike.
func (r recordedSet) judge(files []*dataset.File, now time.Time) judgedFiles {
	dataset.Adopt(r.Set, files, r.options.Foreign.Matcher)
	p := dataset.NewPreview(r.Set, files, review.EvidenceOfFiles(now))
	return judgedFiles{p, review.Incoming(r.Set, p, now), r.operations(p)}
}

// recordKey names a record of any kind.
type recordKey struct {
	kind dataset.Kind
	key  string
}

// admitted are the operations without the unlikely rows that are not kept, and the
// doubts about them; prices that are kept carry the reason, which readers see.
func (j judgedFiles) admitted(keeps func(row int) bool, reason string) []store.Op {
	kept, left, prices := map[recordKey]bool{}, map[recordKey]bool{}, map[string]bool{}
	for _, flag := range j.flags {
		row := &j.preview.Rows[flag.Row]
		name := recordKey{row.Kind, row.Record.Key}
		if keeps(flag.Row) {
			kept[name] = true
			continue
		}
		left[name] = true
		if row.Kind == dataset.Offers && row.Action == dataset.ActionNew {
			prices[row.Record.Get("offer_id")] = true
		}
	}
	ops := make([]store.Op, 0, len(j.ops))
	for _, op := range j.ops {
		name := recordKey{op.Kind, op.Key}
		if left[name] || op.Kind == dataset.Doubts && slices.ContainsFunc(dataset.Elements(op.New.Get("target")), func(id string) bool { return prices[id] }) {
			continue
		}
		if kept[name] && op.Kind == dataset.Offers {
			reasoned := op.New.With("exception", reason)
			op.New = &reasoned
		}
		ops = append(ops, op)
	}
	return ops
}

// explained adds the reason for unlikely rows to that of the change where their kind
// has no place for one.
func (j judgedFiles) explained(why, reason string, keeps func(row int) bool) string {
	for _, flag := range j.flags {
		if keeps(flag.Row) && j.preview.Rows[flag.Row].Kind != dataset.Offers {
			return why + " · " + reason
		}
	}
	return why
}
