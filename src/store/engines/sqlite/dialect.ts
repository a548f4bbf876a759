import type { Dialect } from '../../kernel/statement.ts'

/** SQL that only SQLite understands. */
export const SQLITE: Dialect = {
  jsonText: (column, ...path) => `${column} ->> '$.${path.join('.')}'`,
  jsonWith: (column, name, value) => `json_set(${column}, '$.${name}', json('${value}'))`,
  numbersIn: (parameter) => `(SELECT value FROM json_each(${parameter}))`,
  textsIn: (parameter) => `(SELECT value FROM json_each(${parameter}))`,
  useIndex: (name) => `INDEXED BY ${name}`,
  keepRows: () => '',
  clockMs: (given) => given,
  openTransactions: { oldest: '0', next: '0' },
  totalsKey: [],
}
