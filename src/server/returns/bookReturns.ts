import type { ReturnsAnswer } from '../../../schemas/commands/selling.ts'
import type { ReturnNote, ReturnReport, ReturnVerdict } from '../../store/nouns/sales/saleTypes.ts'
import type { SalesFound } from '../../store/nouns/sales/statedSales.ts'
import type { Store } from '../../store/store.ts'
import { changedShape } from '../../rows/spreadsheetText.ts'
import { STATEMENT } from './sheet/statementWords.ts'
import type { ReturnLine } from './returnsFile.ts'

type Line = ReturnsAnswer['lines'][number]

interface FileReturns {
  buyer: string
  lines: readonly ReturnLine[]
  /** True to apply the returns instead of previewing them. One unreadable line stops all of them. */
  apply: boolean
  /** Reason and operator, for the list of returns. */
  note?: ReturnNote
  at: number
}

/** Returns the sales that the lines of a buyer's file name, or previews that. */
export async function bookReturns(
  store: Pick<Store, 'returnSale' | 'judgeReturn' | 'judgeReturns' | 'statedSales'>,
  { buyer, lines: asked, apply, note, at }: FileReturns,
): Promise<Pick<ReturnsAnswer, 'applied' | 'lines' | 'returned_cents'>> {
  const read = await checked(store, buyer, asked)
  const applied = apply && read.every(({ problem }) => problem === null)
  const reports = read.map((one): ReturnReport => ({
    source: buyer,
    ...reportOf(one),
    ...(note && { note: { ...note, words: one.reason } }),
    at,
  }))
  const verdictOf = async ({ problem }: ReturnLine, i: number) => {
    if (problem !== null) return UNREADABLE
    return applied ? store.returnSale(reports[i]!) : store.judgeReturn(reports[i]!)
  }
  const verdicts: (ReturnVerdict | typeof UNREADABLE)[] = []
  for (let start = 0; start < read.length; start += TOGETHER)
    verdicts.push(
      ...(await Promise.all(read.slice(start, start + TOGETHER).map((one, i) => verdictOf(one, start + i)))),
    )
  if (!applied) await judgeTogether(store, reports, verdicts)
  const taken = new Map<string, number>()
  const lines = read.map((one, i) => lineOf(one, verdicts[i]!, taken))
  const returned_cents = lines.reduce(
    (sum, { outcome }, i) => sum + (outcome === 'returned' ? verdicts[i]!.cents : 0),
    0,
  )
  return { applied, lines, returned_cents }
}

/** Judges lines about one sale as if those above were booked, which each alone didn't know of. */
async function judgeTogether(
  store: Pick<Store, 'judgeReturns'>,
  reports: readonly ReturnReport[],
  verdicts: (ReturnVerdict | typeof UNREADABLE)[],
): Promise<void> {
  const ofSale = Map.groupBy(verdicts.keys(), (i) => verdicts[i]!.sale?.external_id)
  for (const [id, places] of ofSale) {
    if (id === undefined || places.length < 2) continue
    const judged = await store.judgeReturns(places.map((i) => reports[i]!))
    places.forEach((place, i) => (verdicts[place] = judged[i]!))
  }
}

/** Lines with a problem where the ID may be that of another lead: a spreadsheet changed it, or the phone number contradicts it. */
async function checked(
  store: Pick<Store, 'statedSales'>,
  buyer: string,
  lines: readonly ReturnLine[],
): Promise<ReturnLine[]> {
  const all: ReturnLine[] = []
  for (let start = 0; start < lines.length; start += TOGETHER) {
    const some = lines.slice(start, start + TOGETHER)
    const doubtful = some.filter(
      ({ id, key, phone, problem }) =>
        problem === null && (phone !== null || [id, key].some((name) => changedShape(name ?? '') !== null)),
    )
    const found = doubtful.length === 0 ? [] : await store.statedSales(buyer, doubtful)
    const judged = new Map(doubtful.map((line, index) => [line, withFound(line, found[index] ?? null)]))
    all.push(...some.map((line) => judged.get(line) ?? line))
  }
  return all
}

/** A line with what the ledger says of its names. A phone number may tell which ID a changed one was. */
function withFound(line: ReturnLine, found: SalesFound | null): ReturnLine {
  const id = found?.by === 'id' ? found.sales[0]!.external_id : line.id
  return { ...line, id, problem: problemOf(line, found) }
}

function problemOf({ id, key }: ReturnLine, found: SalesFound | null): string | null {
  if (found?.isOtherPhone) return STATEMENT.otherPhone
  if (id !== null && found?.by === 'changed')
    return STATEMENT.changed(
      id,
      found.sales.map(({ external_id }) => external_id),
    )
  const shape = changedShape(key ?? '')
  return key !== null && (shape === 'scientific' || shape === 'rounded') ? STATEMENT.changed(key, []) : null
}

/** Number of lines sent to the store at a time, so that visitors' writes get in between. */
const TOGETHER = 200
const UNREADABLE = { outcome: 'unreadable', reason: null, sale: null, cents: 0 } as const
/** Outcomes that the file's sender should look at. */
export const WRONG_OUTCOMES: ReadonlySet<Line['outcome']> = new Set([
  'conflict',
  'unknown',
  'full',
  'unreadable',
])

function reportOf({ id, key, cents, return_id }: ReturnLine) {
  return { external_id: id, key, cents, return_id }
}

/** `taken`: line of the file on which each sale is returned last. */
function lineOf(
  { line, id, key, problem }: ReturnLine,
  { outcome, reason, sale, cents }: ReturnVerdict | typeof UNREADABLE,
  taken: Map<string, number>,
): Line {
  const before = sale ? taken.get(sale.external_id) : undefined
  const isAgain = before !== undefined && outcome === 'known'
  if (sale && outcome === 'returned') taken.set(sale.external_id, line)
  return {
    line,
    id,
    key,
    sale,
    outcome,
    returned_cents: cents,
    reason: problem ?? (isAgain ? `This is the same return as on line ${before}.` : reason),
  }
}
