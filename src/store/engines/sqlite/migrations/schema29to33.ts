/** Flows that authors write at /studio, one draft a site, and what a published version was made of: the text as it was written, and the
 *  files beside it by the SHA-256 of each, under which it stands in imported_files. `good`: the last text that was JSON, where the text
 *  is none. */
export const SCHEMA_29: readonly string[] = [
  `
  CREATE TABLE drafts (
    path TEXT NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    text TEXT NOT NULL,
    is_json INTEGER NOT NULL,
    good TEXT,
    files TEXT NOT NULL,
    based_on INTEGER,
    saved_by TEXT NOT NULL,
    saved_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE version_sources (
    version INTEGER PRIMARY KEY REFERENCES versions,
    text TEXT NOT NULL,
    files TEXT NOT NULL
  ) STRICT;
  `,
]

/** The page that a buyer sends the visitor of a lead to; null where it names none. */
export const SCHEMA_30: readonly string[] = [`ALTER TABLE outbox ADD COLUMN redirect_url TEXT;`]

/** Keys with which programs publish, each by its SHA-256. `path`: the only site, or all. `made_by`: an operator, or the command line. */
export const SCHEMA_31: readonly string[] = [
  `
  CREATE TABLE publish_keys (
    hash TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    path TEXT,
    made_by TEXT,
    made_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;
  `,
]

/** Publishes that wait for a second person or for their time: one a path at a time. `maker`: the operator who asked, or made the key. */
export const SCHEMA_32: readonly string[] = [
  `
  CREATE TABLE publish_requests (
    id TEXT NOT NULL PRIMARY KEY,
    path TEXT NOT NULL,
    text TEXT NOT NULL,
    files TEXT NOT NULL,
    weight INTEGER NOT NULL,
    asked_by TEXT NOT NULL,
    maker TEXT,
    asked_at INTEGER NOT NULL,
    live_at INTEGER,
    state TEXT NOT NULL
      CHECK (state IN ('waiting', 'planned', 'published', 'refused', 'withdrawn', 'failed')),
    decided_by TEXT,
    decided_at INTEGER,
    reason TEXT,
    version INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX publish_requests_open ON publish_requests (path) WHERE state IN ('waiting', 'planned');
  CREATE INDEX publish_requests_path ON publish_requests (path, asked_at);
  `,
]

/** What the lists of /desk are read by. */
export const SCHEMA_33: readonly string[] = [
  `
  CREATE INDEX outbox_by_time ON outbox (at, session);
  CREATE INDEX leads_by_time ON leads (at, session);
  CREATE INDEX people_by_who ON people (who);
  `,
]
