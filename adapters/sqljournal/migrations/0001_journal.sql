-- Times are microseconds since 1970 in UTC, 0 for none; durations are
-- microseconds. The types are those that SQLite and PostgreSQL both know.

CREATE TABLE process (
    number  BIGINT PRIMARY KEY,
    name    TEXT   NOT NULL,
    started BIGINT NOT NULL
);

CREATE TABLE entry (
    id           TEXT    PRIMARY KEY,
    process      BIGINT  NOT NULL,
    at           BIGINT  NOT NULL,
    source       TEXT    NOT NULL,
    principal    TEXT    NOT NULL,
    plugin       TEXT    NOT NULL,
    tool         TEXT    NOT NULL,
    effect       TEXT    NOT NULL,
    method       TEXT    NOT NULL,
    path         TEXT    NOT NULL,
    headers      TEXT    NOT NULL,
    digest       TEXT    NOT NULL,
    arguments    TEXT    NOT NULL,
    approval     TEXT    NOT NULL,
    acknowledges TEXT    NOT NULL,
    outcome      TEXT    NOT NULL,
    status       INTEGER NOT NULL,
    code         TEXT    NOT NULL,
    duration     BIGINT  NOT NULL,
    settled_at   BIGINT  NOT NULL,
    settled_by   TEXT    NOT NULL,
    note         TEXT    NOT NULL
);

CREATE INDEX entry_at ON entry (at);
CREATE INDEX entry_unsettled ON entry (source, principal, plugin, tool, digest) WHERE outcome = 'unknown' AND settled_at = 0;
CREATE INDEX entry_open ON entry (process) WHERE outcome = '';

CREATE TABLE nonce (
    nonce       TEXT   PRIMARY KEY,
    valid_until BIGINT NOT NULL
);
