import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemDetails } from '../../../schemas/author/problem.ts'
import { notKept, PROBLEM_TYPE, problemOf, refusal, type Refusal } from '../kernel/problem.ts'
import { NotKept } from '../../store/kernel/storeErrors.ts'
import { REFUSALS } from '../kernel/callRefusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the cause of the failure is already in the log because every request meets it. */
    isFailureInLog: boolean
  }
}

/** Answers a failed request with a problem body. */
export function answerFailure(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = recordFailure(error, request, reply)
  reply.type(PROBLEM_TYPE).send(JSON.stringify(problem))
}

/** Turns every failure into the problem body, status, and headers that its sender gets. Our own faults are logged with their cause and
 *  answered only with the request's ID. */
export function recordFailure(
  thrown: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): ProblemDetails {
  const error = thrown instanceof NotKept ? notKept() : thrown
  const problem = { ...problemOf(error), ...('code' in error && UNREAD[error.code]?.(request)) }
  reply.code(problem.status)
  // Otherwise, a cache between us and the visitors could store one visitor's failure.
  reply.header('cache-control', 'no-store')
  const isInLog = 'isInLog' in error && error.isInLog === true
  request.isFailureInLog = isInLog
  if (problem.status >= 500) {
    request.log[isInLog ? 'debug' : 'error'](
      { reqId: request.id, err: error, route: request.routeOptions.url },
      'the request failed',
    )
    reply.header('x-request-id', request.id)
  }
  if ('retryAfterS' in error && error.retryAfterS) reply.header('retry-after', error.retryAfterS)
  return problem
}

/** Replacements for Fastify's messages about unread bodies, which don't say what is accepted. */
const UNREAD: Record<string, (request: FastifyRequest) => Pick<ProblemDetails, 'detail' | 'field'>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) => ({
    detail: REFUSALS.bodyTooLarge(routeOptions.bodyLimit),
    field: 'body',
  }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => ({
    detail: REFUSALS.otherContentType,
    field: 'content-type',
  }),
}

export async function unknownRoute(): Promise<never> {
  throw refusal(404, REFUSALS.nothingHere)
}
