import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { DOCUMENTS } from '../../../schemas/flow/site.ts'
import type { Language } from '../../../schemas/flow/flow.ts'
import { languageOf } from '../../flow/languages/language.ts'
import { fillIn } from '../../flow/placeholders.ts'
import { bytesOf, type Budgets } from '../limits/budgets.ts'
import type { Visitors } from '../visitors/visitors.ts'
import { limitsOf } from '../limits/limits.ts'
import { asWished, heldVisit, preferredLanguage, rememberOptOut } from '../visitors/visit.ts'
import { refusal } from '../kernel/problem.ts'
import { acceptFormBodies } from '../http/acceptFormBodies.ts'
import {
  LEGAL_FOLDER,
  legalSite,
  readLegalStyle,
  sendLegal,
  sendNotFound,
  type LegalSite,
} from '../pages/legalDocument.ts'
import { registerUnsubscribing, type UnsubscribeDeps } from './unsubscribeRoutes.ts'
import { FORMS, requestForm, requestOf, requestThanks, typedOf, type Typed } from './privacyRequest.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

interface LegalDeps extends UnsubscribeDeps {
  visitors: Visitors
  budgets: Budgets
}

/** Serves the documents that sites' footers link to, /legal/<path>/<slug>, without scripts, in the site's own colors, and with a form
 *  where requests can be made. Their texts are in fixtures/legal, one fragment per slug and language, in which {{site}} is the site's
 *  name, {{contact}} the ways to reach the operator and {{form}} the form; a site may bring its own. Throws if one of them is missing. */
export async function registerLegal(app: FastifyInstance, ctx: LegalDeps): Promise<void> {
  const { versions, settings, now } = ctx
  const fragments = readFragments()
  const css = readLegalStyle()
  const found = async (request: Asking): Promise<{ site: LegalSite; fragment: string } | null> => {
    const { path, slug } = request.params
    const written = await versions.leading(path.toLowerCase())
    const version = written && asWished(written, request)
    const link = version?.flow.ui_config.site.footer.find(({ document }) => document === slug)
    if (!version || !link) return null
    const own = link.file === undefined ? undefined : version.icons[link.file]
    const fragment =
      own === undefined
        ? fragments[languageOf(version.flow)].get(slug)
        : Buffer.from(own, 'base64').toString()
    return fragment === undefined ? null : { site: legalSite(version, settings), fragment }
  }
  const show = (
    reply: FastifyReply,
    { site, fragment, slug, form }: { site: LegalSite; fragment: string; slug: string; form: string },
  ) => {
    const words = new Map<string, string>(Object.entries({ ...site.words, form }))
    const main = fillIn(linksInLanguage(fragment, site), (name) => words.get(name) ?? '')
    return sendLegal(reply, { site, css, slug, main, now: now() })
  }

  await app.register(async (scope) => {
    await scope.register(cookie)
    acceptFormBodies(scope)
    scope.get<{ Params: Params }>('/legal/:path/:slug', { exposeHeadRoute: true }, async (request, reply) => {
      const { slug } = request.params
      const document = await found(request)
      if (!document) return sendNotFound(reply, css, preferredLanguage(request))
      if (document.site.others.length > 0) reply.header('vary', 'accept-language')
      reply.header('cache-control', `public, max-age=${KEPT_SECONDS}`)
      return show(reply, { ...document, slug, form: requestForm(document.site, slug) })
    })
    scope.post<{ Params: Params }>(
      '/legal/:path/:slug',
      { ...limitsOf('POST /legal/*', settings.rateLimit), onRequest: [refuseOtherSites] },
      async (request, reply) => {
        const { slug } = request.params
        const document = Object.hasOwn(FORMS, slug) ? await found(request) : null
        if (!document) return sendNotFound(reply, css, preferredLanguage(request))
        const typed = typedOf(request.body)
        reply.header('cache-control', 'no-store')
        const { form, status } = await take(ctx, { request, reply, typed, site: document.site })
        return show(reply.code(status), { ...document, slug, form })
      },
    )
  })
  registerUnsubscribing(app, ctx, css)
  for (const url of ['/legal', '/legal/*'])
    app.get(url, async (request, reply) => sendNotFound(reply, css, preferredLanguage(request)))
}

/** A page of another site must not post from its readers' browsers to opt them out. Browsers report the form's origin; unlike Origin,
 *  this doesn't require knowing our own address. Source: W3C Fetch Metadata. */
const refuseOtherSites: onRequestHookHandler = ({ headers }, _reply, done) => {
  const elsewhere = headers['sec-fetch-site'] === 'cross-site'
  done(elsewhere ? refusal(403, REFUSALS.formOfOtherSite) : undefined)
}

type Asking = FastifyRequest<{ Params: Params }>

interface Params {
  path: string
  slug: string
}

/** A changed text or address is visible to everyone within five minutes. */
const KEPT_SECONDS = 300

/** Saves a form's request, or shows its errors. A person who asks not to be sold isn't tracked either: this browser's session is marked,
 *  and so are its later ones. */
async function take(
  ctx: LegalDeps,
  { request, reply, typed, site }: { request: Asking; reply: FastifyReply; typed: Typed; site: LegalSite },
): Promise<{ form: string; status: number }> {
  const { path, slug } = request.params
  const parsed = requestOf(site.language, slug, typed)
  if ('errors' in parsed) return { form: requestForm(site, slug, typed, parsed.errors), status: 400 }
  const { asked } = parsed
  ctx.budgets.spend(request.ip, 'strangers', bytesOf(asked))
  const at = ctx.now()
  const number = await ctx.store.privacyRequest({ ...asked, path, manner: 'form', at })
  if (asked.kind === 'do_not_sell') {
    rememberOptOut(request, reply)
    const held = await heldVisit(ctx, request, path)
    const session_uuid = held?.visitor.session.uuid
    if (session_uuid !== undefined)
      await ctx.store.optOut({ session_uuid, phone: null, email: null, source: asked.kind, at })
  }
  return { form: requestThanks(site.language, asked.kind, number), status: 200 }
}

/** A text with links to the documents of its site in its own language. */
function linksInLanguage(fragment: string, { language, addressOf }: LegalSite): string {
  return fragment.replace(
    /(<a href=")([a-z-]+)(?=[#"])/g,
    (_, before: string, slug: string) => before + addressOf(slug, language),
  )
}

function readFragments(): Record<Language, ReadonlyMap<string, string>> {
  const text = (language: Language, slug: string) =>
    readFileSync(join(LEGAL_FOLDER, language, `${slug}.html`), 'utf8')
  const read = (language: Language) =>
    new Map(Object.keys(DOCUMENTS).map((slug) => [slug, text(language, slug)]))
  return { en: read('en'), es: read('es') }
}
