import { Type, type Static, type TSchema } from 'typebox'
import { LoggedIn } from '../people/operator.ts'
import { isLong } from './longReports.ts'
import { pageAnswer, pageQuery } from './reportPages.ts'
import {
  DRILLDOWNS,
  OfferName,
  PathQuery,
  REPORTS,
  RangeQuery,
  namesOffers,
  type ReportName,
  isOfSales,
  SalesQuery,
} from './reports.ts'
import { EpochMs, closed } from '../kernel/shape.ts'
import { Confirm } from '../people/confirm.ts'
import { Code } from '../people/secondFactor.ts'
import type { Call } from '../kernel/call.ts'

/** Calls of operators about themselves, reports, and the rows behind a figure. */

export const Login = closed({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.String({ minLength: 1, maxLength: 1000 }),
  code: Type.Optional(Code),
})
export type Login = Static<typeof Login>

const offers = Type.Array(OfferName, {
  description: 'The names of the path’s offers, or of offers on all paths if the rows cover them.',
})

const as_of = Type.Optional({
  ...EpochMs,
  description: 'If the figures come from a standby database: the time up to which it’s complete.',
})

function queryOf(name: ReportName, scope: 'all' | 'path') {
  if (isLong(name)) return pageQuery(name)
  if (scope === 'all') return RangeQuery
  return isOfSales(name) ? SalesQuery : PathQuery
}

const reports = Object.fromEntries(
  (Object.entries(REPORTS) as [ReportName, (typeof REPORTS)[ReportName]][]).map(
    ([name, { scope, row }]): [string, Call] => [
      `GET /api/reports/${name}`,
      {
        caller: 'reader',
        sites: scope === 'all' ? 'filtered' : 'named',
        summary: `The rows of the report ${name}.`,
        query: queryOf(name, scope),
        status: 200,
        answer: closed({
          data: Type.Array(row),
          ...(namesOffers(row) && { offers }),
          ...(isLong(name) && { page: pageAnswer(name) }),
          as_of,
        }),
      },
    ],
  ),
) as Record<`GET /api/reports/${keyof typeof REPORTS}`, Call>

const pageOf = <Row extends TSchema>(row: Row) =>
  closed({
    data: Type.Array(row),
    offers,
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Where the next page starts. Null on the last page.',
    }),
  })

export const REPORT_CALLS = {
  'POST /api/reports/login': {
    caller: 'anyone',
    summary:
      'Logs an operator in. 401 with the field code if the name and password are right, but the code is missing or wrong.',
    body: Login,
    status: 200,
    answer: LoggedIn,
  },
  'POST /api/reports/logout': { caller: 'operator', sites: 'own', summary: 'Logs you out.', status: 204 },
  'POST /api/reports/confirm': {
    caller: 'operator',
    sites: 'own',
    summary:
      'Confirms your identity with your password or a code. You aren’t asked again for 15 minutes. 422 if it’s wrong.',
    body: Confirm,
    status: 204,
  },
  'GET /api/reports/me': {
    caller: 'operator',
    sites: 'own',
    summary: 'Your account.',
    status: 200,
    answer: LoggedIn,
  },
  'GET /api/reports/paths': {
    caller: 'reader',
    sites: 'filtered',
    summary: 'All paths that ever had a version.',
    status: 200,
    answer: closed({ data: Type.Array(Type.String()) }),
  },
  ...reports,
  // POST, because the rows that a filter leaves are too many for an address.
  'POST /api/reports/drilldown/visitors': {
    caller: 'operator',
    sites: 'filtered',
    summary: 'The visitors that a figure counts, newest first.',
    body: DRILLDOWNS.visitors.query,
    status: 200,
    answer: pageOf(DRILLDOWNS.visitors.row),
  },
  'POST /api/reports/drilldown/sales': {
    caller: 'operator',
    sites: 'filtered',
    summary: 'The ledger entries that a figure counts, newest first.',
    body: DRILLDOWNS.sales.query,
    status: 200,
    answer: pageOf(DRILLDOWNS.sales.row),
  },
  'POST /api/reports/drilldown/costs': {
    caller: 'operator',
    sites: 'filtered',
    summary: 'The imported costs that a figure counts, newest day first.',
    body: DRILLDOWNS.costs.query,
    status: 200,
    answer: pageOf(DRILLDOWNS.costs.row),
  },
  'POST /api/reports/drilldown/payouts': {
    caller: 'operator',
    sites: 'filtered',
    summary: 'The payouts to affiliates that a figure counts, newest first.',
    body: DRILLDOWNS.payouts.query,
    status: 200,
    answer: pageOf(DRILLDOWNS.payouts.row),
  },
  'POST /api/reports/drilldown/steps': {
    caller: 'operator',
    sites: 'named',
    summary: 'The visitors who reached a step, the most recent first.',
    body: DRILLDOWNS.steps.query,
    status: 200,
    answer: pageOf(DRILLDOWNS.steps.row),
  },
} as const satisfies Record<string, Call>
