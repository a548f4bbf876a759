import axios, { isAxiosError, type AxiosRequestConfig } from 'axios'
import type { Login } from '../../schemas/api.ts'
import type { Operator } from '../../schemas/operator.ts'
import type { ProblemDetails } from '../../schemas/problem.ts'
import type {
  BehindRow,
  PathQuery,
  RangeQuery,
  ReportName,
  ReportRow,
  REPORTS,
} from '../../schemas/reports.ts'
import type { Static } from 'typebox'
import type { BehindQuestion } from './behind.ts'

/** The operator's calls. Source: design, section 4. */

const TIMEOUT_MS = 10_000

/** What a report asks for: its path and range, or of all paths the range alone. */
export type ReportQuery<Name extends ReportName> = Static<
  (typeof REPORTS)[Name]['scope'] extends 'all' ? typeof RangeQuery : typeof PathQuery
>

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
  /** The page of single rows that begins at `before`; null begins with the newest. */
  behind(question: BehindQuestion, before: string | null): Promise<BehindPage>
}

export interface BehindPage {
  data: (BehindRow<'visitors'> | BehindRow<'sales'>)[]
  next: string | null
}

/** `onLoggedOut` is told when the operator's session turns out to have ended. */
export function openApi(onLoggedOut: () => void): Api {
  const client = axios.create({
    baseURL: '/api/reports',
    timeout: TIMEOUT_MS,
    // A form on another site cannot set a header: this one proves that the call is ours.
    headers: { 'x-requested-with': 'leadloom' },
  })
  async function call<Answer>(config: AxiosRequestConfig): Promise<Answer> {
    return (await client.request<Answer>(config)).data
  }
  async function inside<Answer>(config: AxiosRequestConfig): Promise<Answer> {
    try {
      return await call<Answer>(config)
    } catch (error) {
      if (isLoggedOut(error)) onLoggedOut()
      throw error
    }
  }
  return {
    me: () => call({ url: '/me' }),
    login: (data) => call({ method: 'post', url: '/login', data }),
    logout: () => inside({ method: 'post', url: '/logout' }),
    paths: async (signal) => (await inside<{ data: string[] }>({ url: '/paths', signal })).data,
    report: async <Name extends ReportName>(name: Name, params: ReportQuery<Name>, signal: AbortSignal) =>
      (await inside<{ data: ReportRow<Name>[] }>({ url: `/${name}`, params, signal })).data,
    behind: ({ name, query }, before) =>
      inside<BehindPage>({
        url: `/behind/${name}`,
        params: { ...query, ...(before !== null && { before }) },
      }),
  }
}

export function isLoggedOut(error: unknown): boolean {
  return isAxiosError(error) && error.response?.status === 401
}

/** Why a call failed, in a sentence for the operator. */
export function reasonOf(error: unknown): string {
  if (!isAxiosError<Partial<ProblemDetails>>(error)) return `Something went wrong here: ${String(error)}`
  if (error.code === 'ECONNABORTED') return 'The server did not answer within 10 seconds.'
  if (!error.response) return 'The server could not be reached.'
  const { data, status } = error.response
  return data?.detail || data?.title || `The server answered with error ${status}.`
}
