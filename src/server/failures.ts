import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemDetails } from '../../schemas/problem.ts'
import { PROBLEM_TYPE, problemOf, refusal, type Refusal } from './problem.ts'

/** Answers a failed request with a problem body. */
export function answerFailure(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = recordFailure(error, request, reply)
  reply.type(PROBLEM_TYPE).send(JSON.stringify(problem))
}

/** The one place where a failure becomes what its sender is told, and the status and headers that go with it. What is
 *  our own fault is logged with its cause and answered with the request's id alone. */
export function recordFailure(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): ProblemDetails {
  const problem = problemOf(error)
  reply.code(problem.status)
  // Or a cache between here and the visitors could keep what one of them brought about.
  reply.header('cache-control', 'no-store')
  if (problem.status >= 500) {
    request.log.error(
      { reqId: request.id, err: error, route: request.routeOptions.url },
      'the request failed',
    )
    reply.header('x-request-id', request.id)
  }
  if ('retryAfterS' in error && error.retryAfterS) reply.header('retry-after', error.retryAfterS)
  return problem
}

export async function unknownRoute(): Promise<never> {
  throw refusal(404, 'There is nothing at this address.')
}
