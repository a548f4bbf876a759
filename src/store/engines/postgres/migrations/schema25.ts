/** The column of ../../sqlite/migrations/schema44.ts. */
export const SCHEMA_25: readonly string[] = ['ALTER TABLE report_keys ADD COLUMN sites TEXT COLLATE "C";']
