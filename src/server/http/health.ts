import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerState } from '../kernel/serverState.ts'
import type { Settings } from '../settings/settings.ts'
import type { Store } from '../../store/store.ts'
import { limitsOf } from '../limits/limits.ts'
import { notKept, refusal } from '../kernel/problem.ts'
import { NotKept } from '../../store/kernel/storeErrors.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

/** /healthz: the process answers, and reports why the store refuses writes, which a restart wouldn't fix. /readyz: the server can take
 *  visitors, because writes would be saved and it isn't about to stop. */
export function registerHealth(
  app: FastifyInstance,
  { store, settings, state }: { store: Store; settings: Settings; state: ServerState },
): void {
  const once = { exposeHeadRoute: true }
  /** Probes ask every few seconds, so the reason is logged only when it changes. */
  let reason: string | null = null
  const notReady = (error: unknown, request: FastifyRequest) => {
    const message = String(error)
    if (message !== reason && !(error instanceof NotKept))
      request.log.error({ reqId: request.id, err: error }, 'the store is not ready')
    reason = message
    return notKept(state.trouble())
  }
  app.get('/healthz', once, async () => ({
    status: 'ok',
    ...(state.trouble() && { store: state.trouble() }),
  }))
  app.get('/readyz', { ...once, ...limitsOf('GET /readyz', settings.rateLimit) }, async (request) => {
    if (state.isStopping()) throw refusal(503, REFUSALS.stopping)
    await store.ready().catch((error: unknown) => Promise.reject(notReady(error, request)))
    reason = null
    return { status: 'ready' }
  })
}
