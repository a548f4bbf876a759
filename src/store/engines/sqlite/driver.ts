import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { heldCell } from '../../kernel/heldText.ts'
import type { Call, Rule, Statement, Value } from '../../kernel/statement.ts'
import { SQLITE } from './dialect.ts'

/** Runs rules on one connection. Each statement is answered at once, so a rule is finished when this returns. */
export function openDriver(db: DatabaseSync): <T>(rule: Rule<T>) => T {
  const prepared = new WeakMap<Statement, StatementSync>()

  function answer({ statement, values, wants }: Call): unknown {
    let ready = prepared.get(statement)
    if (!ready) prepared.set(statement, (ready = prepareStatement(db, statement)))
    const held = values.map(heldCell)
    if (wants === 'changes' || wants === 'nothing') return Number(ready.run(...held).changes)
    if (wants === 'rows') return (ready.all(...held) as unknown as Cells[]).map(statement.row)
    const cells = ready.get(...held) as Cells | undefined
    return cells ? statement.row(cells) : null
  }

  return (rule) => {
    let turn = rule.next()
    while (!turn.done) turn = rule.next(answer(turn.value))
    return turn.value
  }
}

/** A row as `setReturnArrays` makes it, which is far cheaper than an object. */
type Cells = Value[]

/** Throws if the schema lacks something that a statement needs, or if its rows wouldn't have the declared columns. */
export function prepareStatement(db: DatabaseSync, { text, columns }: Statement): StatementSync {
  const sql = typeof text === 'string' ? text : text(SQLITE)
  const statement = prepare(db, sql)
  const found = statement.columns().map(({ name }) => name)
  const declared = Object.keys(columns)
  if (found.join() !== declared.join())
    throw new Error(`A statement gives the columns ${found.join(', ')}, not ${declared.join(', ')}: ${sql}`)
  statement.setReturnArrays(true)
  return statement
}

/** Our SQL uses `$1` on every engine; to SQLite that would be a name, and its own numbers are `?1`. */
export function prepare(db: DatabaseSync, sql: string): StatementSync {
  return db.prepare(sql.replaceAll(/\$(?=\d)/g, '?'))
}
