-- +goose Up

-- What the database knows of itself, such as when it was initialised.
CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Who changed what together, when, why and from which file. Ids rise by one; the
-- highest is the revision of the data. Instants (at) never fall, so a moment maps to a revision.
CREATE TABLE changesets (
    id        BIGINT NOT NULL PRIMARY KEY,
    at        BIGINT NOT NULL, -- milliseconds since 1970, UTC
    who       TEXT NOT NULL,
    why       TEXT NOT NULL,
    origin    TEXT NOT NULL CHECK (origin IN ('seed', 'form', 'import', 'api', 'revert', 'command')),
    file_name TEXT NOT NULL,
    file_sha  TEXT NOT NULL, -- SHA-256 of the imported file in hexadecimal, or ''
    reverts   BIGINT REFERENCES changesets (id)
);
CREATE INDEX changesets_at ON changesets (at);

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: % is refused, history is kept', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
-- +goose StatementEnd

-- The one change a version may see: it is closed, once, and nothing else of it differs.
-- +goose StatementBegin
CREATE FUNCTION close_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.to_cs IS NOT NULL OR NEW.to_cs IS NULL OR to_jsonb(NEW) - 'to_cs' IS DISTINCT FROM to_jsonb(OLD) - 'to_cs' THEN
        RAISE EXCEPTION '%: versions are never rewritten', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER changesets_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON changesets
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

