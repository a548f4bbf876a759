/** The table of ../../sqlite/migrations/schema32.ts. */
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
