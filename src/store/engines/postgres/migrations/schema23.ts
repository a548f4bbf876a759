/** The tables of ../../sqlite/migrations/schema42to43.ts. */
export const SCHEMA_23: readonly string[] = [
  `
  CREATE TABLE second_factors (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    sealed TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    last_step BIGINT NOT NULL
  );
  CREATE TABLE recovery_codes (
    name TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (name, hash)
  );
  CREATE TABLE report_keys (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL UNIQUE,
    made_by TEXT COLLATE "C",
    made_at BIGINT NOT NULL,
    expires_at BIGINT,
    seen_at BIGINT,
    revoked_at BIGINT
  );
  `,
]
