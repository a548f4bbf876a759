/** Adds legal rules that an admin turned off. */
export const SCHEMA_68 = `
CREATE TABLE laws_off (
  rule TEXT NOT NULL PRIMARY KEY,
  reason TEXT NOT NULL,
  off_by TEXT NOT NULL,
  off_at INTEGER NOT NULL
) STRICT`
