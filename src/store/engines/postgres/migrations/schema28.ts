/** The columns of ../../sqlite/migrations/schema47.ts. */
export const SCHEMA_28: readonly string[] = [
  `
  ALTER TABLE operators ADD COLUMN folded TEXT COLLATE "C";
  ALTER TABLE operators ADD COLUMN factor_from BIGINT;
  CREATE UNIQUE INDEX operators_by_folded ON operators (folded);
  ALTER TABLE login_failures ADD COLUMN entry BIGINT;
  `,
]
