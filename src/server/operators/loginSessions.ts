import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import cookie from '@fastify/cookie'
import session, { type SessionStore } from '@fastify/session'
import type { FastifyInstance, onRequestHookHandler, Session } from 'fastify'
import { UNATTENDED } from '../../../schemas/people/unattended.ts'
import type { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { refusal } from '../kernel/problem.ts'
import type { Settings } from '../settings/settings.ts'
import { onceAMinute } from './onceAMinute.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'
import { MINUTE_MS } from '../../time/durations.ts'

declare module 'fastify' {
  interface Session {
    /** Name of the operator, once logged in. */
    operator?: string
    role?: OperatorRole
    /** Sites that the operator may see; null for all. Absent in a login that the previous release made. */
    sites?: Sites
    /** True if the operator has two-factor authentication. */
    secondFactor?: boolean
    /** Time of the login, its network, and its browser in plain words. */
    since?: number
    /** Time when the operator was first asked to turn on two-factor authentication. */
    factorFrom?: number
    /** Time when the operator last confirmed their identity. */
    confirmedAt?: number
    network?: string
    browser?: string
    /** Set if the login expired because it wasn't used; then it has no operator. */
    isIdle?: true
  }
}

/** Store, clock, and settings, which everything about logins works with. */
export interface LoginDeps extends StoreAndClock {
  settings: Settings
}

/** Operators' sessions for the routes of this scope: a cookie that scripts can't read and other sites can't send, and a record in the
 *  store that ends at logout. */
export async function registerLoginSessions(
  app: FastifyInstance,
  { store, now, settings }: LoginDeps,
): Promise<void> {
  const { name, path } = loginCookie(settings)
  await app.register(cookie)
  await app.register(session, {
    secret: await store.secret('login-cookie'),
    cookieName: name,
    cookie: { path, httpOnly: true, sameSite: 'strict', secure: true, maxAge: LOGIN_MS },
    saveUninitialized: false,
    rolling: false,
    store: inStore({ store, now, settings }),
  })
  app.addHook('onRequest', noteUse({ store, now }))
  // A client that spells the path differently, as in /api/%72eports, doesn't send the cookie and has no session.
  app.addHook('onRequest', (request, _reply, done) =>
    done(request.url.startsWith(`${OPERATOR_CALLS}/`) ? undefined : refusal(404, REFUSALS.nothingHere)),
  )
}

/** Path that all operators' calls are below. */
export const OPERATOR_CALLS = '/api/reports'

/** The login cookie. Over HTTPS, no other host can set one of this name. Otherwise its name includes the port, because a browser sends
 *  cookies to every port of a host. Source: RFC 6265bis, 4.1.3.2 "The __Host- Prefix". */
export function loginCookie({
  publicUrl,
  operatorPort,
  port,
  dataDir,
  databaseUrl,
}: Pick<Settings, 'publicUrl' | 'operatorPort' | 'port' | 'dataDir' | 'databaseUrl'>): {
  name: string
  path: string
  secure: boolean
} {
  const known = publicUrl === null ? null : new URL(publicUrl)
  if (known?.protocol === 'https:') return { name: '__Host-leadloom_login', path: '/', secure: true }
  // Servers behind one address share a login.
  const shown = operatorPort ?? (known ? Number(known.port || 80) : port)
  // A free port isn't known until the server listens, but the place where its logins are stored is, and two servers don't share that by
  // accident.
  const mark = shown === 0 ? hash('sha256', databaseUrl ?? resolve(dataDir)).slice(0, 8) : shown
  return { name: `leadloom_login_${mark}`, path: OPERATOR_CALLS, secure: false }
}

/** A working day; operators log in again the next morning. */
const LOGIN_MS = 12 * 3_600_000
/** Records when each login was last used, to the minute. Nothing waits for this or fails with it. Calls that a page makes by itself
 *  don't count. */
function noteUse({ store, now }: StoreAndClock): onRequestHookHandler {
  const isDue = onceAMinute(now)
  return ({ session, headers }, _reply, done) => {
    if (session.operator !== undefined && headers[UNATTENDED] === undefined) {
      const id = loginKey(session.sessionId)
      if (isDue(id)) store.seeLogin(id, now()).catch(() => {})
    }
    done()
  }
}

/** The store keeps only a hash of each ID, so that people who can read the database can't take over a login. */
function inStore({ store, now, settings }: LoginDeps): SessionStore {
  const read = ({ data, seen_at }: { data: string; seen_at: number | null }): Session => {
    const session = JSON.parse(data) as Session
    const isOver = isIdle({ seen_at, since: session.since ?? 0 }, { now: now(), settings })
    return isOver ? ({ cookie: session.cookie, isIdle: true } as Session) : session
  }
  return {
    set: (id, data, done) => {
      store.saveLoginSession(loginKey(id), JSON.stringify(data), now() + LOGIN_MS).then(() => done(), done)
    },
    get: (id, done) => {
      store.loginSession(loginKey(id)).then((found) => done(null, found && read(found)), done)
    },
    destroy: (id, done) => {
      store.dropLoginSession(loginKey(id)).then(() => done(), done)
    },
  }
}

/** True if a login has expired because it wasn't used. */
export function isIdle(
  { seen_at, since }: { seen_at: number | null; since: number },
  { now, settings }: { now: number; settings: Pick<Settings, 'idleMinutes'> },
): boolean {
  return now - Math.max(seen_at ?? 0, since) >= settings.idleMinutes * MINUTE_MS
}

/** Hash of a login's ID, as stored. */
export function loginKey(id: string): string {
  return hash('sha256', id)
}
