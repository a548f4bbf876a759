import type { DeliveryState } from '../../../../schemas/buyer/buyer.ts'
import type { Fields } from '../../../flow/answers/fields.ts'
import { isUnsellable } from '../privacy/optOuts.ts'
import type { Attempt, AttemptBounds, AttemptEnd, Limits } from './leadTypes.ts'
import type { Sold } from '../sales/saleTypes.ts'
import { sell } from '../sales/ledger.ts'
import {
  change,
  command,
  integer,
  integerOrNull,
  json,
  one,
  only,
  query,
  run,
  text,
  type Rule,
} from '../../kernel/statement.ts'
import { DAY_MS } from '../../../time/durations.ts'
import { moveSql, setSql, type LifeEvent } from '../../kernel/deliveryLife.ts'
import { isDue, isLate, LEASE_MS, leaseEndedSql } from '../../kernel/leases.ts'
import { CUT_OFF, dueEntries, lapsedEntries, queueSql } from '../../kernel/outboxes.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { heldBack, keptUnwanted, queuedFor, reservedFor, unsent, whyFull, whyHeld } from './buyerPlaces.ts'
import { moveDelivery, movingColumns, MOVING_SQL, REFUSED, type Moving } from './deliveryMoves.ts'
import { whyTaken } from './leadShares.ts'
import { ofEntries } from '../../kernel/writeScopes.ts'

/** A buyer that buys a person's lead twice within a month asks for its money back. */
export const DUPLICATE_WINDOW_DAYS = 30

/** Begins an attempt of a due delivery; null if it isn't due, or no longer. In the same transaction, checks that the visitor hasn't opted
 *  out, and that the same person wasn't sold to the buyer less than `duplicateWindowMs` ago (30 days by default, 0 for never) or is being
 *  sold now. Otherwise the delivery ends unsent, 'suppressed' or 'duplicate', and this resolves to null. A sale that the buyer returned
 *  counts; a lead that it didn't buy doesn't. If the buyer takes none now, or no more, by its `limits`, the lead waits or ends 'rejected';
 *  so does a lead that it doesn't want by `judged`, except that one which has waited before goes on waiting. Its volume is counted in the
 *  same transaction. */
export function* beginAttempt(
  context: WriteContext,
  delivery: number,
  now: number,
  {
    duplicateWindowMs = DUPLICATE_WINDOW_DAYS * DAY_MS,
    leaseMs = LEASE_MS,
    atOnce,
    limits,
    cents = 0,
    judged,
    shares,
    before: askedBefore,
    isAsked = false,
  }: AttemptBounds = {},
): Rule<Attempt | null> {
  const row = yield* one(attemptSql.delivery, delivery, now)
  if (!row || !isDue(row, now)) return null
  if (judged && judged.lead !== row.lead) return null
  if (atOnce !== undefined && (yield* only(attemptSql.underWayTo, row.buyer, now)).n >= atOnce) return null
  const { key, session_uuid, offer, buyer, aff_id, payload, clock } = row
  const attempt = row.attempts + 1
  if (yield* isUnsellable(row, Object.values(payload).flat())) {
    yield* callOff(row, now)
    return null
  }
  const unwanted = row.unsure ? null : (judged?.unwanted ?? null)
  // What the buyer wants may have changed since a lead began to wait, and may change back.
  const hasWaited = row.attempts > 0 || row.held !== null
  if (unwanted !== null && !hasWaited) {
    yield* moveDelivery(row, 'turnedAway', { now, ...unsent('unwanted', unwanted, now) })
    return null
  }
  // If it may have been sold, its own share is already counted.
  const taken = row.placed_at === null ? yield* whyTaken(row, shares, askedBefore) : null
  if (taken === 'waits' || taken === 'doubted') {
    const [event, given] = queuedFor(row, taken === 'doubted' ? limits : undefined, { now, clock })
    yield* moveDelivery(row, event, { now, ...given })
    return null
  }
  if (taken === 'taken') {
    yield* moveDelivery(row, 'lost', { now, ...unsent('taken', 'another buyer has the lead.', now) })
    return null
  }
  const reserved = reservedFor(row, cents)
  const held = limits && (yield* whyHeld(row, limits, reserved, clock))
  if (held) {
    const [event, given] = heldBack(row, held, limits, { now, clock })
    yield* moveDelivery(row, event, { now, ...given })
    return null
  }
  if (unwanted !== null) {
    const [event, given] = keptUnwanted(row, unwanted, limits, { now, clock })
    yield* moveDelivery(row, event, { now, ...given })
    return null
  }
  // Last, so that what a visitor reads about a duplicate is what anyone with these answers would: it may be of another visit.
  const duplicate_of = yield* soldBefore(row, duplicateWindowMs, now)
  if (duplicate_of !== null) {
    const days = duplicateWindowMs / DAY_MS
    const words = `Not sent: delivery ${duplicate_of} has sold or is selling the same person to this buyer, within ${days} days.`
    yield* change(attemptSql.write, delivery, attempt, words, now, null)
    yield* moveDelivery(row, 'ownDuplicate', { now, duplicate_of })
    return null
  }
  yield* moveDelivery(row, isAsked ? 'asked' : 'posted', {
    now,
    placed_at: clock,
    placed_cents: reserved,
    lease: { leaseMs, process: context.process(), shares: shares ?? null },
  })
  return { attempt, key, session_uuid, offer, buyer, aff_id, payload, cents: reserved }
}

/** Ends a delivery that waits, because its person may not be sold. */
function* callOff(row: Moving, now: number): Rule<void> {
  yield* change(attemptSql.write, row.delivery, row.attempts + 1, OPTED_OUT, now, null)
  yield* moveDelivery(row, 'optedOut', { now })
}

/** The same by its number. A delivery in flight isn't stopped here: its buyer may have the lead already. */
export function* callOffDelivery(delivery: number, now: number): Rule<void> {
  const row = yield* one(attemptSql.delivery, delivery, now)
  if (row?.state === 'due' && !row.under_way) yield* callOff(row, now)
}

const OPTED_OUT = 'Not sent: the visitor opted out of the sale.'

/** Delivery by which the same person was sold to the same buyer within the window; null if there is none, or if it doesn't matter. Two
 *  leads are of the same person if they share a phone number or an email address, and the name or the birth date. If they have neither to
 *  compare, the contact alone decides. */
export function* soldBefore(
  { delivery, insisted }: Pick<Moving, 'delivery' | 'insisted'>,
  windowMs: number,
  now: number,
): Rule<number | null> {
  if (windowMs <= 0 || insisted) return null
  return (yield* one(attemptSql.soldBefore, delivery, now - windowMs))?.delivery ?? null
}

/** Reserves a buyer's bid for a lead, or a higher earlier bid if the buyer may have bought the lead at that price. Null if its caps don't
 *  allow it; then the attempt has ended, and the lead waits or was rejected. */
function* reserveBid(
  delivery: number,
  attempt: number,
  { cents, limits, now }: { cents: number; limits: Limits; now: number },
): Rule<{ cents: number } | null> {
  const row = yield* one(attemptSql.delivery, delivery, now)
  if (!row?.under_way || row.attempts !== attempt) return null
  const why = yield* whyCalledOff(row)
  if (why) {
    yield* change(attemptSql.write, delivery, attempt, why, now, null)
    yield* moveDelivery(row, 'optedOut', { now })
    return null
  }
  const { clock } = row
  const reserved = reservedFor(row, cents)
  const full = yield* whyFull(row, limits, reserved, clock)
  if (!full) {
    yield* moveDelivery(row, 'bidReserved', { now, placed_at: clock, placed_cents: reserved })
    return { cents: reserved }
  }
  const [event, given] = heldBack(row, full, limits, { now, clock })
  yield* moveDelivery(row, event, { now, ...given })
  return null
}

/** Reason that a lead isn't posted although its buyer made a bid: it was sold or suppressed while the buyer was asked. */
export function* whyCalledOff({
  state,
  payload,
  ...lead
}: {
  state: DeliveryState
  session_uuid: string
  offer: string
  buyer: string
  payload: Fields
}): Rule<string | null> {
  if (state === 'accepted') return 'Not sent: the buyer already bought it.'
  const isOver = state !== 'due' || (yield* isUnsellable(lead, Object.values(payload).flat()))
  return isOver ? OPTED_OUT : null
}

/** Records the result of an attempt, by its number, and books its sale, once under the buyer's ID. If its lease has ended, the result is
 *  noted but decides nothing, unless the buyer accepted the lead. */
function* endAttempt(context: WriteContext, delivery: number, attempt: number, end: AttemptEnd): Rule<void> {
  const { message, at, due_at, noBid, redirect_url, sale, answerMs } = end
  const row = yield* one(attemptSql.delivery, delivery, at)
  if (!row || attempt > row.attempts)
    throw new Error(`No attempt ${attempt} of delivery ${delivery} is under way.`)
  const { session_uuid, offer, buyer: source, arrival } = row
  const booked =
    sale &&
    (yield* sell(context, { session_uuid, arrival, offer, source, ...sale, returned: false, at }, delivery))
  if (redirect_url !== undefined) yield* change(attemptSql.sendTo, redirect_url, delivery)
  const knownAs = sale && booked ? NOT_BOOKED[booked](sale.external_id) : ''
  const isAnswerLate = isLate(row, attempt)
  const said = (isAnswerLate ? LATE : '') + message + knownAs
  yield* change(attemptSql.write, delivery, attempt, said, at, answerMs ?? null)
  if (noBid) yield* change(attemptSql.bid, 'none', noBid.cents, delivery, attempt)
  // Only a sale counts after the lease has ended.
  if (isAnswerLate && end.state !== 'accepted') return
  yield* moveDelivery(row, eventOf(end, isAnswerLate), {
    now: at,
    due_at,
    placed_at: at,
    placed_cents: Math.min(sale?.cents ?? 0, sale?.mostCents ?? Infinity),
    externalId: sale && booked !== 'conflict' ? sale.external_id : null,
    expectedCents: end.expectedCents ?? null,
  })
}

/** Event that the result of an attempt is in a delivery's life. */
function eventOf({ state, isAsked = false, isUnsure = false, sale }: AttemptEnd, isLate: boolean): LifeEvent {
  switch (state) {
    case 'accepted':
      if (isLate) return sale ? 'boughtLate' : 'boughtLateAsTest'
      return sale ? 'bought' : 'boughtAsTest'
    case 'rejected':
      return isAsked ? 'pingRefused' : 'refused'
    case 'duplicate':
      return 'calledDuplicate'
    case 'due':
      return isUnsure ? 'unheard' : 'postponed'
    case 'dead':
      if (isUnsure) return 'givenUpUnheard'
      return 'givenUp'
  }
}

/** Prefix for an answer that came after the lease had ended; a newer attempt decides. */
const LATE = 'The response came late: '

/** Note about a sale that wasn't added to the ledger. */
const NOT_BOOKED: Record<Sold, (id: string) => string> = {
  new: () => '',
  known: (id) => ` The ledger already had this buyer’s sale ${id}, so none was added.`,
  too_high: () => ' Its price is above the limit, so it waits under To settle.',
  unreadable: () => " Its price isn't an amount in dollars, so it waits under To settle.",
  conflict: (id) =>
    ` The ledger has a different sale ${id} from this buyer. None was added, and this one waits under To settle.`,
  waits: () => '',
  full: () => '',
}

const lapsedDeliveries = (now: number, isAlone: boolean, _takingAgain?: readonly string[]) =>
  lapsedEntries(attemptSql, now, isAlone)

function* resumeDelivery(
  delivery: number,
  now: number,
  isAlone: boolean,
  takingAgain?: readonly string[],
): Rule<boolean> {
  const row = yield* one(attemptSql.lapsedOne, now, Number(isAlone), delivery)
  if (!row) return false
  const isRepeated = row.placed_at === null || takingAgain === undefined || takingAgain.includes(row.buyer)
  yield* change(attemptSql.write, delivery, row.attempts, isRepeated ? CUT_OFF : NOT_REPEATED, now, null)
  yield* moveDelivery(row, isRepeated ? 'lapsed' : 'givenUpUnheard', { now, due_at: now })
  return true
}

const NOT_REPEATED = `${CUT_OFF} The buyer may have bought the lead, so it wasn't posted again.`

/** False if the delivery doesn't exist, is already due, was accepted or must not be sent. Also false if another delivery sold the same
 *  person to the buyer, unless `force` says to send it anyway. */
function* replayDelivery(delivery: number, now: number, force = false): Rule<boolean> {
  return (yield* run(attemptSql.replay, now, delivery, Number(force))) === 1
}

const replayed = moveSql('replayed', { due_at: '$1', insisted: '$3' })

/** Due deliveries to `buyer`, longest waiting first. */
const dueDeliveries = (buyer: string, now: number, limit: number): Rule<number[]> =>
  dueEntries(attemptSql, now, limit, buyer)

export const attemptSql = {
  ...queueSql({ table: 'outbox', key: 'delivery', to: 'buyer = $4' }),
  delivery: query(
    ({ keepRows, clockMs }) => `SELECT ${MOVING_SQL}, key, sessions.uuid AS session_uuid,
       COALESCE(leads.lead, '{}') AS payload, outbox.arrival AS arrival, channels.aff_id AS aff_id, outbox.lead AS lead,
       ${clockMs('$2')} AS clock
     FROM outbox JOIN sessions ON sessions.session = outbox.session
       LEFT JOIN leads ON leads.entry = outbox.lead
       LEFT JOIN arrivals ON arrivals.session = outbox.session AND arrivals.arrival = outbox.arrival
       JOIN channels ON channels.channel = COALESCE(arrivals.channel, sessions.channel)
     WHERE delivery = $1 ${keepRows('outbox')}`,
    {
      ...movingColumns,
      key: text,
      session_uuid: text,
      payload: json<Fields>(),
      arrival: integer,
      aff_id: text,
      lead: integerOrNull,
      // The database's clock, because those of the processes may differ.
      clock: integer,
    },
  ),
  soldBefore: query(
    `SELECT theirs.delivery AS delivery
     FROM people AS ours JOIN people AS theirs ON theirs.buyer = ours.buyer AND theirs.who = ours.who
     WHERE ours.delivery = $1 AND theirs.delivery <> $1 AND theirs.sold_at > $2
       AND (ours.name = theirs.name OR ours.born = theirs.born
         OR ((ours.name IS NULL OR theirs.name IS NULL) AND (ours.born IS NULL OR theirs.born IS NULL)))
     ORDER BY theirs.delivery LIMIT 1`,
    { delivery: integer },
  ),
  // A visitor who was forgotten while the buyer answered stays forgotten.
  sendTo: command(
    `UPDATE outbox SET redirect_url = $1 WHERE delivery = $2
       AND EXISTS (SELECT 1 FROM sessions WHERE sessions.session = outbox.session AND forgotten = 0)`,
  ),
  // Excludes attempts of ended processes; no one waits for their answers.
  underWayTo: query(
    ({ clockMs }) => `SELECT COUNT(*) AS n FROM outbox
     WHERE buyer = $1 AND under_way = 1 AND NOT (${leaseEndedSql(clockMs('$2'), '0')})`,
    { n: integer },
  ),
  write: command(
    `INSERT INTO attempts (delivery, attempt, message, at, answer_ms)
     SELECT delivery, $2, CASE forgotten WHEN 1 THEN '' ELSE $3 END, $4, CAST($5 AS BIGINT)
     FROM outbox JOIN sessions USING (session) WHERE delivery = $1
     ON CONFLICT (delivery, attempt) DO UPDATE SET message = attempts.message || ' ' || excluded.message,
       answer_ms = COALESCE(attempts.answer_ms, excluded.answer_ms)`,
  ),
  bid: command('UPDATE attempts SET auction = $1, bid_cents = $2 WHERE delivery = $3 AND attempt = $4'),
  lapsedOne: query(
    ({ keepRows, clockMs }) => `SELECT ${MOVING_SQL} FROM outbox
     WHERE delivery = $3 AND ${leaseEndedSql(clockMs('$1'), '$2')} ${keepRows('outbox')}`,
    movingColumns,
  ),
  replay: command(
    `UPDATE outbox SET ${setSql(replayed.assignments)}
     WHERE delivery = $2 AND ${replayed.condition} AND NOT (${REFUSED})
       AND ($3 = 1 OR NOT EXISTS
         (SELECT 1 FROM people WHERE people.delivery = duplicate_of AND sold_at IS NOT NULL))`,
  ),
}

export const attemptNoun = {
  writes: ofEntries('outbox', { reserveBid, replayDelivery }),
  writesInContext: ofEntries('outbox', { beginAttempt, endAttempt }),
  writesOfEach: ofEntries('outbox', {
    /** Makes attempts whose process ended due again, because their result is unknown: once their lease has ended, or at once if no other
     *  process has any in flight. A posted lead ends as probably sold instead, unless its buyer is among those that may get a lead again,
     *  which are all by default. Resolves to their number. */
    resumeDeliveries: { find: lapsedDeliveries, change: resumeDelivery },
  }),
  reads: { dueDeliveries },
  sql: attemptSql,
}
