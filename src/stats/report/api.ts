import axios, { isAxiosError, type AxiosRequestConfig } from 'axios'
import type { CALLS, Login } from '../../../schemas/api.ts'
import type { Operator } from '../../../schemas/operator.ts'
import type { ProblemDetails } from '../../../schemas/problem.ts'
import type { LongReport, ReportPage } from '../../../schemas/reportPages.ts'
import type {
  OfferName,
  PathQuery,
  RangeQuery,
  ReportName,
  ReportRow,
  REPORTS,
} from '../../../schemas/reports.ts'
import type { Static } from 'typebox'
import type { DrilldownQuestion } from '../drilldown/drilldowns.ts'
import type { Row } from '../../rows/row.ts'
import { withOfferLabels } from '../../rows/offerLabels.ts'
import type { Asked, Page } from './rowPages.ts'
import { CALL_FAILED } from '../../texts/statsScreen.ts'

/** The operator's calls. Source: design, section 4. */

const TIMEOUT_MS = 10_000

/** What a report asks for: its path and range, or of all paths the range alone. */
export type ReportQuery<Name extends ReportName> = Static<
  (typeof REPORTS)[Name]['scope'] extends 'all' ? typeof RangeQuery : typeof PathQuery
>

type AnyQuery = Static<typeof PathQuery> | Static<typeof RangeQuery>

export interface Api {
  /** Rejects when nobody is logged in: see `isLoggedOut`. */
  me(): Promise<Operator>
  login(login: Login): Promise<Operator>
  logout(): Promise<void>
  paths(signal: AbortSignal): Promise<string[]>
  report<Name extends ReportName>(
    name: Name,
    query: ReportQuery<Name>,
    signal: AbortSignal,
  ): Promise<ReportRow<Name>[]>
  /** A page of a report that can be long. */
  page(name: LongReport, query: Static<typeof PathQuery>, asked: Asked, signal?: AbortSignal): Promise<Page>
  /** Asks before whoever shows the answer is there to ask: their own question then gets this answer. Resolves once it has come
   *  or failed. */
  prefetch: { paths(): Promise<unknown>; report(name: ReportName, query: AnyQuery): Promise<unknown> }
  /** What was asked ahead, has come, and nobody has asked for since; else null. */
  prefetched: {
    paths(): string[] | null
    report<Name extends ReportName>(name: Name, query: ReportQuery<Name>): ReportRow<Name>[] | null
  }
  /** Up to when the newest figures are counted, where that is not the instant at which they were asked for. */
  countedUpTo: {
    last: () => number | null
    onChange: (listener: (at: number) => void) => void
  }
  /** Tells `listener` when the operator's session turns out to have ended. */
  onLoggedOut(listener: () => void): void
  /** The page of single rows that begins at `before`; null begins with the newest. */
  drilldown(question: DrilldownQuestion, before: string | null): Promise<DrilldownPage>
}

export type DrilldownPage = Static<
  (typeof CALLS)[`POST /api/reports/drilldown/${DrilldownQuestion['name']}`]['answer']
>

export function openApi(): Api {
  const client = axios.create({
    baseURL: '/api/reports',
    timeout: TIMEOUT_MS,
    // A form on another site cannot set a header: this one proves that the call is ours.
    headers: { 'x-requested-with': 'leadloom' },
  })
  let loggedOut = () => {}
  let countedUpTo: number | null = null
  let onCounted: (at: number) => void = () => {}
  const early = new Map<string, { coming: Promise<unknown>; prefetched: unknown }>()
  async function call<Answer>(config: AxiosRequestConfig): Promise<Answer> {
    const { data } = await client.request<Answer>(config)
    // A network that wants to be logged in to answers everything with a page of its own.
    if (typeof data === 'string' && data !== '') throw new Error(NO_ANSWER)
    return data
  }
  async function inside<Answer>(config: AxiosRequestConfig): Promise<Answer> {
    try {
      return await call<Answer>(config)
    } catch (error) {
      if (isLoggedOut(error)) loggedOut()
      throw error
    }
  }
  async function page(
    name: LongReport,
    query: Static<typeof PathQuery>,
    { sort, filter, words, ...place }: Asked & { snapshot?: string },
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
    // Whoever asks for it hears why it failed.
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
    me: () => call({ url: '/me' }),
    login(data) {
      // What was asked ahead was asked by nobody, or by somebody else.
      early.clear()
      return call({ method: 'post', url: '/login', data })
    },
    logout: () => inside({ method: 'post', url: '/logout' }),
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
    onLoggedOut(listener) {
      loggedOut = listener
    },
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

/** No report is called so. */
const PATHS = 'paths'

function keyOf(name: ReportName, query: AnyQuery): string {
  return `${name}?${new URLSearchParams(Object.entries(query).map(([word, value]) => [word, String(value)]))}`
}

const NO_ANSWER = CALL_FAILED.otherAnswer

export function isLoggedOut(error: unknown): boolean {
  return isAxiosError(error) && error.response?.status === 401
}

/** Why a call failed, in a sentence for the operator. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.message === NO_ANSWER) return NO_ANSWER
  if (!isAxiosError<Partial<ProblemDetails>>(error)) return CALL_FAILED.fault(error)
  if (error.code === 'ECONNABORTED') return CALL_FAILED.late(TIMEOUT_MS / 1000)
  if (!error.response) return CALL_FAILED.unreachable
  const { data, status } = error.response
  return data?.detail || data?.title || CALL_FAILED.status(status)
}
