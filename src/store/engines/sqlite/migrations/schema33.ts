/** What the lists of /desk are read by. */
export const SCHEMA_33: readonly string[] = [
  `
  CREATE INDEX outbox_by_time ON outbox (at, session);
  CREATE INDEX leads_by_time ON leads (at, session);
  CREATE INDEX people_by_who ON people (who);
  `,
]
