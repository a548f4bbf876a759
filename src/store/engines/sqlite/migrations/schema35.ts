/** Webhooks, and their messages. sale: the entry of the ledger, 0 where there is none. lead: what the visitor gave, where the
 *  webhook wants it. */
export const SCHEMA_35: readonly string[] = [
  `
  CREATE TABLE webhooks (
    webhook INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    kinds TEXT NOT NULL,
    persons INTEGER NOT NULL CHECK (persons IN (0, 1)),
    local INTEGER NOT NULL CHECK (local IN (0, 1)),
    made_by TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT;
  CREATE TABLE webhook_messages (
    entry INTEGER PRIMARY KEY,
    webhook INTEGER NOT NULL REFERENCES webhooks,
    session INTEGER NOT NULL REFERENCES sessions,
    kind TEXT NOT NULL CHECK (kind IN ('lead', 'sale', 'return')),
    offer TEXT NOT NULL,
    sale INTEGER NOT NULL,
    arrival INTEGER NOT NULL,
    lead TEXT,
    state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'dead', 'suppressed')),
    attempts INTEGER NOT NULL,
    under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
    leased_until INTEGER,
    due_at INTEGER,
    message TEXT,
    at INTEGER NOT NULL,
    UNIQUE (session, webhook, kind, offer, sale)
  ) STRICT;
  CREATE INDEX webhook_messages_due ON webhook_messages (webhook, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX webhook_messages_under_way ON webhook_messages (entry) WHERE under_way = 1;
  CREATE INDEX webhook_messages_open ON webhook_messages (state) WHERE state IN ('due', 'dead');
  `,
]
