/** The column of ../../sqlite/migrations/schema38.ts. */
export const SCHEMA_19: readonly string[] = [`ALTER TABLE outbox ADD COLUMN shares BIGINT;`]
