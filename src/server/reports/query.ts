import type { ReportName, ReportRow } from '../../../schemas/reports.ts'

/** What a report's SQL may ask for by name: the path, and the cut range of src/server/store/newYorkDay.ts. */
export type RangeParameter = 'path' | 'from' | 'firstDay' | 'endDay' | 'end'

/** A report as every engine runs it: SQL with `$n` parameters, and what makes a wire row of one of its rows.
 *  The SQL keeps to what all engines read alike: sums of CASE, integers, no casts, rows in a total order.
 *  Ratios are divided here, not there. */
export interface ReportQuery<Row> {
  sql: string
  /** What `$1`, `$2`, ... stand for. */
  parameters: RangeParameter[]
  row: (columns: Record<string, unknown>) => Row
}
export type ReportQueries = { [N in ReportName]: ReportQuery<ReportRow<N>> }

/** `text` names its parameters as `:from`; `row` gets what `text` selects. */
export function query<Columns, Row>(text: string, row: (columns: Columns) => Row): ReportQuery<Row> {
  const parameters: RangeParameter[] = []
  const sql = text.replaceAll(/:(path|from|firstDay|endDay|end)\b/g, (_, name: RangeParameter) => {
    if (!parameters.includes(name)) parameters.push(name)
    return `$${parameters.indexOf(name) + 1}`
  })
  return { sql, parameters, row: row as (columns: Record<string, unknown>) => Row }
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
