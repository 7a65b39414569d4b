-- +goose Up

-- Tells this program's files from other SQLite databases: "GPUS" in ASCII.
PRAGMA application_id = 1196447059;

-- What the database knows of itself, such as when it was initialised.
CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Who changed what together, when, why and from which file. Ids rise by one; the
-- highest is the revision of the data. Instants (at) never fall, so a moment maps to a revision.
CREATE TABLE changesets (
    id        INTEGER NOT NULL PRIMARY KEY,
    at        INTEGER NOT NULL, -- milliseconds since 1970, UTC
    who       TEXT NOT NULL,
    why       TEXT NOT NULL,
    origin    TEXT NOT NULL CHECK (origin IN ('seed', 'form', 'import', 'api', 'revert', 'command')),
    file_name TEXT NOT NULL,
    file_sha  TEXT NOT NULL, -- SHA-256 of the imported file in hexadecimal, or ''
    reverts   INTEGER REFERENCES changesets (id)
) STRICT;
CREATE INDEX changesets_at ON changesets (at);

-- +goose StatementBegin
CREATE TRIGGER changesets_keep BEFORE UPDATE ON changesets BEGIN
    SELECT RAISE(ABORT, 'changesets are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER changesets_stay BEFORE DELETE ON changesets BEGIN
    SELECT RAISE(ABORT, 'changesets are never deleted');
END;
-- +goose StatementEnd

