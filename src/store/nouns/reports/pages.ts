import { hash } from 'node:crypto'
import { LONG_REPORTS, type LongReport } from '../../../../schemas/reports/longReports.ts'
import type { PageAsked, PageFacts, ReportPage } from '../../../../schemas/reports/reportPages.ts'
import type { OfferName, ReportRow, ReturnsOn } from '../../../../schemas/reports/reports.ts'
import { totalOf } from '../../../rows/figures.ts'
import { matching } from '../../../rows/matching.ts'
import { OFFER_LABEL, withOfferLabels } from '../../../rows/offerLabels.ts'
import type { Row, RowColumn, RowTable } from '../../../rows/row.ts'
import { sorted } from '../../../rows/sorting.ts'
import type { Rule } from '../../kernel/statement.ts'

/** Pages of the reports that can be long. Rows that were read for one page are kept for a while. Later pages, other sort orders, and
 *  each letter of a search use the same rows without querying the database. */

type Range = { path: string; from: number; to: number; returns?: ReturnsOn }

/** Most rows kept for all reports together, at about 250 bytes a row. The newest report stays whatever its size. */
const KEPT_ROWS = 200_000
/** Time after the last question until all rows are dropped. */
const KEPT_MS = 120_000

interface Kept {
  snapshot: string
  rows: readonly Row[]
  totals: PageFacts['totals']
  /** Sorted rows, by their sort order. */
  inOrder: Map<string, readonly Row[]>
}

export function openPages(
  rowsOf: (name: LongReport, range: Range) => Rule<ReportRow<LongReport>[]>,
  offerNames: (path: string) => Rule<OfferName[]>,
) {
  /** Reports by question, the last used one last. */
  const reports = new Map<string, Kept>()
  let timer: NodeJS.Timeout | undefined

  function keep(question: string, report: Kept): void {
    reports.delete(question)
    reports.set(question, report)
    let rows = 0
    for (const [one, kept] of [...reports].reverse())
      if ((rows += kept.rows.length) > KEPT_ROWS && kept !== report) reports.delete(one)
    clearTimeout(timer)
    timer = setTimeout(() => reports.clear(), KEPT_MS).unref()
  }

  function* read(name: LongReport, range: Range, before: Kept | undefined): Rule<Kept> {
    const rows = yield* rowsOf(name, range)
    const snapshot = hash('sha256', JSON.stringify(rows)).slice(0, 16)
    if (before?.snapshot === snapshot) return before
    const named = 'offer_name' in (rows[0] ?? {})
    const labeled = named ? withOfferLabels(rows, yield* offerNames(range.path), range.path) : rows
    return { snapshot, rows: labeled, totals: totalsOf(name, rows), inOrder: new Map() }
  }

  return {
    *page(name: LongReport, range: Range, asked: PageAsked): Rule<ReportPage> {
      const question = JSON.stringify([name, range.path, range.from, range.to, range.returns])
      const before = reports.get(question)
      const isOfBefore = before !== undefined && before.snapshot === asked.snapshot
      const report = isOfBefore ? before : yield* read(name, range, before)
      keep(question, report)
      const rows = found(TABLES[name], report, asked)
      const data = rows.slice(asked.offset, asked.offset + asked.limit)
      return {
        data: data.map(asAnswered),
        page: {
          rows: report.rows.length,
          matching: rows.length,
          totals: report.totals,
          matching_totals: rows.length === report.rows.length ? report.totals : totalsOf(name, rows),
          snapshot: report.snapshot,
        },
      }
    },
    close: () => clearTimeout(timer),
  }
}

/** Row as the report returns it, without the label. */
function asAnswered(row: Row): ReportPage['data'][number] {
  const { [OFFER_LABEL]: _label, ...answered } = row
  return answered as ReportPage['data'][number]
}

/** Rows that the question asks for, in its order. */
function found(table: RowTable, report: Kept, { sort, filter, words }: PageAsked): readonly Row[] {
  const order = JSON.stringify(sort)
  const inOrder = report.inOrder.get(order) ?? sorted(table, report.rows, sort)
  // Searches of these rows are cached with them.
  if (report.inOrder.size >= ORDERS_KEPT) report.inOrder.clear()
  report.inOrder.set(order, inOrder)
  const rows = matching(table, inOrder, filter)
  const named = Object.entries(words)
  return named.length === 0 ? rows : rows.filter((row) => named.every(([word, value]) => row[word] === value))
}

const ORDERS_KEPT = 4

function totalsOf(name: LongReport, rows: readonly Row[]): PageFacts['totals'] {
  const sums = TABLES[name].columns.filter(({ total }) => total === 'sum')
  return Object.fromEntries(sums.map((column) => [column.id, totalOf(column, rows) ?? 0]))
}

const TABLES: Record<LongReport, RowTable> = {
  'visits-by-affiliate-and-subs': tableOf('visits-by-affiliate-and-subs'),
  'sale-by-aff-sub-offer': tableOf('sale-by-aff-sub-offer'),
}

/** Columns of a report, for sorting and filtering its rows. */
function tableOf(name: LongReport): RowTable {
  const { words, sums, ratios } = LONG_REPORTS[name]
  const labelOf = (word: string) => (word === 'offer_name' ? OFFER_LABEL : undefined)
  const columns: RowColumn[] = [
    ...words.map((id) => ({ id, format: 'word' as const, label: labelOf(id) })),
    ...Object.entries(sums).map(([id, format]) => ({ id, format, total: 'sum' as const })),
    ...Object.entries(ratios).map(([id, ratio]) => ({ id, format: 'percent' as const, ratio })),
  ]
  const keys = [...words, ...Object.keys(sums)]
  return { columns, filterKeys: Object.fromEntries(keys.map((key) => [key, labelOf(key) ?? key])) }
}
