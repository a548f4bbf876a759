/** What of a session's answers a check called unknown, as keyed hashes in a JSON list: only that may be insisted on. */
export const SCHEMA_49: readonly string[] = ['ALTER TABLE sessions ADD COLUMN doubted TEXT;']

/** Browsers to which a mailed link handed a visit over, by the SHA-256 of their tokens, and how many of its submissions are their
 *  own. What the browser that goes on with a visit sees of it begins again at `moved_from`. */
export const SCHEMA_50: readonly string[] = [
  `
  CREATE TABLE handovers (
    token_hash TEXT NOT NULL PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    own INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX handovers_of_session ON handovers (session, at);
  ALTER TABLE sessions ADD COLUMN moved_from INTEGER;
  `,
]

/** Processes that live, and which of them has an entry under way. `leased_attempt`: of which attempt that is said; a release before this
 *  one begins others without a word. */
export const SCHEMA_51: readonly string[] = [
  `
  CREATE TABLE processes (
    process INTEGER PRIMARY KEY,
    beat_at INTEGER NOT NULL,
    since INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE outbox ADD COLUMN leased_by INTEGER;
  ALTER TABLE outbox ADD COLUMN leased_attempt INTEGER;
  ALTER TABLE mails ADD COLUMN leased_by INTEGER;
  ALTER TABLE mails ADD COLUMN leased_attempt INTEGER;
  ALTER TABLE pixel_events ADD COLUMN leased_by INTEGER;
  ALTER TABLE pixel_events ADD COLUMN leased_attempt INTEGER;
  ALTER TABLE webhook_messages ADD COLUMN leased_by INTEGER;
  ALTER TABLE webhook_messages ADD COLUMN leased_attempt INTEGER;
  `,
]
