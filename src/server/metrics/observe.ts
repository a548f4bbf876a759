import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'
import type { Settings } from '../settings/settings.ts'

/** What is logged of a request: its id (each line names it, for a child logger would cost every request 2 µs), its route as
 *  the code writes it, status and duration. Never an address that was asked for, a query, a body or whose it was: they
 *  hold what people told us. */
export function logger({ logLevel }: Settings) {
  return {
    level: logLevel,
    serializers: { req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url }) },
  }
}

/** Counts and logs every answer: what failed on our side as an error, what was refused as a warning. What
 *  everybody meets, such as a full disk, is in the log once. */
export function observe({ requests }: Metrics) {
  const observers = new Map<string, { observe: (seconds: number) => void }>()
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { statusCode: status, elapsedTime: ms } = reply
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    // Finding the counter of a pair of labels costs more than counting.
    const key = `${status} ${route}`
    const observer = observers.get(key) ?? requests.labels({ route, status })
    observers.set(key, observer)
    observer.observe(ms / 1000)
    const level = request.isFailureInLog || status < 400 ? 'debug' : status < 500 ? 'warn' : 'error'
    request.log[level]({ reqId: request.id, route, status, ms: Math.round(ms) }, 'answered')
    done()
  }
}
