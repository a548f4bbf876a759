/** The table of ../../sqlite/migrations/schema39.ts. */
export const SCHEMA_20: readonly string[] = [
  `
  CREATE TABLE buyers (
    buyer TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL,
    document TEXT COLLATE "C" NOT NULL,
    secrets TEXT COLLATE "C" NOT NULL,
    removed BIGINT NOT NULL,
    saved_by TEXT COLLATE "C" NOT NULL,
    saved_at BIGINT NOT NULL
  );
  `,
]
