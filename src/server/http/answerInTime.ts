import type { FastifyInstance } from 'fastify'
import { refusal } from '../kernel/problem.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Time limit from a request's headers to its answer. */
    answerMs?: number
  }
  interface FastifyRequest {
    givingUp: NodeJS.Timeout | undefined
  }
}

/** Answers 503 if a handler takes longer than its route's `answerMs`. The handler's work isn't undone, and its late answer is dropped.
 *  Fastify's own handlerTimeout ends as soon as a request's body is read (Fastify, pull request 6725). */
export function answerInTime(app: FastifyInstance): void {
  app.decorateRequest('givingUp', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { answerMs } = request.routeOptions.config
    if (answerMs !== undefined)
      request.givingUp = setTimeout(() => {
        if (!reply.raw.headersSent) reply.send(refusal(503, REFUSALS.noAnswer(answerMs)))
      }, answerMs).unref()
    done()
  })
  app.addHook('onResponse', ({ givingUp }, _reply, done) => {
    clearTimeout(givingUp)
    done()
  })
}
