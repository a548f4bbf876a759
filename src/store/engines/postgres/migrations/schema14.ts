/** The indexes of ../../sqlite/migrations/schema33.ts. */
export const SCHEMA_14: readonly string[] = [
  `
  CREATE INDEX outbox_by_time ON outbox (at, session);
  CREATE INDEX leads_by_time ON leads (at, session);
  CREATE INDEX people_by_who ON people (who);
  `,
]
