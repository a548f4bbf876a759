import type { DeliveryState } from '../../../../schemas/buyer/buyer.ts'
import { hasOptedOut } from '../privacy/optOuts.ts'
import type { Attempt, AttemptBounds, AttemptEnd, Limits } from './leadTypes.ts'
import type { Sold } from '../sales/saleTypes.ts'
import { sell } from '../sales/ledger.ts'
import {
  change,
  command,
  flag,
  integer,
  integerOrNull,
  json,
  one,
  only,
  query,
  run,
  text,
  word,
  type Rule,
} from '../../kernel/statement.ts'
import { DAY_MS } from '../../../time/durations.ts'
import { LEASE_MS } from '../../kernel/leases.ts'
import { isDue, isLate, lapsedEntries, leaseEndedSql, leaseSet } from '../../kernel/leases.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import {
  countPlace,
  endHeld,
  giveBackPlace,
  holdBack,
  holdForOthers,
  pricePlace,
  reservedFor,
  takePlace,
  whyFull,
  whyHeld,
  type Placed,
} from './buyerPlaces.ts'
import { wakeOthers, whyTaken } from './leadShares.ts'

/** A buyer that buys a person's lead twice within a month asks for its money back. */
export const DUPLICATE_WINDOW_DAYS = 30

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
  const { key, session_uuid, offer, buyer, aff_id, payload } = row
  const attempt = row.attempts + 1
  const unsent = { delivery, attempt, now }
  if (yield* hasOptedOut(session_uuid, Object.values(payload)))
    return yield* endUnsent(row, unsent, 'suppressed', 'Not sent: the visitor opted out of the sale.')
  const isChecked = duplicateWindowMs > 0 && !row.insisted
  const before = isChecked ? yield* one(attemptSql.soldBefore, delivery, now - duplicateWindowMs) : null
  if (before) {
    yield* change(attemptSql.markDuplicate, before.delivery, delivery)
    const days = duplicateWindowMs / DAY_MS
    return yield* endUnsent(
      row,
      unsent,
      'duplicate',
      `Not sent: delivery ${before.delivery} sold or sells the same person to this buyer, within the last ${days} days.`,
    )
  }
  if (judged && judged.unwanted !== null && !row.unsure) {
    yield* endHeld(delivery, { reason: 'unwanted', words: judged.unwanted, since: now })
    yield* giveBackPlace(row, now)
    yield* wakeOthers(row, now)
    yield* endUnsold(delivery, now)
    return null
  }
  // If it may have been sold, its own share is already counted.
  const taken = row.placed_at === null ? yield* whyTaken(row, shares, askedBefore) : null
  if (taken === 'waits') {
    yield* holdForOthers(row, now)
    return null
  }
  if (taken === 'taken') {
    yield* endHeld(delivery, { reason: 'taken', words: 'another buyer has the lead.', since: now })
    yield* endUnsold(delivery, now)
    return null
  }
  const { clock } = row
  const reserved = reservedFor(row, cents)
  const held = limits && (yield* whyHeld(row, limits, reserved, clock))
  if (held) {
    if (!(yield* holdBack(row, held, limits, { now, clock })) && !row.unsure) yield* endUnsold(delivery, now)
    yield* wakeOthers(row, now)
    return null
  }
  const place = isAsked ? [row.placed_at, row.placed_cents] : [clock, reserved]
  yield* change(attemptSql.begin, delivery, now, leaseMs, context.process(), shares ?? null, ...place)
  if (!isAsked) {
    yield* countPlace(row, reserved, clock)
    yield* change(attemptSql.soldTo, now, delivery)
  }
  return { attempt, key, session_uuid, offer, buyer, aff_id, payload, cents: reserved }
}

/** Reserves the buyer's bid for a lead; null if its caps don't allow it, which ends the attempt unsent. */
export function* reserveBid(
  delivery: number,
  attempt: number,
  { cents, limits, now }: { cents: number; limits: Limits; now: number },
): Rule<{ cents: number } | null> {
  const row = yield* one(attemptSql.delivery, delivery, now)
  if (!row?.under_way || row.attempts !== attempt) return null
  const { clock } = row
  const reserved = reservedFor(row, cents)
  const held = yield* whyFull(row, limits, reserved, clock)
  if (!held) {
    yield* takePlace(row, reserved, clock)
    return { cents: reserved }
  }
  yield* change(attemptSql.end, 'due', now, delivery, null)
  if (!row.unsure) yield* giveBackPlace(row, now)
  if (!(yield* holdBack(row, held, limits, { now, clock })) && !row.unsure) yield* endUnsold(delivery, now)
  yield* wakeOthers(row, now)
  return null
}

interface Unsent {
  delivery: number
  attempt: number
  now: number
}

function* endUnsent(
  row: Placed & { unsure: boolean; session: number; offer: string },
  { delivery, attempt, now }: Unsent,
  state: 'suppressed' | 'duplicate',
  reason: string,
): Rule<null> {
  yield* change(attemptSql.begin, delivery, now, 0, null, null, row.placed_at, row.placed_cents)
  if (!row.unsure) yield* giveBackPlace(row, now)
  yield* change(attemptSql.write, delivery, attempt, reason, now)
  yield* change(attemptSql.end, state, null, delivery, null)
  yield* wakeOthers(row, now)
  yield* endUnsold(delivery, now)
  return null
}

export function* endUnsold(delivery: number, at: number): Rule<void> {
  yield* change(attemptSql.soldTo, null, delivery)
  yield* change(attemptSql.sendKeptBack, at, delivery)
}

export function* endAttempt(
  context: WriteContext,
  delivery: number,
  attempt: number,
  { state, message, at, due_at, isAsked = false, isUnsure = false, noBid, redirect_url, sale }: AttemptEnd,
): Rule<void> {
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
  const soldAs = sale && booked !== 'conflict' ? sale.external_id : null
  yield* change(attemptSql.write, delivery, attempt, (isAnswerLate ? LATE : '') + message + knownAs, at)
  if (noBid) yield* change(attemptSql.bid, 'none', noBid.cents, delivery, attempt)
  // A refused ping doesn't tell if the lead was bought before.
  const stands = isAsked && row.unsure && state === 'rejected' ? 'dead' : state
  if (!isAnswerLate) yield* change(attemptSql.end, stands, due_at, delivery, soldAs)
  // Whatever the result of a newer attempt, the buyer has the lead.
  else if (state === 'accepted') yield* change(attemptSql.accept, delivery, soldAs)
  else return
  const isBought = state === 'accepted' || row.state === 'accepted'
  // If an earlier answer was lost, "duplicate" may mean that earlier post. Another try, or just a ping, doesn't resolve the doubt either.
  const isOpen = state === 'duplicate' || state === 'due' || isAsked
  const mayBeBought = isBought || isUnsure || (row.unsure && isOpen)
  const isInDoubt = mayBeBought && !isBought
  if (isInDoubt !== row.unsure) yield* change(attemptSql.setUnsure, Number(isInDoubt), delivery)
  if (state === 'accepted') {
    const cents = Math.min(sale?.cents ?? 0, sale?.mostCents ?? Infinity)
    if (row.placed_at === null) yield* takePlace(row, cents, at)
    else yield* pricePlace(row, cents)
  } else if (!mayBeBought) yield* giveBackPlace(row, at)
  yield* wakeOthers(row, at)
  // An attempt that will be repeated may have sold the lead, because the buyer's answer is unknown.
  if (sale || state === 'due' || row.state === 'accepted') yield* change(attemptSql.soldTo, at, delivery)
  else yield* endUnsold(delivery, at)
}

/** Prefix for an answer that came after the lease had ended; a newer attempt decides. */
const LATE = 'The answer came late: '

/** Note about a sale that wasn't added to the ledger. */
const NOT_BOOKED: Record<Sold, (id: string) => string> = {
  new: () => '',
  known: (id) => ` The ledger had a sale ${id} of this buyer: none was added.`,
  too_high: () => ' Its price is above the limit, so it was not booked: see leadloom returns.',
  conflict: (id) => ` The ledger has another sale ${id} of this buyer: none was added, see leadloom returns.`,
  waits: () => '',
  full: () => '',
}

export const lapsedDeliveries = (now: number, isAlone: boolean) => lapsedEntries(attemptSql, now, isAlone)

export function* resumeDelivery(delivery: number, now: number, isAlone: boolean): Rule<boolean> {
  const row = yield* one(attemptSql.lapsedOne, now, Number(isAlone), delivery)
  if (!row) return false
  yield* change(attemptSql.write, delivery, row.attempts, 'The process ended before the answer came.', now)
  yield* change(attemptSql.end, 'due', now, delivery, null)
  yield* change(attemptSql.mayBeSold, delivery)
  return true
}

export function* replayDelivery(delivery: number, now: number, force = false): Rule<boolean> {
  return (yield* run(attemptSql.replay, now, delivery, Number(force))) === 1
}

/** Consents that the visitor of an outbox row was asked for: to all buyers at once, or to this one. */
const ASKED = `SELECT 1 FROM consents JOIN steps ON steps.session = consents.session AND steps.id = submission
  WHERE consents.session = outbox.session AND (offer_key = outbox.offer OR field = outbox.offer || '_tcpa')
    AND COALESCE(consents.seller, outbox.buyer) = outbox.buyer`

/** True if the visitor of an outbox row was asked for consent to it, and refused each one when last asked. */
const REFUSED = `EXISTS (${ASKED}) AND NOT EXISTS (${ASKED} AND decision = 'agreed' AND NOT EXISTS (
  SELECT 1 FROM consents AS later
  WHERE later.session = consents.session AND later.field = consents.field AND later.entry > consents.entry))`

export const attemptSql = {
  delivery: query(
    ({ keepRows, clockMs }) => `SELECT delivery, key, sessions.uuid AS session_uuid, offer, buyer,
       COALESCE(leads.lead, '{}') AS payload, state, attempts, under_way, due_at, insisted, outbox.arrival AS arrival, channels.aff_id AS aff_id,
       outbox.session AS session, outbox.lead AS lead, placed_at, placed_cents, unsure, held_since,
       ${clockMs('$2')} AS clock
     FROM outbox JOIN sessions ON sessions.session = outbox.session
       LEFT JOIN leads ON leads.entry = outbox.lead
       LEFT JOIN arrivals ON arrivals.session = outbox.session AND arrivals.arrival = outbox.arrival
       JOIN channels ON channels.channel = COALESCE(arrivals.channel, sessions.channel)
     WHERE delivery = $1 ${keepRows('outbox')}`,
    {
      delivery: integer,
      key: text,
      session_uuid: text,
      offer: text,
      buyer: text,
      payload: json<Record<string, string>>(),
      state: word<DeliveryState>(),
      attempts: integer,
      under_way: flag,
      due_at: integerOrNull,
      insisted: flag,
      arrival: integer,
      aff_id: text,
      session: integer,
      lead: integerOrNull,
      placed_at: integerOrNull,
      placed_cents: integer,
      unsure: flag,
      held_since: integerOrNull,
      // The database's clock, because those of the processes may differ.
      clock: integer,
    },
  ),
  // Without a place, nothing was posted.
  mayBeSold: command('UPDATE outbox SET unsure = 1 WHERE delivery = $1 AND placed_at IS NOT NULL'),
  setUnsure: command('UPDATE outbox SET unsure = $1 WHERE delivery = $2'),
  soldBefore: query(
    `SELECT theirs.delivery AS delivery
     FROM people AS ours JOIN people AS theirs ON theirs.buyer = ours.buyer AND theirs.who = ours.who
     WHERE ours.delivery = $1 AND theirs.delivery <> $1 AND theirs.sold_at > $2
     ORDER BY theirs.delivery LIMIT 1`,
    { delivery: integer },
  ),
  soldTo: command('UPDATE people SET sold_at = $1 WHERE delivery = $2'),
  // Deliveries held back as duplicates of one that wasn't bought after all.
  sendKeptBack: command(
    `UPDATE outbox SET state = 'due', due_at = $1, duplicate_of = NULL
     WHERE duplicate_of = $2 AND state = 'duplicate' AND NOT (${REFUSED})`,
  ),
  // A visitor who was forgotten while the buyer answered stays forgotten.
  sendTo: command(
    `UPDATE outbox SET redirect_url = $1 WHERE delivery = $2
       AND EXISTS (SELECT 1 FROM sessions WHERE sessions.session = outbox.session AND forgotten = 0)`,
  ),
  markDuplicate: command('UPDATE outbox SET duplicate_of = $1 WHERE delivery = $2'),
  begin: command(
    ({ clockMs }) => `UPDATE outbox
     SET ${leaseSet({ until: `${clockMs('$2')} + CAST($3 AS BIGINT)`, process: '$4' })}, shares = CAST($5 AS BIGINT),
       placed_at = $6, placed_cents = $7, held = NULL, held_since = NULL, held_message = NULL
     WHERE delivery = $1`,
  ),
  // Excludes attempts of ended processes; no one waits for their answers.
  underWayTo: query(
    ({ clockMs }) => `SELECT COUNT(*) AS n FROM outbox
     WHERE buyer = $1 AND under_way = 1 AND NOT (${leaseEndedSql(clockMs('$2'), '0')})`,
    { n: integer },
  ),
  accept: command(
    `UPDATE outbox SET state = 'accepted', due_at = NULL, external_id = COALESCE($2, external_id) WHERE delivery = $1`,
  ),
  // A delivery that was suppressed while in flight isn't due again, not even by a replay; but a lead bought by then stays bought.
  end: command(
    `UPDATE outbox SET under_way = 0,
       state = CASE WHEN state = 'accepted' OR (state = 'suppressed' AND $1 <> 'accepted') THEN state ELSE $1 END,
       due_at = CASE WHEN state IN ('accepted', 'suppressed') THEN NULL ELSE CAST($2 AS BIGINT) END,
       external_id = COALESCE($4, external_id)
     WHERE delivery = $3`,
  ),
  write: command(
    `INSERT INTO attempts (delivery, attempt, message, at)
     SELECT delivery, $2, CASE forgotten WHEN 1 THEN '' ELSE $3 END, $4
     FROM outbox JOIN sessions USING (session) WHERE delivery = $1
     ON CONFLICT (delivery, attempt) DO UPDATE SET message = attempts.message || ' ' || excluded.message`,
  ),
  bid: command('UPDATE attempts SET auction = $1, bid_cents = $2 WHERE delivery = $3 AND attempt = $4'),
  lapsed: query(
    ({ clockMs }) => `SELECT delivery AS entry FROM outbox WHERE ${leaseEndedSql(clockMs('$1'), '$2')}`,
    { entry: integer },
  ),
  lapsedOne: query(
    ({ clockMs }) => `SELECT attempts FROM outbox
     WHERE delivery = $3 AND ${leaseEndedSql(clockMs('$1'), '$2')}`,
    { attempts: integer },
  ),
  replay: command(
    `UPDATE outbox SET state = 'due', due_at = $1, duplicate_of = NULL, insisted = $3,
       held = NULL, held_since = NULL, held_message = NULL
     WHERE delivery = $2 AND state IN ('dead', 'rejected', 'duplicate') AND under_way = 0
       AND NOT (${REFUSED})
       AND ($3 = 1 OR NOT EXISTS
         (SELECT 1 FROM people WHERE people.delivery = duplicate_of AND sold_at IS NOT NULL))`,
  ),
}
