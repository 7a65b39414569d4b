-- +goose Up

-- Files that editors have uploaded to be previewed, until they are written or
-- forgotten. They are no records: a preview changes nothing.
CREATE TABLE pending_imports (
    id         TEXT NOT NULL PRIMARY KEY,
    who        TEXT NOT NULL,
    name       TEXT NOT NULL,
    sha        TEXT NOT NULL,
    size       BIGINT NOT NULL,
    options    TEXT NOT NULL,
    at         BIGINT NOT NULL,
    changeset  BIGINT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX pending_imports_expires ON pending_imports (expires_at);

-- Their bytes, in pieces: no transaction has to hold a whole file.
CREATE TABLE pending_import_parts (
    import_id TEXT NOT NULL REFERENCES pending_imports (id) ON DELETE CASCADE,
    n         BIGINT NOT NULL,
    body      BYTEA NOT NULL,
    PRIMARY KEY (import_id, n)
);
