/** The table of ../../sqlite/migrations/schema40to41.ts. */
export const SCHEMA_21: readonly string[] = [
  `
  CREATE TABLE return_notes (
    entry BIGINT NOT NULL PRIMARY KEY,
    session BIGINT NOT NULL REFERENCES sessions,
    reason TEXT COLLATE "C" NOT NULL,
    words TEXT COLLATE "C" NOT NULL,
    booked_by TEXT COLLATE "C" NOT NULL
  );
  CREATE INDEX return_notes_by_session ON return_notes (session);
  `,
]
