import type { StatementAnswer, StatementEntry } from '../../../schemas/desk/statement.ts'
import type { BookedAsked, LedgerSale, SalesFound } from '../../store/sales/statedSales.ts'
import type { Store } from '../../store/store.ts'
import { newYorkDay, nextNewYorkDay } from '../../time/newYorkDay.ts'
import type { StatementLine } from './statementFile.ts'
import { matchStatement } from './statementMatch.ts'

type Range = StatementAnswer['range']
/** What is asked of the store. */
export type StatedStore = Pick<Store, 'statedSales' | 'bookedEntries'>

export interface HeldAsked {
  buyer: string
  lines: readonly StatementLine[]
  /** Null: the days that the lines are of. */
  days: Range
  /** Is called with how many lines were looked up. */
  onLine: (done: number) => void
}

/** What a statement and the ledger have of each line, and of what must be in it. */
export async function lookedUp(store: StatedStore, { buyer, lines, days, onLine }: HeldAsked) {
  const range = days ?? rangeOf(lines)
  const readable = lines.filter(({ problem }) => problem === null)
  const found: (SalesFound | null)[] = []
  for (let start = 0; start < readable.length; start += TOGETHER) {
    const names = readable.slice(start, start + TOGETHER).map(({ id, key, phone }) => ({ id, key, phone }))
    found.push(...(await store.statedSales(buyer, names)))
    onLine(found.length)
  }
  const expected = range ? await bookedIn(store, { source: buyer, ...range }) : []
  return { lines, found, expected, range }
}

/** What came of it: a pure fold, which takes a second for a hundred thousand lines. */
export function heldAgainst({
  lines,
  found,
  expected,
  range,
}: Awaited<ReturnType<typeof lookedUp>>): Pick<StatementAnswer, 'lines' | 'range' | 'sums' | 'entries'> {
  const readable = lines.filter(({ problem }) => problem === null)
  const { sums, entries } = matchStatement(
    readable.map((line, index) => ({ line, found: found[index]! })),
    expected,
    range,
  )
  return { lines: lines.length, range, sums, entries: [...lines.flatMap(unreadable), ...entries] }
}

/** The New York days from the earliest time of the lines to the latest; null where none has one. */
function rangeOf(lines: readonly StatementLine[]): Range {
  let [from, to] = [Infinity, -Infinity]
  for (const { at } of lines) {
    if (at === null) continue
    from = Math.min(from, at)
    to = Math.max(to, at)
  }
  return from <= to ? { from: newYorkDay(from), to: nextNewYorkDay(to) - 1 } : null
}

/** So many lines are looked up at a time. */
const TOGETHER = 500

async function bookedIn(
  store: StatedStore,
  asked: Omit<BookedAsked, 'after' | 'limit'>,
): Promise<LedgerSale[]> {
  const booked: LedgerSale[] = []
  let after: BookedAsked['after'] = null
  for (;;) {
    const page = await store.bookedEntries({ ...asked, after, limit: TOGETHER })
    booked.push(...page)
    if (page.length < TOGETHER) return booked
    after = page.at(-1)!
  }
}

function unreadable({ line, id, key, cents, problem }: StatementLine): StatementEntry[] {
  if (problem === null) return []
  const nothing = { offer: null, sold_at: null, ledger_cents: 0, stated_cents: cents ?? 0 }
  return [{ outcome: 'unreadable', lines: [line], id, key, ...nothing, reason: problem }]
}
