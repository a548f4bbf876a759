import type { OfSites } from '../../kernel/ofSites.ts'
import type { DeliveriesAsked, OverviewAsked } from '../../../../schemas/desk/deliveries.ts'
import type { LeadsAsked } from '../../../../schemas/desk/leads.ts'
import type {
  DrilldownName,
  DrilldownQuery,
  ReportName,
  ReportRow,
} from '../../../../schemas/reports/reports.ts'
import { cutAtHours } from '../../../time/hour.ts'
import { cutAtDays, edgeDays } from '../../../time/newYorkDay.ts'
import { deliveryList } from '../leads/deliveryList.ts'
import { deliveryOverview } from '../leads/deliveryLosses.ts'
import { buyersOfLeads, leadList } from '../leads/leadList.ts'
import { outgoingList, type OutgoingWanted } from '../leads/outgoingList.ts'
import { all, type Rule } from '../../kernel/statement.ts'
import type { LongReport } from '../../../../schemas/reports/longReports.ts'
import type { PageAsked } from '../../../../schemas/reports/reportPages.ts'
import { areAllCounted } from '../totals/hours.ts'
import { drilldown } from './drilldown.ts'
import { openOfferNames } from './offerNames.ts'
import { openPages } from './pages.ts'
import { REPORT_QUERIES } from './queries.ts'
import type { RangeParameter, ReportQueries, ReportQuery } from './query.ts'
import { recordedVisits, type VisitsAsked } from './recordedVisits.ts'
import { openStepReport } from './dropoff/stepReport.ts'

interface Range {
  path: string | null
  from: number
  to: number
}

/** Question for the reports, in the form in which it's sent to the code that runs its rule. */
export type ReportQuestion =
  | { report: ReportName; range: Range }
  | { pageOf: LongReport; range: Range & { path: string }; asked: PageAsked }
  | { offersOf: string | null }
  | { visits: VisitsAsked }
  | { stepHoursToKeep: number }
  | { leads: LeadsAsked & OfSites }
  | { buyersOf: OfSites }
  | { outgoing: OutgoingWanted }
  | { deliveries: DeliveriesAsked & OfSites }
  | { overviewOf: OverviewAsked & OfSites; leastOfOne: number }
  | { [N in DrilldownName]: { drilldown: N; words: DrilldownQuery[N] & OfSites } }[DrilldownName]

/** Reports that go through sessions one by one. Reports that read totals shouldn't wait for them. */
export const READS_RAW_ROWS: ReadonlySet<ReportName> = new Set<ReportName>(['step-dropoff'])

/** Builds every report as a rule. `runLater` runs work between two questions. */
export function openReportRules(runLater: (rule: Rule<void>) => void | Promise<void>) {
  const offerNames = openOfferNames()
  const steps = openStepReport(runLater)
  const pages = openPages(rowsOf, offerNames)
  return {
    ruleOf(question: ReportQuestion): Rule<unknown> {
      if ('offersOf' in question) return offerNames(question.offersOf)
      if ('visits' in question) return recordedVisits(question.visits)
      if ('stepHoursToKeep' in question) return steps.toKeep(question.stepHoursToKeep)
      if ('leads' in question) return leadList(question.leads)
      if ('deliveries' in question) return deliveryList(question.deliveries)
      if ('overviewOf' in question) return deliveryOverview(question.overviewOf, question.leastOfOne)
      if ('outgoing' in question) return outgoingList(question.outgoing)
      if ('buyersOf' in question) return buyersOfLeads(question.buyersOf)
      if ('pageOf' in question) return pages.page(question.pageOf, question.range, question.asked)
      if ('report' in question) {
        const { report: name, range } = question
        return name === 'step-dropoff'
          ? steps.report({ ...range, path: range.path ?? '' })
          : rowsOf(name, range)
      }
      return question.drilldown === 'steps'
        ? steps.page(question.words)
        : drilldown(question.drilldown, question.words)
    },
    close() {
      pages.close()
      steps.close()
    },
  }
}

function* rowsOf<N extends keyof ReportQueries>(name: N, range: Range): Rule<ReportRow<N>[]> {
  const { statement, parameters, rows }: ReportQuery<ReportRow<N>> = REPORT_QUERIES[name]
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
