/** Adds comments on drafts, who edits which draft, drafts that were deleted, and sites that were taken down. */
export const SCHEMA_71 = `
-- step: OFFER/STEP; NULL for the whole draft. element: a question of the step; NULL for all of it.
CREATE TABLE draft_comments (
  id TEXT NOT NULL PRIMARY KEY,
  path TEXT NOT NULL,
  step TEXT,
  element TEXT,
  text TEXT NOT NULL,
  made_by TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  resolved_by TEXT,
  resolved_at INTEGER
) STRICT;
CREATE INDEX draft_comments_by_path ON draft_comments (path, made_at);

CREATE TABLE draft_editors (
  path TEXT NOT NULL,
  operator TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (path, operator)
) STRICT, WITHOUT ROWID;

ALTER TABLE drafts ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));

-- When the site was taken down after this split; NULL if it wasn't.
ALTER TABLE splits ADD COLUMN ended_at INTEGER;
DROP VIEW live;
CREATE VIEW live AS SELECT path, version, weight FROM splits
  WHERE split IN (SELECT MAX(split) FROM splits GROUP BY path) AND ended_at IS NULL`
