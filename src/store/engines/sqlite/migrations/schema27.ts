/** By which a visit goes on elsewhere: links that were mailed, by the SHA-256 of what stands in them, and since when and after how
 *  many submissions a session is another browser's. Emails besides those of steps: the links. */
export const SCHEMA_27: readonly string[] = [
  `
  CREATE TABLE go_on_links (
    token_hash TEXT NOT NULL PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX go_on_links_of_session ON go_on_links (session);
  CREATE INDEX go_on_links_to_drop ON go_on_links (expires_at);
  ALTER TABLE sessions ADD COLUMN moved_at INTEGER;
  ALTER TABLE sessions ADD COLUMN moved_after INTEGER;
  ALTER TABLE mails ADD COLUMN kind TEXT NOT NULL DEFAULT 'step';
  `,
]
