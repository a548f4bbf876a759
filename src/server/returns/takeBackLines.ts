import type { ReturnsAnswer } from '../../../schemas/commands/selling.ts'
import type { ReturnNote, ReturnReport, ReturnVerdict } from '../../store/nouns/sales/saleTypes.ts'
import type { Store } from '../../store/store.ts'
import { cents } from '../kernel/cents.ts'
import type { ReturnLine } from './returnsCsv.ts'

type Line = ReturnsAnswer['lines'][number]

interface Asked {
  buyer: string
  lines: readonly ReturnLine[]
  /** True to apply the returns instead of previewing them. One unreadable line stops all of them. */
  apply: boolean
  /** Reason and operator, for the list of returns. */
  note?: ReturnNote
  at: number
}

/** Returns the sales that the lines of a buyer's file name, or previews that. */
export async function takeBackLines(
  store: Pick<Store, 'returnSale' | 'judgeReturn'>,
  { buyer, lines: read, apply, note, at }: Asked,
): Promise<Pick<ReturnsAnswer, 'applied' | 'lines' | 'returned_cents'>> {
  const applied = apply && read.every(({ problem }) => problem === null)
  const verdictOf = async (one: ReturnLine) => {
    if (one.problem !== null) return UNREADABLE
    const report = { source: buyer, ...reportOf(one), ...(note && { note }), at }
    return applied ? store.returnSale(report) : store.judgeReturn(report)
  }
  const verdicts: (ReturnVerdict | typeof UNREADABLE)[] = []
  for (let start = 0; start < read.length; start += TOGETHER)
    verdicts.push(...(await Promise.all(read.slice(start, start + TOGETHER).map(verdictOf))))
  const taken = new Map<string, number>()
  const lines = read.map((one, i) => lineOf(one, verdicts[i]!, taken))
  const returned_cents = lines.reduce(
    (sum, { outcome }, i) => sum + (outcome === 'returned' ? verdicts[i]!.cents : 0),
    0,
  )
  return { applied, lines, returned_cents }
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

function reportOf({ id, key, amount }: ReturnLine): Pick<ReturnReport, 'external_id' | 'key' | 'cents'> {
  return { external_id: id, key, cents: amount === null ? null : cents(amount) }
}

/** `taken`: line of the file on which each sale is returned. A preview would report a repeated sale as returned twice; applying returns
 *  it once. */
function lineOf(
  { line, id, key, problem }: ReturnLine,
  { outcome, reason, sale }: ReturnVerdict | typeof UNREADABLE,
  taken: Map<string, number>,
): Line {
  const before = sale ? taken.get(sale.external_id) : undefined
  const isAgain = before !== undefined && (outcome === 'returned' || outcome === 'known')
  if (sale && outcome === 'returned' && !isAgain) taken.set(sale.external_id, line)
  return {
    line,
    id,
    key,
    sale,
    outcome: isAgain ? 'known' : outcome,
    reason: problem ?? (isAgain ? `The same sale as on line ${before}.` : reason),
  }
}
