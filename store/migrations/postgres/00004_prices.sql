-- +goose Up

-- One table of versions per kind of record. A version is open while to_cs is NULL;
-- closing it is the only update. search is the lower-cased text of the record.
-- Money is in units of 1e-9; NULL is unknown.

CREATE TABLE offers (
    row_id             BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key         TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version            BIGINT NOT NULL CHECK (version >= 1),
    from_cs            BIGINT NOT NULL REFERENCES changesets (id),
    to_cs              BIGINT REFERENCES changesets (id),
    search             TEXT NOT NULL,
    offer_id           TEXT COLLATE "C" NOT NULL,
    provider           TEXT COLLATE "C" NOT NULL,
    instance_type      TEXT COLLATE "C",
    accelerator        TEXT COLLATE "C" NOT NULL,
    accelerator_vendor TEXT COLLATE "C",
    form_factor        TEXT COLLATE "C",
    vram_gb            DOUBLE PRECISION,
    gpu_count          BIGINT,
    vcpu               DOUBLE PRECISION,
    ram_gib            DOUBLE PRECISION,
    region             TEXT COLLATE "C",
    billing_mode       TEXT COLLATE "C" NOT NULL,
    price_amount       BIGINT,
    price_max          BIGINT,
    price_tier         TEXT COLLATE "C" NOT NULL,
    currency           TEXT COLLATE "C" NOT NULL,
    "unit"             TEXT COLLATE "C" NOT NULL,
    interconnect       TEXT COLLATE "C",
    source_url         TEXT COLLATE "C",
    source_date        TEXT COLLATE "C",
    confidence         TEXT COLLATE "C" NOT NULL,
    evidence_grade     TEXT COLLATE "C" NOT NULL,
    via                TEXT COLLATE "C",
    note               TEXT COLLATE "C",
    "scope"            TEXT COLLATE "C" NOT NULL,
    "share"            TEXT COLLATE "C",
    valid_to           TEXT COLLATE "C",
    availability       TEXT COLLATE "C",
    doubt              TEXT COLLATE "C",
    licence            TEXT COLLATE "C",
    valid_from         TEXT COLLATE "C",
    "exception"        TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX offers_open ON offers (record_key) WHERE to_cs IS NULL;
CREATE INDEX offers_from ON offers (from_cs);
CREATE INDEX offers_to ON offers (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER offers_close BEFORE UPDATE ON offers FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER offers_stay BEFORE DELETE OR TRUNCATE ON offers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE market_benchmarks (
    row_id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key  TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version     BIGINT NOT NULL CHECK (version >= 1),
    from_cs     BIGINT NOT NULL REFERENCES changesets (id),
    to_cs       BIGINT REFERENCES changesets (id),
    search      TEXT NOT NULL,
    accelerator TEXT COLLATE "C" NOT NULL,
    vram_gb     DOUBLE PRECISION,
    gpu_count   BIGINT,
    price_low   BIGINT,
    price_high  BIGINT,
    currency    TEXT COLLATE "C" NOT NULL,
    "unit"      TEXT COLLATE "C" NOT NULL,
    region      TEXT COLLATE "C",
    source_url  TEXT COLLATE "C",
    source_date TEXT COLLATE "C",
    confidence  TEXT COLLATE "C" NOT NULL,
    via         TEXT COLLATE "C",
    note        TEXT COLLATE "C",
    doubt       TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX market_benchmarks_open ON market_benchmarks (record_key) WHERE to_cs IS NULL;
CREATE INDEX market_benchmarks_from ON market_benchmarks (from_cs);
CREATE INDEX market_benchmarks_to ON market_benchmarks (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER market_benchmarks_close BEFORE UPDATE ON market_benchmarks FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER market_benchmarks_stay BEFORE DELETE OR TRUNCATE ON market_benchmarks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE exchange_rates (
    row_id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version    BIGINT NOT NULL CHECK (version >= 1),
    from_cs    BIGINT NOT NULL REFERENCES changesets (id),
    to_cs      BIGINT REFERENCES changesets (id),
    search     TEXT NOT NULL,
    "date"     TEXT COLLATE "C" NOT NULL,
    base       TEXT COLLATE "C" NOT NULL,
    quote      TEXT COLLATE "C" NOT NULL,
    rate       BIGINT NOT NULL,
    kind       TEXT COLLATE "C",
    source_url TEXT COLLATE "C",
    confidence TEXT COLLATE "C" NOT NULL,
    note       TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX exchange_rates_open ON exchange_rates (record_key) WHERE to_cs IS NULL;
CREATE INDEX exchange_rates_from ON exchange_rates (from_cs);
CREATE INDEX exchange_rates_to ON exchange_rates (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER exchange_rates_close BEFORE UPDATE ON exchange_rates FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER exchange_rates_stay BEFORE DELETE OR TRUNCATE ON exchange_rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE doubts (
    row_id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key  TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version     BIGINT NOT NULL CHECK (version >= 1),
    from_cs     BIGINT NOT NULL REFERENCES changesets (id),
    to_cs       BIGINT REFERENCES changesets (id),
    search      TEXT NOT NULL,
    id          TEXT COLLATE "C" NOT NULL,
    target_type TEXT COLLATE "C" NOT NULL,
    target      TEXT COLLATE "C",
    verdict     TEXT COLLATE "C" NOT NULL,
    text_zh     TEXT COLLATE "C" NOT NULL,
    text_en     TEXT COLLATE "C",
    source_url  TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX doubts_open ON doubts (record_key) WHERE to_cs IS NULL;
CREATE INDEX doubts_from ON doubts (from_cs);
CREATE INDEX doubts_to ON doubts (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER doubts_close BEFORE UPDATE ON doubts FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER doubts_stay BEFORE DELETE OR TRUNCATE ON doubts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
