/** The column of ../../sqlite/migrations/schema49to51.ts. */
export const SCHEMA_30: readonly string[] = ['ALTER TABLE sessions ADD COLUMN doubted TEXT COLLATE "C";']

/** The table of ../../sqlite/migrations/schema49to51.ts. */
export const SCHEMA_31: readonly string[] = [
  `
  CREATE TABLE handovers (
    token_hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    session BIGINT NOT NULL REFERENCES sessions,
    own BIGINT NOT NULL,
    at BIGINT NOT NULL
  );
  CREATE INDEX handovers_of_session ON handovers (session, at);
  ALTER TABLE sessions ADD COLUMN moved_from BIGINT;
  `,
]
