/** Adds comments on drafts, who edits which draft, drafts that were deleted, and sites that were taken down. */
export const SCHEMA_53 = `
CREATE TABLE draft_comments (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  path TEXT COLLATE "C" NOT NULL,
  step TEXT COLLATE "C",
  element TEXT COLLATE "C",
  text TEXT COLLATE "C" NOT NULL,
  made_by TEXT COLLATE "C" NOT NULL,
  made_at BIGINT NOT NULL,
  resolved_by TEXT COLLATE "C",
  resolved_at BIGINT
);
CREATE INDEX draft_comments_by_path ON draft_comments (path, made_at);

CREATE TABLE draft_editors (
  path TEXT COLLATE "C" NOT NULL,
  operator TEXT COLLATE "C" NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (path, operator)
);

ALTER TABLE drafts ADD COLUMN removed BIGINT NOT NULL DEFAULT 0 CHECK (removed BETWEEN 0 AND 1);

ALTER TABLE splits ADD COLUMN ended_at BIGINT;
CREATE OR REPLACE VIEW live AS SELECT path, version, weight FROM splits
  WHERE split IN (SELECT MAX(split) FROM splits GROUP BY path) AND ended_at IS NULL`
