-- +goose Up

-- Short addresses. A frozen one shows the data of its revision at its moment.
CREATE TABLE shares (
    code       TEXT NOT NULL PRIMARY KEY,
    path       TEXT NOT NULL,
    mode       TEXT NOT NULL CHECK (mode IN ('live', 'frozen')),
    revision   INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX shares_path ON shares (path);

-- What visitors reported as wrong, until an editor settles it.
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

-- How often a price was looked at, by day in Shanghai: editors check those first.
CREATE TABLE price_views (
    price TEXT NOT NULL,
    day   TEXT NOT NULL,
    views INTEGER NOT NULL,
    PRIMARY KEY (price, day)
) STRICT;

-- Evidence files behind figures, named by the SHA-256 of their bytes.
CREATE TABLE uploads (
    sha        TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    mime       TEXT NOT NULL,
    size       INTEGER NOT NULL CHECK (size = length(body)),
    body       BLOB NOT NULL,
    who        TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
