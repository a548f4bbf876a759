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
