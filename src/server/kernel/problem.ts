import { STATUS_CODES } from 'node:http'
import type { FastifyError } from 'fastify'
import type { ProblemDetails } from '../../../schemas/author/problem.ts'
import type { ProblemType } from '../../../schemas/kernel/problemTypes.ts'
import type { Trouble } from '../../store/kernel/storeState.ts'
import { REFUSALS, WRONG_VALUES } from './callRefusals.ts'

/** An error that refuses a request and carries the rest of its problem body. */
export interface Refusal extends Error {
  statusCode: number
  field?: string
  errors?: NonNullable<ProblemDetails['errors']>
  /** Step to answer first. */
  step?: NonNullable<ProblemDetails['step']>
  /** Type that a page can act on; defaults to about:blank. */
  type?: ProblemType
  /** Ways to confirm the operator's identity again. */
  confirm_by?: NonNullable<ProblemDetails['confirm_by']>
  /** Seconds until a retry may succeed, for the Retry-After header. */
  retryAfterS?: number
  /** Set if the cause is already in the log, because thousands of requests may meet it. */
  isInLog?: true
}

/** Makes a refusal to throw. `detail` is a sentence for the caller; `field` is the member at fault. */
export function refusal(
  statusCode: number,
  detail: string,
  more: Pick<Refusal, 'field' | 'errors' | 'step' | 'type' | 'confirm_by' | 'retryAfterS'> = {},
): Refusal {
  return Object.assign(new Error(detail), { statusCode, ...more })
}

/** Refuses a request because the store can't save anything right now. `trouble`: the cause, for the people who run the server. The log
 *  has it once; see watchStore.ts. */
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

/** Disks are rarely repaired sooner; a browser's queue has its own schedule. */
const NOT_KEPT_RETRY_S = 10

/** The body of any failure. For our own faults it doesn't reveal the cause. Source: RFC 9457. */
export function problemOf(error: FastifyError | Refusal): ProblemDetails {
  const status = error.statusCode ?? 500
  // An error with a retry time isn't a fault.
  if (status >= 500 && !('retryAfterS' in error)) return problem(status, REFUSALS.ourFault)
  if ('validation' in error && error.validation) return invalid(error)
  const { field, errors, step, type, confirm_by } = error as Refusal
  return {
    ...problem(status, sentence(error.message)),
    ...(type && { type }),
    ...(confirm_by && { confirm_by }),
    ...(field && { field }),
    ...(step && { step }),
    ...(errors?.length && { errors }),
  }
}

/** Fastify's own messages end without a period. */
function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

function problem(status: number, detail: string): ProblemDetails {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
}

/** An unknown member's name comes from the sender. A body of one kilobyte may inflate to a name of one megabyte, which the answer would
 *  repeat twice. */
const FIELD_LENGTH = 200

/** Describes the first mistake in a request that its schema refuses. */
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
