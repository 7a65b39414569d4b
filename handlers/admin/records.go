package admin

import (
	"context"
	"strings"
	"time"

	"gpuscale/dataset"
)

// Records keeps the records of all kinds with their whole history.
type Records interface {
	List(ctx context.Context, kind dataset.Kind, q ListQuery) ([]Recorded, int64, error)
	// Record fails with ErrNotFound when nothing is kept under the key now.
	Record(ctx context.Context, kind dataset.Kind, key string) (Recorded, error)
	All(ctx context.Context) (dataset.Set, error)
	// Apply records all of a changeset or nothing. A *ConflictError names what other
	// changes stand in the way.
	Apply(ctx context.Context, c Changeset) (Applied, error)
	History(ctx context.Context, kind dataset.Kind, key string) ([]Version, error)
	Changesets(ctx context.Context, q ChangesetQuery) ([]ChangesetInfo, int64, error)
	Changeset(ctx context.Context, id int64) (ChangesetDetail, error)
	// Revert takes a changeset back by recording another one; it may fail with a
	// *ConflictError, and with ErrRefused for the starting data.
	Revert(ctx context.Context, what Reversal) (Applied, error)
}

// ListQuery selects rows of a table; Filter holds the values wanted by column, ""
// for unknown.
type ListQuery struct {
	Filter    map[string][]string
	Search    string
	Sort      string // a column, "-" before it for descending
	Page, Per int
}

// Recorded is a record as it stands, with the version that forms send back.
type Recorded struct {
	Record  dataset.Record
	Version int64
	Since   time.Time
	Who     string
}

// Origin says by which way a change comes in.
type Origin string

// The origins of changes made here, and of the starting data.
const (
	OriginForm   Origin = "form"
	OriginAPI    Origin = "api"
	OriginImport Origin = "import"
	OriginRevert Origin = "revert"
	OriginSeed   Origin = "seed"
)

// Origins lists the origins that changesets can be searched by.
var Origins = []Origin{OriginForm, OriginAPI, OriginImport, OriginRevert, OriginSeed}

// Op changes one record: New adds it (Expect 0) or replaces version Expect; without
// New the record ends. Without Key a new record gets the one of its identity.
type Op struct {
	Kind   dataset.Kind
	Key    string
	Expect int64
	New    *dataset.Record
}

// Changeset is what Apply records.
type Changeset struct {
	Who, Why string
	Origin   Origin
	Ops      []Op
}

// Applied says what was recorded; ID is 0 when nothing differed.
type Applied struct {
	ID   int64
	Keys []string // of each Op's record
}

// ChangesetInfo is a recorded changeset; Opened and Closed count the versions it
// began and ended.
type ChangesetInfo struct {
	ID             int64
	At             time.Time
	Who, Why       string
	Origin         Origin
	File           string
	Reverts        int64 // the changeset it takes back, 0 for none
	Opened, Closed int
}

// ChangesetQuery narrows the list of changesets; empty fields do not.
type ChangesetQuery struct {
	Kind      dataset.Kind
	Who       string
	Origin    Origin
	From, To  time.Time // To is exclusive
	Page, Per int
}

// RecordChange is what a changeset did to one record: Before is nil for an added
// one, After for an ended one. Superseded tells that it was changed again since.
type RecordChange struct {
	Kind          dataset.Kind
	Key           string
	Before, After *dataset.Record
	Superseded    bool
}

// ChangesetDetail is a changeset with its records; Truncated when they are too
// many to be listed.
type ChangesetDetail struct {
	ChangesetInfo
	Records   []RecordChange
	Truncated bool
}

// Version is one version of a record; Closed is nil while it stands.
type Version struct {
	Number int64
	Record dataset.Record
	Opened ChangesetInfo
	Closed *ChangesetInfo
}

// Reversal names what to take back: a changeset, or what it did to one record.
type Reversal struct {
	Changeset int64
	Kind      dataset.Kind // "" for the whole changeset
	Key       string
	Who, Why  string
}

// Conflict is one change that another one stands in the way of. Theirs is nil when
// the record has ended, Yours when it was to end.
type Conflict struct {
	Kind          dataset.Kind
	Key           string
	Current       int64 // the version that stands, 0 for none
	Theirs, Yours *dataset.Record
	Who           string
	At            time.Time
}

// ConflictError lists every conflict; nothing was changed.
type ConflictError struct{ Conflicts []Conflict }

// Error says that there are conflicts, for the log.
func (e *ConflictError) Error() string { return "admin: other changes stand in the way" }

// Is makes every ConflictError an ErrConflict.
func (e *ConflictError) Is(target error) bool { return target == ErrConflict }

// Keys may hold slashes, and dots that would look like an ending. Addresses write
// "~" as "~0", "/" as "~1", and put "~2" where a key would otherwise read as
// something else.
var (
	toSegment   = strings.NewReplacer("~", "~0", "/", "~1")
	fromSegment = strings.NewReplacer("~0", "~", "~1", "/", "~2", "")
)

// segment writes a key as one part of a path, not yet escaped.
func segment(key string) string {
	s := toSegment.Replace(key)
	for _, ending := range []string{".json", ".csv", ".md"} {
		if strings.HasSuffix(s, ending) {
			s += "~2"
		}
	}
	if s == newWord || s == "." || s == ".." {
		s = "~2" + s
	}
	return s
}

func keyOf(segment string) string { return fromSegment.Replace(segment) }

// audited lists the changes that a form for the history asks for, none while it is wrong.
func (a *Admin) audited(ctx context.Context, q audit) ([]ChangesetInfo, int64, error) {
	if len(q.problems) > 0 {
		return nil, 0, nil
	}
	return a.Records.Changesets(ctx, q.query)
}
