/** What vendors of advertisements are told of a session, and the ids by which their scripts know its browser. What is told is made
 *  of the session when it is sent: nothing of a visitor stands in a row of pixel_events. sale: the entry of the ledger, 0 where
 *  there is none. */
export const SCHEMA_24: readonly string[] = [
  `
  CREATE TABLE pixel_events (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    vendor TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('step', 'registration', 'lead', 'sale')),
    offer TEXT NOT NULL,
    step TEXT NOT NULL,
    sale INTEGER NOT NULL,
    arrival INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'refused', 'dead', 'suppressed')),
    attempts INTEGER NOT NULL,
    under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
    leased_until INTEGER,
    due_at INTEGER,
    message TEXT,
    at INTEGER NOT NULL,
    UNIQUE (session, vendor, name, kind, offer, step, sale)
  ) STRICT;
  CREATE INDEX pixel_events_due ON pixel_events (vendor, account, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX pixel_events_under_way ON pixel_events (entry) WHERE under_way = 1;
  CREATE INDEX pixel_events_open ON pixel_events (state) WHERE state IN ('due', 'refused', 'dead');
  CREATE TABLE pixel_ids (
    session INTEGER NOT NULL REFERENCES sessions,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (session, name)
  ) STRICT, WITHOUT ROWID;
  `,
]

/** What the ledger sums up to by New York day, filled from its entries. */
export const SCHEMA_25: readonly string[] = [
  `
  CREATE TABLE totals_sales (
    path TEXT NOT NULL,
    day INTEGER NOT NULL,
    offer TEXT NOT NULL,
    aff_id TEXT NOT NULL,
    sub1 TEXT NOT NULL,
    sold INTEGER NOT NULL,
    returned INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (path, day, offer, aff_id, sub1)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO totals_sales
    SELECT path, new_york_day(at) AS day, offer, aff_id, sub1, SUM(sold = 1), SUM(sold = -1), SUM(cents)
    FROM sales GROUP BY path, day, offer, aff_id, sub1;
  `,
]

/** In which language a visitor reads the site, and in which a step was shown: null where that is the flow's own. Until then all sites
 *  were in English. */
export const SCHEMA_26: readonly string[] = [
  `
  ALTER TABLE sessions ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
  ALTER TABLE steps ADD COLUMN language TEXT;
  `,
]

/** By which a visit goes on elsewhere: links that were mailed, by the SHA-256 of what stands in them, and since when and after how
 *  many submissions a session is another browser's. Emails besides those of steps: the links. */
export const SCHEMA_27: readonly string[] = [
  `
  CREATE TABLE go_on_links (
    token_hash TEXT NOT NULL PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX go_on_links_of_session ON go_on_links (session);
  CREATE INDEX go_on_links_to_drop ON go_on_links (expires_at);
  ALTER TABLE sessions ADD COLUMN moved_at INTEGER;
  ALTER TABLE sessions ADD COLUMN moved_after INTEGER;
  ALTER TABLE mails ADD COLUMN kind TEXT NOT NULL DEFAULT 'step';
  `,
]

/** Of a consent to one buyer alone, the buyer's key: what is refused there concerns no other delivery. */
export const SCHEMA_28: readonly string[] = [`ALTER TABLE consents ADD COLUMN seller TEXT;`]
