/** The column of ../../sqlite/migrations/schema36.ts. */
export const SCHEMA_17: readonly string[] = ['ALTER TABLE imported_files ADD COLUMN unused_at BIGINT']
