import type { DeliveriesAsked, DeliveryFilter, DeliveryLine } from '../../../../schemas/desk/deliveries.ts'
import {
  all,
  integerOrNull,
  json,
  query,
  text,
  textOrNull,
  wordOrNull,
  type Rule,
  LAST,
} from '../../kernel/statement.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import type { AuctionResult } from './leadTypes.ts'
import { deliveryColumns, deliveryColumnsOf } from './deliveryColumns.ts'

/** A page of deliveries, each with the contents of its lead, so that a buyer's answer can be masked. */
export interface DeliveryPage {
  rows: (DeliveryLine & { lead: Record<string, string> })[]
  next: string | null
}

/** A page of deliveries, newest first, with the contents of their leads. */
function* deliveryList({
  offer = '',
  buyer = '',
  state = '' as DeliveryFilter,
  from = 0,
  to = LAST,
  before,
  limit = 50,
  sites,
}: DeliveriesAsked & OfSites): Rule<DeliveryPage> {
  const [at = LAST, delivery = LAST] = before?.split('.').map(Number) ?? []
  const [isRetried, isHeld] = [state === 'retried', state === 'held']
  const found = yield* all(
    deliveryListSql.page,
    offer,
    buyer,
    isRetried || isHeld ? 'due' : state,
    Number(isRetried),
    from,
    to,
    at,
    delivery,
    limit + 1,
    Number(isHeld),
    siteList({ sites }),
  )
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, next: last ? `${last.at}.${last.delivery}` : null }
}

const deliveryListSql = {
  page: query(
    ({
      textsIn,
    }) => `SELECT ${deliveryColumnsOf('page')}, sessions.uuid AS session_uuid, COALESCE(held_message, message) AS last,
       auction, bid_cents,
       (SELECT CAST(SUM(cents) AS BIGINT) FROM sales
        WHERE source = page.buyer AND sales.external_id = page.external_id) AS cents,
       COALESCE(leads.lead, '{}') AS lead
     FROM (
       SELECT delivery, session, offer, buyer, state, attempts, duplicate_of, held, held_message, due_at,
         at, external_id, lead FROM outbox
       WHERE ($1 = '' OR offer = $1) AND ($2 = '' OR buyer = $2) AND ($3 = '' OR state = $3)
         AND attempts >= $4 AND at >= $5 AND at <= $6 AND at <= $7 AND (at < $7 OR delivery < $8)
         AND ($10 = 0 OR held IS NOT NULL) AND ${isOfSites('outbox.session', '$11', textsIn)}
       ORDER BY at DESC, delivery DESC LIMIT $9
     ) AS page JOIN sessions ON sessions.session = page.session
       LEFT JOIN attempts ON attempts.delivery = page.delivery AND attempts.attempt = page.attempts
       LEFT JOIN leads ON leads.entry = page.lead
     ORDER BY page.at DESC, page.delivery DESC`,
    {
      ...deliveryColumns,
      session_uuid: text,
      last: textOrNull,
      auction: wordOrNull<AuctionResult>(),
      bid_cents: integerOrNull,
      cents: integerOrNull,
      lead: json<Record<string, string>>(),
    },
  ),
}

export const deliveryListNoun = {
  slowReads: { deliveryList },
  sql: deliveryListSql,
}
