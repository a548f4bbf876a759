/** What is under way is its server's until then, epoch ms; after that another may take it up. */
export const SCHEMA_21: readonly string[] = [
  `
  ALTER TABLE outbox ADD COLUMN leased_until INTEGER;
  ALTER TABLE mails ADD COLUMN leased_until INTEGER;
  `,
]
