-- +goose Up

-- One table of versions per kind of record. A version is open while to_cs is NULL;
-- closing it is the only update. search is the lower-cased text of the record.
-- Money is in units of 1e-9; NULL is unknown.

CREATE TABLE scenarios (
    row_id       INTEGER PRIMARY KEY,
    record_key   TEXT NOT NULL CHECK (record_key <> ''),
    version      INTEGER NOT NULL CHECK (version >= 1),
    from_cs      INTEGER NOT NULL REFERENCES changesets (id),
    to_cs        INTEGER REFERENCES changesets (id),
    search       TEXT NOT NULL,
    scenario     TEXT NOT NULL,
    scenario_zh  TEXT NOT NULL,
    "sort"       INTEGER NOT NULL,
    row_type     TEXT NOT NULL,
    provider     TEXT,
    product      TEXT,
    metric       TEXT,
    metric_zh    TEXT,
    "operator"   TEXT,
    threshold    TEXT,
    "unit"       TEXT,
    advice       TEXT,
    source_url   TEXT,
    source_date  TEXT,
    confidence   TEXT NOT NULL,
    doubt        TEXT,
    scenario_en  TEXT,
    metric_en    TEXT,
    advice_en    TEXT,
    product_en   TEXT,
    threshold_en TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX scenarios_open ON scenarios (record_key) WHERE to_cs IS NULL;
CREATE INDEX scenarios_from ON scenarios (from_cs);
CREATE INDEX scenarios_to ON scenarios (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER scenarios_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    scenario, scenario_zh, "sort", row_type, provider, product, metric, metric_zh, "operator",
    threshold, "unit", advice, source_url, source_date, confidence, doubt, scenario_en, metric_en,
    advice_en, product_en, threshold_en
ON scenarios BEGIN
    SELECT RAISE(ABORT, 'scenarios: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER scenarios_close BEFORE UPDATE OF to_cs ON scenarios WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'scenarios: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER scenarios_stay BEFORE DELETE ON scenarios BEGIN
    SELECT RAISE(ABORT, 'scenarios: versions are never deleted');
END;
-- +goose StatementEnd

CREATE TABLE pitfalls (
    row_id         INTEGER PRIMARY KEY,
    record_key     TEXT NOT NULL CHECK (record_key <> ''),
    version        INTEGER NOT NULL CHECK (version >= 1),
    from_cs        INTEGER NOT NULL REFERENCES changesets (id),
    to_cs          INTEGER REFERENCES changesets (id),
    search         TEXT NOT NULL,
    slug           TEXT NOT NULL,
    title_zh       TEXT NOT NULL,
    description_zh TEXT NOT NULL,
    metric         TEXT,
    "value"        INTEGER,
    "unit"         TEXT,
    advice_zh      TEXT,
    "sort"         INTEGER NOT NULL,
    source_url     TEXT,
    source_date    TEXT,
    confidence     TEXT NOT NULL,
    doubt          TEXT,
    title_en       TEXT,
    description_en TEXT,
    advice_en      TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX pitfalls_open ON pitfalls (record_key) WHERE to_cs IS NULL;
CREATE INDEX pitfalls_from ON pitfalls (from_cs);
CREATE INDEX pitfalls_to ON pitfalls (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER pitfalls_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    slug, title_zh, description_zh, metric, "value", "unit", advice_zh, "sort", source_url, source_date,
    confidence, doubt, title_en, description_en, advice_en
ON pitfalls BEGIN
    SELECT RAISE(ABORT, 'pitfalls: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER pitfalls_close BEFORE UPDATE OF to_cs ON pitfalls WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'pitfalls: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER pitfalls_stay BEFORE DELETE ON pitfalls BEGIN
    SELECT RAISE(ABORT, 'pitfalls: versions are never deleted');
END;
-- +goose StatementEnd

CREATE TABLE trends (
    row_id         INTEGER PRIMARY KEY,
    record_key     TEXT NOT NULL CHECK (record_key <> ''),
    version        INTEGER NOT NULL CHECK (version >= 1),
    from_cs        INTEGER NOT NULL REFERENCES changesets (id),
    to_cs          INTEGER REFERENCES changesets (id),
    search         TEXT NOT NULL,
    slug           TEXT NOT NULL,
    title_zh       TEXT NOT NULL,
    description_zh TEXT NOT NULL,
    implication_zh TEXT,
    kind           TEXT NOT NULL,
    "sort"         INTEGER NOT NULL,
    source_url     TEXT,
    source_date    TEXT,
    confidence     TEXT NOT NULL,
    title_en       TEXT,
    description_en TEXT,
    implication_en TEXT,
    doubt          TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX trends_open ON trends (record_key) WHERE to_cs IS NULL;
CREATE INDEX trends_from ON trends (from_cs);
CREATE INDEX trends_to ON trends (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER trends_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    slug, title_zh, description_zh, implication_zh, kind, "sort", source_url, source_date, confidence,
    title_en, description_en, implication_en, doubt
ON trends BEGIN
    SELECT RAISE(ABORT, 'trends: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER trends_close BEFORE UPDATE OF to_cs ON trends WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'trends: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER trends_stay BEFORE DELETE ON trends BEGIN
    SELECT RAISE(ABORT, 'trends: versions are never deleted');
END;
-- +goose StatementEnd

CREATE TABLE dimensions (
    row_id     INTEGER PRIMARY KEY,
    record_key TEXT NOT NULL CHECK (record_key <> ''),
    version    INTEGER NOT NULL CHECK (version >= 1),
    from_cs    INTEGER NOT NULL REFERENCES changesets (id),
    to_cs      INTEGER REFERENCES changesets (id),
    search     TEXT NOT NULL,
    slug       TEXT NOT NULL,
    name_zh    TEXT NOT NULL,
    aspects    TEXT,
    "sort"     INTEGER NOT NULL,
    source_url TEXT,
    confidence TEXT NOT NULL,
    name_en    TEXT,
    aspects_en TEXT,
    "group"    TEXT NOT NULL,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX dimensions_open ON dimensions (record_key) WHERE to_cs IS NULL;
CREATE INDEX dimensions_from ON dimensions (from_cs);
CREATE INDEX dimensions_to ON dimensions (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER dimensions_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    slug, name_zh, aspects, "sort", source_url, confidence, name_en, aspects_en, "group"
ON dimensions BEGIN
    SELECT RAISE(ABORT, 'dimensions: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER dimensions_close BEFORE UPDATE OF to_cs ON dimensions WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'dimensions: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER dimensions_stay BEFORE DELETE ON dimensions BEGIN
    SELECT RAISE(ABORT, 'dimensions: versions are never deleted');
END;
-- +goose StatementEnd

CREATE TABLE texts (
    row_id     INTEGER PRIMARY KEY,
    record_key TEXT NOT NULL CHECK (record_key <> ''),
    version    INTEGER NOT NULL CHECK (version >= 1),
    from_cs    INTEGER NOT NULL REFERENCES changesets (id),
    to_cs      INTEGER REFERENCES changesets (id),
    search     TEXT NOT NULL,
    "key"      TEXT NOT NULL,
    zh         TEXT NOT NULL,
    en         TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX texts_open ON texts (record_key) WHERE to_cs IS NULL;
CREATE INDEX texts_from ON texts (from_cs);
CREATE INDEX texts_to ON texts (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER texts_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    "key", zh, en
ON texts BEGIN
    SELECT RAISE(ABORT, 'texts: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER texts_close BEFORE UPDATE OF to_cs ON texts WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'texts: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER texts_stay BEFORE DELETE ON texts BEGIN
    SELECT RAISE(ABORT, 'texts: versions are never deleted');
END;
-- +goose StatementEnd
