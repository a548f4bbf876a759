import type { BookedReturn, ReturnsListed, ReturnReason } from '../../../../schemas/desk/returns.ts'
import {
  all,
  command,
  integer,
  one,
  query,
  run,
  text,
  word,
  type Rule,
  LAST,
} from '../../kernel/statement.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import type { ReportContext } from '../reports/reportRules.ts'
import type { ReturnNote } from './saleTypes.ts'

/** Returns, with a reason if an operator made them. */

export function* keepReturnNote(
  { entry, session }: { entry: number; session: number },
  { reason, words, by }: ReturnNote,
): Rule<void> {
  yield* run(returnSql.note, entry, session, reason, words, by)
}

/** A page of returns, newest first. */
function* returnList(
  { offerNames }: ReportContext,
  {
    buyer = '',
    reason = '' as ReturnReason,
    search = '',
    from = 0,
    to = LAST,
    before,
    limit = 50,
    sites,
  }: Omit<ReturnsListed, 'path'> & OfSites,
): Rule<{ data: BookedReturn[]; next: string | null }> {
  const nameOf = yield* offerNames.ofVersions()
  const [at = LAST, entry = LAST] = before?.split('.').map(Number) ?? []
  const place = [at, entry, limit + 1, siteList({ sites })] as const
  const found = yield* all(returnSql.page, buyer, reason, search.trim(), from, to, ...place)
  const data = found
    .slice(0, limit)
    .map(({ version, ...row }) => ({ ...row, offer_name: nameOf(version, row.offer) }))
  const last = found.length > limit ? data.at(-1) : undefined
  return { data, next: last ? `${last.at}.${last.entry}` : null }
}

/** Time and operator of the last check of a statement with this fingerprint in the audit log; null if none. */
function* statementBefore(about: string): Rule<{ at: number; operator: string } | null> {
  return yield* one(returnSql.before, about)
}

const returnSql = {
  note: command(
    'INSERT INTO return_notes (entry, session, reason, words, booked_by) VALUES ($1, $2, $3, $4, $5)',
  ),
  before: query(
    "SELECT at, operator FROM audit WHERE act = 'check_statement' AND about = $1 ORDER BY entry DESC LIMIT 1",
    { at: integer, operator: text },
  ),
  page: query(
    ({ textsIn }) => `SELECT sales.entry AS entry, sales.source AS buyer, sales.external_id AS external_id,
       sessions.uuid AS session_uuid, sales.offer AS offer, sales.path AS path, sales.version AS version, -sales.cents AS cents, sales.at AS at,
       COALESCE(reason, 'reported') AS reason, COALESCE(words, '') AS words, COALESCE(booked_by, '') AS booked_by
     FROM sales JOIN sessions ON sessions.session = sales.session
       LEFT JOIN return_notes ON return_notes.entry = sales.entry
     WHERE sold = -1 AND ($1 = '' OR sales.source = $1) AND ($2 = '' OR COALESCE(reason, 'reported') = $2)
       AND ($3 = '' OR sales.external_id = $3 OR sessions.uuid = $3)
       AND sales.at >= $4 AND sales.at <= $5 AND sales.at <= $6 AND (sales.at < $6 OR sales.entry < $7)
       AND ${isOfSites('sales.session', '$9', textsIn)}
     ORDER BY sales.at DESC, sales.entry DESC LIMIT $8`,
    {
      entry: integer,
      buyer: text,
      external_id: text,
      session_uuid: text,
      offer: text,
      path: text,
      version: integer,
      cents: integer,
      at: integer,
      reason: word<ReturnReason>(),
      words: text,
      booked_by: text,
    },
  ),
}

export const returnNoun = {
  reads: { statementBefore },
  slowReadsInContext: { returnList },
  sql: returnSql,
}
