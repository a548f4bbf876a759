import type { BookedReturn, ReturnsListed, ReturnReason } from '../../../../schemas/desk/returns.ts'
import {
  all,
  command,
  flag,
  integer,
  integerOrNull,
  one,
  query,
  run,
  text,
  word,
  type Rule,
  LAST,
} from '../../kernel/statement.ts'
import { CHANGES_FROM, leftOfSale } from '../../kernel/ledgerSql.ts'
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

/** A page of all entries that change a sale: returns of all of it or of a part, corrections, and reversals, newest first. */
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

/** All entries of the ledger but the sales themselves. */
const CHANGES = `(
      SELECT entry, session, offer, source, external_id, 'return' AS kind, CAST(NULL AS BIGINT) AS reverses, cents, version,
        path, at FROM sales WHERE sold = -1
      UNION ALL
      SELECT ${CHANGES_FROM} + entry AS entry, session, offer, source, external_id, kind, reverses, cents, version,
        path, at FROM sale_changes)`

/** SQL of the amount of the sale under an ID, with corrections and before returns, in cents. */
const amountOfSale = (source: string, external_id: string): string =>
  `((SELECT cents FROM sales AS entries WHERE entries.source = ${source} AND entries.external_id = ${external_id}
        AND entries.sold = 1)
      + COALESCE((SELECT CAST(SUM(cents) AS BIGINT) FROM sale_changes AS entries WHERE entries.source = ${source}
        AND entries.external_id = ${external_id} AND entries.kind <> 'return'), 0))`

const returnSql = {
  note: command(
    'INSERT INTO return_notes (entry, session, reason, words, booked_by) VALUES ($1, $2, $3, $4, $5)',
  ),
  before: query(
    "SELECT at, operator FROM audit WHERE act = 'check_statement' AND about = $1 ORDER BY entry DESC LIMIT 1",
    { at: integer, operator: text },
  ),
  page: query(
    ({ textsIn }) => `SELECT changed.entry AS entry, kind, reverses, changed.source AS buyer,
       changed.external_id AS external_id, sessions.uuid AS session_uuid, changed.offer AS offer, changed.path AS path,
       changed.version AS version, -changed.cents AS cents, changed.at AS at,
       CASE WHEN EXISTS (SELECT 1 FROM sale_changes AS later WHERE later.source = changed.source
         AND later.external_id = changed.external_id AND later.reverses = changed.entry) THEN 1 ELSE 0 END AS is_reversed,
       ${leftOfSale('changed.source', 'changed.external_id')} AS left_cents,
       ${amountOfSale('changed.source', 'changed.external_id')} AS amount_cents,
       COALESCE(reason, 'reported') AS reason, COALESCE(words, '') AS words, COALESCE(booked_by, '') AS booked_by
     FROM ${CHANGES} AS changed JOIN sessions ON sessions.session = changed.session
       LEFT JOIN return_notes ON return_notes.entry = changed.entry
     WHERE ($1 = '' OR changed.source = $1) AND ($2 = '' OR COALESCE(reason, 'reported') = $2)
       AND ($3 = '' OR changed.external_id = $3 OR sessions.uuid = $3)
       AND changed.at >= $4 AND changed.at <= $5
       AND changed.at <= $6 AND (changed.at < $6 OR changed.entry < $7)
       AND ${isOfSites('changed.session', '$9', textsIn)}
     ORDER BY changed.at DESC, changed.entry DESC LIMIT $8`,
    {
      entry: integer,
      kind: word<BookedReturn['kind']>(),
      reverses: integerOrNull,
      buyer: text,
      external_id: text,
      session_uuid: text,
      offer: text,
      path: text,
      version: integer,
      cents: integer,
      at: integer,
      is_reversed: flag,
      left_cents: integer,
      amount_cents: integer,
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
