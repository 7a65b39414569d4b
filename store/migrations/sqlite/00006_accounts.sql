-- +goose Up

-- Editors and administrators. folded is the name after NFKC and case folding: names
-- that look alike clash. Sessions and tokens opened in an earlier epoch are void.
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

-- Only the SHA-256 of a session's token is kept.
CREATE TABLE sessions (
    token_hash TEXT NOT NULL PRIMARY KEY,
    data       BLOB NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Failed sign-ins by account, address or both, and addresses that once signed in.
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

-- Only the SHA-256 of a token is kept.
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
