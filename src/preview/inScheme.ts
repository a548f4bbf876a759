import { hashSource } from '../server/pages/assets.ts'

/** The colours that an author wants to see, whatever their system asks for. */
export type Scheme = 'light' | 'dark'

interface Answer {
  headers: Record<string, string | string[] | number | undefined>
  rawPayload: Buffer
  body: string
}

/** A page or a stylesheet as a browser reads it whose visitor asks for a scheme: no page can ask that of a frame, so that its
 *  conditions are answered here. Anything else, or where no scheme is asked for, as it is. */
export function inScheme(
  { headers, rawPayload, body }: Answer,
  scheme: string | undefined,
): { headers: Answer['headers']; body: Buffer | string } {
  const type = String(headers['content-type'])
  if ((scheme !== 'light' && scheme !== 'dark') || !/^text\/(html|css)/.test(type))
    return { headers, body: rawPayload }
  const shown = body
    .replace(CONDITION, (_, asked: string) => (asked === scheme ? '(width >= 0)' : '(width < 0)'))
    .replace(BOTH, `color-scheme:${scheme}`)
  const { 'content-length': _, 'content-security-policy': policy, ...rest } = headers
  if (typeof policy !== 'string') return { headers: rest, body: shown }
  const hashes = Array.from(shown.matchAll(STYLE), ([, style]) => hashSource(style!)).join(' ')
  return {
    headers: { ...rest, 'content-security-policy': policy.replace(/style-src [^;]*/, `$& ${hashes}`) },
    body: shown,
  }
}

const CONDITION = /\(prefers-color-scheme: ?(light|dark)\)/g
const BOTH = /color-scheme: ?light dark/g
const STYLE = /<style[^>]*>([^]*?)<\/style>/g
