-- +goose Up
-- What a source of imports calls a provider, as editors decided.
CREATE TABLE source_names (
    row_id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version    BIGINT NOT NULL CHECK (version >= 1),
    from_cs    BIGINT NOT NULL REFERENCES changesets (id),
    to_cs      BIGINT REFERENCES changesets (id),
    search     TEXT NOT NULL,
    source     TEXT COLLATE "C" NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    provider   TEXT COLLATE "C" NOT NULL,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX source_names_open ON source_names (record_key) WHERE to_cs IS NULL;
CREATE INDEX source_names_from ON source_names (from_cs);
CREATE INDEX source_names_to ON source_names (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER source_names_close BEFORE UPDATE ON source_names FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER source_names_stay BEFORE DELETE OR TRUNCATE ON source_names FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
