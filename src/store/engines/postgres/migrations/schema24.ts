/** The columns of ../../sqlite/migrations/schema42to43.ts. */
export const SCHEMA_24: readonly string[] = [
  `
  ALTER TABLE operators ADD COLUMN sites TEXT COLLATE "C";
  ALTER TABLE invitations ADD COLUMN sites TEXT COLLATE "C";
  `,
]
