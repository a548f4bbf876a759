/** Buyers that are made on screen or by command. `secrets` is sealed. One that was removed keeps its row and its revision, so that the
 *  sum of the revisions grows with every change. */
export const SCHEMA_39: readonly string[] = [
  `
  CREATE TABLE buyers (
    buyer TEXT NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    document TEXT NOT NULL,
    secrets TEXT NOT NULL,
    removed INTEGER NOT NULL,
    saved_by TEXT NOT NULL,
    saved_at INTEGER NOT NULL
  ) STRICT;
  `,
]
