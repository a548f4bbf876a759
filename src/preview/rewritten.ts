import { hashSource } from '../server/kernel/contentSecurityPolicy.ts'

/** Answer of a site's server to a request within the process. */
export interface SiteAnswer {
  statusCode: number
  headers: Record<string, string | string[] | number | undefined>
  /** The body as text, and as bytes. */
  body: string
  rawPayload: Buffer
}

/** An author must see each edition as a first-time visitor does. */
export const NOT_CACHED = { 'cache-control': 'no-store' } as const

/** An answer with its text changed, if its type is one of `types`; its policy then lists the new style elements. Other answers are
 *  unchanged. */
export function rewritten(
  answer: SiteAnswer,
  types: RegExp,
  change: (text: string, type: string) => string,
): SiteAnswer {
  const type = String(answer.headers['content-type'])
  if (!types.test(type)) return answer
  const body = change(answer.body, type)
  const { 'content-length': _, 'content-security-policy': policy, ...headers } = answer.headers
  const changed = { statusCode: answer.statusCode, body, rawPayload: Buffer.from(body) }
  if (typeof policy !== 'string') return { ...changed, headers }
  return { ...changed, headers: { ...headers, 'content-security-policy': knowing(policy, body) } }
}

function knowing(policy: string, html: string): string {
  const hashes = Array.from(html.matchAll(STYLE), ([, style]) => hashSource(style!)).join(' ')
  return policy.replace(/style-src [^;]*/, `$& ${hashes}`)
}

const STYLE = /<style[^>]*>([^]*?)<\/style>/g
