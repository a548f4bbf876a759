import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client'
import type { ProviderFailure } from '../../texts/login/providerLogin.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'
import type { Random } from '../kernel/ports.ts'
import { limitsOf } from '../limits/limits.ts'
import { isSafe } from '../operators/loginRoutes.ts'
import { OPERATOR_CALLS, type LoginDeps } from '../operators/loginSessions.ts'
import { openLogin } from '../operators/openLogin.ts'
import { operatorOrigin } from '../operators/operatorOrigin.ts'
import { newPassword } from '../operators/operators.ts'
import { hashPassword } from '../operators/passwords.ts'
import { accessWords } from '../people/accessWords.ts'
import { sealedBy } from '../settings/sealing.ts'
import { claimedAccess, claimedName, type Claims } from './claimedAccess.ts'
import { oidcProvider } from './provider.ts'

interface OidcDeps extends LoginDeps {
  random: Random
  challengeSecret: string
}

/** Routes for logging in with an OIDC provider and coming back. A failed login ends at the page where it began, which shows why. Source:
 *  OpenID Connect Core 1.0, section 3.1; PKCE, RFC 7636. */
export function registerOidc(scope: FastifyInstance, ctx: OidcDeps): void {
  const { settings, store, now } = ctx
  if (settings.oidcIssuer === null) return
  const provider = oidcProvider(settings, now)
  const seal = sealedBy([ctx.challengeSecret], 'provider logins')

  const begin = async (
    request: FastifyRequest<{ Querystring: { to?: string; again?: string } }>,
    reply: FastifyReply,
  ) => {
    reply.header('cache-control', 'no-store')
    const to = ownPage(request.query.to)
    const origin = operatorOrigin(ctx, request)
    // The cookie that is set here must be sent again on the host that the provider redirects to.
    if (new URL(origin).host !== request.host && request.query.again === undefined)
      return reply.redirect(`${origin}${PATHS.begin}?${new URLSearchParams({ to, again: '' }).toString()}`)
    if (!isSafe(request)) return fail(request, reply, { to, why: 'unsafe' })
    const config = await provider().catch(() => null)
    if (!config) return fail(request, reply, { to, why: 'away' })
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
    const begun: Begun = { state, nonce, verifier, to, expiresAt: now() + BEGUN_MS }
    reply.setCookie(COOKIE, seal.seal(JSON.stringify(begun), COOKIE), {
      path: PATHS.all,
      httpOnly: true,
      // Lets the cookie come along when the provider's site redirects back.
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: BEGUN_MS / 1000,
    })
    const address = buildAuthorizationUrl(config, {
      redirect_uri: origin + PATHS.callback,
      scope: settings.oidcScope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(settings.oidcAcr.length > 0 && { acr_values: settings.oidcAcr.join(' ') }),
    })
    return reply.redirect(address.href)
  }

  const callback = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    const begun = opened(request.cookies[COOKIE])
    reply.clearCookie(COOKIE, { path: PATHS.all })
    const to = begun?.to ?? ownPage(undefined)
    const stop = (why: ProviderFailure) => fail(request, reply, { to, why })
    if (!isSafe(request)) return stop('unsafe')
    if (!begun || begun.expiresAt <= now()) return stop('expired')
    if (!(await store.useChallenge(hash('sha256', begun.state), begun.expiresAt, now())))
      return stop('expired')
    const config = await provider().catch(() => null)
    if (!config) return stop('away')
    const address = new URL(request.url, operatorOrigin(ctx, request))
    const roleClaim = settings.oidcRoleClaim
    const claims = await claimsOf(config, begun, { address, roleClaim }).catch((error: unknown) =>
      whyOf(error),
    )
    if (typeof claims === 'string') return stop(claims)
    const why = await enter(ctx, request, { claims, issuer: config.serverMetadata().issuer })
    return why === null ? reply.redirect(to) : stop(why)
  }

  function opened(sealed: string | undefined): Begun | null {
    const text = sealed === undefined ? null : seal.open(sealed, COOKIE)
    return text === null ? null : (JSON.parse(text) as Begun)
  }

  const limits = limitsOf('GET /api/reports/oidc/*', settings.rateLimit)
  scope.get(PATHS.begin, { ...limits, schema: { querystring: BEGIN_QUERY } }, begin)
  scope.get(PATHS.callback, limits, callback)
}

/** Sends the browser back to the page where the login began, which shows why it failed. */
function fail(
  request: FastifyRequest,
  reply: FastifyReply,
  { to, why }: { to: string; why: ProviderFailure },
): FastifyReply {
  request.log.warn({ why }, NOTICES.providerLoginFailed)
  return reply.redirect(`${to}#login=${why}`)
}

/** Claims of the ID token, plus those of the userinfo endpoint if the token lacks the role. `address`: the one that the provider
 *  redirected to. */
async function claimsOf(
  config: Configuration,
  { state, nonce, verifier }: Begun,
  { address, roleClaim }: { address: URL; roleClaim: string },
): Promise<Claims> {
  const tokens = await authorizationCodeGrant(config, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  const isWhole = roleClaim in claims || config.serverMetadata().userinfo_endpoint === undefined
  return isWhole ? claims : { ...(await fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims }
}

/** Logs in, or resolves to the reason it isn't allowed. */
async function enter(
  ctx: OidcDeps,
  request: FastifyRequest,
  { claims, issuer }: { claims: Claims; issuer: string },
): Promise<ProviderFailure | null> {
  const { settings, store, now, random } = ctx
  const name = claimedName(claims)
  const shutOut = async (why: ProviderFailure) => {
    const about = `${name}: ${why.replaceAll('_', ' ')}`
    await store.audit({ at: now(), operator: '', act: 'provider_refused', about })
    return why
  }
  const access = claimedAccess(claims[settings.oidcRoleClaim], settings.oidcRoles)
  if (!access) return shutOut('no_role')
  const { oidcAcr } = settings
  if (oidcAcr.length > 0 && !oidcAcr.some((acr) => acr === claims['acr'])) return shutOut('weak')
  const entry = await store.enterByProvider({
    issuer,
    subject: claims.sub,
    name,
    ...access,
    password_hash: await hashPassword(newPassword(random), random),
    at: now(),
  })
  if ('refused' in entry) return shutOut(entry.refused)
  const { account, change } = entry
  const note = (act: 'join_by_provider' | 'change_role' | 'login', about: string) =>
    store.audit({ at: now(), operator: account.name, act, about })
  const words = accessWords(account.role, account.sites)
  if (change === 'made') await note('join_by_provider', words)
  if (change === 'access') await note('change_role', `${account.name} to ${words}`)
  const isStill = async () => {
    const present = await store.operator(account.name)
    const isSame = present?.role === account.role && isDeepStrictEqual(present.sites, account.sites)
    return isSame && present.revoked_at === null && (await store.isOfProvider(account.name))
  }
  if (!(await openLogin(ctx, request, { ...account, secondFactor: true, isStill }))) return shutOut('revoked')
  await note('login', settings.oidcName)
  return null
}

/** Paths below that of the login cookie; the callback's address is registered with the provider and doesn't change. */
const PATHS = {
  all: `${OPERATOR_CALLS}/oidc`,
  begin: `${OPERATOR_CALLS}/oidc/login`,
  callback: `${OPERATOR_CALLS}/oidc/callback`,
} as const

const BEGIN_QUERY = {
  type: 'object',
  properties: { to: { type: 'string', maxLength: 1000 }, again: { type: 'string', maxLength: 1 } },
}

/** Data about a login in progress at the provider, sealed in a cookie in the operator's browser. */
interface Begun {
  state: string
  nonce: string
  verifier: string
  to: string
  expiresAt: number
}

const COOKIE = 'leadloom_provider_login'
/** Enough time to find a phone or reset a password there. */
const BEGUN_MS = 10 * 60_000

/** Limits the target to a page of operators, so that an address of another site can't be used. */
function ownPage(to: string | undefined): string {
  return to !== undefined && OWN_PAGE.test(to) ? to : '/stats'
}

const OWN_PAGE = /^\/(?:stats|desk|studio)(?!.*\.\.)(?:[/?][\w\-./?&=%+,:~*]*)?$/

function whyOf(error: unknown): ProviderFailure {
  if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return 'denied'
  const { code, cause } = error as { code?: string; cause?: { name?: string } }
  const isAway = error instanceof TypeError || code === 'OAUTH_TIMEOUT' || cause instanceof TypeError
  return isAway ? 'away' : 'failed'
}
