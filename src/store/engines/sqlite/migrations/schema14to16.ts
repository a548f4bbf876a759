/** Clicks after the first; leads without an index of their text. */
export const SCHEMAS_14_TO_16: readonly string[] = [
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
]
