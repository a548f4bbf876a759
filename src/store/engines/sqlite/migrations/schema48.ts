/** Totals by hour: see ../../../totals/hours.ts. What sessions count that were there before is added while the server runs, some at a
 *  time: those from `first_session` to `last_session` are still to be counted. */
export const SCHEMA_48: readonly string[] = [
  `
  CREATE TABLE totals_hours (
    hour INTEGER NOT NULL,
    path TEXT NOT NULL,
    language TEXT NOT NULL,
    page_visits INTEGER NOT NULL,
    visits INTEGER NOT NULL,
    registrations INTEGER NOT NULL,
    sold INTEGER NOT NULL,
    returned INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    certifiable INTEGER NOT NULL,
    trustedform INTEGER NOT NULL,
    jornaya INTEGER NOT NULL,
    both_certificates INTEGER NOT NULL,
    PRIMARY KEY (hour, path, language)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE uncounted_sessions (
    last_session INTEGER PRIMARY KEY,
    first_session INTEGER NOT NULL
  ) STRICT;
  INSERT INTO uncounted_sessions (last_session, first_session)
    SELECT MAX(session), MIN(session) FROM sessions HAVING MAX(session) IS NOT NULL;
  CREATE INDEX sales_by_session ON sales (session);
  `,
]
