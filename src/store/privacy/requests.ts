import type { PrivacyRequest, PrivacyRequestKind } from '../../../schemas/privacy.ts'
import type { NewPrivacyRequest } from './privacyTypes.ts'
import {
  all,
  command,
  integer,
  integerOrNull,
  only,
  query,
  run,
  text,
  textOrNull,
  word,
  type Rule,
} from '../statement.ts'
import { optOut } from './optOuts.ts'

export function* privacyRequest({ kind, path, manner, email, phone, at }: NewPrivacyRequest): Rule<number> {
  if (STOPS_SALE.has(kind)) yield* optOut({ session_uuid: null, phone, email, source: kind, at })
  return (yield* only(requestSql.add, kind, path, manner, email, phone, at)).request
}

/** Who wants no calls must not be sold to those who would make them. */
const STOPS_SALE: ReadonlySet<string> = new Set(['do_not_sell', 'unsubscribe', 'delete'])

export function* answerPrivacyRequest(request: number, answer: string, at: number): Rule<boolean> {
  return (yield* run(requestSql.answer, answer, at, request)) === 1
}

export const privacyRequests = (limit: number): Rule<PrivacyRequest[]> => all(requestSql.newest, limit)

export const requestSql = {
  add: query(
    `INSERT INTO privacy_requests (kind, path, manner, email, phone, at) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING request`,
    { request: integer },
  ),
  answer: command(
    'UPDATE privacy_requests SET answer = $1, answered_at = $2 WHERE request = $3 AND answered_at IS NULL',
  ),
  newest: query(
    `SELECT request, kind, path, manner, email, phone, at, answered_at, answer
     FROM privacy_requests ORDER BY request DESC LIMIT $1`,
    {
      request: integer,
      kind: word<PrivacyRequestKind>(),
      path: text,
      manner: word<PrivacyRequest['manner']>(),
      email: textOrNull,
      phone: textOrNull,
      at: integer,
      answered_at: integerOrNull,
      answer: textOrNull,
    },
  ),
}
