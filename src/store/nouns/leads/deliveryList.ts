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
  query,
  text,
  textOrNull,
  word,
  wordOrNull,
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

const deliveryListSql = {
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
  slowReadsInContext: { deliveryList },
  sql: deliveryListSql,
}
