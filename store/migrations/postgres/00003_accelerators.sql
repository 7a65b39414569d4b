-- +goose Up

-- One table of versions per kind of record. A version is open while to_cs is NULL;
-- closing it is the only update. search is the lower-cased text of the record.
-- Money is in units of 1e-9; NULL is unknown.

CREATE TABLE accelerators (
    row_id                    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key                TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version                   BIGINT NOT NULL CHECK (version >= 1),
    from_cs                   BIGINT NOT NULL REFERENCES changesets (id),
    to_cs                     BIGINT REFERENCES changesets (id),
    search                    TEXT NOT NULL,
    slug                      TEXT COLLATE "C" NOT NULL,
    vendor                    TEXT COLLATE "C" NOT NULL,
    model                     TEXT COLLATE "C" NOT NULL,
    architecture              TEXT COLLATE "C",
    compute_capability        TEXT COLLATE "C",
    launch_year               BIGINT,
    form_factor               TEXT COLLATE "C",
    memory_gb                 DOUBLE PRECISION,
    memory_type               TEXT COLLATE "C",
    memory_bandwidth_gb_s     DOUBLE PRECISION,
    fp64_tflops               DOUBLE PRECISION,
    fp32_tflops               DOUBLE PRECISION,
    tf32_tflops_dense         DOUBLE PRECISION,
    fp16_tflops_dense         DOUBLE PRECISION,
    bf16_tflops_dense         DOUBLE PRECISION,
    fp8_tflops_dense          DOUBLE PRECISION,
    int8_tops_dense           DOUBLE PRECISION,
    interconnect              TEXT COLLATE "C",
    interconnect_gb_s         DOUBLE PRECISION,
    pcie_gen                  TEXT COLLATE "C",
    tdp_w                     DOUBLE PRECISION,
    mig_instances_max         BIGINT,
    software_stack            TEXT COLLATE "C",
    export_status_note        TEXT COLLATE "C",
    source_url                TEXT COLLATE "C",
    confidence                TEXT COLLATE "C" NOT NULL,
    notes                     TEXT COLLATE "C",
    cited_primary_url         TEXT COLLATE "C",
    matrix_units              TEXT COLLATE "C",
    os_devices_per_unit       BIGINT,
    memory_visible_gib        DOUBLE PRECISION,
    more_sources              TEXT COLLATE "C",
    via                       TEXT COLLATE "C",
    export_status_note_zh     TEXT COLLATE "C",
    form                      TEXT COLLATE "C",
    interconnect_default_gb_s DOUBLE PRECISION,
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX accelerators_open ON accelerators (record_key) WHERE to_cs IS NULL;
CREATE INDEX accelerators_from ON accelerators (from_cs);
CREATE INDEX accelerators_to ON accelerators (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER accelerators_close BEFORE UPDATE ON accelerators FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER accelerators_stay BEFORE DELETE OR TRUNCATE ON accelerators FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE aliases (
    row_id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version    BIGINT NOT NULL CHECK (version >= 1),
    from_cs    BIGINT NOT NULL REFERENCES changesets (id),
    to_cs      BIGINT REFERENCES changesets (id),
    search     TEXT NOT NULL,
    alias      TEXT COLLATE "C" NOT NULL,
    slug       TEXT COLLATE "C" NOT NULL,
    kind       TEXT COLLATE "C" NOT NULL,
    evidence   TEXT COLLATE "C",
    seen_in    TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX aliases_open ON aliases (record_key) WHERE to_cs IS NULL;
CREATE INDEX aliases_from ON aliases (from_cs);
CREATE INDEX aliases_to ON aliases (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER aliases_close BEFORE UPDATE ON aliases FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER aliases_stay BEFORE DELETE OR TRUNCATE ON aliases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE ambiguous (
    row_id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key     TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version        BIGINT NOT NULL CHECK (version >= 1),
    from_cs        BIGINT NOT NULL REFERENCES changesets (id),
    to_cs          BIGINT REFERENCES changesets (id),
    search         TEXT NOT NULL,
    alias          TEXT COLLATE "C" NOT NULL,
    candidates     TEXT COLLATE "C" NOT NULL,
    how_to_resolve TEXT COLLATE "C",
    evidence       TEXT COLLATE "C",
    seen_in        TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX ambiguous_open ON ambiguous (record_key) WHERE to_cs IS NULL;
CREATE INDEX ambiguous_from ON ambiguous (from_cs);
CREATE INDEX ambiguous_to ON ambiguous (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER ambiguous_close BEFORE UPDATE ON ambiguous FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER ambiguous_stay BEFORE DELETE OR TRUNCATE ON ambiguous FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE provider_aliases (
    row_id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version    BIGINT NOT NULL CHECK (version >= 1),
    from_cs    BIGINT NOT NULL REFERENCES changesets (id),
    to_cs      BIGINT REFERENCES changesets (id),
    search     TEXT NOT NULL,
    "context"  TEXT COLLATE "C" NOT NULL,
    alias      TEXT COLLATE "C" NOT NULL,
    slug       TEXT COLLATE "C" NOT NULL,
    evidence   TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX provider_aliases_open ON provider_aliases (record_key) WHERE to_cs IS NULL;
CREATE INDEX provider_aliases_from ON provider_aliases (from_cs);
CREATE INDEX provider_aliases_to ON provider_aliases (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER provider_aliases_close BEFORE UPDATE ON provider_aliases FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER provider_aliases_stay BEFORE DELETE OR TRUNCATE ON provider_aliases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE memory_reported (
    row_id       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_key   TEXT COLLATE "C" NOT NULL CHECK (record_key <> ''),
    version      BIGINT NOT NULL CHECK (version >= 1),
    from_cs      BIGINT NOT NULL REFERENCES changesets (id),
    to_cs        BIGINT REFERENCES changesets (id),
    search       TEXT NOT NULL,
    slug         TEXT COLLATE "C" NOT NULL,
    reported_mib BIGINT NOT NULL,
    gib          DOUBLE PRECISION,
    decimal_gb   DOUBLE PRECISION,
    "source"     TEXT COLLATE "C",
    UNIQUE (record_key, version),
    CHECK (to_cs > from_cs)
);
CREATE UNIQUE INDEX memory_reported_open ON memory_reported (record_key) WHERE to_cs IS NULL;
CREATE INDEX memory_reported_from ON memory_reported (from_cs);
CREATE INDEX memory_reported_to ON memory_reported (to_cs) WHERE to_cs IS NOT NULL;
CREATE TRIGGER memory_reported_close BEFORE UPDATE ON memory_reported FOR EACH ROW EXECUTE FUNCTION close_only();
CREATE TRIGGER memory_reported_stay BEFORE DELETE OR TRUNCATE ON memory_reported FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
