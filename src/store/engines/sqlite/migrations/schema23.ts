/** What processes take of the limits that they share: when each is whole again, epoch ms. */
export const SCHEMA_23: readonly string[] = [
  `
  CREATE TABLE buckets (
    key TEXT NOT NULL PRIMARY KEY,
    full_at INTEGER NOT NULL
  );
  CREATE INDEX buckets_to_drop ON buckets (full_at);
  `,
]
