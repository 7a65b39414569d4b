// Package dataset reads and writes the catalogue's files: the CSV set that the
// portal is seeded from, imports and exports. It knows the columns of every kind
// of record, their types and which of them identify a record, and turns records
// into the catalogue's nouns. It knows no SQL, no HTTP and no HTML.
package dataset
