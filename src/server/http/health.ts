import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { limitsOf } from '../limits/limits.ts'
import { notKept, refusal } from './problem.ts'
import { NotKept } from '../../store/store.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'

/** /healthz: the process answers, and says why the store refuses writes, which no restart would mend. /readyz: visitors may be sent here: a write would be kept, and the server is not about
 *  to stop. */
export function registerHealth(app: FastifyInstance, ctx: Context): void {
  const { store, settings } = ctx
  const once = { exposeHeadRoute: true }
  const troubleNow = () => store.trouble()?.name ?? ctx.storeTrouble
  /** Whoever asks asks every few seconds: why the store is not ready is written down when it changes. */
  let reason: string | null = null
  const notReady = (error: unknown, request: FastifyRequest) => {
    const message = String(error)
    if (message !== reason && !(error instanceof NotKept))
      request.log.error({ reqId: request.id, err: error }, 'the store is not ready')
    reason = message
    return notKept(troubleNow())
  }
  app.get('/healthz', once, async () => ({
    status: 'ok',
    ...(troubleNow() && { store: troubleNow() }),
  }))
  app.get('/readyz', { ...once, ...limitsOf('GET /readyz', settings.rateLimit) }, async (request) => {
    if (ctx.isStopping) throw refusal(503, REFUSALS.stopping)
    await store.ready().catch((error: unknown) => Promise.reject(notReady(error, request)))
    reason = null
    return { status: 'ready' }
  })
}
