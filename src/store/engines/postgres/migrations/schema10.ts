/** The tables of ../../sqlite/migrations/schema29.ts. */
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
