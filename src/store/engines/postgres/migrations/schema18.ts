/** The table and column of ../../sqlite/migrations/schema37.ts. */
export const SCHEMA_18: readonly string[] = [
  `
  CREATE TABLE invitations (
    token_hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL UNIQUE,
    role TEXT COLLATE "C",
    made_by TEXT COLLATE "C",
    made_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  );
  ALTER TABLE login_sessions ADD COLUMN seen_at BIGINT;
  `,
]
