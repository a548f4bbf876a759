import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LETTERS } from '../../texts/languages/letterSentences.ts'
import type { Wording } from '../../texts/languages/sameSentences.ts'
import type { UNSUBSCRIBING } from '../../texts/letters.ts'
import type { Context } from '../context.ts'
import { acceptFormBodies } from '../http/acceptFormBodies.ts'
import { limitsOf } from '../limits/limits.ts'
import { asWished, preferredLanguage } from '../pages/visit.ts'
import { legalSite, sendDocument, sendNotFound, type LegalSite } from './legalDocument.ts'

/** Where a recipient opts out of email, from a server's address. */
export function unsubscribeAddress(path: string, token: string): string {
  return `/legal/${path}/no-more-email/${token}`
}

/** The page that every email names. It is opened by programs that look links through, too: only its button, or that of a mail
 *  program, does something. Source: RFC 8058, 3.1 and 3.2: one POST, without a cookie. */
export function registerUnsubscribing(app: FastifyInstance, ctx: Context, css: string): void {
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
  void app.register(async (scope) => {
    acceptFormBodies(scope)
    scope.get<Route>(url, async (request, reply) =>
      show(request, reply, ({ title, lead, button }) => ({
        title,
        main: `<p class="lead">${lead}</p>
<form method="post" class="request"><button>${button}</button></form>`,
      })),
    )
    scope.post<Route>(url, limitsOf('POST /legal/*', settings.rateLimit), async (request, reply) => {
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

interface Route {
  Params: { path: string; token: string }
}

type Words = Wording<typeof UNSUBSCRIBING>
