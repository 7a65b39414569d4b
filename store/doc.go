// Package store keeps everything that is recorded, in SQLite or PostgreSQL, and
// is the only place that knows SQL. Rows never leave it: it takes and returns
// records of package dataset, nouns of package catalog, and its own small types.
//
// Records (providers, prices, facts …) are append-only: each kind is a table of
// versions, a change closes the open version and adds the next one under a
// changeset that says who, when, why and from which file. Triggers refuse any
// other update and every delete, so no path can rewrite history.
//
// Every call takes a context and ends by its own deadline even when the disk
// hangs, which no context can interrupt; it then returns ErrUnavailable.
package store
