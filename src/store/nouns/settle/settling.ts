import type { SettleLine } from '../../../../schemas/desk/settle.ts'
import type { NewPixelEvent } from '../pixels/pixelTypes.ts'
import { command, integer, one, query, run, text, textOrNull, type Rule } from '../../kernel/statement.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import { ofAll } from '../../kernel/writeScopes.ts'
import { moveDelivery, movingColumns, MOVING_SQL } from '../leads/deliveryMoves.ts'
import { sell } from '../sales/ledger.ts'
import { bookReport } from '../sales/ledgerChanges.ts'
import type { ChangeVerdict, UnbookedDecision } from '../sales/saleTypes.ts'
import { DAY_MS } from '../../../time/durations.ts'

/** Decisions of operators about money in doubt. */

interface Decision {
  entry: number
  by: string
  at: number
}

/** Books a sale that a buyer probably made, under its own ID if that is known, else under our key; its delivery is accepted. An accepted
 *  delivery whose ID another lead has is booked under our key as well. False if it is settled. */
function* bookDelivered(
  context: WriteContext,
  { entry, cents, by, at, pixelEvents = [] }: Decision & { cents: number; pixelEvents?: NewPixelEvent[] },
): Rule<boolean> {
  const row = yield* one(settlingSql.delivered, entry)
  if (!row) return false
  const { key, session_uuid, arrival, offer, buyer, delivery, unsure } = row
  const external_id = (unsure ? row.external_id : null) ?? key
  const sale = {
    session_uuid,
    arrival,
    offer,
    source: buyer,
    external_id,
    cents,
    pixelEvents,
    returned: false,
    at,
  }
  yield* sell(context, sale, delivery)
  yield* run(settlingSql.settle, entry, 'booked', at, by)
  const placed = { placed_at: at, placed_cents: cents }
  yield* moveDelivery(row, unsure ? 'confirmed' : 'priced', { now: at, ...placed, externalId: external_id })
  return true
}

/** Books a report that isn't in the ledger, for the amount that an operator decided, and removes it from that list. A sale counts at the
 *  time when it was reported, and toward the buyer's caps with that amount. */
function* bookUnbooked(context: WriteContext, decision: UnbookedDecision): Rule<ChangeVerdict> {
  const sold = yield* one(settlingSql.farOff, decision.entry)
  const verdict = yield* bookReport(context, decision)
  const { cents, at } = decision
  if (sold && verdict.outcome === 'booked')
    yield* moveDelivery(sold, 'priced', { now: at, placed_at: at, placed_cents: cents })
  return verdict
}

/** Settles an entry without booking anything. A lead that was probably sold wasn't, so its place is free. False if it is settled. */
function* dismissEntry({ entry, by, at }: Decision): Rule<boolean> {
  const row = yield* one(settlingSql.delivered, entry)
  if ((yield* run(settlingSql.settle, entry, 'dismissed', at, by)) === 0) return false
  if (row?.unsure) yield* moveDelivery(row, 'denied', { now: at })
  yield* run(settlingSql.dropOld, at - KEPT_MS)
  return true
}

/** Time during which a settled entry is kept. */
const KEPT_MS = 90 * DAY_MS

/** Puts a dismissed entry back. False if there is none, or its lead may have gone to another buyer since. */
function* undoDismissal(entry: number, { sites }: OfSites): Rule<boolean> {
  return (yield* run(settlingSql.undo, entry, siteList({ sites }))) === 1
}

/** Marks an entry as asked of its buyer, or takes the mark away. False if it is settled. */
function* markAsked({ entry, by, at, asked }: Decision & { asked: boolean }): Rule<boolean> {
  return (yield* run(settlingSql.ask, entry, asked ? at : null, asked ? by : null)) === 1
}

/** Keeps lines of a buyer's statement, each once while it isn't settled. Resolves to the number of new ones. */
function* keepStatedLines({
  source,
  lines,
  at,
}: {
  source: string
  lines: readonly SettleLine[]
  at: number
}): Rule<number> {
  let kept = 0
  for (const { external_id, key, ours_cents, theirs_cents, reason } of lines)
    kept += yield* run(settlingSql.keepStated, source, external_id, key, theirs_cents, ours_cents, reason, at)
  return kept
}

const settlingSql = {
  delivered: query(
    ({ keepRows }) => `SELECT ${MOVING_SQL}, key, sessions.uuid AS session_uuid, outbox.arrival AS arrival,
       outbox.external_id AS external_id
     FROM unbooked JOIN outbox ON outbox.delivery = unbooked.delivery
       JOIN sessions ON sessions.session = outbox.session
     WHERE entry = $1 AND unbooked.state IN ('probable', 'conflict') AND unbooked.returned = 0 ${keepRows('outbox')}`,
    {
      ...movingColumns,
      key: text,
      session_uuid: text,
      arrival: integer,
      external_id: textOrNull,
    },
  ),
  farOff: query(
    ({ keepRows }) => `SELECT ${MOVING_SQL} FROM unbooked JOIN outbox ON outbox.delivery = unbooked.delivery
     WHERE entry = $1 AND unbooked.state = 'far_off' AND outbox.state = 'accepted' ${keepRows('outbox')}`,
    movingColumns,
  ),
  settle: command(
    `UPDATE unbooked SET was = state, state = 'settled', settled_as = $2, settled_at = $3, settled_by = $4
     WHERE entry = $1 AND state <> 'settled'`,
  ),
  dropOld: command("DELETE FROM unbooked WHERE state = 'settled' AND settled_at < $1"),
  undo: command(
    ({ textsIn }) =>
      `UPDATE unbooked SET state = was, was = NULL, settled_as = NULL, settled_at = NULL, settled_by = NULL
     WHERE entry = $1 AND state = 'settled' AND settled_as = 'dismissed' AND was <> 'probable'
       AND ${isOfSites('unbooked.session', '$2', textsIn)}`,
  ),
  ask: command("UPDATE unbooked SET asked_at = $2, asked_by = $3 WHERE entry = $1 AND state <> 'settled'"),
  keepStated: command(
    `INSERT INTO unbooked
       (state, source, external_id, delivery, returned, session, offer, cents, reason, at, ours_cents)
     SELECT 'stated', $1, $2, sent.delivery, 0, COALESCE(sent.session, sold.session), COALESCE(sent.offer, sold.offer),
       CAST($4 AS BIGINT), $6, CAST($7 AS BIGINT), CAST($5 AS BIGINT)
     FROM (SELECT 1 AS line) AS stated
       LEFT JOIN outbox AS sent ON sent.buyer = $1 AND sent.key = $3
       LEFT JOIN sales AS sold ON sold.source = $1 AND sold.external_id = $2 AND sold.sold = 1
     WHERE NOT EXISTS (SELECT 1 FROM unbooked AS known
       WHERE known.state = 'stated' AND known.source = $1 AND known.external_id IS NOT DISTINCT FROM $2
         AND known.delivery IS NOT DISTINCT FROM sent.delivery
         AND known.cents = CAST($4 AS BIGINT) AND known.ours_cents = CAST($5 AS BIGINT))`,
  ),
}

export const settlingNoun = {
  writes: ofAll({ dismissEntry, undoDismissal, markAsked, keepStatedLines }),
  writesInContext: ofAll({ bookDelivered, bookUnbooked }),
  sql: settlingSql,
}
