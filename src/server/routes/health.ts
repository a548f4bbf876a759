import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { refusal } from '../problem.ts'

/** /healthz: the process answers. /readyz: a write would be kept. */
export function registerHealth(app: FastifyInstance, { store }: Context): void {
  const once = { exposeHeadRoute: true }
  app.get('/healthz', once, async () => ({ status: 'ok' }))
  app.get('/readyz', once, async (request) => {
    try {
      await store.ready()
    } catch (error) {
      request.log.error({ reqId: request.id, err: error }, 'the store is not ready')
      throw refusal(503, 'The store does not take writes.')
    }
    return { status: 'ready' }
  })
}
