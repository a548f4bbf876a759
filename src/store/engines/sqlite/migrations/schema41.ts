/** What a buyer bid in an auction, and whether its bid was taken: 'won', 'lost' or 'none'. When each buyer was last posted a lead that it
 *  had bid for: of equal bids the one counts whose buyer waits longest. */
export const SCHEMA_41: readonly string[] = [
  `
  ALTER TABLE attempts ADD COLUMN auction TEXT;
  ALTER TABLE attempts ADD COLUMN bid_cents INTEGER;
  CREATE TABLE buyer_tries (
    buyer TEXT NOT NULL PRIMARY KEY,
    tried_at INTEGER NOT NULL
  ) STRICT;
  `,
]
