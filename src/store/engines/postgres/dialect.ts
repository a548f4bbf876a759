import type { Dialect } from '../../kernel/statement.ts'

/** SQL that only PostgreSQL understands. */
export const POSTGRES: Dialect = {
  jsonText: (column, ...path) => `(${jsonOf(column)} #>> '{${path.join(',')}}')`,
  jsonWith: (column, name, value) =>
    `CAST(jsonb_set(${jsonOf(column)}, '{${name}}', CAST('${value}' AS jsonb)) AS text)`,
  numbersIn: (parameter) =>
    `(SELECT CAST(value AS BIGINT) FROM jsonb_array_elements_text(CAST(${parameter} AS jsonb)))`,
  textsIn: (parameter) => `(SELECT jsonb_array_elements_text(CAST(${parameter} AS jsonb)))`,
  useIndex: () => '',
  keepRows: (table) => `FOR NO KEY UPDATE OF ${table}`,
  // A parameter that isn't used would have no type.
  clockMs: (given) =>
    `COALESCE(CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), CAST(${given} AS BIGINT))`,
  // Source: postgresql.org/docs/current/functions-info.html, "Transaction ID and Snapshot Information Functions".
  openTransactions: {
    oldest: numberOf('pg_snapshot_xmin(pg_current_snapshot())'),
    // The end of a snapshot is one past the newest transaction that has ended, and others may have begun since. A number of our own is past
    // them all. A standby gives none, but no more can be open than there are connections.
    next: `CASE WHEN pg_is_in_recovery()
      THEN ${numberOf('pg_snapshot_xmax(pg_current_snapshot())')} + CAST(current_setting('max_connections') AS BIGINT)
      ELSE ${numberOf('pg_current_xact_id()')} END`,
  },
  totalsKey: ['slot'],
}

/** SQL that makes a BIGINT of a transaction's number. */
function numberOf(transaction: string): string {
  return `CAST(CAST(${transaction} AS TEXT) AS BIGINT)`
}

/** Replaces U+0000 and halves of surrogate pairs with U+FFFD in a JSON text, since an earlier release may have stored them and jsonb
 *  refuses them. JSON.stringify escapes no whole pair. */
function jsonOf(column: string): string {
  return `CAST(regexp_replace(${column}, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u(?:0000|d[89a-f][0-9a-f]{2})', '\\1\uFFFD', 'g') AS jsonb)`
}
