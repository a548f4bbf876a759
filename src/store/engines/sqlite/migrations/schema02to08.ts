/** Splits, deliveries, roles, consents, the list of who was forgotten. */
export const SCHEMAS_2_TO_8: readonly string[] = [
  `
  -- A version's icons, base64 by file name; none for those published before icons were kept.
  ALTER TABLE versions ADD COLUMN icons TEXT NOT NULL DEFAULT '{}';

  -- Every split that a path had: which versions shared it from then on. A path's newest is live; the dates in versions
  -- say the same of each version's last time.
  CREATE TABLE splits (
    split INTEGER NOT NULL,
    path TEXT NOT NULL,
    at INTEGER NOT NULL,
    version INTEGER NOT NULL REFERENCES versions,
    weight INTEGER NOT NULL CHECK (weight BETWEEN 1 AND 100),
    PRIMARY KEY (split, version)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO splits SELECT version, path, activated_at, version, 100 FROM versions;
  DROP INDEX versions_live;
  CREATE VIEW live AS SELECT path, version, weight FROM splits
    WHERE split IN (SELECT MAX(split) FROM splits GROUP BY path);

  CREATE TABLE totals_versions (version INTEGER PRIMARY KEY, page_visits INTEGER NOT NULL) STRICT;
  INSERT INTO totals_versions SELECT version, COUNT(*) FROM sessions GROUP BY version;
  `,
  `
  -- Leads on their way to buyers. A row with a due_at waits for its next attempt, unless one is under way.
  CREATE TABLE outbox (
    delivery INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    session INTEGER NOT NULL REFERENCES sessions,
    offer TEXT NOT NULL,
    buyer TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('due', 'accepted', 'duplicate', 'rejected', 'dead', 'suppressed')),
    attempts INTEGER NOT NULL,
    under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
    due_at INTEGER,
    at INTEGER NOT NULL,
    UNIQUE (session, offer, buyer)
  ) STRICT;
  CREATE INDEX outbox_due ON outbox (buyer, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX outbox_under_way ON outbox (delivery) WHERE under_way = 1;
  CREATE TABLE attempts (
    delivery INTEGER NOT NULL REFERENCES outbox,
    attempt INTEGER NOT NULL,
    said TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (delivery, attempt)
  ) STRICT, WITHOUT ROWID;

  -- Who must not be sold. A person is known by a keyed hash of the phone number or the email address.
  CREATE TABLE opt_outs (
    who TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE privacy_requests (
    request INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    manner TEXT NOT NULL,
    email TEXT,
    phone TEXT,
    at INTEGER NOT NULL,
    answered_at INTEGER,
    answer TEXT
  ) STRICT;
  -- Whether what identifies the visitor is gone.
  ALTER TABLE sessions ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1));
  CREATE INDEX sessions_to_forget ON sessions (at) WHERE forgotten = 0;
  CREATE INDEX leads_by_session ON leads (session);
  `,
  `
  -- The operators there were could see everything.
  ALTER TABLE operators ADD COLUMN role TEXT NOT NULL DEFAULT 'admin' CHECK (role IN ('viewer', 'admin'));
  ALTER TABLE operators ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE operators ADD COLUMN revoked_at INTEGER;
  CREATE TABLE login_failures (
    key TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE audit (
    entry INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    operator TEXT NOT NULL,
    act TEXT NOT NULL,
    about TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- What was consented to, with the submission that carries it; its step, page and time are the submission's.
  CREATE TABLE consents (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    submission TEXT NOT NULL,
    field TEXT NOT NULL,
    text TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,
    flow_sha256 TEXT NOT NULL,
    sellers TEXT NOT NULL,
    control TEXT NOT NULL,
    browser_at INTEGER,
    ip TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    opt_out TEXT,
    certificates TEXT NOT NULL,
    html TEXT,
    UNIQUE (session, submission, field),
    FOREIGN KEY (session, submission) REFERENCES steps (session, id)
  ) STRICT;
  `,
  `
  -- Who was forgotten, in this order: so a server learns of what another process forgot.
  CREATE TABLE forgettings (
    mark INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL
  ) STRICT;
  -- What is watched of the outbox; what is sold and done is not in it.
  CREATE INDEX outbox_open ON outbox (state, under_way, at) WHERE state IN ('due', 'dead');
  `,
  `
  -- How far forgetting has come, whatever the clock says.
  CREATE TABLE retention (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- Who was forgotten has nothing left to send.
  UPDATE outbox SET state = 'suppressed', due_at = NULL
    WHERE state <> 'accepted' AND session IN (SELECT session FROM sessions WHERE forgotten = 1);
  `,
]
