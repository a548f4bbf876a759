import type { ReturnsAnswer } from '../../../schemas/commands/selling.ts'
import type { ReturnNote, ReturnReport, ReturnVerdict } from '../../store/sales/saleTypes.ts'
import type { Store } from '../../store/store.ts'
import { cents } from '../leads/cents.ts'
import type { ReturnLine } from './returnsCsv.ts'

type Line = ReturnsAnswer['lines'][number]

interface Asked {
  buyer: string
  lines: readonly ReturnLine[]
  /** Whether to do it, instead of saying what would be done. A line that cannot be read stops all of them. */
  apply: boolean
  /** Why and by whom, for the list of returns. */
  note?: ReturnNote
  at: number
}

/** Takes back what the lines of a buyer's file name, or says what that would do. */
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
    (sum, { outcome, sale }) => sum + (outcome === 'returned' ? sale!.cents : 0),
    0,
  )
  return { applied, lines, returned_cents }
}

/** So many are asked of the store at a time: visitors' writes go in between. */
const TOGETHER = 200
const UNREADABLE = { outcome: 'unreadable', reason: null, sale: null } as const
/** What whoever gave the file has to look at. */
export const WRONG_OUTCOMES: ReadonlySet<Line['outcome']> = new Set([
  'conflict',
  'unknown',
  'full',
  'unreadable',
])

function reportOf({ id, key, amount }: ReturnLine): Pick<ReturnReport, 'external_id' | 'key' | 'cents'> {
  return { external_id: id, key, cents: amount === null ? null : cents(amount) }
}

/** `taken`: on which line of the file each sale is returned. Tried twice, a sale would be returned twice; applied, it is
 *  returned once. */
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
