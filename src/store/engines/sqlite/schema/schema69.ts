/** Adds requests of people not to be contacted anymore, and the notices about them to buyers. */
export const SCHEMA_69 = `
-- phone_key, email_key: keyed hashes, as in opt_outs. source: the buyer that reported it, or empty. ref: the reporter's own ID.
CREATE TABLE revocations (
  revocation INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  ref TEXT NOT NULL,
  channel TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('all', 'buyer')),
  reported_by TEXT NOT NULL,
  means TEXT NOT NULL,
  said TEXT NOT NULL,
  phone TEXT,
  email TEXT,
  phone_key TEXT,
  email_key TEXT,
  said_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (source, ref)
) STRICT;
CREATE INDEX revocations_by_phone ON revocations (phone_key) WHERE phone_key IS NOT NULL;
CREATE INDEX revocations_by_email ON revocations (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX revocations_by_time ON revocations (at);
-- One notice for each lead that a buyer got of the person.
CREATE TABLE revocation_notices (
  notice INTEGER PRIMARY KEY,
  revocation INTEGER NOT NULL REFERENCES revocations,
  delivery INTEGER NOT NULL UNIQUE REFERENCES outbox,
  session INTEGER NOT NULL REFERENCES sessions,
  buyer TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'refused', 'dead', 'suppressed')),
  attempts INTEGER NOT NULL,
  under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
  due_at INTEGER,
  message TEXT,
  at INTEGER NOT NULL,
  deadline INTEGER NOT NULL,
  acknowledged_at INTEGER,
  acknowledged_by TEXT,
  escalated INTEGER NOT NULL DEFAULT 0,
  leased_until INTEGER,
  leased_by INTEGER,
  leased_attempt INTEGER
) STRICT;
CREATE INDEX revocation_notices_due ON revocation_notices (buyer, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX revocation_notices_open ON revocation_notices (deadline) WHERE acknowledged_at IS NULL;
CREATE INDEX revocation_notices_by_revocation ON revocation_notices (revocation);
CREATE INDEX revocation_notices_by_session ON revocation_notices (session)`
