import type { SettleKind, SettleLine } from '../../../../schemas/desk/settle.ts'
import type { NewPixelEvent } from '../pixels/pixelTypes.ts'
import {
  command,
  integer,
  integerOrNull,
  one,
  query,
  run,
  text,
  textOrNull,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { isOfSites, siteList, type OfSites } from '../../kernel/ofSites.ts'
import { ofAll } from '../../kernel/writeScopes.ts'
import { moveDelivery, movingColumns, MOVING_SQL, REFUSED } from '../leads/deliveryMoves.ts'
import { sell, settleReport, type BookedAs } from '../sales/ledger.ts'
import { bookAgain, bookReport, reverseEntries } from '../sales/ledgerChanges.ts'
import { saleUnder } from '../sales/ledgerEntries.ts'
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
  {
    entry,
    cents,
    by,
    at,
    pixelEvents = [],
    eventsDueAt = at,
  }: Decision & { cents: number; pixelEvents?: NewPixelEvent[]; eventsDueAt?: number },
): Rule<boolean> {
  const row = yield* one(settlingSql.delivered, entry)
  if (!row) return false
  const { key, session_uuid, arrival, offer, buyer, delivery, unsure } = row
  const external_id = (unsure ? row.external_id : null) ?? key
  const known = yield* saleUnder(buyer, external_id)
  const note = { words: '', by }
  const again = known && (yield* bookAgain(context, known, cents, { note, now: at, dueAt: eventsDueAt }))
  const entries = again ?? []
  if (!again) {
    const named = { session_uuid, arrival, offer, source: buyer, external_id }
    const sale = { ...named, cents, pixelEvents, eventsDueAt, returned: false, at }
    const outcome = yield* sell(context, sale, delivery)
    if (outcome === 'new') entries.push((yield* saleUnder(buyer, external_id))!.entry)
  }
  yield* settleReport(entry, { external_id, entries }, { by, at })
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
  if (!(yield* settleReport(entry, null, { by, at }))) return false
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

/** Puts an entry back that was booked at `since` or later, by reversing what that booked; a sale that was probable is so again. unknown:
 *  there is no such entry. refused: it can't be undone; `reason` says why if the ledger does. */
function* undoBooking(
  context: WriteContext,
  { entry, by, at, since, sites }: Decision & OfSites & { since: number },
): Rule<{ outcome: 'undone' | 'unknown' | 'refused'; reason: string | null }> {
  const settled = yield* one(settlingSql.booked, entry, since, siteList({ sites }))
  if (!settled) return { outcome: 'unknown', reason: null }
  const { was, source, delivery, booked_as } = settled
  const isProbable = was === 'probable'
  const sent = isProbable && delivery !== null ? yield* one(settlingSql.accepted, delivery) : null
  // The visitor was forgotten or took the consent back, or the buyer answered after all.
  if (isProbable && !sent) return { outcome: 'refused', reason: null }
  const booked = JSON.parse(booked_as) as BookedAs
  const reason = yield* reverseEntries(context, { ...booked, source, note: { words: '', by }, at })
  if (reason !== null) return { outcome: 'refused', reason }
  yield* run(settlingSql.putBack, entry)
  if (sent) yield* moveDelivery(sent, 'unconfirmed', { now: at })
  return { outcome: 'undone', reason: null }
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

/** Assignments that make a settled entry open again. */
const PUT_BACK =
  'state = was, was = NULL, settled_as = NULL, settled_at = NULL, settled_by = NULL, booked_as = NULL'

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
  dropOld: command("DELETE FROM unbooked WHERE state = 'settled' AND settled_at < $1"),
  undo: command(
    ({ textsIn }) =>
      `UPDATE unbooked SET ${PUT_BACK}
     WHERE entry = $1 AND state = 'settled' AND settled_as = 'dismissed' AND was <> 'probable'
       AND ${isOfSites('unbooked.session', '$2', textsIn)}`,
  ),
  booked: query(
    ({ textsIn }) => `SELECT was, source, unbooked.delivery AS delivery, booked_as
     FROM unbooked LEFT JOIN outbox ON outbox.delivery = unbooked.delivery
     WHERE entry = $1 AND unbooked.state = 'settled' AND settled_as = 'booked' AND settled_at >= $2
       AND booked_as IS NOT NULL AND ${isOfSites('COALESCE(unbooked.session, outbox.session)', '$3', textsIn)}`,
    { was: word<SettleKind>(), source: text, delivery: integerOrNull, booked_as: text },
  ),
  accepted: query(
    ({ keepRows }) => `SELECT ${MOVING_SQL} FROM outbox JOIN sessions ON sessions.session = outbox.session
     WHERE delivery = $1 AND outbox.state = 'accepted' AND forgotten = 0 AND NOT (${REFUSED})
     ${keepRows('outbox')}`,
    movingColumns,
  ),
  putBack: command(`UPDATE unbooked SET ${PUT_BACK} WHERE entry = $1`),
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
  writesInContext: ofAll({ bookDelivered, bookUnbooked, undoBooking }),
  sql: settlingSql,
}
