/** The columns of ../../sqlite/migrations/schema45.ts. */
export const SCHEMA_26: readonly string[] = [
  `
  ALTER TABLE unbooked ADD COLUMN note_reason TEXT COLLATE "C";
  ALTER TABLE unbooked ADD COLUMN note_words TEXT COLLATE "C";
  ALTER TABLE unbooked ADD COLUMN note_by TEXT COLLATE "C";
  `,
]
