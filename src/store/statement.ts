/** What the rules of the store are written in. A rule is a generator: it yields statements and is given their rows, so the same
 *  rule runs on every engine, whether that answers at once or later. */

export type Value = string | number | null

/** What databases say differently: each engine has one. All other SQL is the same on all of them. */
export interface Dialect {
  /** The text at `path` in the JSON text that `column` holds; NULL where there is none. */
  jsonText: (column: string, ...path: string[]) => string
  /** The JSON text that `column` holds, with its member `name` set to the JSON text `value`. */
  jsonWith: (column: string, name: string, value: string) => string
  /** The numbers of the JSON list that a parameter holds, to look for one among them: `number IN …`. */
  numbersIn: (parameter: string) => string
  /** The same of texts. */
  textsIn: (parameter: string) => string
  /** What makes a query use an index, where it has to be said. */
  useIndex: (name: string) => string
  /** What keeps the rows that a query finds in a table as they are until the transaction ends, where others write beside it. */
  keepRows: (table: string) => string
  /** What time it is, epoch ms: by the database's own clock where several machines share it, else what `given` holds. */
  clockMs: (given: string) => string
  /** Of the transactions that are still open: the oldest, and the one that begins next. A row that is not there yet was written by
   *  one of these, or comes from one that began later. Equal where one process writes. */
  openTransactions: { oldest: string; next: string }
  /** Columns of the totals besides ours that tell their rows apart: a process adds to rows of its own, and all are summed. */
  totalsKey: readonly string[]
}

/** One column of a row. `decode` makes its value of what the database holds; without it, it is that. */
export interface Column<T> {
  holds: 'text' | 'integer'
  decode?: (held: Value) => T
}

export const text: Column<string> = { holds: 'text' }
export const textOrNull: Column<string | null> = { holds: 'text' }
export const integer: Column<number> = { holds: 'integer' }
export const integerOrNull: Column<number | null> = { holds: 'integer' }
/** 0 or 1. */
export const flag: Column<boolean> = { holds: 'integer', decode: (held) => held === 1 }

/** One of some words, which the table or the statement itself makes sure of. */
export function word<T extends string>(): Column<T> {
  return { holds: 'text' }
}

export function wordOrNull<T extends string>(): Column<T | null> {
  return { holds: 'text' }
}

export function json<T>(): Column<T> {
  return { holds: 'text', decode: (held) => JSON.parse(String(held)) as T }
}

export function jsonOrNull<T>(): Column<T | null> {
  return { holds: 'text', decode: (held) => (held === null ? null : (JSON.parse(String(held)) as T)) }
}

export type Columns = Record<string, Column<unknown>>
export type RowOf<C extends Columns> = { [K in keyof C]: C[K] extends Column<infer T> ? T : never }

/** One SQL text with `$1`, `$2`, ..., and the columns of its rows in their order; none when it gives no rows. */
export interface Statement<Row = unknown> {
  text: string | ((dialect: Dialect) => string)
  columns: Record<string, Column<unknown>>
  /** Makes a row of the cells that the database gives, in the order of the columns. */
  row: (cells: readonly Value[]) => Row
  /** SQL of the same for several sessions at once, on an engine that has arrays: see `together`. */
  together?: string | undefined
}

/** SQL that does for several sessions at once what a statement does for one. Parameter by parameter it is given an array of what
 *  each has for it; `asked` is the table of these, a row each, with a number from 1 in `caller`. It gives `caller` and then the
 *  columns of the statement: for a command, one row for each that changed something. */
export function together(
  parameters: Record<string, Column<unknown>['holds']>,
  text: (asked: string) => string,
): string {
  const arrays = Object.values(parameters).map((holds, i) => `CAST($${i + 1} AS ${ARRAYS[holds]})`)
  const names = [...Object.keys(parameters), 'caller']
  return text(`unnest(${arrays.join(', ')}) WITH ORDINALITY AS asked (${names.join(', ')})`)
}

const ARRAYS = { text: 'TEXT[]', integer: 'BIGINT[]' } as const

/** SQL that gives rows. */
export function query<const C extends Columns>(
  text: Statement['text'],
  columns: C,
  together?: string,
): Statement<RowOf<C>> {
  const names = Object.keys(columns)
  const decoders = Object.values(columns).map(({ decode }) => decode)
  const row = (cells: readonly Value[]) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) {
      const decode = decoders[i]
      row[names[i]!] = decode ? decode(cells[i]!) : cells[i]
    }
    return row as RowOf<C>
  }
  return { text, columns, row, together }
}

/** SQL that gives none. */
export function command(text: Statement['text'], together?: string): Statement<never> {
  return { text, columns: {}, row: () => unexpected(), together }
}

function unexpected(): never {
  throw new Error('A command gives no rows.')
}

/** What a rule asks of its engine: the rows, the first row or null, how many rows were changed, or nothing. */
export interface Call {
  statement: Statement
  values: readonly Value[]
  wants: 'rows' | 'row' | 'changes' | 'nothing'
}

/** To be run within one transaction when it writes. It throws what it refuses, and its engine undoes what it did. */
export type Rule<T> = Generator<Call, T, unknown>

export function all<Row>(statement: Statement<Row>, ...values: Value[]): Rule<Row[]> {
  return ask(statement, values, 'rows')
}

export function one<Row>(statement: Statement<Row>, ...values: Value[]): Rule<Row | null> {
  return ask(statement, values, 'row')
}

/** How many rows it changed. */
export function run(statement: Statement<never>, ...values: Value[]): Rule<number> {
  return ask(statement, values, 'changes')
}

/** A change of which the rule has nothing to learn. An engine goes on at once, and the rule fails at its end if the change did. */
export function change(statement: Statement<never>, ...values: Value[]): Rule<void> {
  return ask(statement, values, 'nothing')
}

/** A call as a rule of its own: it yields itself, and is done with the answer. A generator would cost three objects more for
 *  each statement. */
function ask<T>(statement: Statement, values: readonly Value[], wants: Call['wants']): Rule<T> {
  const asking: Asking = {
    statement,
    values,
    wants,
    isAsked: false,
    done: false,
    value: null,
    next,
    [Symbol.iterator]: itself,
  }
  return asking as unknown as Rule<T>
}

interface Asking extends Call {
  isAsked: boolean
  done: boolean
  value: unknown
  next: (this: Asking, answer?: unknown) => Asking
  [Symbol.iterator]: (this: Asking) => Asking
}

function next(this: Asking, answer?: unknown): Asking {
  this.done = this.isAsked
  this.value = this.isAsked ? answer : this
  this.isAsked = true
  return this
}

function itself(this: Asking): Asking {
  return this
}

/** The row of a statement that always gives one. */
export function* only<Row>(statement: Statement<Row>, ...values: Value[]): Rule<Row> {
  return (yield* one(statement, ...values))!
}
