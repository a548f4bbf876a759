import {
  command,
  integer,
  integerOrNull,
  query,
  text,
  textOrNull,
  type Columns,
} from '../../kernel/statement.ts'

/** Queries of a table of keys, each identified by its SHA-256, so that people who can read the database can't use them. `own`:
 *  additional columns of these keys. */
export function keySql<const C extends Columns>(table: string, own: C) {
  const columns = { name: text, ...own, made_by: textOrNull, made_at: integer, revoked_at: integerOrNull }
  const names = Object.keys(columns).join(', ')
  return {
    revoke: command(`UPDATE ${table} SET revoked_at = $2 WHERE name = $1 AND revoked_at IS NULL`),
    key: query(`SELECT ${names} FROM ${table} WHERE hash = $1`, columns),
    keys: query(`SELECT ${names} FROM ${table} ORDER BY name`, columns),
  }
}
