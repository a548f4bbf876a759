/** Adds emails with which a buyer gets the leads it bought in a period as a file. */
export const SCHEMA_64 = `
-- One email per buyer, address and period, which begins at from_at and ends before to_at. Its leads are looked up when it's sent. send_at:
-- when the period is to be sent; until then due_at is NULL.
CREATE TABLE lead_copies (
  copy INTEGER PRIMARY KEY,
  buyer TEXT NOT NULL,
  recipient TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  zone TEXT NOT NULL,
  send_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('due', 'sent', 'refused', 'dead', 'suppressed')),
  attempts INTEGER NOT NULL,
  under_way INTEGER NOT NULL CHECK (under_way IN (0, 1)),
  due_at INTEGER,
  message TEXT,
  at INTEGER NOT NULL,
  leased_until INTEGER,
  leased_by INTEGER,
  leased_attempt INTEGER,
  UNIQUE (buyer, recipient, from_at, to_at)
) STRICT;
CREATE INDEX lead_copies_due ON lead_copies (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX lead_copies_open ON lead_copies (send_at) WHERE state = 'due'`
