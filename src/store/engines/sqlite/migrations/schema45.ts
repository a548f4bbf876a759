/** Why and by whom a return was reported that waits for its sale; NULL where no operator reported it. */
export const SCHEMA_45: readonly string[] = [
  `
  ALTER TABLE unbooked ADD COLUMN note_reason TEXT;
  ALTER TABLE unbooked ADD COLUMN note_words TEXT;
  ALTER TABLE unbooked ADD COLUMN note_by TEXT;
  `,
]
