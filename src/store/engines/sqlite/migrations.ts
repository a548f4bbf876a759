import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Contact } from '../../records.ts'
import { contactHash } from '../../privacy/person.ts'
import { pressAgreed } from '../../privacy/pressAgreed.ts'

/** Marks a file as ours: "Load" in ASCII. */
export const APPLICATION_ID = 0x4c6f6164

/** Forward only. A number once released never changes: what is next goes below, under the next number.
 *  `PRAGMA user_version` holds the number of the last one that ran. */
export const MIGRATIONS: readonly string[] = [
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
  `
  -- Whose lead a delivery carries: keyed hashes of the phone numbers and email addresses in it. sold_at: when the buyer was
  -- sent it, while it is being sold and once it is; NULL before that, and when the buyer did not buy it.
  CREATE TABLE people (
    delivery INTEGER NOT NULL REFERENCES outbox,
    who TEXT NOT NULL,
    buyer TEXT NOT NULL,
    sold_at INTEGER,
    PRIMARY KEY (delivery, who)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX people_sold ON people (buyer, who, sold_at) WHERE sold_at IS NOT NULL;
  -- The delivery by which the same person was sold to the same buyer: this one is our own duplicate.
  ALTER TABLE outbox ADD COLUMN duplicate_of INTEGER REFERENCES outbox;
  -- Whether an operator wants it sent although it is one.
  ALTER TABLE outbox ADD COLUMN insisted INTEGER NOT NULL DEFAULT 0 CHECK (insisted IN (0, 1));
  INSERT INTO secrets (name, value) VALUES ('people', lower(hex(randomblob(32)))) ON CONFLICT DO NOTHING;
  -- Without it, each delivery looks through all sales. What every sale would pay for afterwards, it goes again.
  CREATE INDEX sales_by_session ON sales (session, offer, source);
  INSERT INTO people (delivery, who, buyer, sold_at)
    SELECT delivery, who, buyer, sold_at FROM (
      SELECT delivery, contact_hash(value, kind, payload ->> ('$.' || kind)) AS who, buyer,
        CASE WHEN attempts > 0 AND (state = 'due' OR EXISTS (
          SELECT 1 FROM sales
          WHERE sales.session = outbox.session AND sales.offer = outbox.offer AND source = buyer AND sold = 1))
        THEN (SELECT MAX(at) FROM attempts WHERE attempts.delivery = outbox.delivery) END AS sold_at
      FROM outbox, secrets, (SELECT 'phone' AS kind UNION ALL SELECT 'email')
      WHERE name = 'people' AND state IN ('due', 'accepted')
    ) WHERE who IS NOT NULL;
  DROP INDEX sales_by_session;
  `,
  `
  -- What partners and buyers report and the ledger does not hold: returns that wait for their sale, and what contradicts
  -- what the ledger holds under its id. A buyer may name a lead by our key alone: then there is a delivery and no id.
  CREATE TABLE unbooked (
    entry INTEGER PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'conflict')),
    source TEXT NOT NULL,
    external_id TEXT,
    delivery INTEGER REFERENCES outbox,
    returned INTEGER NOT NULL CHECK (returned IN (0, 1)),
    session INTEGER REFERENCES sessions,
    offer TEXT,
    cents INTEGER,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX unbooked_by_id ON unbooked (source, state, external_id);
  -- What the buyer called its sale.
  ALTER TABLE outbox ADD COLUMN external_id TEXT;
  CREATE INDEX sales_by_session ON sales (session, offer, source);
  UPDATE outbox SET external_id =
    (SELECT external_id FROM sales
     WHERE sales.session = outbox.session AND sales.offer = outbox.offer AND source = buyer AND sold = 1
     ORDER BY entry LIMIT 1)
  WHERE state = 'accepted';
  DROP INDEX sales_by_session;
  `,
  `
  -- Of whom it came: a flood takes the place of its own, and of nobody else's.
  ALTER TABLE quarantine ADD COLUMN source TEXT NOT NULL DEFAULT '';
  CREATE INDEX quarantine_by_source ON quarantine (source, entry);
  CREATE INDEX quarantine_by_session ON quarantine (session_uuid, entry);
  `,
  `
  -- Emails on their way to visitors. addresses: to how many it was made due, one after the other.
  CREATE TABLE mails (
    mail INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    offer TEXT NOT NULL,
    step TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'refused', 'dead', 'suppressed')),
    attempts INTEGER NOT NULL,
    addresses INTEGER NOT NULL DEFAULT 1,
    under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
    due_at INTEGER,
    said TEXT,
    at INTEGER NOT NULL,
    UNIQUE (session, offer, step)
  ) STRICT;
  CREATE INDEX mails_due ON mails (due_at) WHERE due_at IS NOT NULL;
  `,
  `
  -- What was said to each consent. Until now every press on its step was recorded as one that agrees: where the one
  -- recorded does not, there is no evidence, and what was not sent by then is not sent.
  ALTER TABLE consents ADD COLUMN decision TEXT NOT NULL DEFAULT 'agreed'
    CHECK (decision IN ('agreed', 'refused', 'no_evidence'));
  UPDATE consents SET decision = 'no_evidence' WHERE NOT press_agreed(
    (SELECT version FROM sessions WHERE sessions.session = consents.session),
    (SELECT offer_key FROM steps WHERE steps.session = consents.session AND id = submission),
    (SELECT step_key FROM steps WHERE steps.session = consents.session AND id = submission),
    control
  );
  UPDATE outbox SET state = 'suppressed', due_at = NULL
    WHERE state IN ('due', 'dead')
      AND session IN (SELECT session FROM consents WHERE decision = 'no_evidence')
      AND NOT EXISTS (
        SELECT 1 FROM consents JOIN steps ON steps.session = consents.session AND id = submission
        WHERE consents.session = outbox.session AND decision = 'agreed'
          AND (offer_key = offer OR field = offer || '_tcpa')
      );
  `,
  `
  -- The clicks by which a session's visitor came, where there was more than one, the first among them. A session's own
  -- channel is that of the newest.
  CREATE TABLE arrivals (
    session INTEGER NOT NULL REFERENCES sessions,
    arrival INTEGER NOT NULL,
    channel INTEGER NOT NULL REFERENCES channels,
    query TEXT NOT NULL,
    page_url TEXT NOT NULL,
    referrer TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session, arrival)
  ) STRICT, WITHOUT ROWID;
  -- The click that a lead counts for.
  ALTER TABLE outbox ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0;

  -- Each click is a page visit of its own.
  CREATE TABLE events_of_arrivals (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    kind TEXT NOT NULL CHECK (kind IN ('page_visit', 'visit', 'registration', 'impression')),
    offer TEXT NOT NULL,
    version INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    at INTEGER NOT NULL,
    arrival INTEGER NOT NULL DEFAULT 0,
    UNIQUE (session, kind, offer, arrival)
  ) STRICT;
  INSERT INTO events_of_arrivals (entry, session, kind, offer, version, channel, at)
    SELECT entry, session, kind, offer, version, channel, at FROM events ORDER BY entry;
  DROP TABLE events;
  ALTER TABLE events_of_arrivals RENAME TO events;
  CREATE INDEX events_by_time ON events (kind, at);
  ALTER TABLE totals_versions RENAME COLUMN page_visits TO sessions;
  `,
  'CREATE INDEX outbox_duplicates ON outbox (duplicate_of) WHERE duplicate_of IS NOT NULL;',
  `
  -- A lead's text is kept once. In an index it had pages split in their middle, and copies of it stayed in the unused part
  -- of a page, where nothing overwrites them when its visitor is forgotten.
  CREATE TABLE leads_without_index (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    lead TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO leads_without_index SELECT entry, session, lead, at FROM leads ORDER BY entry;
  DROP TABLE leads;
  ALTER TABLE leads_without_index RENAME TO leads;
  CREATE INDEX leads_by_session ON leads (session);
  `,
  `
  -- Long texts, kept once for all rows that refer to them: texts is what authors wrote, visitor_texts what browsers sent, and
  -- goes with the last visitor who refers to it.
  CREATE TABLE texts (
    text INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL
  ) STRICT;
  CREATE TABLE visitor_texts (
    text INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO texts (sha256, content)
    SELECT sha256_of(content), content FROM (SELECT text AS content FROM consents UNION SELECT sellers FROM consents);
  INSERT OR IGNORE INTO visitor_texts (sha256, content)
    SELECT sha256_of(content), content FROM (SELECT user_agent AS content FROM sessions UNION SELECT user_agent FROM consents)
    WHERE content <> '';
  INSERT OR IGNORE INTO visitor_texts (sha256, content) SELECT sha256_of(html), html FROM consents WHERE html <> '';

  ALTER TABLE sessions ADD COLUMN agent INTEGER REFERENCES visitor_texts ON DELETE SET NULL;
  UPDATE sessions SET agent = (SELECT text FROM visitor_texts WHERE sha256 = sha256_of(user_agent));
  ALTER TABLE sessions DROP COLUMN user_agent;
  ALTER TABLE sessions RENAME COLUMN agent TO user_agent;
  CREATE INDEX sessions_by_user_agent ON sessions (user_agent) WHERE user_agent IS NOT NULL;

  CREATE TABLE consents_by_text (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    submission TEXT NOT NULL,
    field TEXT NOT NULL,
    text INTEGER NOT NULL REFERENCES texts,
    flow_sha256 TEXT NOT NULL,
    sellers INTEGER NOT NULL REFERENCES texts,
    control TEXT NOT NULL,
    browser_at INTEGER,
    ip TEXT NOT NULL,
    user_agent INTEGER REFERENCES visitor_texts ON DELETE SET NULL,
    opt_out TEXT,
    certificates TEXT NOT NULL,
    html INTEGER REFERENCES visitor_texts ON DELETE SET NULL,
    decision TEXT NOT NULL CHECK (decision IN ('agreed', 'refused', 'no_evidence')),
    UNIQUE (session, submission, field),
    FOREIGN KEY (session, submission) REFERENCES steps (session, id)
  ) STRICT;
  INSERT INTO consents_by_text
    SELECT entry, session, submission, field, (SELECT text FROM texts WHERE sha256 = sha256_of(consents.text)), flow_sha256,
      (SELECT text FROM texts WHERE sha256 = sha256_of(sellers)), control, browser_at, ip,
      (SELECT text FROM visitor_texts WHERE sha256 = sha256_of(user_agent)), opt_out, certificates,
      (SELECT text FROM visitor_texts WHERE sha256 = sha256_of(html)), decision
    FROM consents ORDER BY entry;
  DROP TABLE consents;
  ALTER TABLE consents_by_text RENAME TO consents;
  CREATE INDEX consents_by_user_agent ON consents (user_agent) WHERE user_agent IS NOT NULL;
  CREATE INDEX consents_by_html ON consents (html) WHERE html IS NOT NULL;

  -- Whose page_url is NULL came from the address that the session was opened by.
  CREATE TABLE steps_short (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    id TEXT NOT NULL,
    offer_key TEXT NOT NULL,
    step_key TEXT NOT NULL,
    answers TEXT NOT NULL,
    time_on_step INTEGER NOT NULL,
    execute_actions TEXT NOT NULL,
    page_url TEXT,
    at INTEGER NOT NULL,
    UNIQUE (session, id)
  ) STRICT;
  INSERT INTO steps_short
    SELECT entry, steps.session, id, offer_key, step_key, answers, time_on_step, execute_actions,
      NULLIF(steps.page_url, sessions.page_url), steps.at
    FROM steps JOIN sessions ON sessions.session = steps.session ORDER BY entry;
  DROP TABLE steps;
  ALTER TABLE steps_short RENAME TO steps;

  -- A delivery names its lead. Those of who was forgotten carry none.
  INSERT INTO leads (session, lead, at)
    SELECT outbox.session, payload, MIN(outbox.at) FROM outbox JOIN sessions USING (session)
    WHERE forgotten = 0 AND NOT EXISTS (SELECT 1 FROM leads WHERE leads.session = outbox.session AND lead = payload)
    GROUP BY outbox.session, payload;
  CREATE TABLE outbox_short (
    delivery INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    session INTEGER NOT NULL REFERENCES sessions,
    offer TEXT NOT NULL,
    buyer TEXT NOT NULL,
    lead INTEGER REFERENCES leads,
    state TEXT NOT NULL CHECK (state IN ('due', 'accepted', 'duplicate', 'rejected', 'dead', 'suppressed')),
    attempts INTEGER NOT NULL,
    under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
    due_at INTEGER,
    at INTEGER NOT NULL,
    duplicate_of INTEGER REFERENCES outbox,
    insisted INTEGER NOT NULL DEFAULT 0 CHECK (insisted IN (0, 1)),
    external_id TEXT,
    arrival INTEGER NOT NULL DEFAULT 0,
    UNIQUE (session, offer, buyer)
  ) STRICT;
  INSERT INTO outbox_short
    SELECT delivery, key, session, offer, buyer,
      (SELECT entry FROM leads WHERE leads.session = outbox.session AND leads.lead = payload),
      state, attempts, under_way, due_at, at, duplicate_of, insisted, external_id, arrival
    FROM outbox ORDER BY delivery;
  DROP TABLE outbox;
  ALTER TABLE outbox_short RENAME TO outbox;
  CREATE INDEX outbox_due ON outbox (buyer, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX outbox_under_way ON outbox (delivery) WHERE under_way = 1;
  CREATE INDEX outbox_open ON outbox (state, under_way, at) WHERE state IN ('due', 'dead');
  CREATE INDEX outbox_duplicates ON outbox (duplicate_of) WHERE duplicate_of IS NOT NULL;
  CREATE INDEX outbox_by_lead ON outbox (lead) WHERE lead IS NOT NULL;
  `,
  `
  -- To which addresses emails were sent lately: keyed hashes. A row goes when it no longer matters.
  CREATE TABLE mailed (
    who TEXT NOT NULL,
    mail INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (who, mail)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX mailed_by_time ON mailed (at);
  CREATE INDEX mails_open ON mails (state) WHERE state IN ('due', 'refused', 'dead');
  `,
]

/** Brings the schema to the newest, all or nothing. Two processes that start together take turns. */
export function migrate(db: DatabaseSync): void {
  db.function('contact_hash', { deterministic: true }, (secret, kind, text) =>
    text === null ? null : contactHash(String(secret), { kind: kind as Contact['kind'], text: String(text) }),
  )
  db.function('press_agreed', pressAgreed(db))
  db.function('sha256_of', { deterministic: true }, (text) =>
    text === null ? null : hash('sha256', String(text)),
  )
  db.exec('BEGIN IMMEDIATE')
  const current = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  for (const migration of MIGRATIONS.slice(current)) db.exec(migration)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}; COMMIT`)
}
