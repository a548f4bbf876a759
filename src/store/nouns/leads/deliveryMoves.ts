import type { DeliveryState } from '../../../../schemas/buyer/buyer.ts'
import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import {
  moved,
  moveSql,
  setSql,
  type Given,
  type LifeColumns,
  type LifeEvent,
} from '../../kernel/deliveryLife.ts'
import { leaseSet } from '../../kernel/leases.ts'
import {
  change,
  command,
  flag,
  integer,
  integerOrNull,
  text,
  textOrNull,
  word,
  wordOrNull,
  type Rule,
} from '../../kernel/statement.ts'
import { countPlaces, wakeFull } from './buyerPlaces.ts'
import { wakeOthers } from './leadShares.ts'
import { dropDoubt, keepDoubt } from '../inDoubt/saleDoubts.ts'

/** Columns of a delivery that an event looks at or changes. */
export const movingColumns = {
  delivery: integer,
  session: integer,
  offer: text,
  buyer: text,
  state: word<DeliveryState>(),
  attempts: integer,
  under_way: flag,
  due_at: integerOrNull,
  placed_at: integerOrNull,
  placed_cents: integer,
  unsure: flag,
  insisted: flag,
  held: wordOrNull<HeldReason>(),
  held_since: integerOrNull,
  held_message: textOrNull,
  duplicate_of: integerOrNull,
}

export const MOVING_SQL = Object.keys(movingColumns)
  .map((column) => `outbox.${column} AS ${column}`)
  .join(', ')

export interface Moving extends LifeColumns {
  delivery: number
  session: number
  offer: string
  buyer: string
}

interface Moved extends Given {
  /** Epoch ms by the process's clock. */
  now: number
  /** The buyer's own number of the sale. */
  externalId?: string | null
  /** Price to expect if the delivery is probably sold; null if only what was reserved or is usual is known. */
  expectedCents?: number | null
  /** Lease with which an attempt begins. */
  lease?: { leaseMs: number; process: number | null; shares: number | null }
}

/** Changes a delivery by an event, as the table of its life says, with everything that follows from it. Throws if its stage refuses the
 *  event. */
export function* moveDelivery(
  before: Moving,
  event: LifeEvent,
  { now, externalId = null, expectedCents = null, lease, ...given }: Moved,
): Rule<void> {
  const { delivery, buyer } = before
  const move = moved(before, event, given)
  if (!move) throw new Error(`Delivery ${delivery} is ${before.state}: it can't be ${event}.`)
  const { columns, effects } = move
  yield* countPlaces(buyer, before, columns)
  if (before.placed_at !== null && columns.placed_at === null) yield* wakeFull(buyer, now)
  const row = [
    columns.state,
    columns.due_at,
    columns.placed_at,
    columns.placed_cents,
    Number(columns.unsure),
    columns.held,
    columns.held_since,
    columns.held_message,
    columns.duplicate_of,
  ]
  if (lease)
    yield* change(moveStatements.begin, ...row, delivery, now, lease.leaseMs, lease.process, lease.shares)
  else
    yield* change(
      moveStatements.save,
      ...row,
      delivery,
      columns.attempts,
      Number(columns.under_way),
      externalId,
    )
  for (const effect of effects) {
    if (effect === 'wakeOthers') yield* wakeOthers(before, now)
    if (effect === 'sold' || effect === 'unsold')
      yield* change(moveStatements.soldTo, effect === 'sold' ? now : null, delivery)
    if (effect === 'unsold') yield* change(moveStatements.sendKeptBack, now, delivery)
    if (effect === 'askOperator') yield* keepDoubt(delivery, expectedCents)
    if (effect === 'settled') yield* dropDoubt(delivery)
  }
}

/** Consents that the visitor of an outbox row was asked for: to all buyers at once, or to this one. */
const ASKED = `SELECT 1 FROM consents JOIN steps ON steps.session = consents.session AND steps.id = submission
  WHERE consents.session = outbox.session AND (offer_key = outbox.offer OR field = outbox.offer || '_tcpa')
    AND COALESCE(consents.seller, outbox.buyer) = outbox.buyer`

/** True if the visitor of an outbox row was asked for consent to it, and refused each one when last asked. */
export const REFUSED = `EXISTS (${ASKED}) AND NOT EXISTS (${ASKED} AND decision = 'agreed' AND NOT EXISTS (
  SELECT 1 FROM consents AS later
  WHERE later.session = consents.session AND later.field = consents.field AND later.entry > consents.entry))`

const ROW = `state = $1, due_at = $2, placed_at = $3, placed_cents = $4, unsure = $5, held = $6, held_since = $7,
       held_message = $8, duplicate_of = $9`

const unsold = moveSql('otherUnsold', { due_at: '$1' })

export const moveStatements = {
  begin: command(
    ({ clockMs }) => `UPDATE outbox
     SET ${ROW}, ${leaseSet({ until: `${clockMs('$11')} + CAST($12 AS BIGINT)`, process: '$13' })},
       shares = CAST($14 AS BIGINT)
     WHERE delivery = $10`,
  ),
  save: command(
    `UPDATE outbox SET ${ROW}, attempts = $11, under_way = $12, external_id = COALESCE($13, external_id)
     WHERE delivery = $10`,
  ),
  soldTo: command('UPDATE people SET sold_at = $1 WHERE delivery = $2'),
  sendKeptBack: command(
    `UPDATE outbox SET ${setSql(unsold.assignments)} WHERE duplicate_of = $2 AND ${unsold.condition} AND NOT (${REFUSED})`,
  ),
}
