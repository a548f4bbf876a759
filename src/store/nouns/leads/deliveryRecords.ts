import type { Delivery, DeliveryState } from '../../../../schemas/buyer/buyer.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import type { SessionDelivery } from './leadTypes.ts'
import {
  all,
  flag,
  integer,
  integerOrNull,
  json,
  one,
  query,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import { deliveryColumns, deliveryColumnsOf } from './deliveryColumns.ts'

/** Deliveries of a session's leads, in the order in which they became due; empty if the session is unknown. */
function* sessionDeliveries(uuid: string): Rule<SessionDelivery[]> {
  const rows = yield* all(deliverySql.ofSession, uuid)
  return rows.map(({ under_way, unsure, stopped_at, other_ms, duplicate_of, ...delivery }) => ({
    ...delivery,
    isOwnDuplicate: duplicate_of !== null,
    isUnderWay: under_way,
    isUnsure: unsure,
    answeredAt:
      stopped_at === null || other_ms === null ? null : stopped_at + Math.min(other_ms, ANSWERED_WITHIN_MS),
  }))
}

/** A lead that waited for hours, for a buyer's hours or a retry, tells nothing about how long an answer takes. */
const ANSWERED_WITHIN_MS = 30_000

/** Newest deliveries first; of one state, or of all. */
const deliveries = ({ state, limit }: { state: DeliveryState | null; limit: number }) =>
  all(deliverySql.newest, state, limit)

/** The lead that a delivery has now, and its entry, which is null once it is erased. */
const deliveredLead = (delivery: number): Rule<{ lead: number | null; payload: Fields } | null> =>
  one(deliverySql.lead, delivery)

/** Number of leads that became due for each buyer since `from`, and the number it accepted. */
const buyerCounts = (from: number) => all(deliverySql.byBuyer, from)

const delivery = (delivery: number): Rule<Delivery | null> => one(deliverySql.one, delivery)

const listed = (condition: string, limit: string) =>
  query(
    `SELECT ${deliveryColumnsOf('outbox')}, key, sessions.uuid AS session_uuid,
       COALESCE(held_message, message) AS last
     FROM outbox JOIN sessions ON sessions.session = outbox.session
       LEFT JOIN attempts ON attempts.delivery = outbox.delivery AND attempts.attempt = outbox.attempts
     WHERE ${condition} ORDER BY outbox.delivery DESC LIMIT ${limit}`,
    {
      ...deliveryColumns,
      key: text,
      session_uuid: text,
      last: textOrNull,
    },
  )

const deliverySql = {
  ofSession: query(
    `SELECT outbox.offer AS offer, outbox.buyer AS buyer, outbox.state AS state, outbox.under_way AS under_way,
       outbox.unsure AS unsure, outbox.redirect_url AS redirect_url, outbox.duplicate_of AS duplicate_of,
       stopped.at AS stopped_at, answered.at - other.at AS other_ms, COALESCE(leads.lead, '{}') AS payload
     FROM outbox LEFT JOIN leads ON leads.entry = outbox.lead
       LEFT JOIN outbox AS other ON other.delivery = outbox.duplicate_of AND other.state = 'accepted'
       LEFT JOIN attempts AS answered ON answered.delivery = other.delivery AND answered.attempt = other.attempts
       LEFT JOIN attempts AS stopped ON stopped.delivery = outbox.delivery AND stopped.attempt = outbox.attempts
     WHERE outbox.session = (SELECT session FROM sessions WHERE uuid = $1) ORDER BY outbox.delivery`,
    {
      offer: text,
      buyer: text,
      state: word<DeliveryState>(),
      under_way: flag,
      unsure: flag,
      redirect_url: textOrNull,
      duplicate_of: integerOrNull,
      stopped_at: integerOrNull,
      other_ms: integerOrNull,
      payload: json<Fields>(),
    },
  ),
  lead: query(
    `SELECT outbox.lead AS lead, COALESCE(leads.lead, '{}') AS payload
     FROM outbox LEFT JOIN leads ON leads.entry = outbox.lead WHERE delivery = $1`,
    { lead: integerOrNull, payload: json<Fields>() },
  ),
  byBuyer: query(
    `SELECT buyer, COUNT(*) AS leads, CAST(SUM(CASE WHEN state = 'accepted' THEN 1 ELSE 0 END) AS BIGINT) AS accepted
     FROM outbox WHERE at >= $1 GROUP BY buyer ORDER BY buyer`,
    { buyer: text, leads: integer, accepted: integer },
  ),
  newest: listed('(state = $1 OR $1 IS NULL)', '$2'),
  one: listed('outbox.delivery = $1', '1'),
}

export const deliveryNoun = {
  reads: { sessionDeliveries, deliveredLead, deliveries, buyerCounts, delivery },
  sql: deliverySql,
}
