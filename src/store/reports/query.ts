import type { ReportName, ReportRow } from '../../../schemas/reports.ts'
import type { CutRange, EdgeDays } from '../../time/newYorkDay.ts'

/** What a report's SQL may ask for by name: the path, and the range as src/time/newYorkDay.ts takes it apart. */
export type RangeParameter = 'path' | keyof CutRange | keyof EdgeDays

type Columns = Record<string, unknown>

/** A report as every engine runs it: SQL with `$n` parameters, and what makes wire rows of its rows.
 *  The SQL keeps to what all engines read alike: sums of CASE, integers, no casts, rows in a total order.
 *  Ratios are divided here, not there. */
export interface ReportQuery<Row> {
  sql: string
  /** What `$1`, `$2`, ... stand for. */
  parameters: RangeParameter[]
  rows: (selected: Iterable<Columns>) => Row[]
}
export type ReportQueries = { [N in Exclude<ReportName, 'step-dropoff'>]: ReportQuery<ReportRow<N>> }

/** `text` names its parameters as `:from`; `row` gets what `text` selects. */
export function query<Selected, Row>(text: string, row: (columns: Selected) => Row): ReportQuery<Row> {
  const parameters: RangeParameter[] = []
  const sql = text.replaceAll(/:([a-z]+(?:Day)?)\b/g, (_, name: RangeParameter) => {
    if (!parameters.includes(name)) parameters.push(name)
    return `$${parameters.indexOf(name) + 1}`
  })
  return { sql, parameters, rows: (selected) => Array.from(selected, (columns) => row(columns as Selected)) }
}

/** Totals of the whole days of the range, and `raw` rows of what lies before and after them. `raw` has a condition on `at`
 *  of its own, written as `:within`. */
export function totalsAndEdges(totals: string, ...raw: string[]): string {
  const edges = raw.flatMap((select) => [
    select.replace(':within', 'at >= :from AND at < :firstDay'),
    select.replace(':within', 'at >= :endDay AND at < :end'),
  ])
  return [totals, ...edges].join('\n    UNION ALL\n')
}

/** Null where there is nothing to divide by. */
export function ratio(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : dividend / divisor
}
