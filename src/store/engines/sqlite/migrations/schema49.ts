/** What of a session's answers a check called unknown, as keyed hashes in a JSON list: only that may be insisted on. */
export const SCHEMA_49: readonly string[] = ['ALTER TABLE sessions ADD COLUMN doubted TEXT;']
