import { hash } from 'node:crypto'
import { resolve } from 'node:path'
import cookie from '@fastify/cookie'
import session, { type SessionStore } from '@fastify/session'
import type { FastifyInstance, onRequestHookHandler, Session } from 'fastify'
import { UNATTENDED } from '../../../schemas/people/unattended.ts'
import type { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Sites } from '../../../schemas/people/sites.ts'
import type { Context } from '../context.ts'
import { refusal } from '../http/problem.ts'
import type { Settings } from '../settings/settings.ts'
import { onceAMinute } from './onceAMinute.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'

declare module 'fastify' {
  interface Session {
    /** The operator's name, once logged in. */
    operator?: string
    role?: OperatorRole
    /** The sites that they are for; null for all. A login that the release before made has none. */
    sites?: Sites
    /** Whether a second factor of theirs is on. */
    secondFactor?: boolean
    /** When they logged in, from which network, and with what browser in plain words. */
    since?: number
    /** When they were first told that they need a second factor. */
    factorFrom?: number
    /** When they last showed again who they are. */
    confirmedAt?: number
    network?: string
    browser?: string
    /** Whether it has ended because nobody used it: then it is nobody's. */
    isIdle?: true
  }
}

/** Operators' sessions, for the routes of this scope: a cookie that scripts cannot read and other sites cannot send,
 *  and a record in the store that a logout ends. */
export async function registerLoginSessions(
  app: FastifyInstance,
  { store, now, settings }: Context,
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
  // Whoever spells the path otherwise, as in /api/%72eports, comes without the cookie, and has no session.
  app.addHook('onRequest', (request, _reply, done) =>
    done(request.url.startsWith(`${OPERATOR_CALLS}/`) ? undefined : refusal(404, REFUSALS.nothingHere)),
  )
}

/** Operators' calls are all below it. */
export const OPERATOR_CALLS = '/api/reports'

/** The cookie of a login. Over HTTPS no other host can set one of this name. Elsewhere the name has the port, since a browser
 *  sends cookies to every port of a host. Source: RFC 6265bis, 4.1.3.2 "The __Host- Prefix". */
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
  // A free port isn't known before the server listens; where its logins are kept is, and no two servers share it unawares.
  const mark = shown === 0 ? hash('sha256', databaseUrl ?? resolve(dataDir)).slice(0, 8) : shown
  return { name: `leadloom_login_${mark}`, path: OPERATOR_CALLS, secure: false }
}

/** A working day: who comes back the next morning logs in again. */
const LOGIN_MS = 12 * 3_600_000
const MINUTE_MS = 60_000

/** Notes when each login was used last, to the minute: nothing waits for it, nor fails with it. A call that a page makes by itself
 *  is no use. */
function noteUse({ store, now }: Pick<Context, 'store' | 'now'>): onRequestHookHandler {
  const isDue = onceAMinute(now)
  return ({ session, headers }, _reply, done) => {
    if (session.operator !== undefined && headers[UNATTENDED] === undefined) {
      const id = loginKey(session.sessionId)
      if (isDue(id)) store.seeLogin(id, now()).catch(() => {})
    }
    done()
  }
}

/** The store keeps only a hash of each id: who reads the database cannot take over a login. */
function inStore({ store, now, settings }: Pick<Context, 'store' | 'now' | 'settings'>): SessionStore {
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

/** Whether a login has ended because nobody used it. */
export function isIdle(
  { seen_at, since }: { seen_at: number | null; since: number },
  { now, settings }: { now: number; settings: Pick<Settings, 'idleMinutes'> },
): boolean {
  return now - Math.max(seen_at ?? 0, since) >= settings.idleMinutes * MINUTE_MS
}

/** What the store keeps of the id of a login. */
export function loginKey(id: string): string {
  return hash('sha256', id)
}
