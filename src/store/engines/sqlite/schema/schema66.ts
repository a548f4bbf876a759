/** Adds what visitors cost: imports with their rows, and rates of currencies. */
export const SCHEMA_66 = `
-- kind: file, api or hand. ended_at: when all its rows were in; NULL if it was cut off.
CREATE TABLE cost_imports (
  import INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'api', 'hand')),
  name TEXT NOT NULL,
  path TEXT NOT NULL,
  source TEXT NOT NULL,
  made_by TEXT NOT NULL,
  at INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  usd_micros INTEGER NOT NULL,
  ended_at INTEGER,
  undone_at INTEGER,
  undone_by TEXT
) STRICT;
-- A row for each key of a day. NULL: the import doesn't say which campaign, affiliate or sub ID it is. micros: millionths of the currency.
-- live: 1 for the row that counts; a later import of the same key replaces it, and an undone one gives its place back.
CREATE TABLE costs (
  cost INTEGER PRIMARY KEY,
  import INTEGER NOT NULL REFERENCES cost_imports,
  path TEXT NOT NULL,
  source TEXT NOT NULL,
  day INTEGER NOT NULL,
  key TEXT NOT NULL,
  campaign TEXT,
  aff_id TEXT,
  sub1 TEXT,
  sub2 TEXT,
  sub3 TEXT,
  sub4 TEXT,
  sub5 TEXT,
  micros INTEGER NOT NULL,
  currency TEXT NOT NULL,
  usd_micros INTEGER NOT NULL,
  live INTEGER NOT NULL CHECK (live IN (0, 1)),
  UNIQUE (path, source, day, key, import)
) STRICT;
CREATE INDEX costs_live ON costs (path, day, aff_id, sub1, campaign, usd_micros) WHERE live = 1;
CREATE INDEX costs_by_import ON costs (import, live);
-- nano_usd: billionths of a dollar for one unit of the currency on a day.
CREATE TABLE cost_rates (
  currency TEXT NOT NULL,
  day INTEGER NOT NULL,
  nano_usd INTEGER NOT NULL,
  PRIMARY KEY (currency, day)
) STRICT, WITHOUT ROWID`
