import { STATUS_CODES } from 'node:http'
import type { FastifyError } from 'fastify'
import type { ProblemDetails } from '../../schemas/problem.ts'

/** What a request is refused with: an error that carries the rest of its problem body. */
export interface Refusal extends Error {
  statusCode: number
  field?: string
  errors?: { field: string; message: string }[]
}

/** A refusal to throw. `detail` is a sentence for whoever made the request; `field` the member of it that is at fault. */
export function refusal(
  statusCode: number,
  detail: string,
  more: Pick<Refusal, 'field' | 'errors'> = {},
): Refusal {
  return Object.assign(new Error(detail), { statusCode, ...more })
}

/** The body of any failure. What is our own fault says nothing of its cause. Source: RFC 9457. */
export function problemOf(error: FastifyError | Refusal): ProblemDetails {
  const status = error.statusCode ?? 500
  if (status >= 500) return problem(status, 'Something went wrong here. Try again in a moment.')
  if ('validation' in error && error.validation) return invalid(error)
  const { field, errors } = error as Refusal
  return { ...problem(status, error.message), ...(field && { field }), ...(errors?.length && { errors }) }
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

function problem(status: number, detail: string): ProblemDetails {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
}

/** A request that its schema refuses. The compiled schema stops at the first mistake, so there is one. */
function invalid({ validation = [], validationContext = 'body' }: FastifyError): ProblemDetails {
  const [mistake] = validation
  const { missingProperty, additionalProperty } = mistake?.params ?? {}
  const path = (mistake?.instancePath ?? '').split('/').slice(1)
  const field = [...path, missingProperty ?? additionalProperty ?? []].flat().join('.') || validationContext
  const detail = missingProperty
    ? `'${field}' is missing.`
    : additionalProperty
      ? `'${field}' is not known here.`
      : `'${field}' ${mistake?.message ?? 'is not valid'}.`
  return { ...problem(400, detail), field }
}
