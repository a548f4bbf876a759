import type { StatementAnswer, StatementEntry } from '../../../schemas/desk/statement.ts'
import type { BookedAsked, LedgerSale, SalesFound } from '../../store/nouns/sales/statedSales.ts'
import type { Store } from '../../store/store.ts'
import { newYorkDay, nextNewYorkDay } from '../../time/newYorkDay.ts'
import type { StatementLine } from './statementFile.ts'
import { matchStatement } from './statementMatch.ts'

type Range = StatementAnswer['range']
/** Parts of the store that a comparison needs. */
export type StatedStore = Pick<Store, 'statedSales' | 'bookedEntries'>

export interface StatementRequest {
  buyer: string
  lines: readonly StatementLine[]
  /** Null takes the days of the lines. */
  days: Range
  /** Called with the number of lines looked up so far. */
  onLine: (done: number) => void
}

/** Looks up the sales that each line may mean, and all sales that the statement must contain. */
export async function lookUpStatement(store: StatedStore, { buyer, lines, days, onLine }: StatementRequest) {
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

/** Compares a statement with the ledger. A pure fold, which takes a second for a hundred thousand lines. */
export function compareStatement({
  lines,
  found,
  expected,
  range,
}: Awaited<ReturnType<typeof lookUpStatement>>): Pick<
  StatementAnswer,
  'lines' | 'range' | 'sums' | 'entries'
> {
  const readable = lines.filter(({ problem }) => problem === null)
  const { sums, entries } = matchStatement(
    readable.map((line, index) => ({ line, found: found[index]! })),
    expected,
    range,
  )
  return { lines: lines.length, range, sums, entries: [...lines.flatMap(unreadable), ...entries] }
}

/** New York days from the earliest to the latest time of the lines; null if none has a time. */
function rangeOf(lines: readonly StatementLine[]): Range {
  let [from, to] = [Infinity, -Infinity]
  for (const { at } of lines) {
    if (at === null) continue
    from = Math.min(from, at)
    to = Math.max(to, at)
  }
  return from <= to ? { from: newYorkDay(from), to: nextNewYorkDay(to) - 1 } : null
}

/** Number of lines that are looked up at a time. */
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
