import type { Dialect } from '../../statement.ts'

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
    oldest: 'CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)',
    next: 'CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)',
  },
  totalsKey: ['slot'],
}

/** Replaces U+0000 and halves of surrogate pairs with U+FFFD in a JSON text, since an earlier release may have stored them and jsonb
 *  refuses them. JSON.stringify escapes no whole pair. */
function jsonOf(column: string): string {
  return `CAST(regexp_replace(${column}, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u(?:0000|d[89a-f][0-9a-f]{2})', '\\1\uFFFD', 'g') AS jsonb)`
}
