import type { InjectOptions } from 'fastify'
import { CALLS, type CallName } from '../../schemas/api.ts'
import type { Session } from '../../schemas/kernel/session.ts'
import { keys, submission, wrapped } from './running.ts'
import { HURT } from './smallFlow.ts'

/** A valid body for every call that a session makes. */
export const BODIES: Record<string, (session: Session) => object> = {
  'PATCH /api/sessions': ({ uuid, token }) => ({ uuid, token, jornaya_lead_id: 'J-1' }),
  'POST /api/sessions/step': (session) => submission(session, HURT),
  'POST /api/sessions/completed_basics': keys,
  'POST /api/sessions/shown': keys,
  'POST /api/sessions/take-back': keys,
  'POST /api/sessions/track/visit': keys,
  'POST /api/sessions/opt-out': keys,
  'POST /api/sessions/track/offer-impression': (session) => ({ ...keys(session), offer_key: 'claim' }),
  'POST /api/sessions/go-on-link': (session) => ({
    id: crypto.randomUUID(),
    ...keys(session),
    email: 'ann@gmail.com',
  }),
  'GET /api/sessions/outcome': () => ({}),
  'POST /api/validations/email': () => ({ email: 'ann@example.com' }),
  'POST /api/validations/phone': () => ({ phone: '2122345678' }),
  'POST /api/validations/zip': () => ({ zip: '10001' }),
  'POST /api/validations/gibberish': () => ({ is_gibberish: 'I slipped on the stairs.' }),
  'POST /api/compute/gibberish': () => ({ is_gibberish: 'I slipped on the stairs.' }),
  'POST /api/store': (session) => ({ ...keys(session), lead: { email: 'ann@example.com' } }),
}

export const VISITOR_CALLS = (Object.keys(CALLS) as CallName[]).filter(
  (name) => CALLS[name].caller === 'visitor',
)

/** True if the call names its session besides its token. */
export function namesSession(name: CallName): boolean {
  return !/validations|compute|outcome/.test(name)
}

/** A visitor's call as the server expects it, wrapped if the table says so. */
export function call(name: CallName, body: object, token: string): InjectOptions {
  if ('wrapped' in CALLS[name]) return wrapped(name, body, token)
  const [method, url] = name.split(' ') as ['GET' | 'POST', string]
  return {
    method,
    url,
    ...(method === 'POST' && { payload: body }),
    headers: { authorization: `Bearer ${token}` },
  }
}
