import type { ClientBase } from 'pg'
import type { Call, Rule, Statement, Value } from '../../statement.ts'
import { STATEMENTS } from '../../statements.ts'
import { POSTGRES } from './dialect.ts'

/** Runs a rule: each of its statements waits for the answer of the one before. */
export async function drive<T>(client: ClientBase, rule: Rule<T>): Promise<T> {
  let turn = rule.next()
  while (!turn.done) turn = rule.next(await ask(client, turn.value))
  return turn.value
}

/** Runs a rule that asks nothing: all its statements are sent at once. */
export async function driveAtOnce(client: ClientBase, rule: Rule<void>): Promise<void> {
  const asked: Promise<unknown>[] = []
  for (let turn = rule.next(); !turn.done; turn = rule.next()) asked.push(ask(client, turn.value))
  await Promise.all(asked)
}

async function ask(client: ClientBase, { statement, values, wants }: Call): Promise<unknown> {
  const { rows, rowCount, fields } = await client.query<Value[]>({
    ...preparedAs(statement),
    values: values.map(held),
    rowMode: 'array',
  })
  if (!CHECKED.has(statement)) checkColumns(statement, fields)
  if (wants === 'changes') return rowCount
  if (wants === 'rows') return rows.map(statement.row)
  return rows[0] ? statement.row(rows[0]) : null
}

/** Those whose rows were seen to have the columns that they say. */
const CHECKED = new WeakSet<Statement>()

function checkColumns(statement: Statement, fields: readonly { name: string }[]): void {
  const found = fields.map(({ name }) => name).join(', ')
  const said = Object.keys(statement.columns).join(', ')
  if (found !== said)
    throw new Error(`A statement gives the columns ${found}, not ${said}: ${sqlOf(statement)}`)
  CHECKED.add(statement)
}

/** A statement of the store is prepared once a connection. One that is put together by a question has no name: it would stay. */
function preparedAs(statement: Statement): { name?: string; text: string } {
  return NAMED.get(statement) ?? { text: sqlOf(statement) }
}

const NAMED = new Map(STATEMENTS.map(([name, statement]) => [statement, { name, text: sqlOf(statement) }]))

export function sqlOf({ text }: Statement): string {
  return typeof text === 'string' ? text : text(POSTGRES)
}

/** What PostgreSQL cannot hold in a text: U+0000 becomes the sign for what cannot be shown. */
function held(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}
