import { createHmac } from 'node:crypto'
import type { TrackingScripts } from '../../../schemas/flow/flow.ts'
import type { Origin, Query, Session } from '../../../schemas/kernel/session.ts'
import { isNewClick, QUERY_LENGTH, withAdded } from '../../flow/arrival.ts'
import { standingOf } from '../../flow/judge.ts'
import { chooseLanguage, type LanguageWish } from '../../flow/languages/chooseLanguage.ts'
import { asksNothing } from '../../flow/progress.ts'
import { isVisitOld, isVisitOver } from '../../flow/visitOver.ts'
import { FORCE_START_OFFER } from '../../flow/walk.ts'
import { markHuman } from './botDetection.ts'
import { arrivalBytes, spendFor, type Budgets } from '../limits/budgets.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { newYorkDate } from '../../time/newYorkDay.ts'
import type { SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'
import { asHandedOver } from './handedOver.ts'
import { newIdentity, uuidOf } from './token.ts'
import { digestOf } from '../kernel/digests.ts'
import { inTurn, type Visitor, type Visitors } from './visitors.ts'

/** A visitor's arrival. `ip` and `user_agent` are the server's own view. */
export interface Arrival {
  path: string
  page_url: string
  referrer: string
  query: Query
  ip: string
  user_agent: string
  /** Reason that the session must not be sold, if any. */
  opt_out: Origin['opt_out']
  /** True if probably no person sees the page; see botDetection.ts. */
  suspectedBot: boolean
  /** Requested language, if any. */
  wish?: LanguageWish
}

/** A visitor at a site, with the session that the browser holds or a new one. */
export interface Arrived {
  version: Version
  session: Session
  record: SessionRecord
}

export interface ArrivalDeps extends StoreAndClock {
  versions: Versions
  visitors: Visitors
  metrics: Metrics
  budgets: Budgets
  random: Random
  /** Keys the click references. */
  clickSecret: string
}

/** Continues the session whose token the browser holds, if it is of this site, its version exists and its visit isn't over; otherwise
 *  opens one. Null if nothing is live on the path. Opening a session, and coming back to one by a click, are page visits if a person
 *  sees the page. */
export async function arriveAt(
  ctx: ArrivalDeps,
  held: string | undefined,
  arrival: Arrival,
): Promise<Arrived | null> {
  const { opt_out, suspectedBot, wish = {} } = arrival
  const resumed = await resume(ctx, held, arrival)
  if (resumed) {
    const { uuid } = resumed.session
    await speak(ctx, resumed, wish)
    const visitor = suspectedBot ? null : await ctx.visitors.find(uuid)
    if (visitor) {
      await inTurn(visitor, () => keepClick(ctx, visitor, resumed.version, arrival))
      await markHuman(ctx, visitor)
      resumed.session.click_ref = clickRef(ctx.clickSecret, uuid, visitor.session.clicks.length)
    }
    // The visitor may turn on Global Privacy Control in the middle of a session.
    if (opt_out !== undefined)
      await ctx.store.optOut({ session_uuid: uuid, phone: null, email: null, source: opt_out, at: ctx.now() })
    return resumed
  }
  const session = await openVisitorSession(ctx, arrival)
  const visitor = session && (await ctx.visitors.find(session.uuid))
  const version = session && (await ctx.versions.get(session.version))
  return visitor && version ? { version, session, record: visitor.session } : null
}

async function resume(
  { versions, visitors, clickSecret, now }: ArrivalDeps,
  token: string | undefined,
  { path, query }: Arrival,
): Promise<Arrived | null> {
  if (!token) return null
  const visitor = await visitors.find(uuidOf(token))
  const opening = visitor && (await visitors.opening(visitor, token))
  if (!visitor || !opening) return null
  const record = opening === 'goesOn' ? visitor.session : asHandedOver(visitor.session, opening)
  const version = record.path === path ? await versions.get(record.version) : null
  if (!version || isOver(record, version, now())) return null
  // A visitor without answers begins where the link says.
  const forced = query[FORCE_START_OFFER]
  if (forced !== undefined && forced !== record.origin.query[FORCE_START_OFFER] && record.steps.length === 0)
    return null
  // A server with newer code, which began this visit, can continue it.
  if (!(await versions.canShow(version.version)))
    throw refusal(503, REFUSALS.unshown(version.version), { retryAfterS: RETRY_ELSEWHERE_S })
  const { uuid } = record
  return {
    version,
    record,
    session: {
      uuid,
      token,
      version: version.version,
      click_ref: clickRef(clickSecret, uuid, record.clicks.length),
    },
  }
}

/** A load balancer may send the next request to another server. */
const RETRY_ELSEWHERE_S = 5

/** Saves the language that the visitor has switched to. */
async function speak(ctx: ArrivalDeps, { version, record }: Arrived, { asked }: LanguageWish): Promise<void> {
  const language = chooseLanguage(version.flow, { asked, held: record.language })
  if (language === record.language) return
  await ctx.store.setLanguage(record.uuid, language)
  record.language = language
}

/** True if someone else may be using the browser by now; see visitOver.ts. A click keeps a visit from growing old, but it doesn't keep a
 *  finished one open. */
function isOver(
  { origin, steps, clicks, moved, at }: SessionRecord,
  { flow }: Version,
  nowMs: number,
): boolean {
  const answeredAt = Math.max(steps.at(-1)?.at ?? at, moved?.at ?? 0)
  if (isVisitOld(nowMs - Math.max(answeredAt, clicks.at(-1)?.at ?? at))) return true
  if (steps.length === 0 || !isVisitOver(null, nowMs - answeredAt)) return false
  const { current } = standingOf({ flow, origin }, steps)
  return !current || asksNothing(current.step)
}

/** Saves the click that brought the visitor, if it differs from the known ones. */
async function keepClick(
  ctx: ArrivalDeps,
  visitor: Visitor,
  version: Version,
  arrival: Arrival,
): Promise<void> {
  const { session } = visitor
  const { flow } = version
  const { query, page_url, referrer, ip } = arrival
  const scripts = flow.ui_config.entrypoint.tracking_scripts
  const known = [session.origin, ...session.clicks].map((click) => click.query)
  if (!isNewClick(known, query, scripts) || session.clicks.length >= CLICKS_PER_SESSION) return
  if (JSON.stringify([known.slice(1), query]).length > CLICK_CHARACTERS) return
  const click = { query, page_url, referrer, at: ctx.now() }
  const words = wordsOf(query, scripts)
  // With the second click, the first is listed too.
  const rows = session.clicks.length === 0 ? 2 : 1
  spendFor(ctx, visitor, { ip, bytes: rows * arrivalBytes(click, words) })
  const isKept = await ctx.store.arrive(session.uuid, {
    ...click,
    ...words,
    arrival: session.clicks.length + 1,
  })
  // Another process saved a click under this number in the meantime.
  if (!isKept && (await ctx.visitors.refresh(visitor))) return keepClick(ctx, visitor, version, arrival)
  session.clicks.push(click)
  Object.assign(session, words)
  delete session.tracking.ef_transaction_id
}

/** Further or longer clicks are treated like the one before, because a session's text is limited. */
const CLICKS_PER_SESSION = 20
const CLICK_CHARACTERS = QUERY_LENGTH

/** Parameters that a click is counted by. */
function wordsOf(query: Query, scripts: TrackingScripts) {
  return {
    aff_id: withAdded(query, scripts)['affid'] || DEFAULT_AFFILIATE,
    sub1: query['sub1'] ?? '',
    sub2: query['sub2'] ?? '',
    sub3: query['sub3'] ?? '',
  }
}

/** Opens a session on a live version of the path, chosen by their shares; null if there is none. It is stored when this resolves. */
export async function openVisitorSession(
  { store, versions, visitors, metrics, budgets, now, random, clickSecret }: ArrivalDeps,
  { path, query, user_agent, opt_out, suspectedBot, wish = {}, ...arrival }: Arrival,
): Promise<Session | null> {
  const at = now()
  const { uuid, token } = newIdentity(random, at)
  const live = await versions.liveFor(uuid, path)
  if (!live) return null
  const words = wordsOf(query, live.flow.ui_config.entrypoint.tracking_scripts)
  const session = {
    ...arrival,
    uuid,
    token_hash: digestOf(token),
    path,
    version: live.version,
    ...words,
    origin: { today: newYorkDate(at), query, ...(opt_out !== undefined && { opt_out }) },
    language: chooseLanguage(live.flow, wish),
    user_agent: user_agent.slice(0, USER_AGENT_LENGTH),
    ...(opt_out !== undefined && { opt_out }),
    ...(suspectedBot && { suspectedBot }),
    at,
  }
  const bytes = arrivalBytes(session, words)
  budgets.spend(session.ip, 'strangers', bytes)
  await store.openSession(session)
  visitors.add(session, bytes)
  metrics.sessionsOpened.inc()
  return { uuid, token, version: live.version, click_ref: clickRef(clickSecret, uuid, 0) }
}

/** Source: spec, section 9 "any other affid (default 1)". */
const DEFAULT_AFFILIATE = '1'
/** Longest user agent that is stored. */
export const USER_AGENT_LENGTH = 500

/** Reference that partner links carry instead of the token. Only this server can tell from it the session and the click that brought its
 *  visitor, and it works only for the conversion webhook. `arrival`: 0 for the click that opened the session. Source: design, section
 *  7.2. */
export function clickRef(secret: string, uuid: string, arrival: number): string {
  const named = arrival === 0 ? uuid : `${uuid} ${arrival}`
  return createHmac('sha256', secret)
    .update(named)
    .digest()
    .subarray(0, CLICK_REF_BYTES)
    .toString('base64url')
}

/** 128 bits can't be guessed, and keep partner links short. */
const CLICK_REF_BYTES = 16
