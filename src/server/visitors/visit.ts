import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { arrivalOf, firstSegment, LANGUAGE_PARAMETER, FRAME_PARAMETER } from '../../flow/arrival.ts'
import type { Language } from '../../../schemas/flow/flow.ts'
import type { Origin } from '../../../schemas/kernel/session.ts'
import { chooseLanguage, type LanguageWish } from '../../flow/languages/chooseLanguage.ts'
import { inLanguage } from '../../flow/languages/inLanguage.ts'
import type { Speaking } from '../../flow/languages/language.ts'
import { isSuspectedBot } from './botDetection.ts'
import type { Settings } from '../settings/settings.ts'
import type { Versions } from '../publish/versions.ts'
import { withoutContacts } from './contactParameters.ts'
import { arriveAt, type Arrived, type ArrivalDeps } from './sessions.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { uuidOf } from './token.ts'
import type { Opening, Visitor, Visitors } from './visitors.ts'

export interface SiteDeps {
  versions: Versions
  settings: Settings
}

/** Finds the visitor and the site; null if no site is live there. See `arriveAt`. */
export async function arrive(
  ctx: ArrivalDeps & SiteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Arrived | null> {
  const live = await siteOf(ctx, request)
  if (!live) return null
  const name = sessionCookie(live.path)
  const held = request.cookies[name]
  const parameters = parametersOf(request)
  const { query, ...arrival } = arrivalOf({
    page_url: addressOf(request),
    referrer: String(request.headers.referer ?? ''),
    parameters,
  })
  const arrived = await arriveAt(ctx, held, {
    path: live.path,
    ...arrival,
    query: withoutContacts(ctx, query, request.log),
    ip: request.ip,
    user_agent: request.headers['user-agent'] ?? '',
    opt_out: optOutOf(request),
    suspectedBot: isSuspectedBot(request),
    wish: languageWish(request),
  })
  if (arrived && arrived.session.token !== held)
    holdVisit(request, reply, { path: live.path, token: arrived.session.token })
  return arrived
}

/** Makes the browser hold this session of the site from now on. */
export function holdVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, token }: { path: string; token: string },
): void {
  reply.setCookie(sessionCookie(path), token, { ...cookieFor(request), maxAge: COOKIE_SECONDS })
}

function parametersOf({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(/\?.*/.exec(url)?.[0])
}

/** Language that a page is requested in. */
export function languageWish(request: FastifyRequest): LanguageWish {
  const asked = parametersOf(request).get(LANGUAGE_PARAMETER) ?? undefined
  return { asked, accepted: request.headers['accept-language'] }
}

/** The site in the requested language, for pages without a visit that determines it. */
export function asWished(version: Version, request: FastifyRequest): Version {
  return { ...version, flow: inLanguage(version.flow, chooseLanguage(version.flow, languageWish(request))) }
}

/** Language of a page that belongs to no site. */
export function preferredLanguage(request: FastifyRequest): Language {
  return chooseLanguage(EVERY, languageWish(request))
}

const EVERY = { ui_config: { languages: { default: 'en', es: {} } } } as Speaking

/** Makes the browser forget the site's session, so that its next page begins another. */
export function endVisit(request: FastifyRequest, reply: FastifyReply, path: string): void {
  reply.clearCookie(sessionCookie(path), cookieFor(request))
}

/** The whole requested address. */
export function addressOf({ protocol, host, url }: FastifyRequest): string {
  return `${protocol}://${host}${url}`
}

/** Name of the cookie that holds a browser's session on a site, by the site's path. There is one per site, so that two sites on one host
 *  keep their visitors apart. It holds the token, and only the server can read it. */
export const sessionCookie = (path: string) => `visitor_${path}`
const COOKIE_SECONDS = 30 * 24 * 60 * 60

/** Reason that this browser must not be sold or tracked: it opted out here before, or sends Global Privacy Control. The former counts
 *  first, as no consent sets it aside. Source: 11 CCR 7025; W3C Global Privacy Control. */
export function optOutOf({ headers }: FastifyRequest): Origin['opt_out'] {
  // Read here rather than by the cookie plugin, which API calls don't use.
  const cookies = headers.cookie?.split(/; */) ?? []
  if (cookies.includes(`${OPT_OUT_COOKIE}=1`)) return 'do_not_sell'
  return headers['sec-gpc'] === '1' ? 'gpc' : undefined
}

/** True if this browser's pages may load tracking scripts. */
export function mayTrack(request: FastifyRequest): boolean {
  return optOutOf(request) === undefined
}

/** Makes this browser's later sessions begin opted out. */
export function rememberOptOut(request: FastifyRequest, reply: FastifyReply): void {
  reply.setCookie(OPT_OUT_COOKIE, '1', { ...cookieFor(request), maxAge: OPT_OUT_SECONDS })
}

const OPT_OUT_COOKIE = 'do_not_sell'
/** Longest lifetime that browsers allow. */
const OPT_OUT_SECONDS = 400 * 24 * 60 * 60

/** The visitor whose session of a site the browser holds, and how it holds it; null if none. */
export async function heldVisit(
  { visitors }: { visitors: Visitors },
  { cookies }: FastifyRequest,
  path: string,
): Promise<{ visitor: Visitor; opening: Opening } | null> {
  const token = cookies[sessionCookie(path)]
  if (!token) return null
  const visitor = await visitors.find(uuidOf(token))
  const opening = visitor && (await visitors.opening(visitor, token))
  return visitor && opening ? { visitor, opening } : null
}

/** Live version of the site that a request's address refers to. */
export function siteOf(ctx: SiteDeps, { url, hostname }: FastifyRequest): Promise<Version | null> {
  return siteNamed(ctx, firstSegment(url), hostname)
}

/** Live version of a site, found by the first segment of the page's address, else by the host's name, else the default. Source: design,
 *  section 2 "Which site". */
export async function siteNamed(
  { versions, settings }: SiteDeps,
  segment: string,
  hostname: string,
): Promise<Version | null> {
  for (const path of [segment, settings.siteHosts.get(hostname)]) {
    const live = path ? await versions.leading(path) : null
    if (live) return live
  }
  const path = settings.defaultSite ?? (await versions.firstPath())
  return path === null ? null : versions.leading(path)
}

/** Options of a cookie that only the server reads. In a frame it is partitioned by the frame's outermost site: browsers send no other
 *  cookies there, and a visitor's actions on one site stay unknown to another. Source: CHIPS, "Cookies Having Independent Partitioned
 *  State". */
export function cookieFor(request: FastifyRequest): CookieSerializeOptions {
  return {
    path: '/',
    httpOnly: true,
    ...(isFramed(request)
      ? { sameSite: 'none', secure: true, partitioned: true }
      : { sameSite: 'lax', secure: request.protocol === 'https' }),
  }
}

/** True if the page was requested for a frame. Where a browser doesn't say, as Safari before 16.4, the address that embed.js made does.
 *  Source: W3C Fetch Metadata. */
export function isFramed(request: FastifyRequest): boolean {
  const asked = request.headers['sec-fetch-dest']
  return asked === undefined ? parametersOf(request).has(FRAME_PARAMETER) : asked === 'iframe'
}
