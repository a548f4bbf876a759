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
