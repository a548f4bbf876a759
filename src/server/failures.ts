import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEM_TYPE, problemOf, refusal, type Refusal } from './problem.ts'

/** The one place where a failed request gets its answer: a problem body. What is our own fault is logged with its cause
 *  and answered with the request's id alone. */
export function answerFailure(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = problemOf(error)
  if (problem.status >= 500) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'the request failed')
    reply.header('x-request-id', request.id)
  }
  if ('retryAfterS' in error && error.retryAfterS) reply.header('retry-after', error.retryAfterS)
  reply.code(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem))
}

export async function unknownRoute(): Promise<never> {
  throw refusal(404, 'There is nothing at this address.')
}
