package store

import (
	"fmt"
	"strings"
	"time"

	"gpuscale/dataset"
)

// Clash says why an operation cannot be applied.
type Clash string

// Clashes.
const (
	ClashChanged Clash = "changed" // somebody replaced the version the editor saw
	ClashEnded   Clash = "ended"   // somebody ended the record meanwhile
	ClashTaken   Clash = "taken"   // the key of a new record is in use
	ClashMissing Clash = "missing" // no record was ever kept under the key
)

// Conflict is one operation that another change stands in the way of, with both
// sides' values. Theirs is nil when the record is not there any more; Yours is nil
// when the operation was to end it. Who and At tell of the other change.
type Conflict struct {
	Op       int // place in Changeset.Ops
	Kind     dataset.Kind
	Key      string
	Clash    Clash
	Expected int64
	Current  int64 // version recorded now, 0 for none
	Theirs   *dataset.Record
	Yours    *dataset.Record
	Who      string
	At       time.Time
}

// ConflictError lists every conflict of a changeset; none of it was applied.
type ConflictError struct{ Conflicts []Conflict }

// Error names the records, at most the first five.
func (e *ConflictError) Error() string {
	var named []string
	for _, c := range e.Conflicts[:min(5, len(e.Conflicts))] {
		named = append(named, fmt.Sprintf("%s %s %s", c.Kind, c.Key, c.Clash))
	}
	return fmt.Sprintf("store: %d conflicts: %s", len(e.Conflicts), strings.Join(named, ", "))
}

// Is makes every ConflictError an ErrConflict.
func (e *ConflictError) Is(target error) bool { return target == ErrConflict }
