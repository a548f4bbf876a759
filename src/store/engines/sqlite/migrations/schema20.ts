/** Which roles there are is said by schemas/operator.ts alone. */
export const SCHEMA_20: readonly string[] = [
  `
  ALTER TABLE operators RENAME COLUMN role TO checked_role;
  ALTER TABLE operators ADD COLUMN role TEXT NOT NULL DEFAULT 'admin';
  UPDATE operators SET role = checked_role;
  ALTER TABLE operators DROP COLUMN checked_role;
  `,
]
