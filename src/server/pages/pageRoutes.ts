import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Outcome } from '../../../schemas/visitor/sessions.ts'
import { recordedAnswers } from '../../flow/judge.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import type { Language } from '../../../schemas/flow/flow.ts'
import { begin, withoutPersonalAnswers, withoutTyped } from '../../flow/journey.ts'
import { asksNothing } from '../../flow/progress.ts'
import { flatten } from '../../flow/answers/data.ts'
import { findStep, showsConsent, stepId } from '../../flow/elements/elements.ts'
import type { Page, RefusedPost } from '../../flow/page.ts'
import { FAILED, NOT_FOUND, UNSAVED } from '../../texts/visitorPage.ts'
import { trackingOrigins } from '../../flow/vendors/vendors.ts'
import { isPrefetch } from '../visitors/botDetection.ts'
import type { ArrivalDeps, Arrived } from '../visitors/sessions.ts'
import type { Folders } from '../kernel/ports.ts'
import type { LiveScripts } from '../origins/liveScripts.ts'
import type { StepDeps } from '../visitors/recordStep.ts'
import { ownNumber } from '../outside/trackedNumber.ts'
import type { Vehicles, VehicleYears } from '../outside/vehicles.ts'
import { recordFailure } from '../http/failures.ts'
import { outcomeOf, type OutcomeDeps } from '../leads/outcomeOf.ts'
import { heldForm } from '../http/heldBodies.ts'
import { httpsFromNowOn } from '../http/https.ts'
import { limitsOf } from '../limits/limits.ts'
import { sentFlow } from '../publish/sentFlow.ts'
import { pack, sendPacked, type Packed } from '../http/packed.ts'
import { SITE_PAGE } from '../origins/pageHeaders.ts'
import { refusal } from '../kernel/problem.ts'
import { loadingCache } from '../kernel/caches.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import type { SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { readAssets, type Assets } from './assets.ts'
import { registerEmbedScript } from './embedding.ts'
import { isFramed } from '../visitors/visit.ts'
import { noticeDocument, pageDocument, type Document } from './pageDocument.ts'
import { drawWith } from './drawStep.ts'
import { loadRenderer, type Renderer } from './firstStep.ts'
import { goOnPages, type GoOnPageDeps } from './goOnPage.ts'
import { GO_ON_PARAMETER, mailsLinks } from '../mail/goOnLink.ts'
import { originOf, stepsThatCount } from '../visitors/handedOver.ts'
import { asksToStartAgain, takePress, type ShownForm } from './press.ts'
import { formIn, withMark } from './servedForm.ts'
import { siteStyle } from './fontFaces.ts'
import { addressTags, shareTags } from './shareTags.ts'
import { refuseFiles } from './rootFiles.ts'
import type { Settings } from '../settings/settings.ts'
import { arrive, endVisit, languageWish, mayTrack, optOutOf, siteOf } from '../visitors/visit.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'

interface PageDeps extends ArrivalDeps, StepDeps, GoOnPageDeps {
  folders: Folders
  scripts: LiveScripts
  vehicles: () => Promise<Vehicles>
  isPreview?: true
}

/** Serves the visitor's page, on every address not used otherwise, and the parts of the flow that it loads. The HTML includes the
 *  session and the visitor's current step, so that it is readable before any script runs. */
export async function registerPage(app: FastifyInstance, ctx: PageDeps): Promise<void> {
  const assets = readAssets(ctx.folders.visitor)
  const renderer = assets && (await loadRenderer(ctx.folders.render))
  ctx.versions.tryWith({
    draw: renderer && drawWith(renderer),
    onUnshown: ({ path, version }, err) =>
      app.log.error({ err, path, version }, NOTICES.unshown(path, version)),
  })
  await app.register(async (scope) => {
    await scope.register(cookie)
    await scope.register(compress, {
      global: false,
      encodings: ['br', 'gzip'],
      brotliOptions: FAST_BROTLI,
      syncThreshold: PACKED_AT_ONCE_BYTES,
    })
    registerFlowFiles(scope, ctx)
    if (assets && renderer) return registerVisits(scope, ctx, { assets, renderer })
    scope.get('/*', async (_, reply) =>
      reply.code(503).type('text/plain').send('The site isn’t built. Run npm run build.'),
    )
  })
}

function registerFlowFiles(scope: FastifyInstance, ctx: PageDeps): void {
  const files = loadingCache(FILES_KEPT, (file: string) => flowFile(ctx, file))
  scope.get<{ Params: { file: string } }>('/main/flows/:file', async (request, reply) => {
    const file = await files.get(request.params.file)
    if (!file) throw refusal(404, REFUSALS.noVersion)
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return sendPacked(request, reply.type(`${file.type}; charset=utf-8`), file.packed)
  })
}

/** The build of the visitor's app: its files, and its renderer for the server. */
interface Build {
  assets: Assets
  renderer: Renderer
}

/** Routes that show the page to a visitor and take the forms that the page posts without its scripts. */
function registerVisits(scope: FastifyInstance, ctx: PageDeps, build: Build): void {
  const { assets } = build
  registerEmbedScript(scope, assets)
  const goOn = goOnPages(ctx)
  const pressing = {
    ...ctx,
    build: assets.script,
    drawForm: async (request: FastifyRequest, { version, record, language, posted }: ShownForm) => {
      const session = { uuid: record.uuid, token: '', version: version.version, click_ref: '' }
      const arrived = { version, session, record: { ...record, language } }
      const { page } = await visitPage(ctx, { request, arrived, refused: posted, tracks: false })
      return formIn(build.renderer(page).step)
    },
  }
  const describe = (request: FastifyRequest, reply: FastifyReply, described: Described) =>
    reply
      .headers(pageHeaders(request, described, { assets, settings: ctx.settings }))
      .type('text/html; charset=utf-8')
  const tracksOn = async (request: FastifyRequest, { flow }: Pick<Version, 'flow'>) =>
    mayTrack(request) && ctx.scripts.mayLoad(flow)
  // A HEAD request isn't a visit, so it gets no session, no step, and no style. Source: RFC 9110, 9.3.2.
  scope.head('/*', { onRequest: [refuseFiles] }, async (request, reply) => {
    const version = await siteOf(ctx, request)
    const tracks = version !== null && (await tracksOn(request, version))
    return describe(request, reply, { version, styles: [], tracks })
      .code(version ? 200 : 404)
      .send()
  })
  const visit = {
    ...limitsOf('GET /*', ctx.settings.rateLimit),
    onRequest: [refuseFiles],
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const { status, detail } = recordFailure(error, request, reply)
      const notice = NOTICE_OF[status] ?? { title: FAILED.server, lead: detail }
      // Not compressed, because a request that fails this early has no encoding yet.
      const { html, styles } = noticeDocument(assets, notice)
      return describe(request, reply, { version: null, styles }).send(html)
    },
  }
  const showPage = async (request: FastifyRequest, reply: FastifyReply, refused?: RefusedPost) => {
    const arrived = await arrive(ctx, request, reply)
    if (!arrived) {
      const { html, styles } = noticeDocument(assets, NOT_FOUND)
      return describe(request, reply.code(404), { version: null, styles }).compress(html)
    }
    const { version, record } = arrived
    const tracks = await tracksOn(request, version)
    const { html, styles } = await visitDocument(ctx, build, { request, arrived, refused, tracks })
    const hasAnswers = record.steps.length > 0 || refused !== undefined
    return describe(request, reply, { version, styles, hasAnswers, tracks }).compress(html)
  }
  // A form that the browser posts because no script handled it. The visitor is redirected to the page, so that a reload doesn't post
  // again; if fields were refused, the answer is the page that shows why.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    heldForm(body),
  )
  scope.post('/*', { ...visit, ...limitsOf('POST /*', ctx.settings.rateLimit) }, async (request, reply) => {
    const link = request.body instanceof URLSearchParams ? request.body.get(GO_ON_PARAMETER) : null
    if (link !== null) return goOn.take(request, reply, link)
    if (asksToStartAgain(request)) {
      const live = await siteOf(ctx, request)
      if (live) endVisit(request, reply, live.path)
    } else {
      const refused = await takePress(pressing, request)
      if (refused) return showPage(request, reply.code(422), refused)
    }
    // An address with two leading slashes would name another host.
    return reply.redirect(request.url.replace(/^[/\\]+/, '/'), 303)
  })
  scope.get('/*', visit, (request, reply) => {
    const link = new URLSearchParams(/\?.*/.exec(request.url)?.[0]).get(GO_ON_PARAMETER)
    return link === null ? showPage(request, reply) : goOn.ask(request, reply, link)
  })
}

/** Parts of a page that its headers depend on. */
interface Described {
  /** Its site; null if it belongs to none. */
  version: Version | null
  /** Contents of its style elements. */
  styles: readonly string[]
  hasAnswers?: boolean
  /** True if it may load tracking scripts. */
  tracks?: boolean
}

function pageHeaders(
  { protocol, headers }: FastifyRequest,
  { version, styles, hasAnswers = false, tracks = false }: Described,
  { assets, settings }: { assets: Assets; settings: Settings },
): Record<string, string> {
  return {
    'content-security-policy': assets.policy({
      styles,
      origins: version && tracks ? trackingOrigins(version.flow.ui_config.entrypoint.tracking_scripts) : [],
      site: version && version.flow,
    }),
    ...SITE_PAGE,
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The session in it belongs to this browser. Going back to the page may show it again without a request unless it has answers,
    // because another user of the device may go back. A browser that prefetched the page asks again, and is counted, when the visitor
    // comes.
    'cache-control': hasAnswers || isPrefetch(headers) ? 'no-store' : 'private, no-cache',
    ...(version && languagesOf(version.flow).length > 1 && { vary: 'accept-language' }),
    ...(protocol === 'https' && { 'strict-transport-security': httpsFromNowOn(settings) }),
  }
}

/** Page of a visit at its current step, or at the step whose posted form was refused, and its journey as anyone at the browser may know
 *  it. */
async function visitPage(
  ctx: PageDeps,
  { request, arrived, refused, tracks }: Shown,
): Promise<{ page: Page; shared: Page['journey'] }> {
  const { version, session, record } = arrived
  const { settings } = ctx
  const flow = inLanguage(version.flow, record.language)
  const course = { flow, origin: originOf(flow, record) }
  const [begun, effects] = begin(
    course,
    recordedAnswers(version.flow, record.origin, stepsThatCount(version.flow, record)),
  )
  const step = begun.current && findStep(flow, begun.current)
  const hasEnded = record.steps.length > 0 && (!step || asksNothing(step))
  const journey = hasEnded ? withoutTyped(course, begun) : begun
  const shared = hasEnded || ctx.isPreview ? journey : withoutPersonalAnswers(course, journey)
  const { years, revision } = await ctx.vehicles()
  const page: Page = {
    ...course,
    session,
    clicked: record.moved ? undefined : record.clicks.at(-1)?.query,
    journey,
    ...(shared !== journey && { is_withheld: true }),
    ...(ctx.isPreview && { is_preview: true }),
    effects,
    refused,
    path: version.path,
    product_name: settings.productName,
    year: Number(newYorkDate(ctx.now()).slice(0, 4)),
    may_track: tracks,
    outcome: await knownOutcome(ctx, record, optOutOf(request)),
    link_hours: mailsLinks(flow, settings) ? settings.goOnHours : undefined,
    ...(settings.retreaverCampaign === null && {
      phone: ownNumber(flow.ui_config.site.phone ?? settings.phoneNumber),
    }),
    base: '',
    api: '/api',
    validators: `/main/flows/${version.version}.js`,
    vehicles: `/main/vehicles/{year}.json?v=${revision}`,
    ...(refused && { catalogs: catalogsOf(refused, years) }),
  }
  return { page, shared }
}

/** The page of a visit as one document, with a mark in a form that a consent is on. */
async function visitDocument(ctx: PageDeps, { assets, renderer }: Build, shown: Shown): Promise<Document> {
  const { request, arrived } = shown
  const { version, record } = arrived
  const { settings } = ctx
  const { page, shared } = await visitPage(ctx, shown)
  const { flow } = page
  const wish = languageWish(request).asked
  const languages = languagesOf(version.flow)
  const named = {
    flow,
    languages,
    asked: languages.length > 1 ? languages.find((language) => language === wish) : undefined,
    publicUrl: settings.publicUrl,
  }
  const markup = renderer(page)
  const step = page.journey.current && findStep(flow, page.journey.current)
  if (step && showsConsent(step))
    markup.step = withMark(markup.step, ctx.clickSecret, {
      session_uuid: record.uuid,
      version: version.version,
      step: stepId(page.journey.current!),
      build: assets.script,
      language: record.language,
      at: ctx.now(),
    })
  return pageDocument({
    page: { ...page, journey: shared },
    style: siteStyle(version),
    head: addressTags(version.path, named) + shareTags(version, named, settings.productName),
    assets,
    markup,
    isFramed: isFramed(request),
  })
}

/** Makes and models of the years that were posted, which a page without scripts can't fetch. */
function catalogsOf({ data }: RefusedPost, years: VehicleYears): VehicleYears {
  const posted = Object.values(flatten(data)).flatMap((value) => value)
  return Object.fromEntries(
    posted.flatMap((year) => (Object.hasOwn(years, year) ? [[year, years[year]!]] : [])),
  )
}

/** A visit to show. `tracks`: true if the page may load tracking scripts. */
interface Shown {
  request: FastifyRequest
  arrived: Arrived
  refused: RefusedPost | undefined
  tracks: boolean
}

/** Known outcome of the visitor's leads. Before the first answer, it can only say that they wouldn't be sold. */
async function knownOutcome(
  ctx: OutcomeDeps,
  session: SessionRecord,
  asked: string | undefined,
): Promise<Outcome | null> {
  if (asked === undefined && session.steps.length === 0) return null
  const outcome = await outcomeOf(ctx, session, asked)
  return outcome.not_sold === null && outcome.leads.length === 0 ? null : outcome
}

/** Page texts, by status, that replace the sentence for API callers. */
const NOTICE_OF: Readonly<Record<number, { title: string; lead: string }>> = { 404: NOT_FOUND, 503: UNSAVED }

/** Such a page is small and made for one reader; quality 5 costs a millisecond. */
const FAST_BROTLI = { params: { [1 /* BROTLI_PARAM_QUALITY */]: 5 } }
/** Another thread takes two milliseconds longer, which is only worth it for a page of a thousand fields. */
const PACKED_AT_ONCE_BYTES = 64 * 1024

/** A file of a published version: `<version>.<form>.json`, its flow; `<version>.<form>.<language>.json`, its flow in another language;
 *  `<version>.js`, its validators; or `<version>.css`, its style. */
async function flowFile(
  { versions }: PageDeps,
  file: string,
): Promise<{ type: string; packed: Packed } | null> {
  const [, number, language, ending] =
    /^([1-9]\d{0,14})(?:\.\d)?(?:\.([a-z]{2}))?\.(json|js|css)$/.exec(file) ?? []
  const version = number === undefined ? null : await versions.get(Number(number))
  if (!version || !ending) return null
  const [type, text] = FLOW_FILES[ending]!(version, language as Language | undefined)
  return { type, packed: await pack(text) }
}

/** Sessions in progress use a handful of versions, of three files each. */
const FILES_KEPT = 300

const FLOW_FILES: Record<string, (version: Version, language?: Language) => [type: string, text: string]> = {
  json: ({ flow }, language) => ['application/json', JSON.stringify(sentFlow(flow, language))],
  js: ({ validators }) => ['text/javascript', validators],
  css: (version) => ['text/css', siteStyle(version)],
}
