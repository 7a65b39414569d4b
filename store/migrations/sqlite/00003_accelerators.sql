-- +goose Up

-- One table of versions per kind of record. A version is open while to_cs is NULL;
-- closing it is the only update. search is the lower-cased text of the record.
-- Money is in units of 1e-9; NULL is unknown.

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
-- +goose StatementBegin
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
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER accelerators_close BEFORE UPDATE OF to_cs ON accelerators WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'accelerators: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER accelerators_stay BEFORE DELETE ON accelerators BEGIN
    SELECT RAISE(ABORT, 'accelerators: versions are never deleted');
END;
-- +goose StatementEnd

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
-- +goose StatementBegin
CREATE TRIGGER aliases_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    alias, slug, kind, evidence, seen_in
ON aliases BEGIN
    SELECT RAISE(ABORT, 'aliases: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER aliases_close BEFORE UPDATE OF to_cs ON aliases WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'aliases: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER aliases_stay BEFORE DELETE ON aliases BEGIN
    SELECT RAISE(ABORT, 'aliases: versions are never deleted');
END;
-- +goose StatementEnd

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
-- +goose StatementBegin
CREATE TRIGGER ambiguous_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    alias, candidates, how_to_resolve, evidence, seen_in
ON ambiguous BEGIN
    SELECT RAISE(ABORT, 'ambiguous: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ambiguous_close BEFORE UPDATE OF to_cs ON ambiguous WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'ambiguous: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ambiguous_stay BEFORE DELETE ON ambiguous BEGIN
    SELECT RAISE(ABORT, 'ambiguous: versions are never deleted');
END;
-- +goose StatementEnd

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
-- +goose StatementBegin
CREATE TRIGGER provider_aliases_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    "context", alias, slug, evidence
ON provider_aliases BEGIN
    SELECT RAISE(ABORT, 'provider_aliases: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER provider_aliases_close BEFORE UPDATE OF to_cs ON provider_aliases WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'provider_aliases: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER provider_aliases_stay BEFORE DELETE ON provider_aliases BEGIN
    SELECT RAISE(ABORT, 'provider_aliases: versions are never deleted');
END;
-- +goose StatementEnd

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
-- +goose StatementBegin
CREATE TRIGGER memory_reported_keep BEFORE UPDATE OF row_id, record_key, version, from_cs, search,
    slug, reported_mib, gib, decimal_gb, "source"
ON memory_reported BEGIN
    SELECT RAISE(ABORT, 'memory_reported: versions are never rewritten');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER memory_reported_close BEFORE UPDATE OF to_cs ON memory_reported WHEN OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL BEGIN
    SELECT RAISE(ABORT, 'memory_reported: versions are closed once');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER memory_reported_stay BEFORE DELETE ON memory_reported BEGIN
    SELECT RAISE(ABORT, 'memory_reported: versions are never deleted');
END;
-- +goose StatementEnd
