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
