import type { HeldReason } from '../../../../schemas/buyer/limits.ts'
import { isOpen, localWords, nextOpening, periodOf } from '../../../time/localTime.ts'
import { moveSql, setSql, type Given, type LifeColumns } from '../../kernel/deliveryLife.ts'
import type { Limits } from './leadTypes.ts'
import { all, change, command, integer, only, query, run, type Rule } from '../../kernel/statement.ts'
import { LONGEST_WAIT_MS } from '../../kernel/leases.ts'
import { ofEntries } from '../../kernel/writeScopes.ts'

/** A lead has a place at its buyer from the time an attempt begins until the buyer refuses it. Places are counted in the transaction
 *  that begins the attempt. These run one after another, whichever process asks, so no cap is exceeded. */

/** The fields of a delivery that matter for its place. */
type Placed = Pick<LifeColumns, 'placed_at' | 'placed_cents' | 'unsure'> & { buyer: string }

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
    if (isFull(cap, { leads, cents: spent }, cents) && end > (held?.opensAt ?? 0))
      held = { reason: 'full', words: fullWords(cap), opensAt: end }
  }
  return held
}

/** True if a cap has no room for one more lead of this many cents beside those taken in its period. */
export function isFull(
  cap: Pick<Limits['caps'][number], 'leads' | 'cents'>,
  taken: { leads: number; cents: number },
  cents: number,
): boolean {
  return (
    (cap.leads !== undefined && taken.leads + 1 > cap.leads) ||
    (cap.cents !== undefined && taken.cents + cents > cap.cents)
  )
}

function fullWords({ per, leads, cents }: Limits['caps'][number]): string {
  const counted = leads === undefined ? [] : `${leads} ${leads === 1 ? 'lead' : 'leads'}`
  const paid = cents === undefined ? [] : `$${(cents / 100).toFixed(2)}`
  return `the buyer reached its cap of ${[counted, paid].flat().join(' and ')} ${per === 'hour' ? 'an' : 'a'} ${per}.`
}

/** Event for a lead that the buyer doesn't take now: it waits until the buyer may, or ends if it would wait too long. `clock`: the
 *  database's time; `now`: the process's time, which decides when a delivery is due. */
export function heldBack(
  { held_since }: Pick<LifeColumns, 'held_since'>,
  { reason, words, opensAt }: Held,
  { waitMs }: Limits,
  { now, clock }: { now: number; clock: number },
): ['heldBack' | 'turnedAway', Given] {
  const since = held_since ?? clock
  const until = since + waitMs[reason]
  const isOver = until <= clock || (reason === 'closed' && opensAt !== null && opensAt > until)
  if (isOver) return ['turnedAway', unsent(reason, words, since)]
  const due_at = now + Math.min((opensAt ?? until) - clock, until - clock, LOOK_EVERY_MS)
  return ['heldBack', { held: reason, held_message: `Waits: ${words}`, held_since: since, due_at }]
}

/** Event for a waiting lead that its buyer doesn't want by its present filters: it goes on waiting, for as long as the buyer lets any lead
 *  wait, because the filters may be changed back. */
export function keptUnwanted(
  { held_since }: Pick<LifeColumns, 'held_since'>,
  words: string,
  limits: Limits | undefined,
  { now, clock }: { now: number; clock: number },
): ['heldBack' | 'turnedAway', Given] {
  const since = held_since ?? clock
  const until = since + (limits ? longestWaitMs(limits) : 0)
  if (until <= clock) return ['turnedAway', unsent('unwanted', words, since)]
  const due_at = now + Math.min(until - clock, LOOK_EVERY_MS)
  return ['heldBack', { held: 'unwanted', held_message: `Waits: ${words}`, held_since: since, due_at }]
}

/** Event for a lead that waits until it is known if another buyer takes it. Where only an operator can find that out, `limits` are those
 *  of the buyer that waits: it doesn't wait for longer than it lets any lead wait. */
export function queuedFor(
  { held_since }: Pick<LifeColumns, 'held_since'>,
  limits: Limits | undefined,
  { now, clock }: { now: number; clock: number },
): ['queued' | 'waitedTooLong', Given] {
  const since = held_since ?? clock
  const leftMs = limits ? since + longestWaitMs(limits) - clock : Infinity
  if (leftMs <= 0) return ['waitedTooLong', unsent('taken', IN_DOUBT, since)]
  const held_message = limits ? `Waits: ${IN_DOUBT}` : 'Waiting: another buyer has it, or is asked first.'
  return [
    'queued',
    { held: 'taken', held_message, held_since: since, due_at: now + Math.min(leftMs, LOOK_EVERY_MS) },
  ]
}

const IN_DOUBT = 'another buyer may have bought it.'

function longestWaitMs({ waitMs }: Limits): number {
  return Math.max(...Object.values(waitMs))
}

/** Interval for checking again, because the reason for holding a lead may change. Another process whose clock is behind takes entries
 *  due later than LONGEST_WAIT_MS for due. */
const LOOK_EVERY_MS = LONGEST_WAIT_MS / 2

/** Columns of a lead that its buyer doesn't get. */
export function unsent(held: HeldReason, words: string, held_since: number): Given {
  return { held, held_message: `Not sent: ${words}`, held_since }
}

/** Amount to reserve for a lead of this many cents. If it may already have been bought for more, that amount, until it is known. */
export function reservedFor(
  { unsure, placed_cents }: Pick<Placed, 'unsure' | 'placed_cents'>,
  cents: number,
): number {
  return unsure ? Math.max(cents, placed_cents) : cents
}

/** Counts what a delivery's place has become. */
export function* countPlaces(buyer: string, before: PlaceColumns, after: PlaceColumns): Rule<void> {
  if (before.placed_at !== null && before.placed_at === after.placed_at) {
    if (before.placed_cents !== after.placed_cents)
      yield* count(buyer, before.placed_at, 0, after.placed_cents - before.placed_cents)
    return
  }
  if (before.placed_at !== null) yield* count(buyer, before.placed_at, -1, -before.placed_cents)
  if (after.placed_at !== null) yield* count(buyer, after.placed_at, 1, after.placed_cents)
}

type PlaceColumns = Pick<LifeColumns, 'placed_at' | 'placed_cents'>

/** Makes the lead due that has waited longest for room at a buyer. */
export function* wakeFull(buyer: string, now: number): Rule<void> {
  yield* change(placeSql.wakeOne, now, buyer)
}

function* count(buyer: string, at: number, leads: number, cents: number): Rule<void> {
  yield* change(placeSql.count, buyer, at - (at % QUARTER_MS), leads, cents)
}

/** Hours and days begin on a quarter of an hour in every time zone today. */
const QUARTER_MS = 900_000

/** Leads and cents that count toward a buyer's caps since an instant at the start of a quarter of an hour. */
const placesTaken = (buyer: string, since: number): Rule<{ leads: number; cents: number }> =>
  only(placeSql.taken, buyer, since)

/** Held deliveries to a buyer, or to all buyers if none is named. */
function* heldDeliveries(buyer: string | null): Rule<number[]> {
  return (yield* all(placeSql.held, buyer)).map(({ delivery }) => delivery)
}

/** Makes a held delivery due again, because its buyer's limits have changed or may have. */
function* lookAgainAt(delivery: number, now: number): Rule<boolean> {
  return (yield* run(placeSql.lookAgain, now, delivery)) === 1
}

const roomMade = moveSql('roomMade', { due_at: '$1' })
const waiting = moveSql('roomMade', { due_at: '$1' }, 'waiting')

const placeSql = {
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
  wakeOne: command(
    `UPDATE outbox SET ${setSql(roomMade.assignments)} WHERE delivery =
       (SELECT delivery FROM outbox AS waiting
        WHERE waiting.buyer = $2 AND waiting.due_at IS NOT NULL AND held = 'full' AND ${waiting.condition}
        ORDER BY held_since, delivery LIMIT 1)`,
  ),
  held: query(
    `SELECT delivery FROM outbox WHERE ${roomMade.condition} AND (buyer = $1 OR $1 IS NULL) ORDER BY delivery`,
    {
      delivery: integer,
    },
  ),
  lookAgain: command(
    `UPDATE outbox SET ${setSql(roomMade.assignments)} WHERE delivery = $2 AND ${roomMade.condition}`,
  ),
}

export const placeNoun = {
  writesOfEach: ofEntries('outbox', {
    /** Makes deliveries due now that wait for `buyer` to take leads again; null for all buyers. Resolves to the number waiting. */
    lookAgain: {
      find: heldDeliveries,
      change: (delivery: number, _buyer: string | null, now: number) => lookAgainAt(delivery, now),
    },
  }),
  reads: { placesTaken },
  sql: placeSql,
}
