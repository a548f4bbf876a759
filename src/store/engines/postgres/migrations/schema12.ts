/** The table of ../../sqlite/migrations/schema31.ts. */
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
