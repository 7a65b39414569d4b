-- +goose Up

-- One table of versions per kind of record. A version is open while to_cs is NULL;
-- closing it is the only update. search is the lower-cased text of the record.
-- Money is in units of 1e-9; NULL is unknown.

CREATE TABLE offers (
    row_id             INTEGER PRIMARY KEY,
    record_key         TEXT NOT NULL CHECK (record_key <> ''),
    version            INTEGER NOT NULL CHECK (version >= 1),
    from_cs            INTEGER NOT NULL REFERENCES changesets (id),
    to_cs              INTEGER REFERENCES changesets (id),
    search             TEXT NOT NULL,
    offer_id           TEXT NOT NULL,
    provider           TEXT NOT NULL,
    instance_type      TEXT,
    accelerator        TEXT NOT NULL,
    accelerator_vendor TEXT,
    form_factor        TEXT,
    vram_gb            REAL,
    gpu_count          INTEGER,
    vcpu               REAL,
    ram_gib            REAL,
    region             TEXT,
    billing_mode       TEXT NOT NULL,
    price_amount       INTEGER,
    price_max          INTEGER,
    price_tier         TEXT NOT NULL,
    currency           TEXT NOT NULL,
    "unit"             TEXT NOT NULL,
    interconnect       TEXT,
    source_url         TEXT,
    source_date        TEXT,
    confidence         TEXT NOT NULL,
    evidence_grade     TEXT NOT NULL,
    via                TEXT,
    note               TEXT,
    "scope"            TEXT NOT NULL,
    "share"            TEXT,
    valid_to           TEXT,
    availability       TEXT,
    doubt              TEXT,
    licence            TEXT,
    valid_from         TEXT,
    "exception"        TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX offers_open ON offers (record_key) WHERE to_cs IS NULL;
CREATE INDEX offers_from ON offers (from_cs);
CREATE INDEX offers_to ON offers (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER offers_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    offer_id, provider, instance_type, accelerator, accelerator_vendor, form_factor, vram_gb, gpu_count,
    vcpu, ram_gib, region, billing_mode, price_amount, price_max, price_tier, currency, "unit",
    interconnect, source_url, source_date, confidence, evidence_grade, via, note, "scope", "share",
    valid_to, availability, doubt, licence, valid_from, "exception"
ON offers BEGIN
    SELECT RAISE(ABORT, 'offers: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER offers_close BEFORE UPDATE OF to_cs ON offers WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'offers: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER offers_stay BEFORE DELETE ON offers BEGIN
    SELECT RAISE(ABORT, 'offers: versions are never deleted');
END;
-- +goose StatementEnd

CREATE TABLE market_benchmarks (
    row_id      INTEGER PRIMARY KEY,
    record_key  TEXT NOT NULL CHECK (record_key <> ''),
    version     INTEGER NOT NULL CHECK (version >= 1),
    from_cs     INTEGER NOT NULL REFERENCES changesets (id),
    to_cs       INTEGER REFERENCES changesets (id),
    search      TEXT NOT NULL,
    accelerator TEXT NOT NULL,
    vram_gb     REAL,
    gpu_count   INTEGER,
    price_low   INTEGER,
    price_high  INTEGER,
    currency    TEXT NOT NULL,
    "unit"      TEXT NOT NULL,
    region      TEXT,
    source_url  TEXT,
    source_date TEXT,
    confidence  TEXT NOT NULL,
    via         TEXT,
    note        TEXT,
    doubt       TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX market_benchmarks_open ON market_benchmarks (record_key) WHERE to_cs IS NULL;
CREATE INDEX market_benchmarks_from ON market_benchmarks (from_cs);
CREATE INDEX market_benchmarks_to ON market_benchmarks (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER market_benchmarks_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    accelerator, vram_gb, gpu_count, price_low, price_high, currency, "unit", region, source_url,
    source_date, confidence, via, note, doubt
ON market_benchmarks BEGIN
    SELECT RAISE(ABORT, 'market_benchmarks: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER market_benchmarks_close BEFORE UPDATE OF to_cs ON market_benchmarks WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'market_benchmarks: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER market_benchmarks_stay BEFORE DELETE ON market_benchmarks BEGIN
    SELECT RAISE(ABORT, 'market_benchmarks: versions are never deleted');
END;
-- +goose StatementEnd

CREATE TABLE exchange_rates (
    row_id     INTEGER PRIMARY KEY,
    record_key TEXT NOT NULL CHECK (record_key <> ''),
    version    INTEGER NOT NULL CHECK (version >= 1),
    from_cs    INTEGER NOT NULL REFERENCES changesets (id),
    to_cs      INTEGER REFERENCES changesets (id),
    search     TEXT NOT NULL,
    "date"     TEXT NOT NULL,
    base       TEXT NOT NULL,
    quote      TEXT NOT NULL,
    rate       INTEGER NOT NULL,
    kind       TEXT,
    source_url TEXT,
    confidence TEXT NOT NULL,
    note       TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX exchange_rates_open ON exchange_rates (record_key) WHERE to_cs IS NULL;
CREATE INDEX exchange_rates_from ON exchange_rates (from_cs);
CREATE INDEX exchange_rates_to ON exchange_rates (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER exchange_rates_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    "date", base, quote, rate, kind, source_url, confidence, note
ON exchange_rates BEGIN
    SELECT RAISE(ABORT, 'exchange_rates: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER exchange_rates_close BEFORE UPDATE OF to_cs ON exchange_rates WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'exchange_rates: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER exchange_rates_stay BEFORE DELETE ON exchange_rates BEGIN
    SELECT RAISE(ABORT, 'exchange_rates: versions are never deleted');
END;
-- +goose StatementEnd

CREATE TABLE doubts (
    row_id      INTEGER PRIMARY KEY,
    record_key  TEXT NOT NULL CHECK (record_key <> ''),
    version     INTEGER NOT NULL CHECK (version >= 1),
    from_cs     INTEGER NOT NULL REFERENCES changesets (id),
    to_cs       INTEGER REFERENCES changesets (id),
    search      TEXT NOT NULL,
    id          TEXT NOT NULL,
    target_type TEXT NOT NULL,
    target      TEXT,
    verdict     TEXT NOT NULL,
    text_zh     TEXT NOT NULL,
    text_en     TEXT,
    source_url  TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX doubts_open ON doubts (record_key) WHERE to_cs IS NULL;
CREATE INDEX doubts_from ON doubts (from_cs);
CREATE INDEX doubts_to ON doubts (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER doubts_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    id, target_type, target, verdict, text_zh, text_en, source_url
ON doubts BEGIN
    SELECT RAISE(ABORT, 'doubts: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER doubts_close BEFORE UPDATE OF to_cs ON doubts WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'doubts: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER doubts_stay BEFORE DELETE ON doubts BEGIN
    SELECT RAISE(ABORT, 'doubts: versions are never deleted');
END;
-- +goose StatementEnd
