/** Adds notes on charts, and finds entries of the audit log by what was done. */
export const SCHEMA_70 = `
-- path: NULL for all paths. at: the time that the note is about.
CREATE TABLE chart_notes (
  note INTEGER PRIMARY KEY,
  path TEXT,
  at INTEGER NOT NULL,
  words TEXT NOT NULL,
  made_by TEXT NOT NULL,
  made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX chart_notes_by_time ON chart_notes (at);
CREATE INDEX audit_by_act ON audit (act, at)`
