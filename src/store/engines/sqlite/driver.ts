import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Call, Rule, Statement, Value } from '../../statement.ts'
import { STATEMENTS } from '../../statements.ts'
import { SQLITE } from './dialect.ts'

/** Runs rules on one connection. What a rule asks is answered at once, so a rule is over when this returns. */
export function openDriver(db: DatabaseSync): <T>(rule: Rule<T>) => T {
  const prepared = new WeakMap<Statement, StatementSync>()

  function answer({ statement, values, wants }: Call): unknown {
    let ready = prepared.get(statement)
    if (!ready) prepared.set(statement, (ready = prepareStatement(db, statement)))
    if (wants === 'changes') return Number(ready.run(...values).changes)
    if (wants === 'rows') return ready.all(...values).map((held) => statement.row(held as Held))
    const held = ready.get(...values)
    return held ? statement.row(held as Held) : null
  }

  return (rule) => {
    let turn = rule.next()
    while (!turn.done) turn = rule.next(answer(turn.value))
    return turn.value
  }
}

type Held = Record<string, Value>

/** Throws when the rows of a statement would not have the columns that it says. */
export function prepareStatement(db: DatabaseSync, { text, columns }: Statement): StatementSync {
  const sql = typeof text === 'string' ? text : text(SQLITE)
  const statement = prepare(db, sql)
  const found = statement.columns().map(({ name }) => name)
  const said = Object.keys(columns)
  if (found.length !== said.length || !said.every((name) => found.includes(name)))
    throw new Error(`A statement gives the columns ${found.join(', ')}, not ${said.join(', ')}: ${sql}`)
  return statement
}

/** Throws when the schema lacks what a statement of the store asks for. */
export function checkStatements(db: DatabaseSync): void {
  for (const [, statement] of STATEMENTS) prepareStatement(db, statement)
}

/** Our SQL says `$1` on every engine; to SQLite that would be a name, its own numbers are `?1`. */
export function prepare(db: DatabaseSync, sql: string): StatementSync {
  return db.prepare(sql.replaceAll(/\$(?=\d)/g, '?'))
}
