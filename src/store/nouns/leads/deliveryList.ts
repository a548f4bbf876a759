import type {
  DeliveriesAsked,
  DeliveryFilter,
  DeliveryLine,
  DeliveryStatus,
} from '../../../../schemas/desk/deliveries.ts'
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
  rows: (DeliveryLine & { lead: Record<string, string> })[]
  next: string | null
}

/** A page of deliveries, newest first, with the contents of their leads. */
function* deliveryList(
  { offerNames }: ReportContext,
  {
    offer = '',
    buyer = '',
    status = '' as DeliveryFilter,
    from = 0,
    to = LAST,
    before,
    limit = 50,
    sites,
  }: Omit<DeliveriesAsked, 'path'> & OfSites,
): Rule<DeliveryPage> {
  const nameOf = yield* offerNames.ofVersions()
  const [at = LAST, delivery = LAST] = before?.split('.').map(Number) ?? []
  const found = yield* all(
    deliveryListSql.page,
    offer,
    buyer,
    status,
    from,
    to,
    at,
    delivery,
    limit + 1,
    siteList({ sites }),
  )
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(({ version, ...row }) => ({ ...row, offer_name: nameOf(version, row.offer) })),
    next: last ? `${last.at}.${last.delivery}` : null,
  }
}

/** Filters of deliveries, without their place in a list. */
type Matching = Omit<DeliveriesAsked, 'path' | 'before' | 'limit'> & OfSites

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
function* waitingLeads(
  buyer: string,
  limit: number,
): Rule<{ delivery: number; lead: Record<string, string> }[]> {
  return yield* all(deliveryListSql.waiting, buyer, limit)
}

const REPLAYABLE = ({ textsIn }: Dialect) =>
  `($1 = '' OR offer = $1) AND ($2 = '' OR buyer = $2) AND ${passesStatus('outbox', '$3')}
         AND at >= $4 AND at <= $5 AND state IN ('dead', 'rejected', 'duplicate') AND unsure = 0
         AND ${isOfSites('outbox.session', '$6', textsIn)}`

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
    { delivery: integer, lead: json<Record<string, string>>() },
  ),
  page: query(
    ({
      textsIn,
    }) => `SELECT ${deliveryColumnsOf('page')}, sessions.uuid AS session_uuid, sessions.version AS version, path,
       ${statusSql('page')} AS status, COALESCE(held_message, message) AS last, auction, bid_cents,
       ${leftOfSale('page.buyer', 'page.external_id')} AS cents,
       COALESCE(leads.lead, '{}') AS lead
     FROM (
       SELECT delivery, session, offer, buyer, state, attempts, duplicate_of, unsure, held, held_message, due_at,
         at, external_id, lead FROM outbox
       WHERE ($1 = '' OR offer = $1) AND ($2 = '' OR buyer = $2) AND ${passesStatus('outbox', '$3')}
         AND at >= $4 AND at <= $5 AND at <= $6 AND (at < $6 OR delivery < $7)
         AND ${isOfSites('outbox.session', '$9', textsIn)}
       ORDER BY at DESC, delivery DESC LIMIT $8
     ) AS page JOIN sessions ON sessions.session = page.session
       JOIN channels ON channels.channel = sessions.channel
       LEFT JOIN attempts ON attempts.delivery = page.delivery AND attempts.attempt = page.attempts
       LEFT JOIN leads ON leads.entry = page.lead
     ORDER BY page.at DESC, page.delivery DESC`,
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
      lead: json<Record<string, string>>(),
    },
  ),
}

export const deliveryListNoun = {
  slowReads: { replayableCount, replayableDeliveries, waitingLeads },
  slowReadsInContext: { deliveryList },
  sql: deliveryListSql,
}
