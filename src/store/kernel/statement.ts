/** Language of the store's rules. A rule is a generator that yields statements and is given their rows, so the same rule runs on every
 *  engine, whether it answers at once or later. */

export type Value = string | number | null

/** Number after any time and any entry, and a safe integer in every language that reads it. */
export const LAST = 999_999_999_999_999

/** SQL that differs between databases; each engine has its own. All other SQL is the same on all of them. */
export interface Dialect {
  /** Text at `path` in the JSON text of `column`; NULL if there is none. */
  jsonText: (column: string, ...path: string[]) => string
  /** JSON text of `column`, with its member `name` set to the JSON text `value`. */
  jsonWith: (column: string, name: string, value: string) => string
  /** Numbers of the JSON list in a parameter, for looking one up: `number IN …`. */
  numbersIn: (parameter: string) => string
  /** Texts of the JSON list in a parameter. */
  textsIn: (parameter: string) => string
  /** Clause that makes a query use an index, on databases that need it. */
  useIndex: (name: string) => string
  /** Clause that locks the rows a query finds in a table until the transaction ends, on databases with concurrent writers. */
  keepRows: (table: string) => string
  /** Current time, epoch ms: by the database's own clock if several machines share it, else the value of `given`. */
  clockMs: (given: string) => string
  /** Numbers of transactions: the oldest that is still open, and one that is past all that are open. A row that isn't visible yet was
   *  written by one of these, or by one that began later. Equal if only one process writes. */
  openTransactions: { oldest: string; next: string }
  /** Additional key columns of the totals. Each process adds to rows of its own, and all are summed. */
  totalsKey: readonly string[]
}

/** One column of a row. `decode` converts the database's value; without it, the value is used as it is. */
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

/** One of several words, which the table or the statement itself ensures. */
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

/** SQL text with `$1`, `$2`, ..., and the columns of its rows in their order; none if it returns no rows. */
export interface Statement<Row = unknown> {
  text: string | ((dialect: Dialect) => string)
  columns: Record<string, Column<unknown>>
  /** Makes a row from the database's cells, in the order of the columns. */
  row: (cells: readonly Value[]) => Row
  /** SQL for several sessions at once, on an engine that has arrays; see `together`. */
  together?: string | undefined
}

/** SQL that does for several sessions at once what a statement does for one. Each parameter is an array with a value for each session;
 *  `asked` is the table of these, a row each, with a number from 1 in `caller`. It returns `caller` and then the columns of the
 *  statement; for a command, one row for each session that changed something. */
export function together(
  parameters: Record<string, Column<unknown>['holds']>,
  text: (asked: string) => string,
): string {
  const arrays = Object.values(parameters).map((holds, i) => `CAST($${i + 1} AS ${ARRAYS[holds]})`)
  const names = [...Object.keys(parameters), 'caller']
  return text(`unnest(${arrays.join(', ')}) WITH ORDINALITY AS asked (${names.join(', ')})`)
}

const ARRAYS = { text: 'TEXT[]', integer: 'BIGINT[]' } as const

/** SQL that returns rows. */
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

/** SQL that returns no rows. */
export function command(text: Statement['text'], together?: string): Statement<never> {
  return { text, columns: {}, row: () => unexpected(), together }
}

function unexpected(): never {
  throw new Error('A command gives no rows.')
}

/** A rule's request to its engine: the rows, the first row or null, the number of changed rows, or nothing. */
export interface Call {
  statement: Statement
  values: readonly Value[]
  wants: 'rows' | 'row' | 'changes' | 'nothing'
}

/** Must run within one transaction if it writes. It throws to refuse, and its engine undoes its changes. */
export type Rule<T> = Generator<Call, T, unknown>

export function all<Row>(statement: Statement<Row>, ...values: Value[]): Rule<Row[]> {
  return ask(statement, values, 'rows')
}

export function one<Row>(statement: Statement<Row>, ...values: Value[]): Rule<Row | null> {
  return ask(statement, values, 'row')
}

/** Returns the number of changed rows. */
export function run(statement: Statement<never>, ...values: Value[]): Rule<number> {
  return ask(statement, values, 'changes')
}

/** A change whose result the rule doesn't need. The engine continues at once, and the rule fails at its end if the change did. */
export function change(statement: Statement<never>, ...values: Value[]): Rule<void> {
  return ask(statement, values, 'nothing')
}

/** A call as a rule of its own, which yields itself and ends with the answer. A generator would cost three more objects for each
 *  statement. */
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

/** Row of a statement that always returns one. */
export function* only<Row>(statement: Statement<Row>, ...values: Value[]): Rule<Row> {
  return (yield* one(statement, ...values))!
}
