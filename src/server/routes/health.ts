import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { limitsOf } from '../limits.ts'
import { refusal } from '../problem.ts'

/** /healthz: the process answers. /readyz: visitors may be sent here: a write would be kept, and the server is not about
 *  to stop. */
export function registerHealth(app: FastifyInstance, ctx: Context): void {
  const { store, settings } = ctx
  const once = { exposeHeadRoute: true }
  app.get('/healthz', once, async () => ({ status: 'ok' }))
  app.get('/readyz', { ...once, ...limitsOf('GET /readyz', settings.rateLimit) }, async (request) => {
    if (ctx.isStopping) throw refusal(503, 'The server is stopping.')
    try {
      await store.ready()
    } catch (error) {
      request.log.error({ reqId: request.id, err: error }, 'the store is not ready')
      throw refusal(503, 'The store does not take writes.')
    }
    return { status: 'ready' }
  })
}
