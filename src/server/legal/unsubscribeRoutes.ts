import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LETTERS } from '../../texts/languages/letterSentences.ts'
import type { Wording } from '../../texts/languages/sameSentences.ts'
import type { UNSUBSCRIBING } from '../../texts/letters.ts'
import type { Settings } from '../settings/settings.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import { acceptFormBodies } from '../http/acceptFormBodies.ts'
import { acceptMultipart } from '../http/acceptMultipart.ts'
import { limitsOf } from '../limits/limits.ts'
import { asWished, preferredLanguage } from '../visitors/visit.ts'
import { legalSite, sendDocument, sendNotFound, type LegalSite } from '../pages/legalDocument.ts'
import { unsubscribeAddress } from '../mail/letter.ts'

export interface UnsubscribeDeps extends StoreAndClock {
  versions: Versions
  settings: Settings
}

/** The page that every email links to. Link scanners open it, and some press the first button they find. So only two things opt out: a
 *  mail program's POST, or a form with a box that a person checked. Source: RFC 8058, 3.1 and 3.2: one POST, without a cookie. */
export function registerUnsubscribing(app: FastifyInstance, ctx: UnsubscribeDeps, css: string): void {
  const { versions, settings, store, now } = ctx
  const url = unsubscribeAddress(':path', ':token')
  const show = async (
    request: FastifyRequest<Route>,
    reply: FastifyReply,
    say: (words: Words, site: LegalSite) => { title: string; main: string },
  ) => {
    const version = await versions.leading(request.params.path.toLowerCase())
    if (!version) return sendNotFound(reply, css, preferredLanguage(request))
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const site = legalSite(asWished(version, request), settings)
    const { title, main } = say(LETTERS[site.language].UNSUBSCRIBING, site)
    return sendDocument(reply, { site, css, title, main, now: now(), referrer: 'no-referrer' })
  }
  const ask = (request: FastifyRequest<Route>, reply: FastifyReply) =>
    show(request, reply, ({ title, lead, confirm, button }) => ({
      title,
      main: `<p class="lead">${lead}</p>
<form method="post" class="request"><p><label><input type="checkbox" name="${BOX}" value="yes" required> ${confirm}</label></p>
<button>${button}</button></form>`,
    }))
  void app.register(async (scope) => {
    acceptFormBodies(scope)
    // RFC 8058, 3.2 prefers this type.
    acceptMultipart(scope)
    scope.get<Route>(url, async (request, reply) => ask(request, reply))
    scope.post<Route>(url, limitsOf('POST /legal/*', settings.rateLimit), async (request, reply) => {
      if (!isMeant(request.body)) return ask(request, reply)
      if (await store.unsubscribe(request.params.token, now()))
        return show(request, reply, ({ done, doneLead }) => ({
          title: done,
          main: `<p class="lead" role="status">${doneLead}</p>`,
        }))
      return show(
        request,
        reply.code(404),
        ({ unknown, unknownLead, form }, { path, language, addressOf }) => ({
          title: unknown,
          main: `<p class="lead">${unknownLead}</p>
<p><a href="/legal/${path}/${addressOf('privacy-policy', language)}">${form}</a></p>`,
        }),
      )
    })
  })
}

/** True for a mail program's POST, or a form whose box was checked. */
function isMeant(body: unknown): boolean {
  const said = (body ?? {}) as Record<string, unknown>
  return said['List-Unsubscribe'] === 'One-Click' || said[BOX] === 'yes'
}

const BOX = 'stop'

interface Route {
  Params: { path: string; token: string }
}

type Words = Wording<typeof UNSUBSCRIBING>
