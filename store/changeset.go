package store

import (
	"time"

	"gpuscale/dataset"
)

// Origin says by which way a change came in.
type Origin string

// Origins of changesets.
const (
	OriginSeed   Origin = "seed"
	OriginForm   Origin = "form"
	OriginImport Origin = "import"
	OriginAPI    Origin = "api"
	OriginRevert Origin = "revert"
)

// File names the file a changeset was imported from; both are empty for others.
type File struct {
	Name string
	SHA  string // SHA-256 of its bytes in hexadecimal
}

// Op is one change of one record. With New the record is added (ExpectVersion 0)
// or replaced; without New it is ended. An added record without a Key gets the
// one its identity gives it. ExpectVersion is the version the editor saw.
type Op struct {
	Kind          dataset.Kind
	Key           string
	ExpectVersion int64
	New           *dataset.Record
}

// Changeset is what Apply records: who changes what, and why.
type Changeset struct {
	Who    string
	Why    string
	Origin Origin
	File   File
	Ops    []Op
}

// Applied says what a changeset did. Changeset is 0 when every record was already
// as asked for; then nothing was recorded.
type Applied struct {
	Changeset                        int64
	Revision                         int64
	Added, Changed, Ended, Unchanged int
	Keys                             []string // key of each Op's record, in the order of Ops
}

// ChangesetInfo is a recorded changeset; Opened and Closed count the versions it
// began and ended (a changed record counts in both).
type ChangesetInfo struct {
	ID             int64
	At             time.Time
	Who            string
	Why            string
	Origin         Origin
	File           File
	Reverts        int64 // id of the changeset it takes back, 0 for none
	Opened, Closed int
}

// changesetRow is a row of changesets.
type changesetRow struct {
	ID       int64
	At       int64
	Who      string
	Why      string
	Origin   Origin
	FileName string
	FileSha  string
	Reverts  *int64
}

// TableName names the table for GORM.
func (changesetRow) TableName() string { return "changesets" }

func (r changesetRow) info() ChangesetInfo {
	info := ChangesetInfo{ID: r.ID, At: instant(r.At), Who: r.Who, Why: r.Why, Origin: r.Origin,
		File: File{Name: r.FileName, SHA: r.FileSha}}
	if r.Reverts != nil {
		info.Reverts = *r.Reverts
	}
	return info
}
