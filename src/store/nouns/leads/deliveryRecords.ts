import type { Delivery, DeliveryState } from '../../../../schemas/buyer/buyer.ts'
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

/** Deliveries of a session's leads, in the order in which they fell due; empty if the session is unknown. */
function* sessionDeliveries(uuid: string): Rule<SessionDelivery[]> {
  const rows = yield* all(deliverySql.ofSession, uuid)
  return rows.map(({ under_way, unsure, ...delivery }) => ({
    ...delivery,
    isUnderWay: under_way,
    isUnsure: unsure,
  }))
}

/** Newest deliveries first; of one state, or of all. */
const deliveries = ({ state, limit }: { state: DeliveryState | null; limit: number }) =>
  all(deliverySql.newest, state, limit)

/** The lead that a delivery has now, and its entry, which is null once it is erased. */
const deliveredLead = (
  delivery: number,
): Rule<{ lead: number | null; payload: Record<string, string> } | null> => one(deliverySql.lead, delivery)

/** Number of leads that fell due for each buyer since `from`, and the number it accepted. */
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
    `SELECT offer, buyer, state, under_way, unsure, redirect_url, COALESCE(leads.lead, '{}') AS payload
     FROM outbox LEFT JOIN leads ON leads.entry = outbox.lead
     WHERE outbox.session = (SELECT session FROM sessions WHERE uuid = $1) ORDER BY delivery`,
    {
      offer: text,
      buyer: text,
      state: word<DeliveryState>(),
      under_way: flag,
      unsure: flag,
      redirect_url: textOrNull,
      payload: json<Record<string, string>>(),
    },
  ),
  lead: query(
    `SELECT outbox.lead AS lead, COALESCE(leads.lead, '{}') AS payload
     FROM outbox LEFT JOIN leads ON leads.entry = outbox.lead WHERE delivery = $1`,
    { lead: integerOrNull, payload: json<Record<string, string>>() },
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
