/** The columns of ../../sqlite/migrations/schema24to28.ts. */
export const SCHEMA_7: readonly string[] = [
  `
  ALTER TABLE sessions ADD COLUMN language TEXT COLLATE "C" NOT NULL DEFAULT 'en';
  ALTER TABLE steps ADD COLUMN language TEXT COLLATE "C";
  `,
]
