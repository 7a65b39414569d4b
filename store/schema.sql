-- The schema on SQLite after all migrations; PostgreSQL has the same tables and columns.
-- Written by: go test ./store -run ReadableSchema -update

CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

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

CREATE TRIGGER changesets_keep BEFORE UPDATE ON changesets BEGIN
    SELECT RAISE(ABORT, 'changesets are never rewritten');
END;

CREATE TRIGGER changesets_stay BEFORE DELETE ON changesets BEGIN
    SELECT RAISE(ABORT, 'changesets are never deleted');
END;

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

CREATE TRIGGER providers_close BEFORE UPDATE OF to_cs ON providers WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'providers: versions are closed once');
END;

CREATE TRIGGER providers_stay BEFORE DELETE ON providers BEGIN
    SELECT RAISE(ABORT, 'providers: versions are never deleted');
END;

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

CREATE TRIGGER fact_keys_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    "key", "group", label_zh, label_en, "type", "unit", better, comparable, "sort"
ON fact_keys BEGIN
    SELECT RAISE(ABORT, 'fact_keys: versions are never rewritten');
END;

CREATE TRIGGER fact_keys_close BEFORE UPDATE OF to_cs ON fact_keys WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'fact_keys: versions are closed once');
END;

CREATE TRIGGER fact_keys_stay BEFORE DELETE ON fact_keys BEGIN
    SELECT RAISE(ABORT, 'fact_keys: versions are never deleted');
END;

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

CREATE TRIGGER provider_facts_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    provider, dimension, "key", "value", "unit", source_url, source_date, confidence, via, note,
    value_en, doubt, subject_zh, subject_en, valid_from, valid_to
ON provider_facts BEGIN
    SELECT RAISE(ABORT, 'provider_facts: versions are never rewritten');
END;

CREATE TRIGGER provider_facts_close BEFORE UPDATE OF to_cs ON provider_facts WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'provider_facts: versions are closed once');
END;

CREATE TRIGGER provider_facts_stay BEFORE DELETE ON provider_facts BEGIN
    SELECT RAISE(ABORT, 'provider_facts: versions are never deleted');
END;

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

CREATE TRIGGER extra_costs_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    provider, cost_type, item, price, price_max, currency, "unit", free_quota, billed_while_stopped,
    rule, source_url, source_date, confidence, via, note, item_en, rule_en, free_quota_en, doubt
ON extra_costs BEGIN
    SELECT RAISE(ABORT, 'extra_costs: versions are never rewritten');
END;

CREATE TRIGGER extra_costs_close BEFORE UPDATE OF to_cs ON extra_costs WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'extra_costs: versions are closed once');
END;

CREATE TRIGGER extra_costs_stay BEFORE DELETE ON extra_costs BEGIN
    SELECT RAISE(ABORT, 'extra_costs: versions are never deleted');
END;

CREATE TABLE accelerators (
    row_id                    INTEGER PRIMARY KEY,
    record_key                TEXT NOT NULL CHECK (record_key <> ''),
    version                   INTEGER NOT NULL CHECK (version >= 1),
    from_cs                   INTEGER NOT NULL REFERENCES changesets (id),
    to_cs                     INTEGER REFERENCES changesets (id),
    search                    TEXT NOT NULL,
    slug                      TEXT NOT NULL,
    vendor                    TEXT NOT NULL,
    model                     TEXT NOT NULL,
    architecture              TEXT,
    compute_capability        TEXT,
    launch_year               INTEGER,
    form_factor               TEXT,
    memory_gb                 REAL,
    memory_type               TEXT,
    memory_bandwidth_gb_s     REAL,
    fp64_tflops               REAL,
    fp32_tflops               REAL,
    tf32_tflops_dense         REAL,
    fp16_tflops_dense         REAL,
    bf16_tflops_dense         REAL,
    fp8_tflops_dense          REAL,
    int8_tops_dense           REAL,
    interconnect              TEXT,
    interconnect_gb_s         REAL,
    pcie_gen                  TEXT,
    tdp_w                     REAL,
    mig_instances_max         INTEGER,
    software_stack            TEXT,
    export_status_note        TEXT,
    source_url                TEXT,
    confidence                TEXT NOT NULL,
    notes                     TEXT,
    cited_primary_url         TEXT,
    matrix_units              TEXT,
    os_devices_per_unit       INTEGER,
    memory_visible_gib        REAL,
    more_sources              TEXT,
    via                       TEXT,
    export_status_note_zh     TEXT,
    form                      TEXT,
    interconnect_default_gb_s REAL,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;

CREATE UNIQUE INDEX accelerators_open ON accelerators (record_key) WHERE to_cs IS NULL;

CREATE INDEX accelerators_from ON accelerators (from_cs);

CREATE INDEX accelerators_to ON accelerators (to_cs) WHERE to_cs IS NOT NULL;

CREATE TRIGGER accelerators_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    slug, vendor, model, architecture, compute_capability, launch_year, form_factor, memory_gb,
    memory_type, memory_bandwidth_gb_s, fp64_tflops, fp32_tflops, tf32_tflops_dense, fp16_tflops_dense,
    bf16_tflops_dense, fp8_tflops_dense, int8_tops_dense, interconnect, interconnect_gb_s, pcie_gen,
    tdp_w, mig_instances_max, software_stack, export_status_note, source_url, confidence, notes,
    cited_primary_url, matrix_units, os_devices_per_unit, memory_visible_gib, more_sources, via,
    export_status_note_zh, form, interconnect_default_gb_s
ON accelerators BEGIN
    SELECT RAISE(ABORT, 'accelerators: versions are never rewritten');
END;

CREATE TRIGGER accelerators_close BEFORE UPDATE OF to_cs ON accelerators WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'accelerators: versions are closed once');
END;

CREATE TRIGGER accelerators_stay BEFORE DELETE ON accelerators BEGIN
    SELECT RAISE(ABORT, 'accelerators: versions are never deleted');
END;

CREATE TABLE aliases (
    row_id     INTEGER PRIMARY KEY,
    record_key TEXT NOT NULL CHECK (record_key <> ''),
    version    INTEGER NOT NULL CHECK (version >= 1),
    from_cs    INTEGER NOT NULL REFERENCES changesets (id),
    to_cs      INTEGER REFERENCES changesets (id),
    search     TEXT NOT NULL,
    alias      TEXT NOT NULL,
    slug       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    evidence   TEXT,
    seen_in    TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;

CREATE UNIQUE INDEX aliases_open ON aliases (record_key) WHERE to_cs IS NULL;

CREATE INDEX aliases_from ON aliases (from_cs);

CREATE INDEX aliases_to ON aliases (to_cs) WHERE to_cs IS NOT NULL;

CREATE TRIGGER aliases_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    alias, slug, kind, evidence, seen_in
ON aliases BEGIN
    SELECT RAISE(ABORT, 'aliases: versions are never rewritten');
END;

CREATE TRIGGER aliases_close BEFORE UPDATE OF to_cs ON aliases WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'aliases: versions are closed once');
END;

CREATE TRIGGER aliases_stay BEFORE DELETE ON aliases BEGIN
    SELECT RAISE(ABORT, 'aliases: versions are never deleted');
END;

CREATE TABLE ambiguous (
    row_id         INTEGER PRIMARY KEY,
    record_key     TEXT NOT NULL CHECK (record_key <> ''),
    version        INTEGER NOT NULL CHECK (version >= 1),
    from_cs        INTEGER NOT NULL REFERENCES changesets (id),
    to_cs          INTEGER REFERENCES changesets (id),
    search         TEXT NOT NULL,
    alias          TEXT NOT NULL,
    candidates     TEXT NOT NULL,
    how_to_resolve TEXT,
    evidence       TEXT,
    seen_in        TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;

CREATE UNIQUE INDEX ambiguous_open ON ambiguous (record_key) WHERE to_cs IS NULL;

CREATE INDEX ambiguous_from ON ambiguous (from_cs);

CREATE INDEX ambiguous_to ON ambiguous (to_cs) WHERE to_cs IS NOT NULL;

CREATE TRIGGER ambiguous_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    alias, candidates, how_to_resolve, evidence, seen_in
ON ambiguous BEGIN
    SELECT RAISE(ABORT, 'ambiguous: versions are never rewritten');
END;

CREATE TRIGGER ambiguous_close BEFORE UPDATE OF to_cs ON ambiguous WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'ambiguous: versions are closed once');
END;

CREATE TRIGGER ambiguous_stay BEFORE DELETE ON ambiguous BEGIN
    SELECT RAISE(ABORT, 'ambiguous: versions are never deleted');
END;

CREATE TABLE provider_aliases (
    row_id     INTEGER PRIMARY KEY,
    record_key TEXT NOT NULL CHECK (record_key <> ''),
    version    INTEGER NOT NULL CHECK (version >= 1),
    from_cs    INTEGER NOT NULL REFERENCES changesets (id),
    to_cs      INTEGER REFERENCES changesets (id),
    search     TEXT NOT NULL,
    "context"  TEXT NOT NULL,
    alias      TEXT NOT NULL,
    slug       TEXT NOT NULL,
    evidence   TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;

CREATE UNIQUE INDEX provider_aliases_open ON provider_aliases (record_key) WHERE to_cs IS NULL;

CREATE INDEX provider_aliases_from ON provider_aliases (from_cs);

CREATE INDEX provider_aliases_to ON provider_aliases (to_cs) WHERE to_cs IS NOT NULL;

CREATE TRIGGER provider_aliases_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    "context", alias, slug, evidence
ON provider_aliases BEGIN
    SELECT RAISE(ABORT, 'provider_aliases: versions are never rewritten');
END;

CREATE TRIGGER provider_aliases_close BEFORE UPDATE OF to_cs ON provider_aliases WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'provider_aliases: versions are closed once');
END;

CREATE TRIGGER provider_aliases_stay BEFORE DELETE ON provider_aliases BEGIN
    SELECT RAISE(ABORT, 'provider_aliases: versions are never deleted');
END;

CREATE TABLE memory_reported (
    row_id       INTEGER PRIMARY KEY,
    record_key   TEXT NOT NULL CHECK (record_key <> ''),
    version      INTEGER NOT NULL CHECK (version >= 1),
    from_cs      INTEGER NOT NULL REFERENCES changesets (id),
    to_cs        INTEGER REFERENCES changesets (id),
    search       TEXT NOT NULL,
    slug         TEXT NOT NULL,
    reported_mib INTEGER NOT NULL,
    gib          REAL,
    decimal_gb   REAL,
    "source"     TEXT,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
) STRICT;

CREATE UNIQUE INDEX memory_reported_open ON memory_reported (record_key) WHERE to_cs IS NULL;

CREATE INDEX memory_reported_from ON memory_reported (from_cs);

CREATE INDEX memory_reported_to ON memory_reported (to_cs) WHERE to_cs IS NOT NULL;

CREATE TRIGGER memory_reported_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    slug, reported_mib, gib, decimal_gb, "source"
ON memory_reported BEGIN
    SELECT RAISE(ABORT, 'memory_reported: versions are never rewritten');
END;

CREATE TRIGGER memory_reported_close BEFORE UPDATE OF to_cs ON memory_reported WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'memory_reported: versions are closed once');
END;

CREATE TRIGGER memory_reported_stay BEFORE DELETE ON memory_reported BEGIN
    SELECT RAISE(ABORT, 'memory_reported: versions are never deleted');
END;

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

CREATE TRIGGER offers_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    offer_id, provider, instance_type, accelerator, accelerator_vendor, form_factor, vram_gb, gpu_count,
    vcpu, ram_gib, region, billing_mode, price_amount, price_max, price_tier, currency, "unit",
    interconnect, source_url, source_date, confidence, evidence_grade, via, note, "scope", "share",
    valid_to, availability, doubt, licence, valid_from, "exception"
ON offers BEGIN
    SELECT RAISE(ABORT, 'offers: versions are never rewritten');
END;

CREATE TRIGGER offers_close BEFORE UPDATE OF to_cs ON offers WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'offers: versions are closed once');
END;

CREATE TRIGGER offers_stay BEFORE DELETE ON offers BEGIN
    SELECT RAISE(ABORT, 'offers: versions are never deleted');
END;

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

CREATE TRIGGER market_benchmarks_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    accelerator, vram_gb, gpu_count, price_low, price_high, currency, "unit", region, source_url,
    source_date, confidence, via, note, doubt
ON market_benchmarks BEGIN
    SELECT RAISE(ABORT, 'market_benchmarks: versions are never rewritten');
END;

CREATE TRIGGER market_benchmarks_close BEFORE UPDATE OF to_cs ON market_benchmarks WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'market_benchmarks: versions are closed once');
END;

CREATE TRIGGER market_benchmarks_stay BEFORE DELETE ON market_benchmarks BEGIN
    SELECT RAISE(ABORT, 'market_benchmarks: versions are never deleted');
END;

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

CREATE TRIGGER exchange_rates_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    "date", base, quote, rate, kind, source_url, confidence, note
ON exchange_rates BEGIN
    SELECT RAISE(ABORT, 'exchange_rates: versions are never rewritten');
END;

CREATE TRIGGER exchange_rates_close BEFORE UPDATE OF to_cs ON exchange_rates WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'exchange_rates: versions are closed once');
END;

CREATE TRIGGER exchange_rates_stay BEFORE DELETE ON exchange_rates BEGIN
    SELECT RAISE(ABORT, 'exchange_rates: versions are never deleted');
END;

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

CREATE TRIGGER doubts_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    id, target_type, target, verdict, text_zh, text_en, source_url
ON doubts BEGIN
    SELECT RAISE(ABORT, 'doubts: versions are never rewritten');
END;

CREATE TRIGGER doubts_close BEFORE UPDATE OF to_cs ON doubts WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'doubts: versions are closed once');
END;

CREATE TRIGGER doubts_stay BEFORE DELETE ON doubts BEGIN
    SELECT RAISE(ABORT, 'doubts: versions are never deleted');
END;

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

CREATE TRIGGER scenarios_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    scenario, scenario_zh, "sort", row_type, provider, product, metric, metric_zh, "operator",
    threshold, "unit", advice, source_url, source_date, confidence, doubt, scenario_en, metric_en,
    advice_en, product_en, threshold_en
ON scenarios BEGIN
    SELECT RAISE(ABORT, 'scenarios: versions are never rewritten');
END;

CREATE TRIGGER scenarios_close BEFORE UPDATE OF to_cs ON scenarios WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'scenarios: versions are closed once');
END;

CREATE TRIGGER scenarios_stay BEFORE DELETE ON scenarios BEGIN
    SELECT RAISE(ABORT, 'scenarios: versions are never deleted');
END;

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

CREATE TRIGGER pitfalls_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    slug, title_zh, description_zh, metric, "value", "unit", advice_zh, "sort", source_url, source_date,
    confidence, doubt, title_en, description_en, advice_en
ON pitfalls BEGIN
    SELECT RAISE(ABORT, 'pitfalls: versions are never rewritten');
END;

CREATE TRIGGER pitfalls_close BEFORE UPDATE OF to_cs ON pitfalls WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'pitfalls: versions are closed once');
END;

CREATE TRIGGER pitfalls_stay BEFORE DELETE ON pitfalls BEGIN
    SELECT RAISE(ABORT, 'pitfalls: versions are never deleted');
END;

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

CREATE TRIGGER trends_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    slug, title_zh, description_zh, implication_zh, kind, "sort", source_url, source_date, confidence,
    title_en, description_en, implication_en, doubt
ON trends BEGIN
    SELECT RAISE(ABORT, 'trends: versions are never rewritten');
END;

CREATE TRIGGER trends_close BEFORE UPDATE OF to_cs ON trends WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'trends: versions are closed once');
END;

CREATE TRIGGER trends_stay BEFORE DELETE ON trends BEGIN
    SELECT RAISE(ABORT, 'trends: versions are never deleted');
END;

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

CREATE TRIGGER dimensions_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    slug, name_zh, aspects, "sort", source_url, confidence, name_en, aspects_en, "group"
ON dimensions BEGIN
    SELECT RAISE(ABORT, 'dimensions: versions are never rewritten');
END;

CREATE TRIGGER dimensions_close BEFORE UPDATE OF to_cs ON dimensions WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'dimensions: versions are closed once');
END;

CREATE TRIGGER dimensions_stay BEFORE DELETE ON dimensions BEGIN
    SELECT RAISE(ABORT, 'dimensions: versions are never deleted');
END;

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

CREATE TRIGGER texts_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    "key", zh, en
ON texts BEGIN
    SELECT RAISE(ABORT, 'texts: versions are never rewritten');
END;

CREATE TRIGGER texts_close BEFORE UPDATE OF to_cs ON texts WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'texts: versions are closed once');
END;

CREATE TRIGGER texts_stay BEFORE DELETE ON texts BEGIN
    SELECT RAISE(ABORT, 'texts: versions are never deleted');
END;

CREATE TABLE users (
    id            INTEGER PRIMARY KEY,
    name          TEXT NOT NULL,
    folded        TEXT NOT NULL UNIQUE,
    role          TEXT NOT NULL CHECK (role IN ('editor', 'admin')),
    password_hash TEXT NOT NULL,
    disabled      INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    epoch         INTEGER NOT NULL,
    created_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    token_hash TEXT NOT NULL PRIMARY KEY,
    data       BLOB NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE login_failures (
    subject  TEXT NOT NULL PRIMARY KEY,
    failures INTEGER NOT NULL,
    last_at  INTEGER NOT NULL
) STRICT;

CREATE TABLE login_addresses (
    user_id INTEGER NOT NULL REFERENCES users (id),
    address TEXT NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, address)
) STRICT;

CREATE TABLE api_tokens (
    id         INTEGER PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    user_id    INTEGER NOT NULL REFERENCES users (id),
    name       TEXT NOT NULL,
    scope      TEXT NOT NULL CHECK (scope IN ('read', 'write')),
    created_at INTEGER NOT NULL,
    used_at    INTEGER,
    revoked_at INTEGER
) STRICT;

CREATE INDEX api_tokens_user ON api_tokens (user_id);

CREATE TABLE shares (
    code       TEXT NOT NULL PRIMARY KEY,
    path       TEXT NOT NULL,
    mode       TEXT NOT NULL CHECK (mode IN ('live', 'frozen')),
    revision   INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX shares_path ON shares (path);

CREATE TABLE reports (
    id         INTEGER PRIMARY KEY,
    code       TEXT NOT NULL UNIQUE,
    price      TEXT NOT NULL,
    body       TEXT NOT NULL,
    contact    TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (status IN ('new', 'accepted', 'rejected')),
    answer     TEXT NOT NULL,
    settled_by TEXT NOT NULL,
    settled_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX reports_status ON reports (status, id);

CREATE TABLE price_views (
    price TEXT NOT NULL,
    day   TEXT NOT NULL,
    views INTEGER NOT NULL,
    PRIMARY KEY (price, day)
) STRICT;

CREATE TABLE uploads (
    sha        TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    mime       TEXT NOT NULL,
    size       INTEGER NOT NULL CHECK (size = length(body)),
    body       BLOB NOT NULL,
    who        TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE pending_imports (
    id         TEXT NOT NULL PRIMARY KEY,
    who        TEXT NOT NULL,
    name       TEXT NOT NULL,
    sha        TEXT NOT NULL,
    size       INTEGER NOT NULL,
    options    TEXT NOT NULL,
    at         INTEGER NOT NULL,
    changeset  INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX pending_imports_expires ON pending_imports (expires_at);

CREATE TABLE pending_import_parts (
    import_id TEXT NOT NULL REFERENCES pending_imports (id) ON DELETE CASCADE,
    n         INTEGER NOT NULL,
    body      BLOB NOT NULL,
    PRIMARY KEY (import_id, n)
) STRICT;

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

CREATE TRIGGER source_names_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    source, name, provider
ON source_names BEGIN
    SELECT RAISE(ABORT, 'source_names: versions are never rewritten');
END;

CREATE TRIGGER source_names_close BEFORE UPDATE OF to_cs ON source_names WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'source_names: versions are closed once');
END;

CREATE TRIGGER source_names_stay BEFORE DELETE ON source_names BEGIN
    SELECT RAISE(ABORT, 'source_names: versions are never deleted');
END;
