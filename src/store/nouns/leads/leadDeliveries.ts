import type { DeliveryStatus } from '../../../../schemas/desk/deliveries.ts'
import type { LeadDeliveryRecord } from '../../../../schemas/desk/oneLead.ts'
import {
  all,
  integer,
  integerOrNull,
  query,
  text,
  textOrNull,
  word,
  wordOrNull,
  type Rule,
} from '../../kernel/statement.ts'
import { LEDGER_SQL } from '../../kernel/ledgerSql.ts'
import type { AuctionResult } from './leadTypes.ts'
import { deliveryColumns, deliveryColumnsOf, statusSql } from './deliveryColumns.ts'

/** Results of a session's leads at each buyer: every attempt, and the ledger's entries, oldest first. */
function* leadDeliveries(uuid: string): Rule<LeadDeliveryRecord[]> {
  const deliveries = yield* all(leadDeliverySql.deliveries, uuid)
  const tries = Map.groupBy(yield* all(leadDeliverySql.tries, uuid), ({ delivery }) => delivery)
  const entries = Map.groupBy(yield* all(leadDeliverySql.entries, uuid), ({ delivery }) => delivery)
  return deliveries.map((row) => ({
    ...row,
    tries: (tries.get(row.delivery) ?? []).map(({ delivery: _delivery, ...one }) => one),
    entries: (entries.get(row.delivery) ?? []).map(({ delivery: _delivery, ...one }) => one),
  }))
}

const OF_SESSION = 'outbox.session = (SELECT session FROM sessions WHERE uuid = $1)'

const leadDeliverySql = {
  deliveries: query(
    `SELECT ${deliveryColumnsOf('outbox')}, ${statusSql('outbox')} AS status, key, external_id, held_message,
       (SELECT MAX(entry) FROM unbooked WHERE unbooked.delivery = outbox.delivery AND unbooked.state <> 'settled') AS to_settle
     FROM outbox WHERE ${OF_SESSION} ORDER BY delivery`,
    {
      ...deliveryColumns,
      status: word<DeliveryStatus>(),
      key: text,
      external_id: textOrNull,
      held_message: textOrNull,
      to_settle: integerOrNull,
    },
  ),
  tries: query(
    `SELECT outbox.delivery AS delivery, attempt, message, attempts.at AS at, auction, bid_cents
     FROM outbox JOIN attempts ON attempts.delivery = outbox.delivery WHERE ${OF_SESSION} ORDER BY attempt`,
    {
      delivery: integer,
      attempt: integer,
      message: text,
      at: integer,
      auction: wordOrNull<AuctionResult>(),
      bid_cents: integerOrNull,
    },
  ),
  entries: query(
    `SELECT delivery, sales.entry AS entry, kind, reverses, cents, sales.at AS at
     FROM outbox JOIN ${LEDGER_SQL} AS sales ON sales.session = outbox.session
       AND source = buyer AND sales.external_id = outbox.external_id
     WHERE ${OF_SESSION} AND sales.session = (SELECT session FROM sessions WHERE uuid = $1)
     ORDER BY sales.at, sales.entry`,
    {
      delivery: integer,
      entry: integer,
      kind: word<LeadDeliveryRecord['entries'][number]['kind']>(),
      reverses: integerOrNull,
      cents: integer,
      at: integer,
    },
  ),
}

export const leadDeliveryNoun = {
  reads: { leadDeliveries },
  sql: leadDeliverySql,
}
