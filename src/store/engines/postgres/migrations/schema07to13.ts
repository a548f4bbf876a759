/** The columns of ../../sqlite/migrations/schema24to28.ts. */
export const SCHEMA_7: readonly string[] = [
  `
  ALTER TABLE sessions ADD COLUMN language TEXT COLLATE "C" NOT NULL DEFAULT 'en';
  ALTER TABLE steps ADD COLUMN language TEXT COLLATE "C";
  `,
]

/** The tables of ../../sqlite/migrations/schema24to28.ts. */
export const SCHEMA_8: readonly string[] = [
  `
  CREATE TABLE go_on_links (
    token_hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    session BIGINT NOT NULL REFERENCES sessions,
    expires_at BIGINT NOT NULL
  );
  CREATE INDEX go_on_links_of_session ON go_on_links (session);
  CREATE INDEX go_on_links_to_drop ON go_on_links (expires_at);
  ALTER TABLE sessions ADD COLUMN moved_at BIGINT;
  ALTER TABLE sessions ADD COLUMN moved_after BIGINT;
  ALTER TABLE mails ADD COLUMN kind TEXT COLLATE "C" NOT NULL DEFAULT 'step';
  `,
]

/** The column of ../../sqlite/migrations/schema24to28.ts. */
export const SCHEMA_9: readonly string[] = [`ALTER TABLE consents ADD COLUMN seller TEXT COLLATE "C";`]

/** The tables of ../../sqlite/migrations/schema29to33.ts. */
export const SCHEMA_10: readonly string[] = [
  `
  CREATE TABLE drafts (
    path TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    is_json BIGINT NOT NULL,
    good TEXT COLLATE "C",
    files TEXT COLLATE "C" NOT NULL,
    based_on BIGINT,
    saved_by TEXT COLLATE "C" NOT NULL,
    saved_at BIGINT NOT NULL
  );
  CREATE TABLE version_sources (
    version BIGINT PRIMARY KEY REFERENCES versions,
    text TEXT COLLATE "C" NOT NULL,
    files TEXT COLLATE "C" NOT NULL
  );
  `,
]

/** The column of ../../sqlite/migrations/schema29to33.ts. */
export const SCHEMA_11: readonly string[] = [`ALTER TABLE outbox ADD COLUMN redirect_url TEXT COLLATE "C";`]

/** The table of ../../sqlite/migrations/schema29to33.ts. */
export const SCHEMA_12: readonly string[] = [
  `
  CREATE TABLE publish_keys (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL UNIQUE,
    path TEXT COLLATE "C",
    made_by TEXT COLLATE "C",
    made_at BIGINT NOT NULL,
    revoked_at BIGINT
  );
  `,
]

/** The table of ../../sqlite/migrations/schema29to33.ts. */
export const SCHEMA_13: readonly string[] = [
  `
  CREATE TABLE publish_requests (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    path TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    files TEXT COLLATE "C" NOT NULL,
    weight BIGINT NOT NULL,
    asked_by TEXT COLLATE "C" NOT NULL,
    maker TEXT COLLATE "C",
    asked_at BIGINT NOT NULL,
    live_at BIGINT,
    state TEXT COLLATE "C" NOT NULL
      CHECK (state IN ('waiting', 'planned', 'published', 'refused', 'withdrawn', 'failed')),
    decided_by TEXT COLLATE "C",
    decided_at BIGINT,
    reason TEXT COLLATE "C",
    version BIGINT
  );
  CREATE UNIQUE INDEX publish_requests_open ON publish_requests (path) WHERE state IN ('waiting', 'planned');
  CREATE INDEX publish_requests_path ON publish_requests (path, asked_at);
  `,
]
