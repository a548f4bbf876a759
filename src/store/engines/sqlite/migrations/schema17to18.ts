/** Long texts kept once; addresses that were mailed. */
export const SCHEMAS_17_TO_18: readonly string[] = [
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
