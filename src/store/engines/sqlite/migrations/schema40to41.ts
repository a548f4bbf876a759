/** Why an operator took a sale back, by the entry of the ledger that is its return; of what a buyer reported itself there is none. */
export const SCHEMA_40: readonly string[] = [
  `
  CREATE TABLE return_notes (
    entry INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    booked_by TEXT NOT NULL
  ) STRICT;
  CREATE INDEX return_notes_by_session ON return_notes (session);
  `,
]

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
