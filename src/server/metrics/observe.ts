import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'
import type { Settings } from '../settings/settings.ts'

/** Logs a request by its ID, its route as written in the code, its status and its duration. Each line repeats the ID, because a child
 *  logger would cost every request 2 µs. Never logs an address, a query, a body or a person, since they hold personal data. */
export function logger({ settings, log }: { settings: Settings; log?: { write: (line: string) => void } }) {
  return {
    level: settings.logLevel,
    ...(log && { stream: log }),
    serializers: { req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url }) },
  }
}

/** Counts and logs every answer: our own failures as errors, refusals as warnings. Problems that affect everyone, such as a full disk,
 *  are logged once. */
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
