import type { FastifyRequest } from 'fastify'
import {
  namesOffers,
  REPORTS,
  type DrilldownName,
  type DrilldownQuery,
  type DrilldownRow,
  type OfferName,
  type ReportName,
  type ReturnsOn,
} from '../../../schemas/reports/reports.ts'
import { isLong } from '../../../schemas/reports/longReports.ts'
import { pageAsked } from '../../../schemas/reports/reportPages.ts'
import { ROLES, USUAL_ROLE } from '../../../schemas/people/roles.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { Handlers } from '../calls.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import { isWithin, sitesOf } from './ownSites.ts'
import { maskedIp } from '../../store/kernel/mask.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

type ReportCall = `GET /api/reports/${ReportName}`

export function reports({ store, now }: StoreAndClock) {
  async function page<N extends DrilldownName>(name: N, question: DrilldownQuery[N], sites: Sites) {
    const asked = wellPut(question)
    const { path } = question
    if (path !== undefined && !isWithin(sites, path))
      throw refusal(404, REFUSALS.noSite(path), { field: 'path' })
    const [found, offers] = await Promise.all([
      store.drilldown(name, { ...asked, sites }),
      offersOf(path ?? null, sites),
    ])
    return { ...found, offers }
  }
  const offersOf = async (path: string | null, sites: Sites) =>
    (await store.offerNames(path)).filter((offer) => isWithin(sites, offer.path))
  /** Single visitors. Their addresses are masked for operators who may not see personal data; access by the others is in the audit log. */
  async function seen<N extends 'visitors' | 'steps'>(
    name: N,
    question: DrilldownQuery[N],
    request: FastifyRequest,
  ): Promise<DrilldownRows<N>> {
    const { session } = request
    const { rows, ...rest } = await page(name, question, sitesOf(request))
    if (!ROLES[session.role ?? USUAL_ROLE].seesPersons)
      return { data: rows.map((row) => ({ ...row, ip: maskedIp(row.ip) })), ...rest }
    await store.audit({
      at: now(),
      operator: session.operator ?? '',
      act: 'see_visitors',
      about: question.path ?? '',
    })
    return { data: rows, ...rest }
  }
  /** Rows without personal data. */
  async function listed<N extends 'sales' | 'costs' | 'payouts'>(
    name: N,
    question: DrilldownQuery[N],
    request: FastifyRequest,
  ): Promise<DrilldownRows<N>> {
    const { rows, ...rest } = await page(name, question, sitesOf(request))
    return { data: rows, ...rest }
  }
  /** All rows of a report, or the requested page. */
  async function rows(name: ReportName, asked: ReturnType<typeof range>, query: RangeOf) {
    const page = isLong(name) && 'path' in query ? pageAsked(name, query) : null
    if (page === null || !isLong(name)) return { data: await store.report(name, asked) }
    if (page.filter === null && 'search' in query)
      throw refusal(400, REFUSALS.searchWithoutKey, { field: 'key' })
    return store.reportPage(name, { ...asked, path: asked.path ?? '' }, page)
  }
  const handlers = Object.entries(REPORTS).map(([name, report]) => [
    `GET /api/reports/${name}`,
    async ({ query, request }: { query: RangeOf; request: FastifyRequest }) => {
      const asked = range(query)
      const sites = sitesOf(request)
      // Read before the report, which then has at least as much.
      const as_of = await store.reportsAsOf()
      const [answer, offers] = await Promise.all([
        rows(name as ReportName, asked, query),
        namesOffers(report.row) ? offersOf(asked.path, sites) : null,
      ])
      const data =
        report.scope === 'all'
          ? answer.data.filter((row) => isWithin(sites, pathIn(row, report.site)))
          : answer.data
      return { ...answer, data, ...(offers && { offers }), ...(as_of !== null && { as_of }) }
    },
  ])
  return {
    'GET /api/reports/paths': async ({ request }) => {
      const sites = sitesOf(request)
      return { data: (await store.paths()).filter((path) => isWithin(sites, path)) }
    },
    'POST /api/reports/drilldown/visitors': ({ body, request }) => seen('visitors', body, request),
    'POST /api/reports/drilldown/steps': ({ body, request }) => seen('steps', body, request),
    'POST /api/reports/drilldown/sales': ({ body, request }) => listed('sales', body, request),
    'POST /api/reports/drilldown/costs': ({ body, request }) => listed('costs', body, request),
    'POST /api/reports/drilldown/payouts': ({ body, request }) => listed('payouts', body, request),
    ...(Object.fromEntries(handlers) as Pick<Handlers, ReportCall>),
  } satisfies Partial<Handlers>
}

/** Path of a row in a report over all paths. */
function pathIn(row: object, site: string): string {
  return (row as Record<string, string>)[site]!
}

interface DrilldownRows<N extends DrilldownName> {
  data: DrilldownRow<N>[]
  offers: OfferName[]
  next: string | null
}

/** Query of a report, for one path or all. */
type RangeOf =
  { path: string; from: number; to: number; returns?: ReturnsOn } | { start: number; end: number }

function range(query: RangeOf): { path: string | null; from: number; to: number; returns?: ReturnsOn } {
  if (!('path' in query)) return inOrder({ path: null, from: query.start, to: query.end }, 'start')
  const { path, from, to, returns } = query
  return inOrder({ path, from, to, ...(returns && { returns }) })
}

function inOrder<Asked extends { from: number; to: number }>(asked: Asked, field = 'from'): Asked {
  if (asked.from > asked.to) throw refusal(400, REFUSALS.rangeBackwards, { field })
  return asked
}

/** A question about single rows, with a value for every column of each row. */
function wellPut<Asked extends DrilldownQuery[DrilldownName]>(question: Asked): Asked {
  const { columns, values } = question.rows ?? { columns: [], values: [] }
  if (values.some((row) => row.length !== columns.length))
    throw refusal(400, REFUSALS.valuesPerColumn, { field: 'rows' })
  return inOrder(question)
}
