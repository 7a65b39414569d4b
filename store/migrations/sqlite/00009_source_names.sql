-- +goose Up
-- What a source of imports calls a provider, as editors decided.
CREATE TABLE source_names (
    row_id     INTEGER PRIMARY KEY,
    record_key TEXT NOT NULL CHECK (record_key <> ''),
    version    INTEGER NOT NULL CHECK (version >= 1),
    from_cs    INTEGER NOT NULL REFERENCES changesets (id),
    to_cs      INTEGER REFERENCES changesets (id),
    search     TEXT NOT NULL,
    source     TEXT NOT NULL,
    name       TEXT NOT NULL,
    provider   TEXT NOT NULL,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX source_names_open ON source_names (record_key) WHERE to_cs IS NULL;
CREATE INDEX source_names_from ON source_names (from_cs);
CREATE INDEX source_names_to ON source_names (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER source_names_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    source, name, provider
ON source_names BEGIN
    SELECT RAISE(ABORT, 'source_names: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER source_names_close BEFORE UPDATE OF to_cs ON source_names WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'source_names: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER source_names_stay BEFORE DELETE ON source_names BEGIN
    SELECT RAISE(ABORT, 'source_names: versions are never deleted');
END;
-- +goose StatementEnd
