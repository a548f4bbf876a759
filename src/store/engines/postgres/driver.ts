import type { ClientBase } from 'pg'
import { heldCell } from '../../kernel/heldText.ts'
import type { Call, Rule, Statement, Value } from '../../kernel/statement.ts'
import { STATEMENTS } from '../../nouns/nouns.ts'
import { POSTGRES } from './dialect.ts'

/** Runs a rule; each of its statements waits for the previous answer, unless the rule wanted none. */
export async function drive<T>(client: ClientBase, rule: Rule<T>): Promise<T> {
  return driveBy((call) => ask(client, call), rule)
}

/** Runs rules of several sessions side by side on one connection. Statements issued at the same time are combined into one, if they can
 *  be. */
export function drivesTogether(client: ClientBase): <T>(rule: Rule<T>) => Promise<T> {
  const waiting = new Map<Statement, Waiting[]>()
  function askWithOthers(call: Call): Promise<unknown> {
    const { statement } = call
    // A statement without a wanted answer is sent at once, because the rule's next statement must come after it.
    if (statement.together === undefined || call.wants === 'nothing') return ask(client, call)
    return new Promise((resolve, reject) => {
      const others = waiting.get(statement)
      if (others) return others.push({ call, resolve, reject })
      const callers = [{ call, resolve, reject }]
      waiting.set(statement, callers)
      queueMicrotask(() => {
        waiting.delete(statement)
        void askTogether(client, statement, callers)
      })
    })
  }
  return (rule) => driveBy(askWithOthers, rule)
}

interface Waiting {
  call: Call
  resolve: (answer: unknown) => void
  reject: (reason: unknown) => void
}

async function askTogether(
  client: ClientBase,
  statement: Statement,
  callers: readonly Waiting[],
): Promise<void> {
  try {
    const { rows, fields } = await client.query<Value[]>({
      ...preparedAs(statement, 'together'),
      values: callers[0]!.call.values.map((_, i) => callers.map(({ call }) => heldCell(call.values[i]!))),
      rowMode: 'array',
    })
    checkColumns(statement, fields.slice(1))
    const rowsOf: Value[][][] = callers.map(() => [])
    for (const [caller, ...cells] of rows) rowsOf[Number(caller) - 1]!.push(cells)
    callers.forEach(({ call, resolve }, i) => resolve(answerOf(call, rowsOf[i]!, rowsOf[i]!.length)))
  } catch (error) {
    for (const { reject } of callers) reject(error)
  }
}

async function driveBy<T>(ask: (call: Call) => Promise<unknown>, rule: Rule<T>): Promise<T> {
  const sent: Promise<unknown>[] = []
  try {
    let turn = rule.next()
    while (!turn.done) {
      const answer = ask(turn.value)
      if (turn.value.wants === 'nothing') {
        answer.catch(() => {})
        sent.push(answer)
        turn = rule.next()
      } else turn = rule.next(await answer)
    }
    await Promise.all(sent)
    return turn.value
  } catch (error) {
    // The first failure is the reason.
    await Promise.all(sent)
    throw error
  }
}

/** Runs a rule that needs no answers; all its statements are sent at once. */
export async function driveAtOnce(client: ClientBase, rule: Rule<void>): Promise<void> {
  const asked: Promise<unknown>[] = []
  for (let turn = rule.next(); !turn.done; turn = rule.next()) asked.push(ask(client, turn.value))
  await Promise.all(asked)
}

async function ask(client: ClientBase, call: Call): Promise<unknown> {
  const { rows, rowCount, fields } = await client.query<Value[]>({
    ...preparedAs(call.statement, 'alone'),
    values: call.values.map(heldCell),
    rowMode: 'array',
  })
  checkColumns(call.statement, fields)
  return answerOf(call, rows, rowCount ?? 0)
}

function answerOf({ statement, wants }: Call, rows: readonly Value[][], changes: number): unknown {
  if (wants === 'changes') return changes
  if (wants === 'rows') return rows.map(statement.row)
  return rows[0] ? statement.row(rows[0]) : null
}

/** Statements whose rows were checked to have the declared columns. */
const CHECKED = new WeakSet<Statement>()

function checkColumns(statement: Statement, fields: readonly { name: string }[]): void {
  if (CHECKED.has(statement)) return
  const found = fields.map(({ name }) => name).join(', ')
  const expected = Object.keys(statement.columns).join(', ')
  if (found !== expected)
    throw new Error(`A statement gives the columns ${found}, not ${expected}: ${sqlOf(statement)}`)
  CHECKED.add(statement)
}

/** A statement of the store is prepared once per connection. One composed for a question has no name, because it would stay. */
function preparedAs(statement: Statement, form: 'alone' | 'together'): { name?: string; text: string } {
  return NAMED.get(statement)?.[form] ?? { text: sqlOf(statement) }
}

const NAMED = new Map(
  STATEMENTS.map(([name, statement]) => [
    statement,
    {
      alone: { name, text: sqlOf(statement) },
      together: { name: `${name} together`, text: statement.together ?? '' },
    },
  ]),
)

export function sqlOf({ text }: Statement): string {
  return typeof text === 'string' ? text : text(POSTGRES)
}
