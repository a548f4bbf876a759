/** The column of ../../sqlite/migrations/schema49.ts. */
export const SCHEMA_30: readonly string[] = ['ALTER TABLE sessions ADD COLUMN doubted TEXT COLLATE "C";']
