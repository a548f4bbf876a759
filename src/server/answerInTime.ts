import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify'
import { refusal } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** From a request's headers to its answer. */
    answerMs?: number
  }
  interface FastifyRequest {
    givingUp: NodeJS.Timeout | undefined
  }
}

/** Answers 503 for a handler that takes longer than `answerMs` of its route's config, on routes that are added from now on.
 *  What it does is not undone, and what it answers later goes nowhere. Fastify's own handlerTimeout ends as soon as a
 *  request's body is read (Fastify, pull request 6725). */
export function answerInTime(app: FastifyInstance): void {
  app.decorateRequest('givingUp', undefined)
  app.addHook('onRoute', (route) => {
    const answerMs = route.config?.answerMs
    if (answerMs !== undefined) limit(route, answerMs)
  })
}

function limit(route: RouteOptions, answerMs: number): void {
  const giveUp = (reply: FastifyReply) => {
    if (!reply.raw.headersSent) reply.send(refusal(503, `No answer within ${answerMs} ms.`))
  }
  route.onRequest = [
    (request, reply, done) => {
      request.givingUp = setTimeout(giveUp, answerMs, reply).unref()
      done()
    },
    ...[route.onRequest ?? []].flat(),
  ]
  route.onResponse = [
    ...[route.onResponse ?? []].flat(),
    ({ givingUp }, _reply, done) => {
      clearTimeout(givingUp)
      done()
    },
  ]
}
