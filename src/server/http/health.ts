import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { limitsOf } from '../limits/limits.ts'
import { notKept, refusal } from '../kernel/problem.ts'
import { NotKept } from '../../store/kernel/storeErrors.ts'
import { REFUSALS } from '../../texts/callRefusals.ts'

/** /healthz: the process answers, and reports why the store refuses writes, which a restart wouldn't fix. /readyz: the server can take
 *  visitors, because writes would be saved and it isn't about to stop. */
export function registerHealth(app: FastifyInstance, ctx: Context): void {
  const { store, settings } = ctx
  const once = { exposeHeadRoute: true }
  const troubleNow = () => store.trouble()?.name ?? ctx.storeTrouble
  /** Probes ask every few seconds, so the reason is logged only when it changes. */
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
