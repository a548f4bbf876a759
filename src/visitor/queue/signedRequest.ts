import type { CallName } from '../../../schemas/api.ts'
import { wrap } from './sealEnvelope.ts'

/** A request that is ready to send. */
export interface SignedRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

/** Builds the HTTP request of a call. Bodies about sessions and checks are wrapped and signed; `token` is the session's, or the site's
 *  public key for the call that opens a session. `api` is the address to use for /api. */
export function buildRequest(
  api: string,
  { call, body, token, page_url }: { call: CallName; body: object; token: string; page_url?: string },
): SignedRequest {
  const [method = '', path = ''] = call.split(' ')
  const url = path.startsWith(API) ? api + path.slice(API.length) : api.replace(/\/api$/, '') + path
  const envelope = WRAPPED.test(path)
    ? wrap(body, token)
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const authorized = call !== 'POST /api/sessions'
  return {
    method,
    url,
    body: envelope.body,
    headers: {
      ...envelope.headers,
      ...(authorized && { authorization: `Bearer ${token}` }),
      ...(page_url !== undefined && { pageurl: asHeader(page_url) }),
    },
  }
}

const API = '/api'

/** Calls with wrapped bodies, from design, section 4. The server's table of calls, with its schemas, is kept out of the browser. */
const WRAPPED = /^\/api\/(sessions|validations|compute)\b/

/** A header is ASCII only: everything else is percent-encoded, and encoded parts stay. Half a surrogate pair has no encoding. */
function asHeader(address: string): string {
  const wellFormed = address.replace(/\p{Surrogate}/gu, '\ufffd')
  return wellFormed.replace(/[^\x20-\x7e]/gu, encodeURIComponent).slice(0, 4000)
}
