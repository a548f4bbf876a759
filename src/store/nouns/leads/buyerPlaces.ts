import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import { isOpen, localWords, nextOpening, periodOf } from '../../../time/localTime.ts'
import type { Limits } from './leadTypes.ts'
import { all, change, command, integer, only, query, run, type Rule } from '../../kernel/statement.ts'
import { LONGEST_WAIT_MS } from '../../kernel/leases.ts'

/** A lead has a place at its buyer from the time an attempt begins until the buyer refuses it. Places are counted in the transaction
 *  that begins the attempt. These run one after another, whichever process asks, so no cap is exceeded. */

/** The fields of a delivery that matter for its place. */
export interface Placed {
  delivery: number
  buyer: string
  placed_at: number | null
  placed_cents: number
  /** True if the buyer may have bought it already without our hearing of it. */
  unsure: boolean
  held_since: number | null
}

export interface Held {
  reason: keyof Limits['waitMs']
  words: string
  /** Time when the buyer takes leads again; null if unknown. */
  opensAt: number | null
}

/** Reason that the buyer doesn't get the lead now; null if it does. */
export function* whyHeld(placed: Placed, limits: Limits, cents: number, now: number): Rule<Held | null> {
  const { isPaused, hours, zone } = limits
  if (isPaused) return { reason: 'paused', words: 'the buyer is paused.', opensAt: null }
  if (hours && !isOpen(hours, now, zone)) {
    const opensAt = nextOpening(hours, now, zone)
    return { reason: 'closed', words: `the buyer is closed until ${localWords(opensAt, zone)}.`, opensAt }
  }
  return yield* whyFull(placed, limits, cents, now)
}

/** The cap that leaves no room for a lead of this many cents; of several, the one that lasts longest. */
export function* whyFull(
  { buyer, placed_at, placed_cents }: Placed,
  { caps, zone }: Limits,
  cents: number,
  now: number,
): Rule<Held | null> {
  let held: Held | null = null
  for (const cap of caps) {
    const { start, end } = periodOf(now, cap.per, zone)
    const taken = yield* only(placeSql.taken, buyer, start)
    // Its own place moves to now.
    const isCounted = placed_at !== null && placed_at >= start
    const leads = taken.leads - (isCounted ? 1 : 0)
    const spent = taken.cents - (isCounted ? placed_cents : 0)
    const isFull =
      (cap.leads !== undefined && leads + 1 > cap.leads) ||
      (cap.cents !== undefined && spent + cents > cap.cents)
    if (isFull && end > (held?.opensAt ?? 0)) held = { reason: 'full', words: fullWords(cap), opensAt: end }
  }
  return held
}

function fullWords({ per, leads, cents }: Limits['caps'][number]): string {
  const counted = leads === undefined ? [] : `${leads} ${leads === 1 ? 'lead' : 'leads'}`
  const paid = cents === undefined ? [] : `leads for $${(cents / 100).toFixed(2)}`
  return `the buyer takes ${[counted, paid].flat().join(' and ')} ${per === 'hour' ? 'an' : 'a'} ${per}, and has them.`
}

/** Makes a lead wait until the buyer may take it, or ends it if it would wait too long. Returns true if it still waits. `clock`: the
 *  database's time; `now`: the process's time, which decides when a delivery is due. */
export function* holdBack(
  { delivery, held_since }: Placed,
  { reason, words, opensAt }: Held,
  { waitMs }: Limits,
  { now, clock }: { now: number; clock: number },
): Rule<boolean> {
  const since = held_since ?? clock
  const until = since + waitMs[reason]
  const isOver = until <= clock || (reason === 'closed' && opensAt !== null && opensAt > until)
  if (isOver) yield* endHeld(delivery, { reason, words, since })
  else {
    const dueAt = now + Math.min((opensAt ?? until) - clock, until - clock, LOOK_EVERY_MS)
    yield* change(placeSql.hold, reason, `Waits: ${words}`, since, dueAt, delivery)
  }
  return !isOver
}

/** Makes a lead wait until it is known if another buyer takes it. */
export function* holdForOthers({ delivery, held_since }: Placed, now: number): Rule<void> {
  const words = 'Waits: another buyer has it, or is asked first.'
  yield* change(placeSql.hold, 'taken', words, held_since ?? now, now + LOOK_EVERY_MS, delivery)
}

/** Interval for checking again, because the reason for holding a lead may change. Another process whose clock is behind takes entries
 *  due later than LONGEST_WAIT_MS for due. */
const LOOK_EVERY_MS = LONGEST_WAIT_MS / 2

/** Ends a lead that its buyer doesn't get. */
export function* endHeld(
  delivery: number,
  { reason, words, since }: { reason: HeldReason; words: string; since: number },
): Rule<void> {
  yield* change(placeSql.endHeld, reason, `Not sent: ${words}`, since, delivery)
}

/** Amount to reserve for a lead of this many cents. If it may already have been bought for more, that amount, until it is known. */
export function reservedFor({ unsure, placed_cents }: Placed, cents: number): number {
  return unsure ? Math.max(cents, placed_cents) : cents
}

/** Gives a lead its place at the buyer, replacing the one it has. */
export function* takePlace(placed: Placed, cents: number, now: number): Rule<void> {
  yield* countPlace(placed, cents, now)
  yield* change(placeSql.place, now, cents, placed.delivery)
}

/** Counts a lead's place. The caller writes the lead's own row together with its other changes. */
export function* countPlace(placed: Placed, cents: number, now: number): Rule<void> {
  const { buyer, placed_at, placed_cents } = placed
  if (placed_at !== null) yield* count(buyer, placed_at, -1, -placed_cents)
  yield* count(buyer, now, 1, cents)
}

/** Sets the cost of the lead's place to the price that the buyer pays. */
export function* pricePlace(placed: Placed, cents: number): Rule<void> {
  const { delivery, buyer, placed_at, placed_cents } = placed
  if (placed_at === null || placed_cents === cents) return
  yield* count(buyer, placed_at, 0, cents - placed_cents)
  yield* change(placeSql.place, placed_at, cents, delivery)
}

/** Frees a place that the buyer doesn't use, and makes the lead that has waited longest for one due. */
export function* giveBackPlace(placed: Placed, now: number): Rule<void> {
  const { delivery, buyer, placed_at, placed_cents } = placed
  if (placed_at === null) return
  yield* count(buyer, placed_at, -1, -placed_cents)
  yield* change(placeSql.place, null, 0, delivery)
  yield* change(placeSql.wakeOne, now, buyer)
}

function* count(buyer: string, at: number, leads: number, cents: number): Rule<void> {
  yield* change(placeSql.count, buyer, at - (at % QUARTER_MS), leads, cents)
}

/** Hours and days begin on a quarter of an hour in every time zone today. */
const QUARTER_MS = 900_000

/** Held deliveries to a buyer, or to all buyers if none is named. */
export function* heldDeliveries(buyer: string | null): Rule<number[]> {
  return (yield* all(placeSql.held, buyer)).map(({ delivery }) => delivery)
}

/** Makes a held delivery due again, because its buyer's limits have changed or may have. */
export function* lookAgainAt(delivery: number, now: number): Rule<boolean> {
  return (yield* run(placeSql.lookAgain, now, delivery)) === 1
}

const HELD = "state = 'due' AND held IS NOT NULL AND under_way = 0"

export const placeSql = {
  taken: query(
    `SELECT COALESCE(SUM(leads), 0) AS leads, COALESCE(SUM(cents), 0) AS cents
     FROM buyer_places WHERE buyer = $1 AND quarter >= $2`,
    { leads: integer, cents: integer },
  ),
  count: command(
    `INSERT INTO buyer_places (buyer, quarter, leads, cents) VALUES ($1, $2, $3, $4)
     ON CONFLICT (buyer, quarter) DO UPDATE SET leads = buyer_places.leads + excluded.leads,
       cents = buyer_places.cents + excluded.cents`,
  ),
  place: command('UPDATE outbox SET placed_at = $1, placed_cents = $2 WHERE delivery = $3'),
  hold: command(
    `UPDATE outbox SET held = $1, held_message = $2, held_since = $3, due_at = $4 WHERE delivery = $5`,
  ),
  endHeld: command(
    `UPDATE outbox SET held = $1, held_message = $2, held_since = $3, due_at = NULL,
       state = CASE unsure WHEN 1 THEN 'dead' ELSE 'rejected' END WHERE delivery = $4`,
  ),
  wakeOne: command(
    `UPDATE outbox SET due_at = $1 WHERE delivery =
       (SELECT delivery FROM outbox AS waiting
        WHERE waiting.buyer = $2 AND waiting.due_at IS NOT NULL AND held = 'full' AND under_way = 0
        ORDER BY held_since, delivery LIMIT 1)`,
  ),
  held: query(`SELECT delivery FROM outbox WHERE ${HELD} AND (buyer = $1 OR $1 IS NULL) ORDER BY delivery`, {
    delivery: integer,
  }),
  lookAgain: command(`UPDATE outbox SET due_at = $1 WHERE delivery = $2 AND ${HELD}`),
}
