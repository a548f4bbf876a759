import { setTimeout } from 'node:timers/promises'
import { sessionCookie } from '../server/visitors/visit.ts'
import type { DraftPage } from '../server/studio/draftPage.ts'
import { inScheme, type Scheme } from './inScheme.ts'
import type { OpenSite } from './openSite.ts'
import { sandboxed } from './sandboxed.ts'
import type { SiteAnswer } from './rewritten.ts'
import { sentBytes, slowLine } from './slowLine.ts'
import { withStepReports } from './stepReports.ts'

export type SandboxedSite = Pick<DraftPage, 'begin' | 'answer'>

/** A site for one frame on the operators' origin, which gets none of its cookies. The visit, and all other cookies that the site sets,
 *  are kept here. */
export function sandboxedSite({ app, preview, path }: OpenSite): SandboxedSite {
  const cookies = new Map<string, string>()
  let scheme: Scheme | undefined
  let isSlow = false
  const line = slowLine({ now: Date.now, sleep: setTimeout })
  const keep = ({ headers }: SiteAnswer) => {
    for (const text of [headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = String(text).split(';', 1)
      const [name = ''] = pair.split('=', 1)
      const value = pair.slice(name.length + 1)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  return {
    async begin({ by, step, lang, scheme: colors, network }) {
      const session = await preview.begin({ by, step, language: lang })
      if (!session) return false
      cookies.clear()
      cookies.set(sessionCookie(path), session.token)
      scheme = colors
      isSlow = network === 'slow'
      return true
    },
    async answer({ method, url, headers, body, base, origins }) {
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers: {
          ...asVisitor(headers, base),
          cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(body && { payload: Buffer.from(body) }),
      })
      keep(answer)
      const token = cookies.get(sessionCookie(path))
      if (token !== undefined && method === 'GET' && isPage(answer)) preview.follow(token)
      if (method !== 'GET') preview.touch()
      if (isSlow) await line({ up: body?.length ?? 0, down: sentBytes(answer) })
      const shown = sandboxed(withStepReports(inScheme(answer, scheme)), { base, origins })
      return { status: shown.statusCode, headers: shown.headers, body: shown.rawPayload }
    },
  }
}

/** Headers about the browser and the request. They carry nothing of the operator: no cookie, no opt-out. */
const PASSED = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'host',
  'user-agent',
  'x-signature',
]

/** Makes a request of a studio frame look like one of a visitor's page. The answer is read here, so it must not be compressed. */
function asVisitor(headers: Readonly<Record<string, string | string[] | undefined>>, base: string) {
  const { pageurl } = headers
  const passed = PASSED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
  return {
    ...(Object.fromEntries(passed) as Record<string, string>),
    ...(typeof pageurl === 'string' && { pageurl: pageurl.replace(base, '') }),
    'accept-encoding': 'identity',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'same-origin',
  }
}

function isPage({ headers }: SiteAnswer): boolean {
  return String(headers['content-type']).startsWith('text/html')
}
