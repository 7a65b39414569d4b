-- +goose Up

-- One table of versions per kind of record. A version is open while to_cs is NULL;
-- closing it is the only update. search is the lower-cased text of the record.
-- Money is in units of 1e-9; NULL is unknown.

CREATE TABLE providers (
    row_id                 INTEGER PRIMARY KEY,
    record_key             TEXT NOT NULL CHECK (record_key <> ''),
    version                INTEGER NOT NULL CHECK (version >= 1),
    from_cs                INTEGER NOT NULL REFERENCES changesets (id),
    to_cs                  INTEGER REFERENCES changesets (id),
    search                 TEXT NOT NULL,
    slug                   TEXT NOT NULL,
    name_zh                TEXT NOT NULL,
    name_en                TEXT NOT NULL,
    kind                   TEXT NOT NULL,
    market                 TEXT NOT NULL,
    status                 TEXT NOT NULL,
    offers_in_dataset      INTEGER,
    facts_in_dataset       INTEGER,
    website                TEXT,
    regions                TEXT,
    billing_modes          TEXT,
    billing_detail         TEXT,
    sla_percent            INTEGER,
    sla_scope              TEXT,
    compliance             TEXT,
    free_trial             TEXT,
    whitepaper_cases       TEXT,
    schedulers             TEXT,
    frameworks             TEXT,
    cuda_versions          TEXT,
    preinstalled_images    TEXT,
    storage_price          TEXT,
    egress_price           TEXT,
    data_upload            TEXT,
    invoice                TEXT,
    min_rental             TEXT,
    named_in_seed          TEXT,
    source_url             TEXT,
    source_date            TEXT,
    confidence             TEXT,
    via                    TEXT,
    note                   TEXT,
    regions_en             TEXT,
    billing_detail_en      TEXT,
    free_trial_en          TEXT,
    sla_scope_en           TEXT,
    whitepaper_cases_en    TEXT,
    data_upload_en         TEXT,
    invoice_en             TEXT,
    storage_price_en       TEXT,
    egress_price_en        TEXT,
    preinstalled_images_en TEXT,
    min_rental_en          TEXT,
    doubt                  TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX providers_open ON providers (record_key) WHERE to_cs IS NULL;
CREATE INDEX providers_from ON providers (from_cs);
CREATE INDEX providers_to ON providers (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER providers_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    slug, name_zh, name_en, kind, market, status, offers_in_dataset, facts_in_dataset, website,
    regions, billing_modes, billing_detail, sla_percent, sla_scope, compliance, free_trial, whitepaper_cases,
    schedulers, frameworks, cuda_versions, preinstalled_images, storage_price, egress_price, data_upload,
    invoice, min_rental, named_in_seed, source_url, source_date, confidence, via, note, regions_en,
    billing_detail_en, free_trial_en, sla_scope_en, whitepaper_cases_en, data_upload_en, invoice_en,
    storage_price_en, egress_price_en, preinstalled_images_en, min_rental_en, doubt
ON providers BEGIN
    SELECT RAISE(ABORT, 'providers: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER providers_close BEFORE UPDATE OF to_cs ON providers WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'providers: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER providers_stay BEFORE DELETE ON providers BEGIN
    SELECT RAISE(ABORT, 'providers: versions are never deleted');
END;
-- +goose StatementEnd

CREATE TABLE fact_keys (
    row_id     INTEGER PRIMARY KEY,
    record_key TEXT NOT NULL CHECK (record_key <> ''),
    version    INTEGER NOT NULL CHECK (version >= 1),
    from_cs    INTEGER NOT NULL REFERENCES changesets (id),
    to_cs      INTEGER REFERENCES changesets (id),
    search     TEXT NOT NULL,
    "key"      TEXT NOT NULL,
    "group"    TEXT NOT NULL,
    label_zh   TEXT NOT NULL,
    label_en   TEXT NOT NULL,
    "type"     TEXT NOT NULL,
    "unit"     TEXT,
    better     TEXT NOT NULL,
    comparable TEXT NOT NULL,
    "sort"     INTEGER NOT NULL,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX fact_keys_open ON fact_keys (record_key) WHERE to_cs IS NULL;
CREATE INDEX fact_keys_from ON fact_keys (from_cs);
CREATE INDEX fact_keys_to ON fact_keys (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER fact_keys_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    "key", "group", label_zh, label_en, "type", "unit", better, comparable, "sort"
ON fact_keys BEGIN
    SELECT RAISE(ABORT, 'fact_keys: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER fact_keys_close BEFORE UPDATE OF to_cs ON fact_keys WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'fact_keys: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER fact_keys_stay BEFORE DELETE ON fact_keys BEGIN
    SELECT RAISE(ABORT, 'fact_keys: versions are never deleted');
END;
-- +goose StatementEnd

CREATE TABLE provider_facts (
    row_id      INTEGER PRIMARY KEY,
    record_key  TEXT NOT NULL CHECK (record_key <> ''),
    version     INTEGER NOT NULL CHECK (version >= 1),
    from_cs     INTEGER NOT NULL REFERENCES changesets (id),
    to_cs       INTEGER REFERENCES changesets (id),
    search      TEXT NOT NULL,
    provider    TEXT NOT NULL,
    dimension   TEXT NOT NULL,
    "key"       TEXT NOT NULL,
    "value"     TEXT NOT NULL,
    "unit"      TEXT,
    source_url  TEXT,
    source_date TEXT,
    confidence  TEXT NOT NULL,
    via         TEXT,
    note        TEXT,
    value_en    TEXT,
    doubt       TEXT,
    subject_zh  TEXT,
    subject_en  TEXT,
    valid_from  TEXT,
    valid_to    TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX provider_facts_open ON provider_facts (record_key) WHERE to_cs IS NULL;
CREATE INDEX provider_facts_from ON provider_facts (from_cs);
CREATE INDEX provider_facts_to ON provider_facts (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER provider_facts_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    provider, dimension, "key", "value", "unit", source_url, source_date, confidence, via, note,
    value_en, doubt, subject_zh, subject_en, valid_from, valid_to
ON provider_facts BEGIN
    SELECT RAISE(ABORT, 'provider_facts: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER provider_facts_close BEFORE UPDATE OF to_cs ON provider_facts WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'provider_facts: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER provider_facts_stay BEFORE DELETE ON provider_facts BEGIN
    SELECT RAISE(ABORT, 'provider_facts: versions are never deleted');
END;
-- +goose StatementEnd

CREATE TABLE extra_costs (
    row_id               INTEGER PRIMARY KEY,
    record_key           TEXT NOT NULL CHECK (record_key <> ''),
    version              INTEGER NOT NULL CHECK (version >= 1),
    from_cs              INTEGER NOT NULL REFERENCES changesets (id),
    to_cs                INTEGER REFERENCES changesets (id),
    search               TEXT NOT NULL,
    provider             TEXT,
    cost_type            TEXT NOT NULL,
    item                 TEXT NOT NULL,
    price                INTEGER,
    price_max            INTEGER,
    currency             TEXT,
    "unit"               TEXT,
    free_quota           TEXT,
    billed_while_stopped TEXT,
    rule                 TEXT,
    source_url           TEXT,
    source_date          TEXT,
    confidence           TEXT NOT NULL,
    via                  TEXT,
    note                 TEXT,
    item_en              TEXT,
    rule_en              TEXT,
    free_quota_en        TEXT,
    doubt                TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;
CREATE UNIQUE INDEX extra_costs_open ON extra_costs (record_key) WHERE to_cs IS NULL;
CREATE INDEX extra_costs_from ON extra_costs (from_cs);
CREATE INDEX extra_costs_to ON extra_costs (to_cs) WHERE to_cs IS NOT NULL;
-- +goose StatementBegin
CREATE TRIGGER extra_costs_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    provider, cost_type, item, price, price_max, currency, "unit", free_quota, billed_while_stopped,
    rule, source_url, source_date, confidence, via, note, item_en, rule_en, free_quota_en, doubt
ON extra_costs BEGIN
    SELECT RAISE(ABORT, 'extra_costs: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER extra_costs_close BEFORE UPDATE OF to_cs ON extra_costs WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'extra_costs: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER extra_costs_stay BEFORE DELETE ON extra_costs BEGIN
    SELECT RAISE(ABORT, 'extra_costs: versions are never deleted');
END;
-- +goose StatementEnd
