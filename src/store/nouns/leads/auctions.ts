import { hasOptedOut } from '../privacy/optOuts.ts'
import { all, change, command, integer, one, query, text, type Rule } from '../../kernel/statement.ts'
import { DAY_MS } from '../../../time/durations.ts'
import { DUPLICATE_WINDOW_DAYS } from './deliveries.ts'
import { dueSql, latestDue } from '../../kernel/leases.ts'
import { endHeld, holdBack, holdForOthers, reservedFor, takePlace, whyFull } from './buyerPlaces.ts'
import { attemptSql, beginAttempt, endUnsold } from './deliveries.ts'
import { wakeOthers, whyTaken } from './leadShares.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import type { AttemptBounds, AuctionResult, Bidder, BidTaken } from './leadTypes.ts'

/** Auctions of leads. A buyer that is asked has its delivery in flight, so that no other process asks it too, but no place, because only
 *  one of those asked gets the lead. A place is taken with a bid, in a transaction before the lead is posted, so shares and caps apply
 *  as they do to posts without a bid. A process that ends while asking has posted nothing, so the buyer is asked again. */

export function* dueTogether(delivery: number, now: number): Rule<{ delivery: number; buyer: string }[]> {
  const due = yield* all(auctionSql.due, delivery, now, latestDue(now))
  return due.some((one) => one.delivery === delivery) ? due : []
}

export function* beginAuction(
  context: WriteContext,
  asked: { delivery: number; bounds: AttemptBounds }[],
  now: number,
): Rule<Bidder[]> {
  const bidders: Bidder[] = []
  for (const { delivery, bounds } of asked) {
    const attempt = yield* beginAttempt(context, delivery, now, { ...bounds, isAsked: true })
    if (!attempt) continue
    const tried = yield* one(auctionSql.triedAt, attempt.buyer)
    bidders.push({ ...attempt, delivery, triedAt: tried?.tried_at ?? null })
  }
  return bidders
}

/** Since the buyer was asked, the visitor may have opted out, the same person may have been sold to it, another buyer may have got the
 *  lead, or a cap may have been reached, so everything is checked again. */
export function* takeBid(
  context: WriteContext,
  delivery: number,
  attempt: number,
  { cents, shares, limits, leaseMs, duplicateWindowMs = DUPLICATE_WINDOW_DAYS * DAY_MS, now }: BidTaken,
): Rule<{ cents: number } | 'waits' | 'ended'> {
  const row = yield* one(attemptSql.delivery, delivery, now)
  if (!row?.under_way || row.attempts !== attempt) return 'ended'
  const lost = { delivery, attempt, cents, now }
  if (row.state !== 'due' || (yield* hasOptedOut(row.session_uuid, Object.values(row.payload)))) {
    yield* endBid(lost, 'suppressed', 'Not sent: the visitor opted out of the sale.')
    yield* endUnsold(delivery, now)
    yield* wakeOthers(row, now)
    return 'ended'
  }
  const isChecked = duplicateWindowMs > 0 && !row.insisted
  const before = isChecked ? yield* one(attemptSql.soldBefore, delivery, now - duplicateWindowMs) : null
  if (before) {
    yield* change(attemptSql.markDuplicate, before.delivery, delivery)
    yield* endBid(
      lost,
      'duplicate',
      `Not sent: delivery ${before.delivery} sold or sells the same person to this buyer meanwhile.`,
    )
    yield* endUnsold(delivery, now)
    yield* wakeOthers(row, now)
    return 'ended'
  }
  // If it may have been sold, its own share is already counted.
  const taken = row.placed_at === null ? yield* whyTaken(row, shares) : null
  if (taken === 'waits') return 'waits'
  if (taken === 'taken') {
    yield* endBid(lost, 'rejected', LOST)
    yield* endHeld(delivery, {
      reason: 'taken',
      words: 'it bid, and another buyer has the lead.',
      since: now,
    })
    yield* endUnsold(delivery, now)
    return 'ended'
  }
  const { clock } = row
  const reserved = reservedFor(row, cents)
  const full = yield* whyFull(row, limits, reserved, clock)
  if (full) {
    yield* endBid(lost, 'due', 'Its bid is more than its caps leave.')
    if (!(yield* holdBack(row, full, limits, { now, clock })) && !row.unsure) yield* endUnsold(delivery, now)
    yield* wakeOthers(row, now)
    return 'ended'
  }
  yield* takePlace(row, reserved, clock)
  yield* change(attemptSql.soldTo, now, delivery)
  yield* change(auctionSql.tried, row.buyer, clock)
  yield* change(auctionSql.lease, delivery, now, leaseMs, context.process())
  yield* noteBid(lost, 'won', 'Its bid was taken.')
  return { cents: reserved }
}

export function* putBidOff(
  delivery: number,
  attempt: number,
  { cents, now }: { cents: number; now: number },
): Rule<void> {
  const row = yield* one(attemptSql.delivery, delivery, now)
  if (!row?.under_way || row.attempts !== attempt) return
  yield* endBid({ delivery, attempt, cents, now }, 'due', LOST)
  yield* holdForOthers(row, now)
}

const LOST = 'Another bid was taken.'

interface Bid {
  delivery: number
  attempt: number
  cents: number
  now: number
}

function* endBid(
  bid: Bid,
  state: 'suppressed' | 'duplicate' | 'rejected' | 'due',
  message: string,
): Rule<void> {
  yield* noteBid(bid, 'lost', message)
  yield* change(attemptSql.end, state, state === 'due' ? bid.now : null, bid.delivery, null)
}

function* noteBid(
  { delivery, attempt, cents, now }: Bid,
  result: AuctionResult,
  message: string,
): Rule<void> {
  yield* change(attemptSql.write, delivery, attempt, message, now)
  yield* change(attemptSql.bid, result, cents, delivery, attempt)
}

export const auctionSql = {
  due: query(
    `SELECT delivery, buyer FROM outbox
     WHERE session = (SELECT session FROM outbox WHERE delivery = $1)
       AND offer = (SELECT offer FROM outbox WHERE delivery = $1)
       AND state = 'due' AND ${dueSql('$2', '$3')}
     ORDER BY delivery`,
    { delivery: integer, buyer: text },
  ),
  triedAt: query('SELECT tried_at FROM buyer_tries WHERE buyer = $1', { tried_at: integer }),
  tried: command(
    `INSERT INTO buyer_tries (buyer, tried_at) VALUES ($1, $2)
     ON CONFLICT (buyer) DO UPDATE SET tried_at = excluded.tried_at`,
  ),
  lease: command(
    ({ clockMs }) =>
      `UPDATE outbox SET leased_until = ${clockMs('$2')} + CAST($3 AS BIGINT), leased_by = CAST($4 AS BIGINT)
       WHERE delivery = $1`,
  ),
}
