/** Since when, and by which operator, the person of a request is to be forgotten; NULL where that was not asked for. */
export const SCHEMA_46: readonly string[] = [
  `
  ALTER TABLE privacy_requests ADD COLUMN forget_asked_at INTEGER;
  ALTER TABLE privacy_requests ADD COLUMN forget_by TEXT;
  CREATE INDEX privacy_requests_to_forget ON privacy_requests (forget_asked_at)
    WHERE forget_asked_at IS NOT NULL AND answered_at IS NULL;
  `,
]
