import type { FrameAnswer } from '../server/studio/draftPage.ts'
import { NOT_CACHED, rewritten, type SiteAnswer } from './rewritten.ts'

interface Frame {
  base: string
  origins: readonly string[]
}

/** A site's answer, for a frame on the operators' origin. The page gets no origin and can reach only addresses below `base`. It has
 *  neither cookies nor storage, and nothing in it can act as an operator. */
export function sandboxed(
  answer: SiteAnswer,
  frame: Frame,
): Omit<SiteAnswer, 'headers'> & Pick<FrameAnswer, 'headers'> {
  const moved = rewritten(answer, TEXTS, (text) => moveAddresses(text, frame.base))
  const headers = Object.entries(moved.headers).flatMap(([name, value]) =>
    value === undefined || DROPPED.has(name)
      ? []
      : [[name, Array.isArray(value) ? value : String(value)] as const],
  )
  const { location } = moved.headers
  return {
    ...moved,
    headers: {
      ...Object.fromEntries(headers),
      ...(typeof location === 'string' && location.startsWith('/') && { location: frame.base + location }),
      ...NOT_CACHED,
      'content-security-policy': policy(String(moved.headers['content-security-policy'] ?? ''), frame),
      // The address is the key to the draft, so other pages must not learn it.
      'referrer-policy': 'no-referrer',
      // A page without an origin sends "null". It is useless without knowing the address.
      'access-control-allow-origin': 'null',
      'access-control-allow-credentials': 'true',
    },
  }
}

const DROPPED: ReadonlySet<string> = new Set([
  'set-cookie',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'strict-transport-security',
  'x-frame-options',
])

const TEXTS = /^text\/(html|css)/

/** Rewrites the addresses of the site's server in a page or a stylesheet. Scripts begin theirs with the base that the page names. */
function moveAddresses(text: string, base: string): string {
  return text
    .replace(/(?<=["'(=,\s])\/(?=(?:main|legal|webhook)\/|api["/])/g, `${base}/`)
    .replaceAll('href="/"', `href="${base}/"`)
    .replace('"base":""', `"base":"${base}"`)
    .replace('"may_track":true', '"may_track":false')
}

/** A policy that keeps of the previous one only the page itself and addresses below the base. It allows no other scripts, pictures or
 *  calls, so that nothing is counted or reported. */
function policy(before: string, { base, origins }: Frame): string {
  const here = origins.map((origin) => `${origin}${base}/`).join(' ')
  const allowed = before.split(/; */).flatMap((directive) => {
    const [name, ...sources] = directive.split(' ')
    if (!name || name === 'frame-ancestors' || name === 'sandbox') return []
    const left = sources.flatMap((source) =>
      source === "'self'" ? [here] : /^('none'|'sha256-.*'|data:)$/.test(source) ? [source] : [],
    )
    return [[name, ...left].join(' ')]
  })
  const usual = allowed.length > 0 ? allowed : ["default-src 'none'"]
  return [...usual, `frame-ancestors 'self' ${origins.join(' ')}`, 'sandbox allow-scripts allow-forms'].join(
    '; ',
  )
}
