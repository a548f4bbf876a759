import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { RouteOptions } from 'fastify'
import type { Buckets } from './buckets.ts'

/** Store in which @fastify/rate-limit counts the requests of each route and address. */
export function requestCounts(buckets: Buckets): FastifyRateLimitStoreCtor {
  const countsOf = (route: string): FastifyRateLimitStore => ({
    incr(address, done, windowMs, most) {
      const bucket = { name: `${route} ${address}`, fullMs: windowMs }
      const costMs = windowMs / most
      const missingMs = buckets.missing(bucket, costMs)
      if (missingMs > 0) return done(null, { current: most + 1, ttl: missingMs })
      buckets.take(bucket, costMs)
      const ttl = buckets.toFull(bucket)
      done(null, { current: Math.ceil(ttl / costMs), ttl })
    },
    // According to its types, it would get the route itself.
    child: (params) => {
      const { method, url } = (params as unknown as { routeInfo: RouteOptions }).routeInfo
      return countsOf(`${String(method)} ${url}`)
    },
  })
  const counts = countsOf('')
  return class {
    incr: FastifyRateLimitStore['incr'] = (...given) => counts.incr(...given)
    child: FastifyRateLimitStore['child'] = (...given) => counts.child(...given)
  }
}
