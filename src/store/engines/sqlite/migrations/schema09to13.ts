/** Whose lead a delivery carries, reports that the ledger does not hold, emails, decisions on consents. */
export const SCHEMAS_9_TO_13: readonly string[] = [
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
]
