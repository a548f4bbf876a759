import type { CALLS } from '../../../schemas/api.ts'
import type { LongReport } from '../../../schemas/reports/longReports.ts'
import type { ReportPage } from '../../../schemas/reports/reportPages.ts'
import type {
  OfferName,
  RangeQuery,
  ReportName,
  ReportRow,
  REPORTS,
  SalesQuery,
} from '../../../schemas/reports/reports.ts'
import type { Static } from 'typebox'
import type { DrilldownQuestion } from '../drilldown/drilldowns.ts'
import type { Row } from '../../rows/row.ts'
import { withOfferLabels } from '../../rows/offerLabels.ts'
import type { PageRequest, Page } from './rowPages.ts'
import { openCalls, type OperatorCalls } from '../../operator/loading/operatorCalls.ts'

/** Server calls of the operator. Source: design, section 4. */

/** Query of a report: its path and range, or only the range for a report over all paths. */
export type ReportQuery<Name extends ReportName> = Static<
  (typeof REPORTS)[Name]['scope'] extends 'all' ? typeof RangeQuery : typeof SalesQuery
>

type AnyQuery = Static<typeof SalesQuery> | Static<typeof RangeQuery>

export interface Api extends OperatorCalls {
  paths(signal: AbortSignal): Promise<string[]>
  report<Name extends ReportName>(
    name: Name,
    query: ReportQuery<Name>,
    signal: AbortSignal,
  ): Promise<ReportRow<Name>[]>
  /** A page of a report that can be long. */
  page(
    name: LongReport,
    query: Static<typeof SalesQuery>,
    asked: PageRequest,
    signal?: AbortSignal,
  ): Promise<Page>
  /** Requests data before a component does, which then gets this response. Resolves once it has arrived or failed. */
  prefetch: { paths(): Promise<unknown>; report(name: ReportName, query: AnyQuery): Promise<unknown> }
  /** Data that was requested ahead, has arrived, and has not been used; else null. */
  prefetched: {
    paths(): string[] | null
    report<Name extends ReportName>(name: Name, query: ReportQuery<Name>): ReportRow<Name>[] | null
  }
  /** Time up to which the newest figures are counted, if that differs from the time of the request. */
  countedUpTo: {
    last: () => number | null
    onChange: (listener: (at: number) => void) => void
  }
  /** Page of single rows that begins at `before`; null for the newest. */
  drilldown(question: DrilldownQuestion, before: string | null): Promise<DrilldownPage>
}

export type DrilldownPage = Static<
  (typeof CALLS)[`POST /api/reports/drilldown/${DrilldownQuestion['name']}`]['answer']
>

export function openApi(): Api {
  const calls = openCalls()
  const { inside } = calls
  let countedUpTo: number | null = null
  let onCounted: (at: number) => void = () => {}
  const early = new Map<string, { coming: Promise<unknown>; prefetched: unknown }>()
  async function page(
    name: LongReport,
    query: Static<typeof SalesQuery>,
    { sort, filter, words, ...place }: PageRequest & { snapshot?: string },
    signal?: AbortSignal,
  ): Promise<Page> {
    const params = {
      ...query,
      ...place,
      ...(sort && { sort: sort.id, order: sort.descending ? 'desc' : 'asc' }),
      ...filter,
      ...words,
    }
    const config = { url: `/${name}`, params, ...(signal && { signal }) }
    type Answer = ReportPage & { offers?: OfferName[]; as_of?: number }
    const { data, page: facts, offers = [], as_of } = await inside<Answer>(config)
    if (as_of !== undefined) onCounted((countedUpTo = as_of))
    return {
      rows: withOfferLabels<Row>(data, offers, query.path),
      facts,
      another: (asked, again) => page(name, query, { ...asked, snapshot: facts.snapshot }, again),
    }
  }
  async function rows<Name extends ReportName>(name: Name, params: AnyQuery, signal?: AbortSignal) {
    const config = { url: `/${name}`, params, ...(signal && { signal }) }
    type Answer = { data: ReportRow<Name>[]; offers?: OfferName[]; as_of?: number }
    const { data, offers = [], as_of } = await inside<Answer>(config)
    if (as_of !== undefined) onCounted((countedUpTo = as_of))
    return withOfferLabels(data, offers, 'path' in params ? params.path : undefined)
  }
  const paths = async (signal?: AbortSignal) =>
    (await inside<{ data: string[] }>({ url: '/paths', ...(signal && { signal }) })).data
  function prefetch<Answer>(key: string, coming: Promise<Answer>): Promise<unknown> {
    const answer = { coming, prefetched: null as Answer | null }
    early.set(key, answer)
    // The component that requests it gets the error.
    return coming.then((prefetched) => (answer.prefetched = prefetched)).catch(() => null)
  }
  function taken<Answer>(key: string): Promise<Answer> | undefined {
    const answer = early.get(key)
    early.delete(key)
    return answer?.coming as Promise<Answer> | undefined
  }
  function prefetched<Answer>(key: string): Answer | null {
    return (early.get(key)?.prefetched ?? null) as Answer | null
  }
  return {
    ...calls,
    login(data) {
      // Data requested ahead came from no one, or from another operator.
      early.clear()
      return calls.login(data)
    },
    paths: (signal) => taken<string[]>(PATHS) ?? paths(signal),
    report: <Name extends ReportName>(name: Name, query: ReportQuery<Name>, signal: AbortSignal) =>
      taken<ReportRow<Name>[]>(keyOf(name, query)) ?? rows(name, query, signal),
    page,
    prefetch: {
      paths: () => prefetch(PATHS, paths()),
      report: (name, query) => prefetch(keyOf(name, query), rows(name, query)),
    },
    prefetched: { paths: () => prefetched(PATHS), report: (name, query) => prefetched(keyOf(name, query)) },
    countedUpTo: { last: () => countedUpTo, onChange: (listener) => void (onCounted = listener) },
    async drilldown({ name, query }, before) {
      const page = await inside<DrilldownPage>({
        method: 'post',
        url: `/drilldown/${name}`,
        data: { ...query, ...(before !== null && { before }) },
      })
      return { ...page, data: withOfferLabels<Row>(page.data, page.offers) } as DrilldownPage
    },
  }
}

/** Differs from all report names. */
const PATHS = 'paths'

function keyOf(name: ReportName, query: AnyQuery): string {
  return `${name}?${new URLSearchParams(Object.entries(query).map(([word, value]) => [word, String(value)]))}`
}
