-- +goose Up

-- One table of versions per kind of record. A version is open while to_cs is NULL;
-- closing it is the only update. search is the lower-cased text of the record.
-- Money is in units of 1e-9; NULL is unknown.

CREATE TABLE scenarios (
    row_id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key   TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version      BIGINT NOT NULL CHECK (version >= 1),
    from_cs      BIGINT NOT NULL REFERENCES changesets (id),
    to_cs        BIGINT REFERENCES changesets (id),
    search       TEXT NOT NULL,
    scenario     TEXT COLLATE "C" NOT NULL,
    scenario_zh  TEXT COLLATE "C" NOT NULL,
    "sort"       BIGINT NOT NULL,
    row_type     TEXT COLLATE "C" NOT NULL,
    provider     TEXT COLLATE "C",
    product      TEXT COLLATE "C",
    metric       TEXT COLLATE "C",
    metric_zh    TEXT COLLATE "C",
    "operator"   TEXT COLLATE "C",
    threshold    TEXT COLLATE "C",
    "unit"       TEXT COLLATE "C",
    advice       TEXT COLLATE "C",
    source_url   TEXT COLLATE "C",
    source_date  TEXT COLLATE "C",
    confidence   TEXT COLLATE "C" NOT NULL,
    doubt        TEXT COLLATE "C",
    scenario_en  TEXT COLLATE "C",
    metric_en    TEXT COLLATE "C",
    advice_en    TEXT COLLATE "C",
    product_en   TEXT COLLATE "C",
    threshold_en TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX scenarios_open ON scenarios (record_key) WHERE to_cs IS NULL;
CREATE INDEX scenarios_from ON scenarios (from_cs);
CREATE INDEX scenarios_to ON scenarios (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER scenarios_close BEFORE UPDATE ON scenarios FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER scenarios_stay BEFORE DELETE OR TRUNCATE ON scenarios FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE pitfalls (
    row_id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key     TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version        BIGINT NOT NULL CHECK (version >= 1),
    from_cs        BIGINT NOT NULL REFERENCES changesets (id),
    to_cs          BIGINT REFERENCES changesets (id),
    search         TEXT NOT NULL,
    slug           TEXT COLLATE "C" NOT NULL,
    title_zh       TEXT COLLATE "C" NOT NULL,
    description_zh TEXT COLLATE "C" NOT NULL,
    metric         TEXT COLLATE "C",
    "value"        BIGINT,
    "unit"         TEXT COLLATE "C",
    advice_zh      TEXT COLLATE "C",
    "sort"         BIGINT NOT NULL,
    source_url     TEXT COLLATE "C",
    source_date    TEXT COLLATE "C",
    confidence     TEXT COLLATE "C" NOT NULL,
    doubt          TEXT COLLATE "C",
    title_en       TEXT COLLATE "C",
    description_en TEXT COLLATE "C",
    advice_en      TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX pitfalls_open ON pitfalls (record_key) WHERE to_cs IS NULL;
CREATE INDEX pitfalls_from ON pitfalls (from_cs);
CREATE INDEX pitfalls_to ON pitfalls (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER pitfalls_close BEFORE UPDATE ON pitfalls FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER pitfalls_stay BEFORE DELETE OR TRUNCATE ON pitfalls FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE trends (
    row_id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key     TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version        BIGINT NOT NULL CHECK (version >= 1),
    from_cs        BIGINT NOT NULL REFERENCES changesets (id),
    to_cs          BIGINT REFERENCES changesets (id),
    search         TEXT NOT NULL,
    slug           TEXT COLLATE "C" NOT NULL,
    title_zh       TEXT COLLATE "C" NOT NULL,
    description_zh TEXT COLLATE "C" NOT NULL,
    implication_zh TEXT COLLATE "C",
    kind           TEXT COLLATE "C" NOT NULL,
    "sort"         BIGINT NOT NULL,
    source_url     TEXT COLLATE "C",
    source_date    TEXT COLLATE "C",
    confidence     TEXT COLLATE "C" NOT NULL,
    title_en       TEXT COLLATE "C",
    description_en TEXT COLLATE "C",
    implication_en TEXT COLLATE "C",
    doubt          TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX trends_open ON trends (record_key) WHERE to_cs IS NULL;
CREATE INDEX trends_from ON trends (from_cs);
CREATE INDEX trends_to ON trends (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER trends_close BEFORE UPDATE ON trends FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER trends_stay BEFORE DELETE OR TRUNCATE ON trends FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE dimensions (
    row_id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version    BIGINT NOT NULL CHECK (version >= 1),
    from_cs    BIGINT NOT NULL REFERENCES changesets (id),
    to_cs      BIGINT REFERENCES changesets (id),
    search     TEXT NOT NULL,
    slug       TEXT COLLATE "C" NOT NULL,
    name_zh    TEXT COLLATE "C" NOT NULL,
    aspects    TEXT COLLATE "C",
    "sort"     BIGINT NOT NULL,
    source_url TEXT COLLATE "C",
    confidence TEXT COLLATE "C" NOT NULL,
    name_en    TEXT COLLATE "C",
    aspects_en TEXT COLLATE "C",
    "group"    TEXT COLLATE "C" NOT NULL,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX dimensions_open ON dimensions (record_key) WHERE to_cs IS NULL;
CREATE INDEX dimensions_from ON dimensions (from_cs);
CREATE INDEX dimensions_to ON dimensions (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER dimensions_close BEFORE UPDATE ON dimensions FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER dimensions_stay BEFORE DELETE OR TRUNCATE ON dimensions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE texts (
    row_id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version    BIGINT NOT NULL CHECK (version >= 1),
    from_cs    BIGINT NOT NULL REFERENCES changesets (id),
    to_cs      BIGINT REFERENCES changesets (id),
    search     TEXT NOT NULL,
    "key"      TEXT COLLATE "C" NOT NULL,
    zh         TEXT COLLATE "C" NOT NULL,
    en         TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX texts_open ON texts (record_key) WHERE to_cs IS NULL;
CREATE INDEX texts_from ON texts (from_cs);
CREATE INDEX texts_to ON texts (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER texts_close BEFORE UPDATE ON texts FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER texts_stay BEFORE DELETE OR TRUNCATE ON texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
