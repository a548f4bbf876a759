/** `folded`: the name of an account in lower case, by which it is found however it is typed; NULL until the first write to accounts, and
 *  for the later of two that an earlier release made with names that differ only by case. `factor_from`: when the account
 *  was first told that it needs two-factor authentication. `entry`: the entry of the audit log that counts these failures. */
export const SCHEMA_47: readonly string[] = [
  `
  ALTER TABLE operators ADD COLUMN folded TEXT;
  ALTER TABLE operators ADD COLUMN factor_from INTEGER;
  CREATE UNIQUE INDEX operators_by_folded ON operators (folded);
  ALTER TABLE login_failures ADD COLUMN entry INTEGER;
  `,
]
