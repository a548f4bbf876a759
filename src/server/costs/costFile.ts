import type { CalledCosts, CostColumn, CostProblem } from '../../../schemas/desk/costs.ts'
import { COST_COLUMNS, COST_WORDS, MOST_COST_WORD } from '../../../schemas/desk/costs.ts'
import {
  isEmpty,
  isTotalWord,
  listed,
  wordIn,
  type FileHeader,
  type FileTable,
} from '../returns/fileTable.ts'
import type { Row } from '../returns/statementRow.ts'
import type { CostWords } from '../../store/nouns/costs/costTypes.ts'
import {
  amountCell,
  currencyInName,
  dayCell,
  dayStart,
  orderOf,
  type DayCell,
  type Order,
} from './costCells.ts'
import { COST_FILE } from './costWords.ts'

/** A line of a file of costs. */
export interface CostLine extends CostWords {
  line: number
  day: number
  date: string
  micros: number
  currency: string
}

export interface CostLines {
  lines: CostLine[]
  problems: CostProblem[]
  notes: string[]
}

/** Usual names of columns. Averages such as "Avg. cost" or "Cost / conv." are others. */
const USUAL: Readonly<Record<CostColumn, RegExp>> = {
  day: /^(day|date|by day|time ?period|gregorian ?date|reporting starts|datum|tag|jour|fecha)$/i,
  amount:
    /^(cost|costs|spend|spent|amount|amount spent( \([a-z]{3}\))?|total (cost|spend|spent)|cost \([a-z]{3}\)|spent \([a-z]{3}\)|spend \([a-z]{3}\)|kosten|coût|coste)$/i,
  currency: /^(currency|currency ?code|account currency)$/i,
  campaign: /^(campaign|campaign ?name|campaigns?)$/i,
  aff_id: /^(aff_?id|affiliate( id)?)$/i,
  sub1: /^sub_?(id_?)?1$/i,
  sub2: /^sub_?(id_?)?2$/i,
  sub3: /^sub_?(id_?)?3$/i,
  sub4: /^sub_?(id_?)?4$/i,
  sub5: /^sub_?(id_?)?5$/i,
}
export const COST_HEADER: FileHeader = { usual: USUAL, named: ['day', 'amount'] }

export function guessedCosts(names: readonly string[]): CalledCosts {
  return Object.fromEntries(
    COST_COLUMNS.flatMap((column) => {
      const name =
        names.find((one) => one.toLowerCase() === column) ?? names.find((one) => USUAL[column].test(one))
      return name === undefined ? [] : [[column, name]]
    }),
  )
}

/** Programs by columns that only their exports have. */
const PROGRAMS: readonly (readonly [name: string, columns: readonly RegExp[]])[] = [
  ['Meta', [/^reporting starts$/i, /^amount spent/i]],
  ['Microsoft', [/^time ?period$|^gregorian ?date$/i, /^spend$/i]],
  ['Taboola', [/^campaign/i, /^spent/i, /^(actual )?cpc|^vctr|^clicks$/i]],
  ['Outbrain', [/^campaign/i, /^spend/i, /^(average )?cpc|^clicks$/i]],
  ['Google Ads', [/^day$|^tag$|^jour$/i, /^(cost|kosten|coût)$/i, /^impr|^currency code$|^clicks$/i]],
  ['TikTok', [/^(by day|date)$/i, /^cost$/i, /^(campaign|ad ?group|ad) name$/i]],
]

export function programOf(names: readonly string[]): string | null {
  return (
    PROGRAMS.find(([, columns]) => columns.every((column) => names.some((name) => column.test(name))))?.[0] ??
    null
  )
}

interface Asked {
  called: CalledCosts
  currency?: string | undefined
  aff_id?: string | undefined
  day_order?: Order | undefined
  /** Start of the newest day that has begun. */
  today: number
}

/** Lines of a file of costs, and what is wrong with the others; or the problem with the file. */
export function costLines({ names, rows, notes }: FileTable, asked: Asked): CostLines | { wrong: string } {
  const { called } = asked
  const small = names.map((name) => name.toLowerCase())
  const places: Partial<Record<CostColumn, number>> = {}
  for (const column of COST_COLUMNS) {
    const name = called[column]
    if (name === undefined) continue
    const place = small.indexOf(name.toLowerCase())
    if (place < 0) return { wrong: COST_FILE.missing(name, listed(names)) }
    places[column] = place
  }
  const { day: dayAt, amount: amountAt } = places
  if (dayAt === undefined) return { wrong: COST_FILE.noColumn('day', listed(names)) }
  if (amountAt === undefined) return { wrong: COST_FILE.noColumn('amount', listed(names)) }
  // Meta has the first and the last day of each line.
  const lastDayAt = /^reporting starts$/i.test(names[dayAt]!)
    ? names.findIndex((name) => /^reporting ends$/i.test(name))
    : -1
  const headerCurrency = currencyInName(names[amountAt]!)
  const found: CostLines = { lines: [], problems: [], notes: [...notes] }
  const counted = rows.filter((row) => isCounted(row, dayAt, found.notes))
  const order = asked.day_order ?? orderIn(counted, dayAt)
  let unreported = 0
  for (const row of counted) {
    const wrong = (column: CostColumn | null, problem: string) =>
      void found.problems.push({
        line: row.line,
        column: column === null ? null : (places[column] ?? -1) + 1,
        problem,
      })
    if (row.problem !== null) {
      wrong(null, row.problem)
      continue
    }
    const cell = (column: CostColumn) => row.cells[places[column] ?? -1] ?? null
    const day = dayIn(dayCell(cell('day')), wordIn(cell('day')) ?? '', order)
    if (typeof day === 'string') {
      wrong('day', day)
      continue
    }
    if (day.start > asked.today) {
      wrong('day', COST_FILE.future(day.date))
      continue
    }
    const lastDay = lastDayAt < 0 ? day : dayIn(dayCell(row.cells[lastDayAt] ?? null), '', order)
    if (typeof lastDay !== 'string' && lastDay.start !== day.start) {
      wrong('day', COST_FILE.severalDays(day.date, lastDay.date))
      continue
    }
    const amount = amountCell(cell('amount'))
    const amountText = wordIn(cell('amount')) ?? ''
    if (amount === null) {
      unreported++
      continue
    }
    if (amount === undefined || amount.micros < 0) {
      wrong('amount', amount ? COST_FILE.negative(amountText) : COST_FILE.wrongAmount(amountText))
      continue
    }
    const written = wordIn(cell('currency'))?.toUpperCase() ?? null
    if (written !== null && !/^[A-Z]{3}$/.test(written)) {
      wrong('currency', COST_FILE.wrongCurrency(written))
      continue
    }
    const own = [written, headerCurrency, amount.currency].filter((one) => one !== null)
    const other = own.find((one) => one !== own[0])
    if (other !== undefined) {
      wrong('currency', COST_FILE.otherCurrency(own[0]!, other))
      continue
    }
    const currency = own[0] ?? asked.currency
    if (currency === undefined) {
      wrong('currency', COST_FILE.noCurrency)
      continue
    }
    const words = Object.fromEntries(
      COST_WORDS.map((word) => [word, places[word] === undefined ? null : (wordIn(cell(word)) ?? '')]),
    ) as unknown as CostWords
    if (places.aff_id === undefined) words.aff_id = asked.aff_id ?? null
    const long = COST_WORDS.find((word) => (words[word]?.length ?? 0) > MOST_COST_WORD)
    if (long) {
      wrong(long, COST_FILE.longWord(MOST_COST_WORD))
      continue
    }
    found.lines.push({
      line: row.line,
      day: day.start,
      date: day.date,
      micros: amount.micros,
      currency,
      ...words,
    })
  }
  if (unreported > 0) found.notes.push(COST_FILE.notReported(unreported))
  return found
}

/** False for lines that add up others, and for footers such as a copyright. */
function isCounted({ cells, line, problem }: Row, dayAt: number, notes: string[]): boolean {
  if (problem !== null) return true
  const day = cells[dayAt] ?? null
  const isUndated =
    isEmpty(day) || isTotalWord(day) || /^\s*(all|overall|report totals?)\b/i.test(String(day))
  if (cells.some(isTotalWord) && isUndated) {
    notes.push(COST_FILE.total(line))
    return false
  }
  const filled = cells.filter((cell) => !isEmpty(cell))
  if (filled.length === 1 && /^\s*[@©]/.test(String(filled[0]))) {
    notes.push(COST_FILE.footer(line))
    return false
  }
  return true
}

/** Order of the numbers of a file's days; null if none tells, or if they contradict. */
function orderIn(rows: readonly Row[], dayAt: number): Order | null {
  const orders = new Set<Order>()
  for (const { cells } of rows) {
    const day = dayCell(cells[dayAt] ?? null)
    const order = day && 'first' in day ? orderOf(day) : null
    if (order) orders.add(order)
  }
  const [only, ...others] = orders
  return others.length === 0 ? (only ?? null) : null
}

function dayIn(
  found: DayCell | null | undefined,
  text: string,
  order: Order | null,
): { start: number; date: string } | string {
  if (found === null) return COST_FILE.emptyDay
  if (found === undefined) return COST_FILE.noDay(text)
  if (!('first' in found)) return dayStart(found.year, found.month, found.day) ?? COST_FILE.noDay(text)
  const { year, first, second } = found
  // Both orders mean the same day.
  const known = first === second ? 'month_first' : order
  if (known === null) return COST_FILE.dayUnclear(text)
  const [month, day] = known === 'month_first' ? [first, second] : [second, first]
  return dayStart(year, month, day) ?? COST_FILE.dayOrders(text)
}
