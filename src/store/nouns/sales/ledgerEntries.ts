import { all, integer, integerOrNull, one, query, text, word, type Rule } from '../../kernel/statement.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'

/** Arithmetic of one sale: its entries, what is left of it, and what another entry may change. */

/** One entry of a sale. Money is integer cents, times are UTC epoch ms. */
export interface LedgerEntry {
  entry: number
  /** Figure that it changes: the sale itself, its returns, or its amount. */
  kind: 'sale' | 'return' | 'adjustment'
  /** Identity among the entries of its sale: '' for the sale, `whole` for its first whole return. */
  ref: string
  /** Entry that it is the opposite of; null if none. */
  reverses: number | null
  /** Change of the number of sales: 1, 0 or -1. */
  sold: number
  cents: number
  at: number
}

/** An entry that is about to be booked. */
export type Change = Pick<LedgerEntry, 'kind' | 'ref' | 'reverses' | 'sold' | 'cents'>

/** Result of planning an entry. known: it was booked before, or changes nothing. */
export type Plan = { change: Change } | { known: true } | { refused: string }

/** Sums of a sale's entries. `amount`: the price, with corrections; `left`: the amount minus returns; `count`: 1 while it counts as a
 *  sale, 0 once it is wholly returned or reversed. Nothing is left of a sale that doesn't count. */
export interface Balance {
  amount: number
  returned: number
  left: number
  count: number
}

export function balanceOf(entries: readonly Pick<LedgerEntry, 'kind' | 'sold' | 'cents'>[]): Balance {
  const balance = { amount: 0, returned: 0, left: 0, count: 0 }
  for (const { kind, sold, cents } of entries) {
    if (kind === 'return') balance.returned -= cents
    else balance.amount += cents
    balance.left += cents
    balance.count += sold
  }
  return balance
}

/** A return as its reporter identifies it. */
export interface ReturnPart {
  /** Amount; null takes back all that is left. */
  cents: number | null
  /** The reporter's own ID of the return; null if it has none. Then two returns of one amount are the same return. */
  return_id: string | null
  /** Amount left of the sale when an operator chose to return it. Such a return is never a repetition of another. */
  leftSeen?: number | undefined
}

/** Entry that a return of a sale makes. */
export function plannedReturn(entries: readonly LedgerEntry[], part: ReturnPart): Plan {
  const { cents, leftSeen } = part
  const { left, count, returned } = balanceOf(entries)
  if (leftSeen === undefined) {
    const before = repeated(entries, part)
    if (before) return before
  }
  if (count === 0 && (cents === null || cents === returned)) return { known: true }
  if (count === 0) return { refused: NOTHING_LEFT }
  if (leftSeen !== undefined && leftSeen !== left) return { refused: changedSince(left) }
  const taken = cents ?? left
  if (taken > left) return { refused: moreThanLeft(taken, left) }
  if (taken === 0 && left > 0) return { refused: 'A return of $0.00 changes nothing.' }
  const isWhole = taken === left
  const change = { kind: 'return', reverses: null, sold: isWhole ? -1 : 0, cents: 0 - taken } as const
  return { change: { ...change, ref: refOf(entries, part, taken, isWhole) } }
}

/** Result for a return that was booked before, even if an operator reversed it since; null if it is a new one. */
function repeated(entries: readonly LedgerEntry[], { cents, return_id }: ReturnPart): Plan | null {
  const returns = entries.filter(({ kind, reverses }) => kind === 'return' && reverses === null)
  if (return_id === null) {
    const isSame = (one: LedgerEntry) => (cents === null ? one.sold === -1 : one.cents === -cents)
    return returns.some(isSame) ? { known: true } : null
  }
  const same = returns.find(({ ref }) => ref === withId(return_id))
  if (same) {
    const isOther = cents !== null && cents !== -same.cents
    return isOther ? { refused: otherAmount(return_id, -same.cents, cents) } : { known: true }
  }
  const twin = returns.find((one) => !one.ref.startsWith(withId('')) && one.cents === -(cents ?? NaN))
  return twin && balanceOf(entries).count > 0 ? { refused: maybeTwin(-twin.cents) } : null
}

function refOf(entries: readonly LedgerEntry[], part: ReturnPart, taken: number, isWhole: boolean): string {
  const { return_id, leftSeen } = part
  if (return_id !== null) return withId(return_id)
  if (isWhole && !entries.some(({ ref }) => ref === WHOLE)) return WHOLE
  return leftSeen === undefined ? `amount:${taken}` : `hand:${entries.length}`
}

/** Identity of a sale's first whole return, which is in the table of sales. */
export const WHOLE = 'whole'
/** Identity of a return that has an ID of its own. */
export const withId = (return_id: string) => `id:${return_id}`

/** Entry that corrects the amount of a sale to `cents`. */
export function plannedAdjustment(entries: readonly LedgerEntry[], cents: number): Plan {
  const { amount, returned, count } = balanceOf(entries)
  if (count === 0) return { refused: NOTHING_LEFT }
  if (cents === amount) return { known: true }
  if (cents < returned) return { refused: belowReturned(returned) }
  const ref = `adjustment:${entries.length}`
  return { change: { kind: 'adjustment', ref, reverses: null, sold: 0, cents: cents - amount } }
}

/** The opposite entry of one of a sale's entries. */
export function plannedReversal(entries: readonly LedgerEntry[], entry: number): Plan {
  const reversed = entries.find((one) => one.entry === entry)
  if (!reversed) return { refused: 'This sale has no such entry.' }
  if (!isEffective(entries, reversed)) return { known: true }
  const { kind } = reversed
  const { left, count } = balanceOf(entries)
  const others = entries.filter((one) => one.kind !== 'sale' && one.reverses === null)
  // The sale itself, or what brought it back.
  if (kind === 'sale' && reversed.sold > 0 && others.some((one) => isInForce(entries, one)))
    return { refused: 'Reverse the returns and corrections of this sale first.' }
  if (kind === 'adjustment' && count === 0) return { refused: NOTHING_LEFT }
  const after = left - reversed.cents
  if (after < 0) return { refused: moreThanLeft(reversed.cents, left) }
  const sold = { sale: 0 - reversed.sold, return: soldBack(reversed, after, count), adjustment: 0 }[kind]
  return { change: { kind, ref: `reverses:${entry}`, reverses: entry, sold, cents: 0 - reversed.cents } }
}

/** Change of the number of sales when an entry about a return is reversed: a sale counts while anything is left of it. */
function soldBack(reversed: LedgerEntry, after: number, count: number): number {
  if (after > 0) return 1 - count
  return reversed.cents === 0 ? 0 - reversed.sold : 0 - count
}

/** False if an entry was reversed. */
const isEffective = (entries: readonly LedgerEntry[], { entry }: LedgerEntry) =>
  !entries.some(({ reverses }) => reverses === entry)

/** True if an entry counts: it wasn't reversed, or its reversal was itself reversed. */
function isInForce(entries: readonly LedgerEntry[], { entry }: LedgerEntry): boolean {
  const reversal = entries.find(({ reverses }) => reverses === entry)
  return !reversal || !isInForce(entries, reversal)
}

const NOTHING_LEFT = 'Nothing is left of this sale. Reverse its return first.'

const changedSince = (left: number) =>
  `This sale changed since you opened it: ${dollars(left)} is left. Check the amount and try again.`

const moreThanLeft = (cents: number, left: number) =>
  `${dollars(cents)} is more than the ${dollars(left)} left of this sale.`

const belowReturned = (returned: number) =>
  `${dollars(returned)} of this sale was returned, so its amount can't be lower than that.`

const otherAmount = (return_id: string, booked: number, cents: number) =>
  `Return ${return_id} was booked with ${dollars(booked)}, not ${dollars(cents)}.`

const maybeTwin = (cents: number) =>
  `A return of ${dollars(cents)} without an ID was booked before, and may be the same one.`

export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

/** A sale as booked. An entry about it counts for the same click and version. */
export interface SaleRow {
  entry: number
  session_uuid: string
  offer: string
  source: string
  external_id: string
  version: number
  path: string
  aff_id: string
  sub1: string
  at: number
}

export const saleUnder = (source: string, external_id: string): Rule<SaleRow | null> =>
  one(entrySql.sale, source, external_id)

/** Every entry of the sale that a source knows by this ID: the sale and its first whole return, then the others in the order of booking. */
export const entriesUnder = (source: string, external_id: string): Rule<LedgerEntry[]> =>
  all(entrySql.entries, source, external_id)

export const entrySql = {
  sale: query(
    `SELECT entry, sessions.uuid AS session_uuid, offer, source, external_id, sales.version AS version,
       sales.path AS path, aff_id, sub1, sales.at AS at
     FROM sales JOIN sessions ON sessions.session = sales.session
     WHERE source = $1 AND external_id = $2 AND sold = 1`,
    {
      entry: integer,
      session_uuid: text,
      offer: text,
      source: text,
      external_id: text,
      version: integer,
      path: text,
      aff_id: text,
      sub1: text,
      at: integer,
    },
  ),
  entries: query(
    `SELECT entry, kind, ref, reverses, sold, cents, at FROM ${LEDGER_SQL} AS ledger
     WHERE source = $1 AND external_id = $2 ORDER BY entry`,
    {
      entry: integer,
      kind: word<LedgerEntry['kind']>(),
      ref: text,
      reverses: integerOrNull,
      sold: integer,
      cents: integer,
      at: integer,
    },
  ),
}
