/** The columns and the table of ../../sqlite/migrations/schema40to41.ts. */
export const SCHEMA_22: readonly string[] = [
  `
  ALTER TABLE attempts ADD COLUMN auction TEXT COLLATE "C";
  ALTER TABLE attempts ADD COLUMN bid_cents BIGINT;
  CREATE TABLE buyer_tries (
    buyer TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    tried_at BIGINT NOT NULL
  );
  `,
]
