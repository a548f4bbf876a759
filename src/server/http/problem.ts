import { STATUS_CODES } from 'node:http'
import type { FastifyError } from 'fastify'
import type { ProblemDetails } from '../../../schemas/problem.ts'
import type { ProblemType } from '../../../schemas/problemTypes.ts'
import type { Trouble } from '../../store/storeState.ts'
import { REFUSALS, WRONG_VALUES } from '../../texts/callRefusals.ts'

/** What a request is refused with: an error that carries the rest of its problem body. */
export interface Refusal extends Error {
  statusCode: number
  field?: string
  errors?: NonNullable<ProblemDetails['errors']>
  /** What a page can act on; about:blank unless it is said. */
  type?: ProblemType
  /** What would show again who is there. */
  confirm_by?: NonNullable<ProblemDetails['confirm_by']>
  /** When to try again, for a header Retry-After. */
  retryAfterS?: number
  /** What brought it about is in the log already, and thousands may meet it. */
  isInLog?: true
}

/** A refusal to throw. `detail` is a sentence for whoever made the request; `field` the member of it that is at fault. */
export function refusal(
  statusCode: number,
  detail: string,
  more: Pick<Refusal, 'field' | 'errors' | 'type' | 'confirm_by' | 'retryAfterS'> = {},
): Refusal {
  return Object.assign(new Error(detail), { statusCode, ...more })
}

/** What is refused because the store keeps nothing at the moment. `trouble`: why, for whoever runs the server. What is wrong is in the log, once: see watchStore.ts. */
export function notKept(trouble: Trouble['name'] | null = null): Refusal {
  return Object.assign(
    refusal(503, trouble ? REFUSALS.notKeptFor(trouble) : REFUSALS.notKept, {
      retryAfterS: NOT_KEPT_RETRY_S,
    }),
    {
      isInLog: true as const,
    },
  )
}

/** Disks are seldom mended sooner; a browser's queue asks by its own clock. */
const NOT_KEPT_RETRY_S = 10

/** The body of any failure. What is our own fault says nothing of its cause. Source: RFC 9457. */
export function problemOf(error: FastifyError | Refusal): ProblemDetails {
  const status = error.statusCode ?? 500
  // What says when to try again is no fault.
  if (status >= 500 && !('retryAfterS' in error)) return problem(status, REFUSALS.ourFault)
  if ('validation' in error && error.validation) return invalid(error)
  const { field, errors, type, confirm_by } = error as Refusal
  return {
    ...problem(status, sentence(error.message)),
    ...(type && { type }),
    ...(confirm_by && { confirm_by }),
    ...(field && { field }),
    ...(errors?.length && { errors }),
  }
}

/** Fastify's own messages end without a stop. */
function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

function problem(status: number, detail: string): ProblemDetails {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
}

/** A name that nobody knows is its sender's own: a body of a kilobyte may inflate to one of a megabyte, which the answer
 *  would hold twice. */
const FIELD_LENGTH = 200

/** A request that its schema refuses, by its first mistake. */
function invalid({ validation = [], validationContext = 'body' }: FastifyError): ProblemDetails {
  const [first] = validation
  const { missingProperty, additionalProperty } = first?.params ?? {}
  const inside = (missingProperty ?? additionalProperty) as string | undefined
  const place = [
    ...(first?.instancePath.split('/').slice(1) ?? []),
    ...(inside === undefined ? [] : [inside]),
  ].join('.')
  const field = place === '' ? validationContext : place.slice(0, FIELD_LENGTH)
  const wrong = missingProperty
    ? REFUSALS.missing
    : additionalProperty
      ? REFUSALS.unknown
      : (WRONG_VALUES[first?.keyword ?? '']?.(first?.params['limit']) ?? first?.message ?? REFUSALS.invalid)
  return { ...problem(400, REFUSALS.field(field, wrong)), field }
}
