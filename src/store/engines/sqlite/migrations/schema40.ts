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
