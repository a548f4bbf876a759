import {
  MOST_COST_LINES,
  type CalledCosts,
  type CostProblem,
  type CostSummary,
  type NamedCostColumns,
  type RatesRead,
} from '../../../schemas/desk/costs.ts'
import type { CostRate, LiveCost, NewCost } from '../../store/nouns/costs/costTypes.ts'
import { answerTasks } from '../isolated/answerTasks.ts'
import { fileTable, listed, sampleOf, wordIn, type BuyersFile, type FileTable } from '../returns/fileTable.ts'
import { COST_HEADER, costLines, guessedCosts, programOf, type CostLines } from './costFile.ts'
import { dateOf, dayCell, dayStart, type Order } from './costCells.ts'
import { compared, pricedCosts, wordsOf } from './pricedCosts.ts'
import { COST_FILE } from './costWords.ts'

/** Process that reads files of costs and of rates. */

export type CostTask = { file: BuyersFile } & (
  | { task: 'columns' }
  | { task: 'rates' }
  | {
      task: 'costs'
      path: string
      source: string
      called: CalledCosts
      currency?: string | undefined
      aff_id?: string | undefined
      day_order?: Order | undefined
      today: number
      apply: boolean
    }
)

/** Messages of the process: its progress, rows to save, or the result. */
export type CostMessage =
  | { done: number; of: number }
  | { costs: NewCost[]; of: number }
  | { names: Omit<NamedCostColumns, 'remembered'> }
  | { rates: CostRate[]; read: RatesRead }
  | { ended: Omit<CostSummary, 'import'> }
  | { failed: string }

/** Reads of the store that the process asks for. */
export interface CostReads {
  costRates: (from: number, to: number) => Promise<CostRate[]>
  liveCosts: (
    of: { path: string; source: string; from: number; to: number },
    after: Pick<LiveCost, 'day' | 'key'> | null,
    limit: number,
  ) => Promise<LiveCost[]>
  affiliatesOf: (path: string) => Promise<{ aff_id: string }[]>
}

type Say = (message: CostMessage) => void

answerTasks<CostTask, CostMessage>(async (task, { say, ask }) => {
  const header = task.task === 'rates' ? RATES_HEADER : COST_HEADER
  const table = fileTable(task.file, 'called' in task ? task.called : {}, header)
  if ('wrong' in table) return say({ failed: table.wrong })
  if (table.rows.length > MOST_COST_LINES)
    return say({ failed: COST_FILE.tooManyLines(table.rows.length, MOST_COST_LINES) })
  if (task.task === 'columns') return say({ names: namesIn(table) })
  if (task.task === 'rates') return say(ratesIn(table))
  const read = costLines(table, task)
  if ('wrong' in read) return say({ failed: read.wrong })
  await compare(task, read, {
    say,
    costRates: (from, to) => ask('costRates', from, to),
    liveCosts: (of, after, limit) => ask('liveCosts', of, after, limit),
    affiliatesOf: (path) => ask('affiliatesOf', path),
  })
})

function namesIn({ names, rows, notes }: FileTable): Omit<NamedCostColumns, 'remembered'> {
  return { names, sample: sampleOf(rows), guessed: guessedCosts(names), program: programOf(names), notes }
}

/** Rows that the store reads or saves at a time. */
const LIVE_ROWS = 5000
const SAVED_ROWS = 500
const MOST_SHOWN = 500
const MOST_NAMED = 5

async function compare(
  task: Extract<CostTask, { task: 'costs' }>,
  { lines, problems: unread, notes }: CostLines,
  { say, ...store }: CostReads & { say: Say },
): Promise<void> {
  const days = lines.map(({ day }) => day)
  const from = days.reduce((least, day) => Math.min(least, day), Infinity)
  const to = days.reduce((most, day) => Math.max(most, day), -Infinity)
  const hasDays = days.length > 0
  const { costs, problems: unpriced } = pricedCosts(lines, hasDays ? await store.costRates(from, to) : [])
  const live: LiveCost[] = []
  for (let page: LiveCost[] = []; hasDays;) {
    page = await store.liveCosts(
      { path: task.path, source: task.source, from, to },
      page.at(-1) ?? null,
      LIVE_ROWS,
    )
    live.push(...page)
    if (page.length < LIVE_ROWS) break
  }
  const { added, replaced, same, doubled } = compared(costs, live, dateOf)
  const problems: CostProblem[] = [...unread, ...unpriced].sort((a, b) => a.line - b.line)
  if (doubled !== null) problems.unshift({ line: lines[0]!.line, column: null, problem: doubled })
  if (costs.some(({ aff_id }) => aff_id !== null)) {
    const known = new Set((await store.affiliatesOf(task.path)).map(({ aff_id }) => aff_id))
    const others = [...new Set(costs.flatMap(({ aff_id }) => aff_id ?? []))].filter((one) => !known.has(one))
    if (others.length > 0) notes.push(COST_FILE.unknownAffiliates(others.slice(0, MOST_NAMED), others.length))
  }
  const isSaved = task.apply && problems.length === 0 && added.length + replaced.length > 0
  for (let start = 0; isSaved && start < costs.length; start += SAVED_ROWS)
    say({ costs: costs.slice(start, start + SAVED_ROWS), of: costs.length })
  const changes = [
    ...replaced.map(({ before, after }) => ({ before: units(before.micros), after })),
    ...added.map((after) => ({ before: null, after })),
  ]
  say({
    ended: {
      lines: lines.length,
      from: hasDays ? dateOf(from) : null,
      to: hasDays ? dateOf(to) : null,
      added: added.length,
      replaced: replaced.length,
      same,
      sums: sumsOf(costs),
      changes: changes.slice(0, MOST_SHOWN).map(({ before, after }) => ({
        day: dateOf(after.day),
        words: wordsOf(after),
        currency: after.currency,
        before,
        after: units(after.micros),
      })),
      problems: problems.slice(0, MOST_SHOWN),
      problem_count: problems.length,
      notes,
    },
  })
}

const units = (micros: number) => micros / 1_000_000

function sumsOf(costs: readonly NewCost[]): CostSummary['sums'] {
  const sums = new Map<string, { micros: number; usd: number }>()
  for (const { currency, micros, usd_micros } of costs) {
    const sum = sums.get(currency) ?? { micros: 0, usd: 0 }
    sums.set(currency, { micros: sum.micros + micros, usd: sum.usd + usd_micros })
  }
  return [...sums].map(([currency, { micros, usd }]) => ({
    currency,
    amount: units(micros),
    dollars: units(usd),
  }))
}

const RATES_HEADER = {
  usual: {
    day: /^(day|date|time_?period)$/i,
    currency: /^currency( ?code)?$/i,
    rate: /^(rate|usd|dollars|obs_value)$/i,
  },
  named: ['rate'],
}

function ratesIn({ names, rows }: FileTable): CostMessage {
  const at = (column: keyof typeof RATES_HEADER.usual) =>
    names.findIndex((name) => name.toLowerCase() === column || RATES_HEADER.usual[column].test(name))
  const [dayAt, currencyAt, rateAt] = [at('day'), at('currency'), at('rate')]
  if (dayAt < 0 || currencyAt < 0 || rateAt < 0) return { failed: COST_FILE.ratesNamed(listed(names)) }
  const rates: CostRate[] = []
  const problems: CostProblem[] = []
  for (const { line, cells, problem } of rows) {
    const wrong = (column: number | null, sentence: string) =>
      void problems.push({ line, column: column === null ? null : column + 1, problem: sentence })
    const found = dayCell(cells[dayAt] ?? null)
    const day = found && !('first' in found) ? dayStart(found.year, found.month, found.day) : null
    const currency = wordIn(cells[currencyAt] ?? null)?.toUpperCase() ?? ''
    const text = wordIn(cells[rateAt] ?? null) ?? ''
    const nano_usd = /^\d{1,6}(\.\d{1,12})?$/.test(text) ? Math.round(Number(text) * 1_000_000_000) : 0
    if (problem !== null) wrong(null, problem)
    else if (!day) wrong(dayAt, COST_FILE.noDay(wordIn(cells[dayAt] ?? null) ?? ''))
    else if (!/^[A-Z]{3}$/.test(currency) || currency === 'USD')
      wrong(currencyAt, COST_FILE.wrongCurrency(currency))
    else if (nano_usd <= 0) wrong(rateAt, COST_FILE.wrongRate(text))
    else rates.push({ currency, day: day.start, nano_usd })
  }
  const days = rates.map(({ day }) => day).sort((a, b) => a - b)
  const read: RatesRead = {
    rates: rates.length,
    currencies: [...new Set(rates.map(({ currency }) => currency))].sort(),
    from: days.length > 0 ? dateOf(days[0]!) : null,
    to: days.length > 0 ? dateOf(days.at(-1)!) : null,
    problems: problems.slice(0, MOST_SHOWN),
  }
  return { rates: problems.length > 0 ? [] : rates, read }
}
