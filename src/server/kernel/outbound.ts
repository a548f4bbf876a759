import type { Agent as HttpAgent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import type { AxiosError } from 'axios'
import { useAgent as filteringAgent } from 'request-filtering-agent'
import { ATTEMPTS } from '../../texts/attempts.ts'

export interface Post extends Get {
  headers: Readonly<Record<string, string>>
  body: string
}

export interface Get {
  url: string
  timeoutMs: number
  /** True if the address may be on this machine. */
  local: boolean
}

/** The response, or the reason there is none. `isUnsure`: the request may have arrived. */
export type Answered = { status: number; text: string } | { failed: string; isUnsure: boolean }

/** Posts to an outside host, never to a private network address, however it is spelled or resolved. A redirect is an answer like any
 *  other and isn't followed. Never rejects. `stop` ends it at once. */
export function post(sent: Post, stop: AbortSignal): Promise<Answered> {
  return ask({ method: 'POST', ...sent }, stop)
}

/** Gets from an outside host under the same rules. */
export function get(sent: Get, stop: AbortSignal): Promise<Answered> {
  return ask({ method: 'GET', headers: {}, body: '', ...sent }, stop)
}

async function ask(
  { method, url, headers, body, timeoutMs, local }: Post & { method: 'GET' | 'POST' },
  stop: AbortSignal,
): Promise<Answered> {
  // Loading it takes longer than a tenth of a server's start.
  const { default: axios, isAxiosError } = await import('axios')
  const agent = agentFor(url, local)
  try {
    const { status, data } = await axios.request<string>({
      method,
      url,
      ...(body && { data: body }),
      headers: { ...headers, accept: 'application/json' },
      httpAgent: agent,
      httpsAgent: agent,
      proxy: false,
      maxRedirects: 0,
      maxContentLength: ANSWER_BYTES,
      responseType: 'text',
      transformResponse: (text: string) => text,
      validateStatus: () => true,
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    })
    return { status, text: data }
  } catch (error) {
    if (!isAxiosError(error)) return { failed: ATTEMPTS.failed, isUnsure: true }
    return { failed: reasonOf(error, timeoutMs), isUnsure: !isUnreached(error) }
  }
}

/** Limit for a buyer's answer, which usually has a few hundred bytes. */
const ANSWER_BYTES = 256 * 1024

const LOOPBACK = ['127.0.0.1', '::1']

function agentFor(url: string, local: boolean): HttpAgent | HttpsAgent {
  return filteringAgent(url, { keepAlive: false, ...(local && { allowIPAddressList: LOOPBACK }) })
}

/** True if the request can't have arrived anywhere. */
function isUnreached({ code = '', message }: AxiosError): boolean {
  return UNREACHED.has(code) || FORBIDDEN.test(message)
}

/** Wording of request-filtering-agent. */
const FORBIDDEN = /is not allowed\. Because/

const UNREACHED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

/** Reason in our own words; axios's messages may hold the address, whose query can hold a secret. */
function reasonOf({ code = ATTEMPTS.noReason }: AxiosError, timeoutMs: number): string {
  if (code === 'ERR_CANCELED') return ATTEMPTS.noAnswer(timeoutMs / 1000)
  if (code === 'ERR_BAD_RESPONSE') return ATTEMPTS.longAnswer(ANSWER_BYTES)
  return ATTEMPTS.failedBy(code)
}
