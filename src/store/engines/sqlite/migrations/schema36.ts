/** Since when no draft and no version names a file of a site; NULL while one does. */
export const SCHEMA_36: readonly string[] = ['ALTER TABLE imported_files ADD COLUMN unused_at INTEGER']
