/** The sites that a key to reports is for, as a JSON list of their paths; NULL for all. */
export const SCHEMA_44: readonly string[] = ['ALTER TABLE report_keys ADD COLUMN sites TEXT;']
