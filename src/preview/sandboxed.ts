import type { FrameAnswer } from '../server/studio/draftPage.ts'
import { NOT_CACHED, rewritten, type SiteAnswer } from './rewritten.ts'

interface Frame {
  base: string
  origins: readonly string[]
}

/** What a site answers, as a frame on the origin of operators may have it: a page of no origin, which reaches nothing but what is
 *  behind `base`. It has neither cookies nor storage, and nothing that it holds acts as an operator. */
export function sandboxed(
  answer: SiteAnswer,
  frame: Frame,
): Omit<SiteAnswer, 'headers'> & Pick<FrameAnswer, 'headers'> {
  const moved = rewritten(answer, TEXTS, (text, type) => moveAddresses(text, type, frame.base))
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
      // The address is the key to the draft: no other page learns it.
      'referrer-policy': 'no-referrer',
      // A page of no origin asks as “null”. Whoever does not know the address gets nothing by it.
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

const TEXTS = /^(text\/(html|css|javascript)|application\/javascript)/

/** Addresses of the site's server: in a page and a stylesheet at each place where one can stand; in scripts those that are whole there. What
 *  scripts call begins with the address that the page names. */
function moveAddresses(text: string, type: string, base: string): string {
  if (type.includes('javascript')) return text.replace(/(?<=["'`])\/(?=main\/flows\/|legal\/)/g, `${base}/`)
  return text
    .replace(/(?<=["'(=,\s])\/(?=(?:main|legal|webhook)\/|api["/])/g, `${base}/`)
    .replaceAll('href="/"', `href="${base}/"`)
    .replace('"may_track":true', '"may_track":false')
}

/** A policy that allows, of what it did, what is in the page itself or behind the base: no script, picture or call of anybody else, so
 *  that nothing is counted or reported. */
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
