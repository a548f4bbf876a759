import { TIMEOUT_MS } from './backoff.ts'
import { buildRequest, type SignedRequest } from './signedRequest.ts'
import type { CallName } from '../../../schemas/api.ts'

/** The funnel's calls. Loaded after the first paint. */

/** Sends a request and returns the response, whatever its status. Rejects if there is none in time. */
export async function send({ url, ...request }: SignedRequest): Promise<{
  status: number
  data: unknown
  isProblem: boolean
  retryAfterMs?: number | undefined
}> {
  // Its body was just packed; on a slow phone both together would delay a press.
  await new Promise((resolve) => setTimeout(resolve))
  const response = await fetchInTime(url, { ...request, credentials: 'include' })
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  return {
    status: response.status,
    data: parsed(await response.text()),
    isProblem: response.headers.get('content-type')?.startsWith('application/problem+json') ?? false,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
  }
}

/** Sends a last request: fetch with keepalive is the only one that outlives the page. Resolves when it is no longer in flight, whatever
 *  the result: it stays in the outbox, and the next visit learns whether it arrived. */
export async function sendLast({ url, method, headers, body }: SignedRequest): Promise<void> {
  await fetch(url, { method, headers, body, keepalive: true, credentials: 'include' }).catch(() => null)
}

/** Makes a call and returns the response, whatever its status. */
export function post(api: string, call: CallName, { body, token }: { body: object; token: string }) {
  return send(buildRequest(api, { call, body, token }))
}

/** Makes a call and reads the response. Throws with the call and the status if it failed. */
export async function call<T>(
  api: string,
  name: CallName,
  { body, token }: { body: object; token: string },
): Promise<T> {
  const { status, data } = await post(api, name, { body, token })
  if (status < 200 || status > 299) throw new Error(`${name} answered ${status}.`)
  return data as T
}

/** Reads a document; null if the address has none. Throws if it is unavailable now. `token` is the session's, for documents of this
 *  visitor; public ones are read without it, so that caches share them. */
export async function read<T>(url: string, token?: string): Promise<T | null> {
  const response = await fetchInTime(url, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    credentials: 'include',
  })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`${url} was answered ${response.status}.`)
  return (await response.json()) as T
}

/** Rejects if the response, with its body, isn't there in time. */
function fetchInTime(url: string, request: RequestInit): Promise<Response> {
  return fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
}

/** A body's JSON, or its text if it isn't any. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
