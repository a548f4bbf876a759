import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Handlers } from '../calls.ts'
import type { Context } from '../context.ts'
import { LOGINS_PER_NAME } from '../limits.ts'
import { verifyPassword } from '../passwords.ts'
import { refusal } from '../problem.ts'

export function login({ store, settings }: Context, app: FastifyInstance) {
  const { max, timeWindow } = LOGINS_PER_NAME
  const tryName = app.createRateLimit({
    max: Math.ceil(max * settings.rateLimit),
    timeWindow,
    keyGenerator: (request) => `name:${(request.body as { name: string }).name}`,
  })
  return {
    'POST /api/reports/login': async ({ body: { name, password }, request }) => {
      if (!isSafe(request))
        throw refusal(
          403,
          'Log in over https, or at localhost; a proxy that does https must be named in TRUST_PROXY.',
        )
      if (settings.rateLimit > 0) {
        const tries = await tryName(request)
        if (!tries.isAllowed && tries.isExceeded)
          throw refusal(429, `Too many tries for this name: wait ${tries.ttlInSeconds} seconds.`, {
            field: 'name',
            retryAfterS: tries.ttlInSeconds,
          })
      }
      const operator = await store.operator(name)
      if (!(await verifyPassword(password, operator?.password_hash ?? null)))
        throw refusal(401, 'The name or the password is wrong.')
      await request.session.regenerate()
      request.session.options({ secure: request.protocol === 'https' })
      request.session.operator = name
      return { name }
    },

    'POST /api/reports/logout': async ({ request, reply }) => {
      await request.session.destroy()
      reply.clearCookie('leadloom_login', { path: '/api/reports' })
    },

    'GET /api/reports/me': async ({ request }) => ({ name: request.session.operator ?? '' }),
  } satisfies Partial<Handlers>
}

/** Refuses who is not logged in. */
export const operator: onRequestHookHandler = (request, _reply, done) => {
  done(request.session.operator === undefined ? refusal(401, 'Log in first.') : undefined)
}

/** Refuses what another site's page could have sent with the operator's cookie: a foreign Origin; and without an Origin,
 *  which every browser sends with a POST, a call that lacks the header that a plain form cannot set. */
export function sameSite({ settings }: Context): onRequestHookHandler {
  return (request, _reply, done) => {
    const { origin } = request.headers
    const ours = origin
      ? origin === settings.publicUrl || URL.parse(origin)?.host === request.host
      : request.headers['x-requested-with'] === 'leadloom'
    done(request.method === 'GET' || ours ? undefined : refusal(403, 'The call comes from another site.'))
  }
}

function isSafe({ protocol, hostname }: FastifyRequest): boolean {
  return protocol === 'https' || LOCAL.has(hostname)
}

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])
