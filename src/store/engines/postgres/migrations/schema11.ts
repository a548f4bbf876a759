/** The column of ../../sqlite/migrations/schema30.ts. */
export const SCHEMA_11: readonly string[] = [`ALTER TABLE outbox ADD COLUMN redirect_url TEXT COLLATE "C";`]
