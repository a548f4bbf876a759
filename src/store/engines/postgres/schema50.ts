/** Adds legal rules that an admin turned off. */
export const SCHEMA_50 = `
CREATE TABLE laws_off (
  rule TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  reason TEXT COLLATE "C" NOT NULL,
  off_by TEXT COLLATE "C" NOT NULL,
  off_at BIGINT NOT NULL
)`
