import type {
  PrivacyRequest,
  PrivacyRequestKind,
  PrivacyRequestState,
} from '../../../../schemas/kernel/privacy.ts'
import type { NewPrivacyRequest, RequestsWanted } from './privacyTypes.ts'
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
  LAST,
} from '../../kernel/statement.ts'
import { optOut } from './optOuts.ts'
import { contactIn, emailKey, likeNumber, phoneDigits } from './person.ts'
import { ofAll } from '../../kernel/writeScopes.ts'

/** Logs a request; one to stop sales or calls takes effect in the same transaction. Resolves to its number. */
export function* logRequest({ kind, path, manner, email, phone, at }: NewPrivacyRequest): Rule<number> {
  if (STOPS_SALE.has(kind)) yield* optOut({ session_uuid: null, phone, email, source: kind, at })
  return (yield* only(requestSql.add, kind, path, manner, email, phone, at)).request
}

/** A person who wants no calls must not be sold to companies that would make them. */
const STOPS_SALE: ReadonlySet<string> = new Set(['do_not_sell', 'unsubscribe', 'delete'])

/** False if the request doesn't exist or is answered, or its person is being forgotten. */
function* answerPrivacyRequest(request: number, answer: string, at: number): Rule<boolean> {
  return (yield* run(requestSql.answer, answer, at, request)) === 1
}

/** Queues the person of a deletion request to be forgotten. False if the request doesn't exist, is answered, or was queued before. */
function* askToForget(request: number, operator: string, at: number): Rule<boolean> {
  return (yield* run(requestSql.askToForget, at, operator, request)) === 1
}

/** Requests whose person is to be forgotten, in the order they were queued. */
const requestsToForget = (): Rule<PrivacyRequest[]> => all(requestSql.toForget)

/** Answers a request whose person was forgotten. */
function* endForgetting(request: number, answer: string, at: number): Rule<boolean> {
  return (yield* run(requestSql.endForgetting, answer, at, request)) === 1
}

/** Newest requests first. */
function privacyRequests({
  kind = '' as PrivacyRequestKind,
  state = '' as PrivacyRequestState,
  path = '',
  from = 0,
  to = LAST,
  search,
  before = LAST,
  limit,
}: RequestsWanted): Rule<PrivacyRequest[]> {
  return all(requestSql.newest, kind, state, path, from, to, before, ...sought(search), limit)
}

/** The request's number, the email address key and the phone number pattern that a search means. */
function sought(search: string | undefined): [request: number, email: string, phone: string] {
  if (search === undefined) return [ANY, '', '']
  const typed = search.trim()
  const request = /^\d{1,15}$/.test(typed) ? Number(typed) : NONE
  const contact = contactIn(typed)
  if (contact?.kind === 'email') return [request, emailKey(typed), '']
  return [request, '', contact ? likeNumber(phoneDigits(typed)) : '']
}

const ANY = 0
const NONE = -1

const STATE = `CASE WHEN answered_at IS NOT NULL THEN 'answered' WHEN forget_asked_at IS NOT NULL THEN 'forgetting'
    WHEN kind IN ('do_not_sell', 'unsubscribe') THEN 'in_effect' ELSE 'open' END`

const COLUMNS = `request, kind, path, manner, email, phone, at, answered_at, answer, forget_asked_at, forget_by,
    ${STATE} AS state`

const request = {
  request: integer,
  kind: word<PrivacyRequestKind>(),
  path: text,
  manner: word<PrivacyRequest['manner']>(),
  email: textOrNull,
  phone: textOrNull,
  at: integer,
  answered_at: integerOrNull,
  answer: textOrNull,
  forget_asked_at: integerOrNull,
  forget_by: textOrNull,
  state: word<PrivacyRequestState>(),
}

const requestSql = {
  add: query(
    `INSERT INTO privacy_requests (kind, path, manner, email, phone, at) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING request`,
    { request: integer },
  ),
  answer: command(
    `UPDATE privacy_requests SET answer = $1, answered_at = $2
     WHERE request = $3 AND answered_at IS NULL AND forget_asked_at IS NULL`,
  ),
  askToForget: command(
    `UPDATE privacy_requests SET forget_asked_at = $1, forget_by = $2
     WHERE request = $3 AND kind = 'delete' AND answered_at IS NULL AND forget_asked_at IS NULL`,
  ),
  toForget: query(
    `SELECT ${COLUMNS} FROM privacy_requests WHERE forget_asked_at IS NOT NULL AND answered_at IS NULL
     ORDER BY forget_asked_at, request`,
    request,
  ),
  endForgetting: command(
    `UPDATE privacy_requests SET answer = $1, answered_at = $2
     WHERE request = $3 AND answered_at IS NULL AND forget_asked_at IS NOT NULL`,
  ),
  newest: query(
    `SELECT ${COLUMNS} FROM privacy_requests
     WHERE ($1 = '' OR kind = $1) AND ($2 = '' OR ${STATE} = $2) AND ($3 = '' OR path = $3)
       AND at >= $4 AND at <= $5 AND request < $6
       AND (request = $7 OR lower(email) = $8 OR phone LIKE $9 OR $7 = ${ANY})
     ORDER BY request DESC LIMIT $10`,
    request,
  ),
}

export const requestNoun = {
  writes: ofAll({ answerPrivacyRequest, askToForget, endForgetting }),
  reads: { privacyRequests, requestsToForget },
  sql: requestSql,
}
