import axios from 'axios'
import { TIMEOUT_MS } from './backoff.ts'
import { buildRequest, type SignedRequest } from './signedRequest.ts'
import type { CallName } from '../../../schemas/api.ts'

/** The funnel's calls. Loaded after the first paint. */

/** Keeps axios from reading cookies, which throws in a frame without storage access. */
const SAFELY = { withCredentials: true, withXSRFToken: false }

/** Sends a request and returns the response, whatever its status. Rejects if there is none in time. */
export async function send(
  request: SignedRequest,
): Promise<{ status: number; data: unknown; isProblem: boolean; retryAfterMs?: number | undefined }> {
  // Its body was just packed; on a slow phone both together would delay a press.
  await new Promise((resolve) => setTimeout(resolve))
  const response = await axios.request<unknown>({
    method: request.method,
    url: request.url,
    data: request.body,
    headers: request.headers,
    ...SAFELY,
    timeout: TIMEOUT_MS,
    validateStatus: null,
  })
  const seconds = Number(response.headers['retry-after'])
  return {
    status: response.status,
    data: response.data,
    isProblem: String(response.headers['content-type']).startsWith('application/problem+json'),
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
  const { data, status } = await axios.get<T>(url, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    timeout: TIMEOUT_MS,
    ...SAFELY,
    validateStatus: (status) => (status >= 200 && status < 300) || status === 404,
  })
  return status === 404 ? null : data
}
