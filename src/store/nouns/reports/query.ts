import type { ReportName, ReportRow } from '../../../../schemas/reports/reports.ts'
import type { CutHours } from '../../../time/hour.ts'
import type { CutRange, EdgeDays } from '../../../time/newYorkDay.ts'
import { query, type Columns, type RowOf, type Statement } from '../../kernel/statement.ts'

/** Names of parameters in a report's SQL: the path, and the parts into which src/time/newYorkDay.ts and src/time/hour.ts split the
 *  range. */
export type RangeParameter = 'path' | keyof CutRange | keyof CutHours | keyof EdgeDays

/** A report's SQL, and the function that turns its rows into wire rows.
 *  The SQL uses only what all engines read alike: sums of CASE, integers, rows in a total order. Ratios are computed here instead. */
export interface ReportQuery<Row> {
  statement: Statement
  /** Names of `$1`, `$2`, ... */
  parameters: RangeParameter[]
  rows: (selected: readonly unknown[]) => Row[]
}
export type ReportQueries = { [N in Exclude<ReportName, 'step-dropoff'>]: ReportQuery<ReportRow<N>> }

/** Builds a report. `text` names its parameters as `:from` and selects `columns`. `row` turns a selected row into a wire row; without
 *  it, they're the same. */
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

/** SQL for the totals of the range's whole days, and for the `raw` rows before and after them. `raw` has its own condition on `at`,
 *  written as `:within`. */
export function totalsAndEdges(totals: string, ...raw: string[]): string {
  const edges = raw.flatMap((select) => [
    select.replace(':within', 'at >= :from AND at < :firstDay'),
    select.replace(':within', 'at >= :endDay AND at < :end'),
  ])
  return [totals, ...edges].join('\n    UNION ALL\n')
}

/** Quotient; null if the divisor is 0. */
export function ratio(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : dividend / divisor
}
