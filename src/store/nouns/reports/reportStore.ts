import type { OfSites } from '../../kernel/ofSites.ts'
import type { LongReport } from '../../../../schemas/reports/longReports.ts'
import type { PageAsked, ReportPage } from '../../../../schemas/reports/reportPages.ts'
import type {
  DrilldownName,
  DrilldownQuery,
  DrilldownRow,
  ReportName,
  ReportRow,
} from '../../../../schemas/reports/reports.ts'
import type { HoursToKeep } from './dropoff/keptHours.ts'
import type { VisitPage, VisitsAsked } from './recordedVisits.ts'

/** Reports, and what is behind a figure. What holds for all verbs is said of `Store`. */
export interface ReportStore {
  /** `path` is null for the reports of all paths. Both ends inclusive. Rows in a total order. */
  report<N extends ReportName>(
    name: N,
    range: { path: string | null; from: number; to: number },
  ): Promise<ReportRow<N>[]>
  /** A page of a report that can be long, in an order and searched. It is of the rows of `asked.snapshot` while they are kept. */
  reportPage(
    name: LongReport,
    range: { path: string; from: number; to: number },
    asked: PageAsked,
  ): Promise<ReportPage>
  /** Somebody will ask for reports: what answers them is started, so that the first question does not wait for that. */
  prepareReports(): void
  /** The instant up to which the reports that are asked for next hold all that is kept, where they are read from a standby;
   *  null where they are read from what is written to. */
  reportsAsOf(): Promise<number | null>
  /** Counts hours of drop-off that are quiet at `now` and not kept yet, the newest first, some at a time. Resolves to null when nothing
   *  has changed since the last were kept. */
  stepHoursToKeep(now: number): Promise<HoursToKeep | null>
  /** Keeps them, so that no process counts them again; drops those that have changed meanwhile. */
  keepStepHours(counted: HoursToKeep): Promise<void>
  /** A page of what the visitors of a version recorded, in the order in which they came. Read as reports are: who writes is not held up. */
  recordedVisits(asked: VisitsAsked): Promise<VisitPage>
  /** One page of what a figure is made of, the newest first. Nothing in it is masked. */
  drilldown<N extends DrilldownName>(
    name: N,
    question: DrilldownQuery[N] & OfSites,
  ): Promise<{ rows: DrilldownRow<N>[]; next: string | null }>
}
