/** Passkeys of operators, by the id of their credential; who of an OIDC provider has which account; and the challenges that were
 *  answered, by their SHA-256: each is answered once. */
export const SCHEMA_52: readonly string[] = [
  `
  CREATE TABLE passkeys (
    id TEXT NOT NULL PRIMARY KEY,
    operator TEXT NOT NULL,
    label TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT;
  CREATE INDEX passkeys_by_operator ON passkeys (operator);
  CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    operator TEXT NOT NULL UNIQUE,
    PRIMARY KEY (issuer, subject)
  ) STRICT;
  CREATE TABLE used_challenges (
    hash TEXT NOT NULL PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT;
  `,
]
