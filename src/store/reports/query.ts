import type { ReportName, ReportRow } from '../../../schemas/reports/reports.ts'
import type { CutHours } from '../../time/hour.ts'
import type { CutRange, EdgeDays } from '../../time/newYorkDay.ts'
import { query, type Columns, type RowOf, type Statement } from '../statement.ts'

/** What a report's SQL may ask for by name: the path, and the range as src/time/newYorkDay.ts and src/time/hour.ts take it apart. */
export type RangeParameter = 'path' | keyof CutRange | keyof CutHours | keyof EdgeDays

/** A report: SQL, and what makes wire rows of its rows.
 *  The SQL keeps to what all engines read alike: sums of CASE, integers, rows in a total order. Ratios are divided here, not
 *  there. */
export interface ReportQuery<Row> {
  statement: Statement
  /** What `$1`, `$2`, ... stand for. */
  parameters: RangeParameter[]
  rows: (selected: readonly unknown[]) => Row[]
}
export type ReportQueries = { [N in Exclude<ReportName, 'step-dropoff'>]: ReportQuery<ReportRow<N>> }

/** `text` names its parameters as `:from` and selects `columns`; `row` makes a wire row of them, which they are unless it is
 *  given. */
export function report<const C extends Columns, Row = RowOf<C>>(
  text: string,
  columns: C,
  row?: (selected: RowOf<C>) => Row,
): ReportQuery<Row> {
  const parameters: RangeParameter[] = []
  const sql = text.replaceAll(/:([a-z]+(?:Day|Hour)?)\b/g, (_, name: RangeParameter) => {
    if (!parameters.includes(name)) parameters.push(name)
    return `$${parameters.indexOf(name) + 1}`
  })
  const rows = (selected: readonly unknown[]) =>
    row ? selected.map((one) => row(one as RowOf<C>)) : (selected as Row[])
  return { statement: query(sql, columns), parameters, rows }
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
