/** Versions, sessions, events, the ledger, totals, leads, operators. */
export const SCHEMA_1: readonly string[] = [
  `
  CREATE TABLE versions (
    version INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    flow TEXT NOT NULL,
    style TEXT NOT NULL,
    validators TEXT NOT NULL,
    at INTEGER NOT NULL,
    activated_at INTEGER NOT NULL,
    deactivated_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX versions_live ON versions (path) WHERE deactivated_at IS NULL;

  -- Where sessions come from. Rows that are counted name the channel: its words are stored once.
  CREATE TABLE channels (
    channel INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    aff_id TEXT NOT NULL,
    sub1 TEXT NOT NULL,
    sub2 TEXT NOT NULL,
    sub3 TEXT NOT NULL,
    UNIQUE (path, aff_id, sub1, sub2, sub3)
  ) STRICT;

  -- Rows of one session name its number: they lie together, where random uuids would spread each commit over the file.
  CREATE TABLE sessions (
    session INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    token_hash TEXT NOT NULL,
    version INTEGER NOT NULL REFERENCES versions,
    channel INTEGER NOT NULL REFERENCES channels,
    origin TEXT NOT NULL,
    page_url TEXT NOT NULL,
    referrer TEXT NOT NULL,
    ip TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    at INTEGER NOT NULL,
    jornaya_lead_id TEXT,
    trustedform_cert_url TEXT,
    ef_transaction_id TEXT
  ) STRICT;

  CREATE TABLE steps (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    id TEXT NOT NULL,
    offer_key TEXT NOT NULL,
    step_key TEXT NOT NULL,
    answers TEXT NOT NULL,
    time_on_step INTEGER NOT NULL,
    execute_actions TEXT NOT NULL,
    page_url TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (session, id)
  ) STRICT;

  CREATE TABLE events (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    kind TEXT NOT NULL CHECK (kind IN ('page_visit', 'visit', 'registration', 'impression')),
    offer TEXT NOT NULL,
    version INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (session, kind, offer)
  ) STRICT;
  CREATE INDEX events_by_time ON events (kind, at);

  -- The ledger. A return is a row of its own with sold = -1 and negative cents.
  CREATE TABLE sales (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    offer TEXT NOT NULL,
    source TEXT NOT NULL,
    external_id TEXT NOT NULL,
    sold INTEGER NOT NULL CHECK (sold IN (1, -1)),
    cents INTEGER NOT NULL,
    version INTEGER NOT NULL,
    path TEXT NOT NULL,
    aff_id TEXT NOT NULL,
    sub1 TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (source, external_id, sold)
  ) STRICT;
  CREATE INDEX sales_by_time ON sales (at);
  CREATE INDEX sales_by_path ON sales (path, at, session, offer, aff_id, sub1, sold, cents);

  -- Totals by New York day, the day named by the instant of its start.
  CREATE TABLE totals_offers (
    day INTEGER NOT NULL,
    path TEXT NOT NULL,
    version INTEGER NOT NULL,
    offer TEXT NOT NULL,
    visits INTEGER NOT NULL,
    impressions INTEGER NOT NULL,
    sold INTEGER NOT NULL,
    returned INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (day, path, version, offer)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE totals_affiliates (
    path TEXT NOT NULL,
    day INTEGER NOT NULL,
    aff_id TEXT NOT NULL,
    page_visits INTEGER NOT NULL,
    registrations INTEGER NOT NULL,
    PRIMARY KEY (path, day, aff_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE totals_channels (
    path TEXT NOT NULL,
    day INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    page_visits INTEGER NOT NULL,
    registrations INTEGER NOT NULL,
    PRIMARY KEY (path, day, channel)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE leads (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    lead TEXT NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (session, lead)
  ) STRICT;
  CREATE TABLE link_outs (
    uuid TEXT PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    offer TEXT NOT NULL,
    step TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE quarantine (
    entry INTEGER PRIMARY KEY,
    session_uuid TEXT,
    call TEXT NOT NULL,
    reason TEXT NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE operators (
    name TEXT PRIMARY KEY,
    password_hash TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE login_sessions (
    id TEXT PRIMARY KEY,
    data TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- One row, written to find out whether a write is kept.
  CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    beats INTEGER NOT NULL
  ) STRICT;
  INSERT INTO heartbeat VALUES (1, 0);
  `,
]
