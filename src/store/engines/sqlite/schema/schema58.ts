/** Adds the ledger's entries besides sales and their first whole return: see ../../../nouns/sales/README.md. */
export const SCHEMA_58 = `
CREATE TABLE sale_changes (
  entry INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES sessions,
  offer TEXT NOT NULL,
  source TEXT NOT NULL,
  external_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('sale', 'return', 'adjustment')),
  ref TEXT NOT NULL,
  reverses INTEGER,
  sold INTEGER NOT NULL CHECK (sold IN (1, 0, -1)),
  cents INTEGER NOT NULL,
  version INTEGER NOT NULL,
  path TEXT NOT NULL,
  aff_id TEXT NOT NULL,
  sub1 TEXT NOT NULL,
  sold_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (source, external_id, ref)
) STRICT;
CREATE INDEX sale_changes_by_time ON sale_changes (at);
CREATE INDEX sale_changes_by_path ON sale_changes (path, at);
CREATE INDEX sale_changes_by_sale ON sale_changes (path, sold_at);
CREATE INDEX sale_changes_by_session ON sale_changes (session);
CREATE INDEX sales_returned ON sales (path, at, offer, aff_id, sub1, cents) WHERE sold = -1;
CREATE INDEX sales_by_source ON sales (source, at, entry);
ALTER TABLE totals_offers ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE totals_sales ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE totals_hours ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE unbooked ADD COLUMN return_id TEXT;
ALTER TABLE unbooked ADD COLUMN arrival INTEGER;
`
