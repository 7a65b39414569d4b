-- +goose Up

-- One table of versions per kind of record. A version is open while to_cs is NULL;
-- closing it is the only update. search is the lower-cased text of the record.
-- Money is in units of 1e-9; NULL is unknown.

CREATE TABLE providers (
    row_id                 BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key             TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version                BIGINT NOT NULL CHECK (version >= 1),
    from_cs                BIGINT NOT NULL REFERENCES changesets (id),
    to_cs                  BIGINT REFERENCES changesets (id),
    search                 TEXT NOT NULL,
    slug                   TEXT COLLATE "C" NOT NULL,
    name_zh                TEXT COLLATE "C" NOT NULL,
    name_en                TEXT COLLATE "C" NOT NULL,
    kind                   TEXT COLLATE "C" NOT NULL,
    market                 TEXT COLLATE "C" NOT NULL,
    status                 TEXT COLLATE "C" NOT NULL,
    offers_in_dataset      BIGINT,
    facts_in_dataset       BIGINT,
    website                TEXT COLLATE "C",
    regions                TEXT COLLATE "C",
    billing_modes          TEXT COLLATE "C",
    billing_detail         TEXT COLLATE "C",
    sla_percent            BIGINT,
    sla_scope              TEXT COLLATE "C",
    compliance             TEXT COLLATE "C",
    free_trial             TEXT COLLATE "C",
    whitepaper_cases       TEXT COLLATE "C",
    schedulers             TEXT COLLATE "C",
    frameworks             TEXT COLLATE "C",
    cuda_versions          TEXT COLLATE "C",
    preinstalled_images    TEXT COLLATE "C",
    storage_price          TEXT COLLATE "C",
    egress_price           TEXT COLLATE "C",
    data_upload            TEXT COLLATE "C",
    invoice                TEXT COLLATE "C",
    min_rental             TEXT COLLATE "C",
    named_in_seed          TEXT COLLATE "C",
    source_url             TEXT COLLATE "C",
    source_date            TEXT COLLATE "C",
    confidence             TEXT COLLATE "C",
    via                    TEXT COLLATE "C",
    note                   TEXT COLLATE "C",
    regions_en             TEXT COLLATE "C",
    billing_detail_en      TEXT COLLATE "C",
    free_trial_en          TEXT COLLATE "C",
    sla_scope_en           TEXT COLLATE "C",
    whitepaper_cases_en    TEXT COLLATE "C",
    data_upload_en         TEXT COLLATE "C",
    invoice_en             TEXT COLLATE "C",
    storage_price_en       TEXT COLLATE "C",
    egress_price_en        TEXT COLLATE "C",
    preinstalled_images_en TEXT COLLATE "C",
    min_rental_en          TEXT COLLATE "C",
    doubt                  TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX providers_open ON providers (record_key) WHERE to_cs IS NULL;
CREATE INDEX providers_from ON providers (from_cs);
CREATE INDEX providers_to ON providers (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER providers_close BEFORE UPDATE ON providers FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER providers_stay BEFORE DELETE OR TRUNCATE ON providers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE fact_keys (
    row_id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version    BIGINT NOT NULL CHECK (version >= 1),
    from_cs    BIGINT NOT NULL REFERENCES changesets (id),
    to_cs      BIGINT REFERENCES changesets (id),
    search     TEXT NOT NULL,
    "key"      TEXT COLLATE "C" NOT NULL,
    "group"    TEXT COLLATE "C" NOT NULL,
    label_zh   TEXT COLLATE "C" NOT NULL,
    label_en   TEXT COLLATE "C" NOT NULL,
    "type"     TEXT COLLATE "C" NOT NULL,
    "unit"     TEXT COLLATE "C",
    better     TEXT COLLATE "C" NOT NULL,
    comparable TEXT COLLATE "C" NOT NULL,
    "sort"     BIGINT NOT NULL,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX fact_keys_open ON fact_keys (record_key) WHERE to_cs IS NULL;
CREATE INDEX fact_keys_from ON fact_keys (from_cs);
CREATE INDEX fact_keys_to ON fact_keys (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER fact_keys_close BEFORE UPDATE ON fact_keys FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER fact_keys_stay BEFORE DELETE OR TRUNCATE ON fact_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE provider_facts (
    row_id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key  TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version     BIGINT NOT NULL CHECK (version >= 1),
    from_cs     BIGINT NOT NULL REFERENCES changesets (id),
    to_cs       BIGINT REFERENCES changesets (id),
    search      TEXT NOT NULL,
    provider    TEXT COLLATE "C" NOT NULL,
    dimension   TEXT COLLATE "C" NOT NULL,
    "key"       TEXT COLLATE "C" NOT NULL,
    "value"     TEXT COLLATE "C" NOT NULL,
    "unit"      TEXT COLLATE "C",
    source_url  TEXT COLLATE "C",
    source_date TEXT COLLATE "C",
    confidence  TEXT COLLATE "C" NOT NULL,
    via         TEXT COLLATE "C",
    note        TEXT COLLATE "C",
    value_en    TEXT COLLATE "C",
    doubt       TEXT COLLATE "C",
    subject_zh  TEXT COLLATE "C",
    subject_en  TEXT COLLATE "C",
    valid_from  TEXT COLLATE "C",
    valid_to    TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX provider_facts_open ON provider_facts (record_key) WHERE to_cs IS NULL;
CREATE INDEX provider_facts_from ON provider_facts (from_cs);
CREATE INDEX provider_facts_to ON provider_facts (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER provider_facts_close BEFORE UPDATE ON provider_facts FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER provider_facts_stay BEFORE DELETE OR TRUNCATE ON provider_facts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE extra_costs (
    row_id               BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key           TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version              BIGINT NOT NULL CHECK (version >= 1),
    from_cs              BIGINT NOT NULL REFERENCES changesets (id),
    to_cs                BIGINT REFERENCES changesets (id),
    search               TEXT NOT NULL,
    provider             TEXT COLLATE "C",
    cost_type            TEXT COLLATE "C" NOT NULL,
    item                 TEXT COLLATE "C" NOT NULL,
    price                BIGINT,
    price_max            BIGINT,
    currency             TEXT COLLATE "C",
    "unit"               TEXT COLLATE "C",
    free_quota           TEXT COLLATE "C",
    billed_while_stopped TEXT COLLATE "C",
    rule                 TEXT COLLATE "C",
    source_url           TEXT COLLATE "C",
    source_date          TEXT COLLATE "C",
    confidence           TEXT COLLATE "C" NOT NULL,
    via                  TEXT COLLATE "C",
    note                 TEXT COLLATE "C",
    item_en              TEXT COLLATE "C",
    rule_en              TEXT COLLATE "C",
    free_quota_en        TEXT COLLATE "C",
    doubt                TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX extra_costs_open ON extra_costs (record_key) WHERE to_cs IS NULL;
CREATE INDEX extra_costs_from ON extra_costs (from_cs);
CREATE INDEX extra_costs_to ON extra_costs (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER extra_costs_close BEFORE UPDATE ON extra_costs FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER extra_costs_stay BEFORE DELETE OR TRUNCATE ON extra_costs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
