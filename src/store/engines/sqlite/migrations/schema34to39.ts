/** Caps of buyers. `placed_at`: since when the lead has a place at its buyer, for `placed_cents`; it has one as long as the buyer
 *  may have bought it. `unsure`: an attempt ended without it being known whether the buyer did. `held`: why the lead is kept from
 *  the buyer. `buyer_places` counts the places by quarters of an hour: hours and days of every time zone are made of these. */
export const SCHEMA_34: readonly string[] = [
  `
  ALTER TABLE outbox ADD COLUMN placed_at INTEGER;
  ALTER TABLE outbox ADD COLUMN placed_cents INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE outbox ADD COLUMN unsure INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE outbox ADD COLUMN held TEXT;
  ALTER TABLE outbox ADD COLUMN held_since INTEGER;
  ALTER TABLE outbox ADD COLUMN held_message TEXT;
  CREATE TABLE buyer_places (
    buyer TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    leads INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (buyer, quarter)
  ) STRICT;
  INSERT INTO buyer_places
    SELECT source, at - at % 900000, COUNT(*), SUM(cents) FROM sales
    WHERE sold = 1 AND source IN (SELECT buyer FROM outbox) GROUP BY source, at - at % 900000;
  `,
]

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

/** Since when no draft and no version names a file of a site; NULL while one does. */
export const SCHEMA_36: readonly string[] = ['ALTER TABLE imported_files ADD COLUMN unused_at INTEGER']

/** Links with which somebody chooses the password of an account, each by its SHA-256, one an account; and when a login was last
 *  seen. `role`: of the account that it makes; null for a new password of one that there is. `made_by`: null for the command line. */
export const SCHEMA_37: readonly string[] = [
  `
  CREATE TABLE invitations (
    token_hash TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    role TEXT,
    made_by TEXT,
    made_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE login_sessions ADD COLUMN seen_at INTEGER;
  `,
]

/** To how many a lead may be sold that the buyer of this delivery was sent; null: to all. */
export const SCHEMA_38: readonly string[] = [`ALTER TABLE outbox ADD COLUMN shares INTEGER;`]

/** Buyers that are made on screen or by command. `secrets` is sealed. One that was removed keeps its row and its revision, so that the
 *  sum of the revisions grows with every change. */
export const SCHEMA_39: readonly string[] = [
  `
  CREATE TABLE buyers (
    buyer TEXT NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    document TEXT NOT NULL,
    secrets TEXT NOT NULL,
    removed INTEGER NOT NULL,
    saved_by TEXT NOT NULL,
    saved_at INTEGER NOT NULL
  ) STRICT;
  `,
]
