/** The columns of ../../sqlite/migrations/schema46.ts. */
export const SCHEMA_27: readonly string[] = [
  `
  ALTER TABLE privacy_requests ADD COLUMN forget_asked_at BIGINT;
  ALTER TABLE privacy_requests ADD COLUMN forget_by TEXT COLLATE "C";
  CREATE INDEX privacy_requests_to_forget ON privacy_requests (forget_asked_at)
    WHERE forget_asked_at IS NOT NULL AND answered_at IS NULL;
  `,
]
