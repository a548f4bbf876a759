/** The column of ../../sqlite/migrations/schema24to28.ts. */
export const SCHEMA_9: readonly string[] = [`ALTER TABLE consents ADD COLUMN seller TEXT COLLATE "C";`]
