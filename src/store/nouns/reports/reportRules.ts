import type { OfSites } from '../../kernel/ofSites.ts'
import type {
  DrilldownName,
  ReturnsOn,
  DrilldownQuery,
  DrilldownRow,
  ReportName,
  ReportRow,
} from '../../../../schemas/reports/reports.ts'
import { cutAtHours } from '../../../time/hour.ts'
import { cutAtDays, edgeDays } from '../../../time/newYorkDay.ts'
import { all, type Rule, type Statement } from '../../kernel/statement.ts'
import type { LongReport } from '../../../../schemas/reports/longReports.ts'
import type { PageAsked, ReportPage } from '../../../../schemas/reports/reportPages.ts'
import { areAllCounted } from '../totals/hours.ts'
import { drilldown } from './drilldown.ts'
import { openOfferNames } from './offerNames.ts'
import { openPages } from './pages.ts'
import { REPORT_QUERIES } from './queries.ts'
import { SALE_REPORTS } from './sales.ts'
import type { RangeParameter, ReportQueries, ReportQuery } from './query.ts'
import { openStepReport } from './dropoff/stepReport.ts'

interface Range {
  path: string | null
  from: number
  to: number
  /** Day on which returns count in a report of sales; by default, when they were reported. */
  returns?: ReturnsOn
}

/** True for a slow read that reads totals; it shouldn't wait for those that go through sessions one by one. */
export function readsTotals([verb, name]: readonly unknown[]): boolean {
  return verb === 'reportPage' || verb === 'offerNames' || (verb === 'report' && name !== 'step-dropoff')
}

/** Memory of a connection that answers reports. */
export type ReportContext = ReturnType<typeof openReportContext>

/** `runLater` runs work between two reports. */
export function openReportContext(runLater: (rule: Rule<void>) => void | Promise<void>) {
  const offerNames = openOfferNames()
  const steps = openStepReport(runLater)
  const pages = openPages(rowsOf, (path) => offerNames.onPath(path))
  return {
    offerNames,
    steps,
    pages,
    close() {
      pages.close()
      steps.close()
    },
  }
}

/** Verbs whose answer's type follows from a name. */
export interface ReportVerbs {
  /** `path` is null for the reports of all paths. Both ends inclusive. Rows in a total order. */
  report<N extends ReportName>(name: N, range: Range): Promise<ReportRow<N>[]>
  /** One page of the rows that make up a figure, newest first. Nothing in it is masked. */
  drilldown<N extends DrilldownName>(
    name: N,
    question: DrilldownQuery[N] & OfSites,
  ): Promise<{ rows: DrilldownRow<N>[]; next: string | null }>
}

/** The reports, with returns on the day of their sale. */
const REPORTS_BY_SALE: ReportQueries = { ...REPORT_QUERIES, ...SALE_REPORTS.sold }

function report({ steps }: ReportContext, name: ReportName, range: Range): Rule<unknown> {
  return name === 'step-dropoff' ? steps.report({ ...range, path: range.path ?? '' }) : rowsOf(name, range)
}

function drilldownOf({ steps }: ReportContext, ...[name, question]: DrilldownAsked): Rule<unknown> {
  return name === 'steps' ? steps.page(question) : drilldown(name, question)
}

type DrilldownAsked = {
  [N in DrilldownName]: [name: N, question: DrilldownQuery[N] & OfSites]
}[DrilldownName]

function* rowsOf<N extends keyof ReportQueries>(name: N, range: Range): Rule<ReportRow<N>[]> {
  const queries = range.returns === 'sold' ? REPORTS_BY_SALE : REPORT_QUERIES
  const { statement, parameters, rows }: ReportQuery<ReportRow<N>> = queries[name]
  const values: Record<RangeParameter, string | number | null> = {
    ...cutAtDays(range),
    ...cutAtHours(range),
    ...edgeDays(range),
    path: range.path,
  }
  // Until the totals by hour include every session, the whole range is read from raw rows.
  if (parameters.includes('firstHour') && !(yield* areAllCounted()))
    values.firstHour = values.endHour = values.end
  return rows(yield* all(statement, ...parameters.map((parameter) => values[parameter])))
}

const bySale = () =>
  Object.entries(SALE_REPORTS.sold).map(([name, query]) => [`${name}-by-sale`, query] as const)

export const reportNoun = {
  slowReadsInContext: {
    report,
    drilldown: drilldownOf,
    /** A page of a report that can be long, in an order and searched. It is of the rows of `asked.snapshot` while they are kept. */
    reportPage: (
      { pages }: ReportContext,
      name: LongReport,
      range: Range & { path: string },
      asked: PageAsked,
    ): Rule<ReportPage> => pages.page(name, range, asked),
    /** Names of offers, on one path or on all (null): of the newest version that has each offer, and of each version in which it has
     *  another name. */
    offerNames: ({ offerNames }: ReportContext, path: string | null) => offerNames.onPath(path),
    /** Counts hours of drop-off that are quiet at `now` and not kept yet, newest first, some at a time. Null if nothing has changed since
     *  the last were kept. */
    stepHoursToKeep: ({ steps }: ReportContext, now: number) => steps.toKeep(now),
  },
  sql: Object.fromEntries(
    [...Object.entries(REPORT_QUERIES), ...bySale()].map(([name, { statement }]) => [
      name,
      statement as Statement,
    ]),
  ),
}
