import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { connectionOptions, dropStalled, PATIENCE, refuseUnread } from '../http/connections.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Makes the server listen on a second port, only on this machine, which is the operators' origin. It closes with the server, after
 *  requests in progress, within `stopMs`. Call this before the server listens on its own port. */
export async function listenForOperators(
  app: FastifyInstance,
  { metrics }: { metrics: Metrics },
  { port, stopMs }: { port: number; stopMs: number },
): Promise<void> {
  const { http, ...times } = connectionOptions(PATIENCE)
  const server = createServer({ ...http, ...times }, (request, response) => app.routing(request, response))
  server.on('clientError', refuseUnread(metrics).bind(app))
  dropStalled(server, PATIENCE)
  app.addHook('preClose', async () => {
    if (!server.listening) return
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    const timer = setTimeout(() => server.closeAllConnections(), stopMs)
    await once(server.close(), 'close')
    clearInterval(sweep)
    clearTimeout(timer)
  })
  await app.ready()
  await once(server.listen(port, LOCAL), 'listening')
}

const LOCAL = '127.0.0.1'
/** Node closes only the connections that are idle when the server closes. */
const SWEEP_MS = 50
