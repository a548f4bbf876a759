/** Second factors of operators, and keys with which programs read reports. `sealed`: the secret of the app that shows the codes.
 *  `confirmed_at` is null until the first code was given. `last_step`: the time step of the newest code that was used: each is used
 *  once. Codes and keys are known by their SHA-256. */
export const SCHEMA_42: readonly string[] = [
  `
  CREATE TABLE second_factors (
    name TEXT NOT NULL PRIMARY KEY,
    sealed TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    last_step INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE recovery_codes (
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (name, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE report_keys (
    hash TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    made_by TEXT,
    made_at INTEGER NOT NULL,
    expires_at INTEGER,
    seen_at INTEGER,
    revoked_at INTEGER
  ) STRICT;
  `,
]

/** The sites that an account is for, as a JSON list of their paths; NULL for all. */
export const SCHEMA_43: readonly string[] = [
  `
  ALTER TABLE operators ADD COLUMN sites TEXT;
  ALTER TABLE invitations ADD COLUMN sites TEXT;
  `,
]
