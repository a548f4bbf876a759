/** The tables of ../../sqlite/migrations/schema52.ts. */
export const SCHEMA_34: readonly string[] = [
  `
  CREATE TABLE passkeys (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    operator TEXT COLLATE "C" NOT NULL,
    label TEXT COLLATE "C" NOT NULL,
    public_key TEXT COLLATE "C" NOT NULL,
    counter BIGINT NOT NULL,
    transports TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    used_at BIGINT
  );
  CREATE INDEX passkeys_by_operator ON passkeys (operator);
  CREATE TABLE identities (
    issuer TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    operator TEXT COLLATE "C" NOT NULL UNIQUE,
    PRIMARY KEY (issuer, subject)
  );
  CREATE TABLE used_challenges (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
  );
  `,
]
