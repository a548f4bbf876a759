import type { Dialect } from '../../statement.ts'

/** What PostgreSQL says in its own way. */
export const POSTGRES: Dialect = {
  jsonText: (column, ...path) => `(${jsonOf(column)} #>> '{${path.join(',')}}')`,
  jsonWith: (column, name, value) =>
    `CAST(jsonb_set(${jsonOf(column)}, '{${name}}', CAST('${value}' AS jsonb)) AS text)`,
  numbersIn: (parameter) =>
    `(SELECT CAST(value AS BIGINT) FROM jsonb_array_elements_text(CAST(${parameter} AS jsonb)))`,
  textsIn: (parameter) => `(SELECT jsonb_array_elements_text(CAST(${parameter} AS jsonb)))`,
  useIndex: () => '',
  keepRows: (table) => `FOR NO KEY UPDATE OF ${table}`,
  // A parameter that nothing looks at would have no type.
  clockMs: (given) =>
    `COALESCE(CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT), CAST(${given} AS BIGINT))`,
  // Source: postgresql.org/docs/current/functions-info.html, "Transaction ID and Snapshot Information Functions".
  openTransactions: {
    oldest: 'CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)',
    next: 'CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)',
  },
  totalsKey: ['slot'],
}

/** A JSON text that an earlier release kept may say U+0000 or half of a surrogate pair, which jsonb does not take: U+FFFD for each.
 *  JSON.stringify escapes no whole pair. */
function jsonOf(column: string): string {
  return `CAST(regexp_replace(${column}, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u(?:0000|d[89a-f][0-9a-f]{2})', '\\1\uFFFD', 'g') AS jsonb)`
}
