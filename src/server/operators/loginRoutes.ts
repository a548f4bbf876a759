import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest, onRequestHookHandler, Session } from 'fastify'
import type { LoggedIn } from '../../../schemas/people/operator.ts'
import { CALLER_NEEDS, ROLES, USUAL_ROLE } from '../../../schemas/people/roles.ts'
import type { Handlers } from '../calls.ts'
import type { Settings } from '../settings/settings.ts'
import { factorDueAt } from './factorRequired.ts'
import { loginCookie, type LoginDeps } from './loginSessions.ts'
import { loginTries } from './loginTries.ts'
import { openLogin } from './openLogin.ts'
import { sitesOf } from './ownSites.ts'
import { checkCode, secondFactorOf, type CodeDeps } from './secondFactor.ts'
import { verifyPassword } from './passwords.ts'
import { PROBLEM_TYPES } from '../../../schemas/kernel/problemTypes.ts'
import { refusal, type Refusal } from '../kernel/problem.ts'
import { operatorsOrigin, type OriginSettings } from '../origins/side.ts'
import { serialize } from '../kernel/serialize.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

export function login(ctx: CodeDeps) {
  const { store, now, settings } = ctx
  const { secure, ...cookie } = loginCookie(settings)
  const inTurn = serialize()
  const usable = async (name: string) => {
    const account = await store.operator(name)
    return account?.revoked_at === null ? account : null
  }
  return {
    'POST /api/reports/login': async ({ body: { name: typed, password, code }, request }) => {
      if (!isSafe(request)) throw refusal(403, REFUSALS.loginUnsafe)
      const tries = loginTries(ctx, typed, request.ip)
      const { name, role, sites, password_hash } = await inTurn(tries.network, async () => {
        await tries.begin()
        const account = await usable(typed)
        const isRight = await verifyPassword(password, account?.password_hash ?? null)
        await tries.end({ isRight: isRight && account !== null, account: account?.name ?? null })
        if (isRight && account) return account
        throw wrong()
      })
      const factor = await secondFactorOf(ctx, name)
      if (factor && code === undefined) throw refusal(401, REFUSALS.codeNeeded, { field: 'code' })
      if (factor && code !== undefined)
        await checkCode(ctx, { name, ip: request.ip, factor, code, status: 401 })
      // Any change that ended this account's logins while its password was being checked couldn't end this one yet.
      const isStill = async () => {
        const [present, itsFactor] = await Promise.all([usable(name), secondFactorOf(ctx, name)])
        const isSame =
          present?.password_hash === password_hash &&
          present.role === role &&
          isDeepStrictEqual(present.sites, sites)
        return isSame && itsFactor?.sealed === factor?.sealed
      }
      const secondFactor = factor !== null
      if (!(await openLogin(ctx, request, { name, role, sites, secondFactor, isStill }))) throw wrong()
      await store.audit({ at: now(), operator: name, act: 'login', about: '' })
      return { name, role, sites, ...needs(ctx, request) }
    },

    'POST /api/reports/logout': async ({ request, reply }) => {
      const { operator = '' } = request.session
      await request.session.destroy()
      await store.audit({ at: now(), operator, act: 'logout', about: '' })
      reply.clearCookie(cookie.name, { path: cookie.path, secure })
    },

    'GET /api/reports/me': async ({ request }) => {
      // The page that logs in asks for its reports next.
      store.prepareReports()
      const { operator = '', role = USUAL_ROLE } = request.session
      return { name: operator, role, sites: sitesOf(request), ...needs(ctx, request) }
    },
  } satisfies Partial<Handlers>
}

/** Refuses callers who aren't logged in. Also refuses those without required two-factor authentication, except for calls about their own
 *  account. */
export function operator({ settings, store, now }: LoginDeps): (request: FastifyRequest) => Promise<void> {
  return async ({ session, routeOptions }) => {
    if (session.operator === undefined) throw session.isIdle ? idle(settings) : refusal(401, REFUSALS.logIn)
    if (lacksFactor({ settings, now }, session) && !OWN_ACCOUNT.test(routeOptions.url ?? ''))
      throw refusal(403, REFUSALS.factorFirst)
    if (session.sites !== undefined) return
    // A login that a server of the previous release made, before logins had sites.
    const account = await store.operator(session.operator)
    if (!account) throw refusal(401, REFUSALS.logIn)
    session.sites = account.sites
  }
}

const OWN_ACCOUNT = /^\/api\/reports\/(?:me$|logout$|account\/)/

/** Tells an operator that this server requires two-factor authentication, or when it will. */
export function needs(
  ctx: LoginDeps,
  { session }: FastifyRequest,
): Pick<LoggedIn, 'needs_second_factor' | 'second_factor_due'> {
  if (lacksFactor(ctx, session)) return { needs_second_factor: true }
  const due = factorDueAt(ctx.settings, session)
  return due === null ? {} : { second_factor_due: due }
}

function lacksFactor({ settings, now }: Omit<LoginDeps, 'store'>, session: Session): boolean {
  const due = factorDueAt(settings, session)
  return due !== null && now() >= due
}

/** Refuses operators whose role lacks the permission that such a caller needs. */
export function allowed(caller: keyof typeof CALLER_NEEDS): onRequestHookHandler {
  return ({ session }, _reply, done) => {
    const may = ROLES[session.role ?? USUAL_ROLE][CALLER_NEEDS[caller]]
    done(may ? undefined : refusal(403, REFUSALS.notAllowed(caller)))
  }
}

/** Refuses reads and writes that a page of another origin could have sent with the operator's cookie, judging by the browser's Fetch
 *  Metadata and the Origin header. Browsers send an Origin with every POST; without it, a write needs the header that a plain form can't
 *  set. A read without a login, such as the way back from a provider, passes; a cookie may have come along, but its login is over.
 *  Source: W3C Fetch Metadata. */
export function sameSite({ settings }: { settings: OriginSettings }): onRequestHookHandler {
  const ours = operatorsOrigin(settings) ?? settings.publicUrl
  return ({ method, headers, host, session }, _reply, done) => {
    const { origin, 'sec-fetch-site': from = 'none' } = headers
    const isOurs = origin
      ? origin === ours || URL.parse(origin)?.host === host
      : method === 'GET' || headers['x-requested-with'] === 'leadloom'
    const isNobodys = method === 'GET' && session.operator === undefined
    const isSent = isNobodys || (isOurs && (from === 'same-origin' || from === 'none'))
    done(isSent ? undefined : refusal(403, REFUSALS.otherSite))
  }
}

function idle({ idleMinutes }: Settings): Refusal {
  return refusal(401, REFUSALS.idle(idleMinutes), { type: PROBLEM_TYPES.idle })
}

function wrong(): Refusal {
  return refusal(401, REFUSALS.loginWrong)
}

/** True if a password may be sent over this connection. */
export function isSafe({ protocol, hostname }: FastifyRequest): boolean {
  return protocol === 'https' || LOCAL.has(hostname)
}

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])
