import type { SettleKind, SettleSums } from '../../../../schemas/desk/settle.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import {
  all,
  flag,
  integer,
  integerOrNull,
  json,
  LAST,
  one,
  query,
  text,
  textOrNull,
  word,
  type Dialect,
  type RowOf,
  type Rule,
} from '../../kernel/statement.ts'
import { isSaleReversed, leftOfSale, LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'

/** Money in doubt: reports that the ledger refused or that wait, sales that are probable, and lines of statements. */

const entryColumns = {
  entry: integer,
  kind: word<SettleKind>(),
  buyer: text,
  external_id: textOrNull,
  key: textOrNull,
  delivery: integerOrNull,
  returned: flag,
  session_uuid: textOrNull,
  path: textOrNull,
  version: integerOrNull,
  offer: textOrNull,
  ours_cents: integerOrNull,
  booked_cents: integerOrNull,
  theirs_cents: integerOrNull,
  stake_cents: integer,
  reason: text,
  at: integer,
  asked_at: integerOrNull,
  asked_by: textOrNull,
  place: integer,
  lead: json<Fields>(),
}

/** An entry with the contents of its lead, unmasked. `version`: of the flow that the visitor saw. `place`: of its kind in the list. */
export type SettleRow = RowOf<typeof entryColumns>

export interface SettleAskedOf extends OfSites {
  kind?: SettleKind | undefined
  buyer?: string | undefined
  before?: string | undefined
  limit?: number | undefined
}

/** A page of entries, by kind, newest first. */
function* settleList({
  kind = '' as SettleKind,
  buyer = '',
  before,
  limit = 50,
  sites,
}: SettleAskedOf): Rule<{ rows: SettleRow[]; next: string | null }> {
  const [place = 0, entry = LAST] = before?.split('.').map(Number) ?? []
  const found = yield* all(listSql.page, kind, buyer, siteList({ sites }), place, entry, limit + 1)
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, next: last ? `${last.place}.${last.entry}` : null }
}

/** Number of entries and money in doubt, by kind. */
function* settleSums({ buyer = '', sites }: Pick<SettleAskedOf, 'buyer' | 'sites'>): Rule<SettleSums> {
  const none = { count: 0, cents: 0 }
  const kinds = { probable: none, far_off: none, conflict: none, waiting: none, stated: none }
  const sums: SettleSums = { ...none, to_book: 0, to_take_back: 0, kinds }
  for (const { kind, count, to_book, to_take_back } of yield* all(listSql.sums, buyer, siteList({ sites }))) {
    const cents = to_book + to_take_back
    sums.kinds[kind] = { count, cents }
    sums.count += count
    sums.cents += cents
    sums.to_book += to_book
    sums.to_take_back += to_take_back
  }
  return sums
}

/** One entry that isn't settled, with what happened to its delivery and what the ledger has under its ID. */
function* settleEntry(entry: number, { sites }: OfSites) {
  const row = yield* one(listSql.entry, entry, siteList({ sites }))
  if (!row) return null
  const tries = row.delivery === null ? [] : yield* all(listSql.tries, row.delivery)
  const booked = row.external_id === null ? [] : yield* all(listSql.booked, row.buyer, row.external_id)
  return { row, tries, booked }
}

/** Entries that aren't settled, as rows of `doubts`. For a sale under an ID that another lead was sold under, and for one that was
 *  reversed, the ledger has nothing. */
const doubts = (condition: string, sites: string, textsIn: Dialect['textsIn']) => `(
    SELECT unbooked.entry AS entry, unbooked.state AS kind, unbooked.source AS buyer,
      COALESCE(unbooked.external_id, outbox.external_id) AS external_id, outbox.key AS key,
      unbooked.delivery AS delivery, unbooked.returned AS returned, sessions.uuid AS session_uuid,
      channels.path AS path, sessions.version AS version, COALESCE(unbooked.offer, outbox.offer) AS offer,
      unbooked.ours_cents AS expected, unbooked.cents AS theirs_cents, unbooked.reason AS reason,
      unbooked.at AS at, unbooked.asked_at AS asked_at, unbooked.asked_by AS asked_by,
      CASE WHEN NOT EXISTS (SELECT 1 FROM sales WHERE sales.source = unbooked.source AND sold = 1
          AND sales.external_id = COALESCE(unbooked.external_id, outbox.external_id)
          AND (unbooked.returned = 1 OR unbooked.session IS NULL OR sales.session = unbooked.session)
          AND NOT (${isSaleReversed('sales.source', 'sales.external_id')})) THEN NULL
        ELSE ${leftOfSale('unbooked.source', 'COALESCE(unbooked.external_id, outbox.external_id)')} END AS booked_cents,
      CASE unbooked.state WHEN 'probable' THEN 1 WHEN 'far_off' THEN 2 WHEN 'conflict' THEN 3 WHEN 'waiting' THEN 4
        ELSE 5 END AS place,
      COALESCE(unbooked.session, outbox.session) AS session
    FROM unbooked LEFT JOIN outbox ON outbox.delivery = unbooked.delivery
      LEFT JOIN sessions ON sessions.session = COALESCE(unbooked.session, outbox.session)
      LEFT JOIN channels ON channels.channel = sessions.channel
    WHERE unbooked.state <> 'settled' AND ${condition}
      AND ${isOfSites('COALESCE(unbooked.session, outbox.session)', sites, textsIn)}) AS doubts`

/** Money that an entry is about. Of a sale that isn't booked, what was expected; of another amount, the difference. */
const STAKE = `CAST(CASE
    WHEN kind = 'probable' THEN COALESCE(expected, 0)
    WHEN kind = 'far_off' THEN COALESCE(expected, theirs_cents, 0)
    WHEN kind = 'stated' THEN COALESCE(theirs_cents, 0) - COALESCE(expected, 0)
    WHEN returned = 1 THEN -COALESCE(theirs_cents, booked_cents, 0)
    ELSE COALESCE(theirs_cents, 0) - COALESCE(booked_cents, 0) END AS BIGINT)`

const OURS = `CASE WHEN kind IN ('probable', 'far_off', 'stated') THEN expected ELSE booked_cents END`

const select = (
  from: string,
) => `SELECT entry, kind, buyer, external_id, key, delivery, returned, session_uuid, path,
       version, offer, ${OURS} AS ours_cents, booked_cents, theirs_cents, ${STAKE} AS stake_cents, reason, at, asked_at,
       asked_by, place,
       COALESCE((SELECT lead FROM leads WHERE leads.session = doubts.session ORDER BY leads.entry DESC LIMIT 1), '{}') AS lead
     FROM ${from}`

const listSql = {
  page: query(
    ({ textsIn }) => `${select(
      doubts("($1 = '' OR unbooked.state = $1) AND ($2 = '' OR unbooked.source = $2)", '$3', textsIn),
    )}
     WHERE place > $4 OR (place = $4 AND entry < $5) ORDER BY place, entry DESC LIMIT $6`,
    entryColumns,
  ),
  entry: query(({ textsIn }) => select(doubts('unbooked.entry = $1', '$2', textsIn)), entryColumns),
  sums: query(
    ({ textsIn }) => `SELECT kind, COUNT(*) AS count,
       CAST(SUM(CASE WHEN ${STAKE} > 0 THEN ${STAKE} ELSE 0 END) AS BIGINT) AS to_book,
       CAST(SUM(CASE WHEN ${STAKE} < 0 THEN -${STAKE} ELSE 0 END) AS BIGINT) AS to_take_back
     FROM ${doubts("($1 = '' OR unbooked.source = $1)", '$2', textsIn)} GROUP BY kind ORDER BY kind`,
    { kind: word<SettleKind>(), count: integer, to_book: integer, to_take_back: integer },
  ),
  tries: query('SELECT message, at FROM attempts WHERE delivery = $1 ORDER BY attempt', {
    message: text,
    at: integer,
  }),
  booked: query(
    `SELECT cents, at FROM ${LEDGER_SQL} AS ledger WHERE source = $1 AND external_id = $2 ORDER BY at, entry`,
    {
      cents: integer,
      at: integer,
    },
  ),
}

export const settleListNoun = {
  slowReads: { settleList, settleSums },
  reads: { settleEntry },
  sql: listSql,
}
