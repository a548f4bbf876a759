import type {
  DeliveriesAsked,
  DeliveryFilter,
  DeliveryLine,
  DeliverySort,
  DeliveryStatus,
} from '../../../../schemas/desk/deliveries.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import { leftOfSale } from '../../kernel/ledgerSql.ts'
import {
  all,
  integer,
  integerOrNull,
  json,
  only,
  query,
  text,
  textOrNull,
  word,
  wordOrNull,
  type Dialect,
  type Rule,
  LAST,
} from '../../kernel/statement.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import type { AuctionResult } from './leadTypes.ts'
import type { ReportContext } from '../reports/reportRules.ts'
import { deliveryColumns, deliveryColumnsOf, passesStatus, statusSql } from './deliveryColumns.ts'

/** A page of deliveries, each with the contents of its lead, so that a buyer's answer can be masked. */
export interface DeliveryPage {
  rows: (DeliveryLine & { lead: Fields })[]
  next: string | null
}

/** A page of deliveries with the contents of their leads; the newest come first by default. */
function* deliveryList(
  { offerNames }: ReportContext,
  { before, limit = 50, sort = 'newest', ...asked }: Omit<DeliveriesAsked, 'path'> & OfSites,
): Rule<DeliveryPage> {
  const nameOf = yield* offerNames.ofVersions()
  const place = placeIn(before, sort)
  const found = yield* all(pages[sort], ...valuesOf(asked), ...place, limit + 1)
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(({ version, rank: _rank, ...row }) => ({
      ...row,
      offer_name: nameOf(version, row.offer),
    })),
    next: last ? `${last.rank}.${last.delivery}` : null,
  }
}

/** Rank and number of the delivery where the page before ended; those before all others if there was none, or none in this order. */
function placeIn(
  before: string | undefined,
  sort: DeliverySort,
): readonly [rank: number | string, delivery: number] {
  const { isText, isDescending } = ORDERS[sort]
  const [, rank, delivery] = /^(.*)\.(\d+)$/.exec(before ?? '') ?? []
  if (rank !== undefined && (isText || /^-?\d+$/.test(rank)))
    return [isText ? rank : Number(rank), Number(delivery)]
  if (isText) return isDescending ? [AFTER_ALL_WORDS, LAST] : ['', -1]
  return isDescending ? [LAST, LAST] : [-LAST, -1]
}

const AFTER_ALL_WORDS = '~'

/** Filters of deliveries, without their place in a list. */
type Matching = Omit<DeliveriesAsked, 'path' | 'before' | 'limit' | 'sort'> & OfSites

/** Number of matching deliveries that can be sent again. */
function* replayableCount(asked: Matching): Rule<number> {
  return (yield* only(deliveryListSql.replayable, ...valuesOf(asked))).n
}

/** Matching deliveries that can be sent again, after `after`, in the order of their numbers. */
function* replayableDeliveries(asked: Matching & { after: number; limit: number }): Rule<number[]> {
  const found = yield* all(deliveryListSql.replayableAfter, ...valuesOf(asked), asked.after, asked.limit)
  return found.map(({ delivery }) => delivery)
}

function valuesOf({
  offer = '',
  buyer = '',
  status = '' as DeliveryFilter,
  from = 0,
  to = LAST,
  sites,
}: Matching) {
  return [offer, buyer, status, from, to, siteList({ sites })] as const
}

/** Contents of leads that wait for a buyer, longest waiting first. */
function* waitingLeads(buyer: string, limit: number): Rule<{ delivery: number; lead: Fields }[]> {
  return yield* all(deliveryListSql.waiting, buyer, limit)
}

/** Contents of the newest leads that came for a buyer since `from`, whatever became of them, newest first. */
const recentLeads = (buyer: string, from: number, limit: number): Rule<{ at: number; lead: Fields }[]> =>
  all(deliveryListSql.recent, buyer, from, limit)

const REPLAYABLE = ({ textsIn }: Dialect) =>
  `($1 = '' OR offer = $1) AND ($2 = '' OR buyer = $2) AND ${passesStatus('outbox', '$3')}
         AND at >= $4 AND at <= $5 AND state IN ('dead', 'rejected', 'duplicate') AND unsure = 0
         AND ${isOfSites('outbox.session', '$6', textsIn)}`

/** Value that a list is sorted by, of a row of the outbox. Deliveries without a sale have less than any amount. */
const ORDERS: Readonly<Record<DeliverySort, { value: string; isText: boolean; isDescending: boolean }>> =
  (() => {
    const order = (value: string, isText: boolean, isDescending: boolean) => ({ value, isText, isDescending })
    const price = `COALESCE(${leftOfSale('outbox.buyer', 'outbox.external_id')}, -${LAST})`
    return {
      newest: order('outbox.at', false, true),
      oldest: order('outbox.at', false, false),
      price: order(price, false, true),
      buyer: order('outbox.buyer', true, false),
      buyer_descending: order('outbox.buyer', true, true),
      status: order(statusSql('outbox'), true, false),
      status_descending: order(statusSql('outbox'), true, true),
    }
  })()

/** A page in an order; deliveries of one rank are in the order of their numbers. */
const pageSql = (sort: DeliverySort, rankType: typeof integer | typeof text) => {
  const { value, isText, isDescending } = ORDERS[sort]
  const [beyond, order] = isDescending ? ['<', 'DESC'] : ['>', 'ASC']
  const after = isText ? '$7' : 'CAST($7 AS BIGINT)'
  return query(
    ({
      textsIn,
    }) => `SELECT ${deliveryColumnsOf('page')}, sessions.uuid AS session_uuid, sessions.version AS version, path,
       ${statusSql('page')} AS status, COALESCE(held_message, message) AS last, auction, bid_cents,
       ${leftOfSale('page.buyer', 'page.external_id')} AS cents,
       COALESCE(leads.lead, '{}') AS lead, rank
     FROM (
       SELECT delivery, session, offer, buyer, state, attempts, duplicate_of, unsure, held, held_message, due_at,
         at, external_id, lead, ${value} AS rank FROM outbox
       WHERE ($1 = '' OR offer = $1) AND ($2 = '' OR buyer = $2) AND ${passesStatus('outbox', '$3')}
         AND at >= $4 AND at <= $5 AND ${value} ${beyond}= ${after} AND (${value} ${beyond} ${after} OR delivery ${beyond} $8)
         AND ${isOfSites('outbox.session', '$6', textsIn)}
       ORDER BY ${value} ${order}, delivery ${order} LIMIT $9
     ) AS page JOIN sessions ON sessions.session = page.session
       JOIN channels ON channels.channel = sessions.channel
       LEFT JOIN attempts ON attempts.delivery = page.delivery AND attempts.attempt = page.attempts
       LEFT JOIN leads ON leads.entry = page.lead
     ORDER BY rank ${order}, page.delivery ${order}`,
    {
      ...deliveryColumns,
      session_uuid: text,
      version: integer,
      path: text,
      status: word<DeliveryStatus>(),
      last: textOrNull,
      auction: wordOrNull<AuctionResult>(),
      bid_cents: integerOrNull,
      cents: integerOrNull,
      lead: json<Fields>(),
      rank: rankType as typeof integer,
    },
  )
}

const pages = {
  newest: pageSql('newest', integer),
  oldest: pageSql('oldest', integer),
  price: pageSql('price', integer),
  buyer: pageSql('buyer', text),
  buyer_descending: pageSql('buyer_descending', text),
  status: pageSql('status', text),
  status_descending: pageSql('status_descending', text),
}

const deliveryListSql = {
  replayable: query((dialect) => `SELECT COUNT(*) AS n FROM outbox WHERE ${REPLAYABLE(dialect)}`, {
    n: integer,
  }),
  replayableAfter: query(
    (dialect) => `SELECT delivery FROM outbox WHERE ${REPLAYABLE(dialect)} AND delivery > $7
     ORDER BY delivery LIMIT $8`,
    { delivery: integer },
  ),
  waiting: query(
    `SELECT delivery, COALESCE(leads.lead, '{}') AS lead FROM outbox LEFT JOIN leads ON leads.entry = outbox.lead
     WHERE buyer = $1 AND due_at IS NOT NULL AND state = 'due' ORDER BY due_at, delivery LIMIT $2`,
    { delivery: integer, lead: json<Fields>() },
  ),
  recent: query(
    `SELECT outbox.at AS at, leads.lead AS lead FROM outbox JOIN leads ON leads.entry = outbox.lead
     WHERE outbox.buyer = $1 AND outbox.at >= $2 ORDER BY outbox.at DESC, delivery DESC LIMIT $3`,
    { at: integer, lead: json<Fields>() },
  ),
  ...pages,
}

export const deliveryListNoun = {
  slowReads: { replayableCount, replayableDeliveries, waitingLeads, recentLeads },
  slowReadsInContext: { deliveryList },
  sql: deliveryListSql,
}
