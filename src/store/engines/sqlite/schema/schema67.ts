/** Adds experiments: the live versions of one path, compared by what a visitor earns. */
export const SCHEMA_67 = `
-- Its plan is fixed when it starts. shares: of its versions, as JSON. split: the split that was live then; visitors after the next one of
-- the path don't count. ages: days for which the sales and returns of each offer count, as JSON. cap: the most that a visitor counts for,
-- in cents. promoted: the version that went to all visitors.
CREATE TABLE experiments (
  experiment INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  shares TEXT NOT NULL,
  control INTEGER NOT NULL REFERENCES versions,
  days INTEGER NOT NULL,
  ages TEXT NOT NULL,
  window_days INTEGER NOT NULL,
  cap INTEGER NOT NULL,
  tightest_at INTEGER NOT NULL,
  promotes INTEGER NOT NULL CHECK (promotes IN (0, 1)),
  started_at INTEGER NOT NULL,
  started_by TEXT NOT NULL,
  split INTEGER NOT NULL,
  ended_at INTEGER,
  ended_by TEXT,
  promoted INTEGER REFERENCES versions
) STRICT;
CREATE UNIQUE INDEX experiments_running ON experiments (path) WHERE ended_at IS NULL`
