/** The sites that an account is for, as a JSON list of their paths; NULL for all. */
export const SCHEMA_43: readonly string[] = [
  `
  ALTER TABLE operators ADD COLUMN sites TEXT;
  ALTER TABLE invitations ADD COLUMN sites TEXT;
  `,
]
