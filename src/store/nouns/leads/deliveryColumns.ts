import type { DeliveryState } from '../../../../schemas/buyer/buyer.ts'
import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import { isSaleOver, leftOfSale } from '../../kernel/ledgerSql.ts'
import { flag, integer, integerOrNull, text, word, wordOrNull } from '../../kernel/statement.ts'

/** Columns of every list of deliveries. `table`: the outbox, or its alias. */
export const deliveryColumnsOf = (table: string) =>
  Object.keys(deliveryColumns)
    .map((column) => `${table}.${column === 'in_doubt' ? 'unsure' : column} AS ${column}`)
    .join(', ')

export const deliveryColumns = {
  delivery: integer,
  offer: text,
  buyer: text,
  state: word<DeliveryState>(),
  attempts: integer,
  duplicate_of: integerOrNull,
  in_doubt: flag,
  held: wordOrNull<HeldReason>(),
  due_at: integerOrNull,
  at: integer,
}

/** Status of a row of the outbox, in one word of `DeliveryStatus`. `row`: the outbox, or its alias. */
export const statusSql = (row: string) => `CASE
  WHEN ${row}.state = 'due' AND ${row}.held IS NOT NULL THEN 'held'
  WHEN ${row}.unsure = 1 AND ${row}.state NOT IN ('due', 'accepted') THEN 'probably_sold'
  WHEN ${row}.state = 'accepted' AND EXISTS (SELECT 1 FROM unbooked WHERE unbooked.delivery = ${row}.delivery
    AND unbooked.state IN ('conflict', 'far_off') AND returned = 0) THEN 'to_settle'
  WHEN ${SCORED.returned(row)} THEN 'returned'
  WHEN ${row}.state <> 'rejected' THEN ${row}.state
  WHEN ${row}.held = 'taken' AND ${lastAuction(row)} = 'lost' THEN 'outbid'
  WHEN ${row}.held IS NOT NULL THEN 'not_asked'
  WHEN ${lastAuction(row)} = 'none' THEN 'no_bid'
  ELSE 'rejected' END`

const lastAuction = (row: string) =>
  `(SELECT auction FROM attempts AS latest WHERE latest.delivery = ${row}.delivery AND latest.attempt = ${row}.attempts)`

/** Conditions of the figures of a buyer's scorecard, and of the lists behind them. `row`: the outbox, or its alias. */
export const SCORED = {
  asked: (row: string) => `${row}.attempts > 0`,
  bid: (row: string) => `EXISTS (SELECT 1 FROM attempts AS bids
      WHERE bids.delivery = ${row}.delivery AND bids.auction IN ('won', 'lost'))`,
  won: (row: string) => `${row}.state = 'accepted'`,
  // By its own answer, not by an earlier sale that we know of.
  refused: (row: string) => `(${row}.unsure = 0 AND ((${row}.state = 'rejected' AND ${row}.held IS NULL)
      OR (${row}.state = 'duplicate' AND ${row}.duplicate_of IS NULL)))`,
  returned: (row: string) => {
    const sale = [`${row}.buyer`, `${row}.external_id`] as const
    return `(${row}.state = 'accepted' AND ${leftOfSale(...sale)} IS NOT NULL AND ${isSaleOver(...sale)})`
  },
} as const

/** Condition that a row of the outbox passes the filter in the parameter `filter`; empty for all. */
export const passesStatus = (row: string, filter: string) =>
  `(${filter} = '' OR (${filter} = 'due' AND ${row}.state = 'due')
    OR (${filter} = 'retried' AND ${row}.state = 'due' AND ${row}.attempts > 0)
    OR (${statusSql(row)}) = ${filter}
    ${Object.entries(SCORED)
      .map(([name, condition]) => `OR (${filter} = '${name}' AND ${condition(row)})`)
      .join(' ')})`
