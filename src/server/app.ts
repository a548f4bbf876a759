import '../texts/languages/everyLanguage.ts'
import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { CALLS, type CallName } from '../../schemas/api.ts'
import { answerInTime } from './http/answerInTime.ts'
import { registerCalls, type Handlers } from './calls.ts'
import {
  connectionOptions,
  dropStalled,
  rejectMultipleHosts,
  PATIENCE,
  refuseUnread,
  type Patience,
} from './http/connections.ts'
import { context, type Context, type ServerOptions } from './context.ts'
import { answerFailure, unknownRoute } from './http/failures.ts'
import { registerFiles } from './pages/siteFiles.ts'
import { registerLegal } from './legal/legalRoutes.ts'
import { loginCookie, registerLoginSessions } from './operators/loginSessions.ts'
import { heldAddress, readHeldJson } from './http/heldBodies.ts'
import { logger, observe } from './metrics/observe.ts'
import { openapi } from './http/openapi.ts'
import { registerIcons } from './pages/icons.ts'
import { registerPictures } from './pages/pictures.ts'
import { registerPage } from './pages/pageRoutes.ts'
import { registerRobots } from './pages/rootFiles.ts'
import { refusal } from './kernel/problem.ts'
import { requestCounts } from './limits/requestCounts.ts'
import { compileRequest } from './http/requestCompiler.ts'
import { conversions } from './returns/conversionRoutes.ts'
import { flows } from './visitors/flowRoutes.ts'
import { registerHealth } from './http/health.ts'
import { goOn } from './mail/goOnRoutes.ts'
import { leads } from './visitors/leadRoutes.ts'
import { linkout } from './visitors/linkoutRoutes.ts'
import { allowed, login, operator, sameSite } from './operators/loginRoutes.ts'
import { reportReader } from './operators/reportReader.ts'
import { reports } from './operators/reportRoutes.ts'
import { marks } from './marks/markRoutes.ts'
import { experiments } from './experiments/experimentRoutes.ts'
import { account } from './people/accountRoutes.ts'
import { confirming, recentlyConfirmed } from './people/confirmRoutes.ts'
import { people } from './people/peopleRoutes.ts'
import { registerOidc } from './oidc/oidcRoutes.ts'
import { passkeys } from './passkeys/passkeyRoutes.ts'
import { reportKeys } from './people/reportKeyRoutes.ts'
import { secondFactor } from './people/secondFactorRoutes.ts'
import { registerRevocations, revocations } from './revocations/revocationRoutes.ts'
import { returns } from './returns/returnRoutes.ts'
import { sessions } from './visitors/sessionRoutes.ts'
import { steps } from './visitors/stepRoutes.ts'
import { tracking } from './visitors/trackingRoutes.ts'
import { validations } from './visitors/validationRoutes.ts'
import { registerOperatorPages } from './operators/operatorPages.ts'
import { acceptFormBodies } from './http/acceptFormBodies.ts'
import { spellCaller, tidyForwarded } from './http/callerAddress.ts'
import { keepApart } from './origins/keepApart.ts'
import { noticeProxy } from './http/unknownProxy.ts'
import { desk } from './desk/desk.ts'
import { registerDocs } from './docs/docsRoutes.ts'
import { draftPages } from './studio/draftPages.ts'
import { keyHolder } from './studio/keyRoutes.ts'
import { pageCalls, registerFrames } from './studio/draftPageRoutes.ts'
import { studio } from './studio/studioRoutes.ts'
import { watchStore } from './jobs/watchStore.ts'
import { registerVehicles } from './outside/vehicles.ts'
import { REFUSALS } from './kernel/callRefusals.ts'

/** The whole server, not yet listening. Closing it leaves the store open; the caller that opened the store closes it. */
export async function buildApp(
  options: ServerOptions,
  patience = PATIENCE,
): Promise<{ app: FastifyInstance; ctx: Context }> {
  const ctx = await context(options)
  const app = bareApp(ctx, patience)
  watchStore(ctx, app.log)
  await app.register(rateLimit, {
    global: false,
    store: requestCounts(ctx.buckets),
    errorResponseBuilder: (_request, { ttl }) =>
      refusal(429, REFUSALS.tooManyRequests(Math.ceil(ttl / 1000))),
  })
  const pages = draftPages(ctx)
  const handlers: Handlers = {
    ...sessions(ctx),
    ...goOn(ctx),
    ...steps(ctx),
    ...flows(ctx),
    ...validations(ctx),
    ...tracking(ctx),
    ...linkout(ctx),
    ...leads(ctx),
    ...conversions(ctx),
    ...returns(ctx),
    ...revocations(ctx),
    ...reports(ctx),
    ...experiments(ctx),
    ...marks(ctx),
    ...login(ctx),
    ...confirming(ctx),
    ...people(ctx),
    ...account(ctx),
    ...secondFactor(ctx),
    ...reportKeys(ctx),
    ...passkeys(ctx),
    ...studio(ctx),
    ...desk(ctx),
    ...pageCalls(ctx, pages),
  }
  const callsOf = (area: Area) => ({
    names: NAMES.filter((name) => areaOf(name) === area),
    handlers,
    operator: operator(ctx),
    allowed,
    confirmed: recentlyConfirmed(ctx),
    keyHolder: keyHolder(ctx),
    reader: reportReader(ctx),
  })
  registerCalls(app, ctx, callsOf('funnel'))
  await app.register(async (scope) => {
    acceptFormBodies(scope)
    registerCalls(scope, ctx, callsOf('webhook'))
  })
  await app.register(async (scope) => {
    await registerLoginSessions(scope, ctx)
    scope.addHook('onRequest', sameSite(ctx))
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('cross-origin-resource-policy', 'same-origin')
      done()
    })
    registerCalls(scope, ctx, callsOf('reports'))
    registerOidc(scope, ctx)
  })
  registerRevocations(app, ctx)
  registerHealth(app, ctx)
  // Built on first request. Few callers ask for it, so startup doesn't wait for it.
  let description: object | undefined
  const { productName: title, publicUrl: url } = ctx.settings
  const { name: cookie } = loginCookie(ctx.settings)
  app.get('/api/openapi.json', async () => (description ??= openapi({ title, url, cookie })))
  for (const address of NO_PAGE) app.all(address, unknownRoute)
  for (const address of NO_FORM) app.post(address, { onRequest: unknownRoute }, unknownRoute)
  registerVehicles(app, ctx)
  await registerFiles(app, ctx)
  await registerOperatorPages(app, ctx)
  await registerDocs(app, ctx)
  await registerFrames(app, ctx, pages)
  await registerLegal(app, ctx)
  registerIcons(app, ctx)
  registerPictures(app, ctx)
  registerRobots(app)
  await registerPage(app, ctx)
  return { app, ctx }
}

/** Paths that never have a page, even when nothing else answers there. Source: design, section 2 "Which site". */
const NO_PAGE = ['/api', '/api/*', '/webhook', '/webhook/*', '/main', '/metrics']
/** Paths that serve something other than a page with a step. */
const NO_FORM = [
  '/main/*',
  '/stats',
  '/stats/*',
  '/studio',
  '/studio/*',
  '/desk',
  '/desk/*',
  '/docs',
  '/docs/*',
  '/legal',
  '/legal/*',
  '/healthz',
  '/readyz',
]

/** Partners post their reports as JSON or as a form; operators log in. */
type Area = 'funnel' | 'webhook' | 'reports'
const NAMES = Object.keys(CALLS) as CallName[]

function areaOf(name: CallName): Area {
  return name.includes(' /webhook/') ? 'webhook' : name.includes(' /api/reports/') ? 'reports' : 'funnel'
}

/** Node closes only the connections that are idle when the server closes. A connection whose request ends later would stay open until
 *  its keep-alive runs out, 72 seconds. */
const SWEEP_MS = 50

/** Fastify with our conventions. Schemas refuse instead of coercing, and every failure is a problem body. */
function bareApp(ctx: Context, patience: Patience): FastifyInstance {
  const { settings, metrics } = ctx
  const app = fastify({
    logger: logger(ctx),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    ...connectionOptions(patience),
    // Requests on connections that are still open are answered until the server has stopped.
    return503OnClosing: false,
    clientErrorHandler: refuseUnread(metrics),
    trustProxy: settings.trustProxy.length > 0 && settings.trustProxy,
    exposeHeadRoutes: false,
    frameworkErrors: answerFailure,
    rewriteUrl: ({ url = '/', headers }) => {
      tidyForwarded(headers)
      return heldAddress(decodable(inOriginForm(url)))
    },
  })
  dropStalled(app.server, patience)
  app.setChildLoggerFactory((shared) => shared)
  app.setValidatorCompiler(compileRequest)
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler(unknownRoute)
  app.removeContentTypeParser('text/plain')
  readHeldJson(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  app.addHook('onRequest', spellCaller())
  app.addHook('onRequest', noticeProxy(settings))
  answerInTime(app)
  app.addHook('onRequest', rejectMultipleHosts)
  app.addHook('onRequest', keepApart(ctx))
  app.addHook('onResponse', observe(metrics))
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    app.server.once('close', () => clearInterval(sweep))
  })
  app.decorateRequest('token', '')
  app.decorateRequest('bodyBytes', 0)
  app.decorateRequest('publishKey', null)
  app.decorateRequest('reportKey', null)
  app.decorateRequest('isFailureInLog', false)
  return app
}

/** Path of a request target. Proxies may send the whole address, but code that reads the path, such as the login cookie, expects the
 *  path alone. Source: RFC 9112, 3.2.2 "absolute-form". */
function inOriginForm(url: string): string {
  const whole = url.startsWith('/') ? null : URL.parse(url)
  return whole ? whole.pathname + whole.search : url
}

/** Escapes each % of a path that can't be decoded, because people write 50% into addresses. Such a path is then answered like any other.
 *  Source: design, section 2 "Which site". */
function decodable(url: string): string {
  const path = url.split('?', 1)[0]!
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
