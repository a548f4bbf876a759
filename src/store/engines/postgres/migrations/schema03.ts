/** The table of ../../sqlite/migrations/schema19to23.ts. */
export const SCHEMA_3: readonly string[] = [
  `
  CREATE TABLE buckets (
    key TEXT COLLATE "C" PRIMARY KEY,
    full_at BIGINT NOT NULL
  );
  CREATE INDEX buckets_to_drop ON buckets (full_at);
  `,
]
