/** Links with which somebody chooses the password of an account, each by its SHA-256, one an account; and when a login was last
 *  seen. `role`: of the account that it makes; null for a new password of one that there is. `made_by`: null for the command line. */
export const SCHEMA_37: readonly string[] = [
  `
  CREATE TABLE invitations (
    token_hash TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    role TEXT,
    made_by TEXT,
    made_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE login_sessions ADD COLUMN seen_at INTEGER;
  `,
]
