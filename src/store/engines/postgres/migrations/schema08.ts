/** The tables of ../../sqlite/migrations/schema24to28.ts. */
export const SCHEMA_8: readonly string[] = [
  `
  CREATE TABLE go_on_links (
    token_hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    session BIGINT NOT NULL REFERENCES sessions,
    expires_at BIGINT NOT NULL
  );
  CREATE INDEX go_on_links_of_session ON go_on_links (session);
  CREATE INDEX go_on_links_to_drop ON go_on_links (expires_at);
  ALTER TABLE sessions ADD COLUMN moved_at BIGINT;
  ALTER TABLE sessions ADD COLUMN moved_after BIGINT;
  ALTER TABLE mails ADD COLUMN kind TEXT COLLATE "C" NOT NULL DEFAULT 'step';
  `,
]
