import { all, change, command, integer, one, query, text, type Rule } from '../../kernel/statement.ts'
import { DAY_MS } from '../../../time/durations.ts'
import { dueSql, latestDue } from '../../kernel/leases.ts'
import { heldBack, queuedFor, reservedFor, unsent, whyFull } from './buyerPlaces.ts'
import { attemptSql, beginAttempt, DUPLICATE_WINDOW_DAYS, soldBefore, whyCalledOff } from './deliveries.ts'
import { moveDelivery } from './deliveryMoves.ts'
import { whyTaken } from './leadShares.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import type { AttemptBounds, AuctionResult, Bidder, BidTaken } from './leadTypes.ts'
import { ofEntries, ofSubjects } from '../../kernel/writeScopes.ts'

/** Auctions of leads. A buyer that is asked has its delivery in flight, so that no other process asks it too, but no place, because only
 *  one of those asked gets the lead. A place is taken with a bid, in a transaction before the lead is posted, so shares and caps apply
 *  as they do to posts without a bid. A process that ends while asking has posted nothing, so the buyer is asked again. */

/** All due deliveries of the same lead, including this one; empty if this one isn't due. */
function* dueTogether(delivery: number, now: number): Rule<{ delivery: number; buyer: string }[]> {
  const due = yield* all(auctionSql.due, delivery, now, latestDue(now))
  return due.some((one) => one.delivery === delivery) ? due : []
}

/** Begins attempts for those of a lead's deliveries that `beginAttempt` would begin, in one transaction, to ask their buyers for bids.
 *  Resolves to these; none has a place at its buyer yet. */
function* beginAuction(
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

/** Takes a bid, which gives the lead its place; post the lead then. Resolves to the reserved cents: the bid, or a higher earlier bid if the
 *  buyer may have bought the lead at that price. 'waits': others hold all shares and may still give them back; ask again. 'ended': the lead
 *  belongs to another buyer, or the buyer may no longer have it, and the attempt has ended. Since the buyer was asked, the visitor may have
 *  opted out, the same person may have been sold to it, another buyer may have got the lead, or a cap may have been reached, so everything
 *  is checked again. */
function* takeBid(
  context: WriteContext,
  delivery: number,
  attempt: number,
  {
    cents,
    shares,
    limits,
    leaseMs,
    duplicateWindowMs = DUPLICATE_WINDOW_DAYS * DAY_MS,
    now,
    answerMs,
  }: BidTaken,
): Rule<{ cents: number } | 'waits' | 'ended'> {
  const row = yield* one(attemptSql.delivery, delivery, now)
  if (!row?.under_way || row.attempts !== attempt) return 'ended'
  const bid = { delivery, attempt, cents, now, answerMs }
  const why = yield* whyCalledOff(row)
  if (why) {
    yield* noteBid(bid, 'lost', why)
    yield* moveDelivery(row, 'optedOut', { now })
    return 'ended'
  }
  // If it may have been sold, its own share is already counted.
  const taken = row.placed_at === null ? yield* whyTaken(row, shares) : null
  if (taken === 'waits' || taken === 'doubted') return 'waits'
  if (taken === 'taken') {
    yield* noteBid(bid, 'lost', LOST)
    const given = unsent('taken', 'it bid, but another buyer has the lead.', now)
    yield* moveDelivery(row, 'lost', { now, ...given })
    return 'ended'
  }
  const { clock } = row
  const reserved = reservedFor(row, cents)
  const full = yield* whyFull(row, limits, reserved, clock)
  if (full) {
    yield* noteBid(bid, 'lost', 'Its bid is more than its caps allow.')
    const [event, given] = heldBack(row, full, limits, { now, clock })
    yield* moveDelivery(row, event, { now, ...given })
    return 'ended'
  }
  const duplicate_of = yield* soldBefore(row, duplicateWindowMs, now)
  if (duplicate_of !== null) {
    const words = `Not sent: delivery ${duplicate_of} has sold or is selling the same person to this buyer.`
    yield* noteBid(bid, 'lost', words)
    yield* moveDelivery(row, 'ownDuplicate', { now, duplicate_of })
    return 'ended'
  }
  yield* moveDelivery(row, 'bidTaken', { now, placed_at: clock, placed_cents: reserved })
  yield* change(auctionSql.tried, row.buyer, clock)
  yield* change(auctionSql.lease, delivery, now, leaseMs, context.process())
  yield* noteBid(bid, 'won', 'Its bid won.')
  return { cents: reserved }
}

/** Ends an attempt whose bid waits for others; its buyer is asked again once they give the lead back. */
function* putBidOff(
  delivery: number,
  attempt: number,
  { cents, now, answerMs }: Pick<BidTaken, 'cents' | 'now' | 'answerMs'>,
): Rule<void> {
  const row = yield* one(attemptSql.delivery, delivery, now)
  if (!row?.under_way || row.attempts !== attempt) return
  yield* noteBid({ delivery, attempt, cents, now, answerMs }, 'lost', LOST)
  const [event, given] = queuedFor(row, undefined, { now, clock: row.clock })
  yield* moveDelivery(row, event, { now, ...given })
}

const LOST = 'Another bid won.'

interface Bid extends Pick<BidTaken, 'cents' | 'now' | 'answerMs'> {
  delivery: number
  attempt: number
}

function* noteBid(
  { delivery, attempt, cents, now, answerMs = null }: Bid,
  result: AuctionResult,
  message: string,
): Rule<void> {
  yield* change(attemptSql.write, delivery, attempt, message, now, answerMs)
  yield* change(attemptSql.bid, result, cents, delivery, attempt)
}

const auctionSql = {
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

export const auctionNoun = {
  writes: ofEntries('outbox', { putBidOff }),
  writesInContext: {
    ...ofSubjects({ beginAuction }, (asked: { delivery: number }[]) =>
      asked.map(({ delivery }) => ({ of: 'outbox', entry: delivery })),
    ),
    ...ofEntries('outbox', { takeBid }),
  },
  reads: { dueTogether },
  sql: auctionSql,
}
