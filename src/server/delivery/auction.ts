import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { AttemptBounds, Bidder } from '../../store/nouns/leads/leadTypes.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import {
  askForBid,
  conclude,
  countUnsent,
  judge,
  sellTo,
  timeoutMs,
  WRITING_MS,
  type FirstAnswer,
  type DeliveryPorts,
} from './attempt.ts'
import { duplicateWindowMs, limitsOf } from './limitsOf.ts'
import { sharingOf } from './sharingOf.ts'
import { isChoosy } from './statesAndFilters.ts'
import { leastBid, liveBid, ranked, type LiveBid } from './winner.ts'

export type BiddingBuyer = Buyer & Required<Pick<Buyer, 'auction' | 'ping'>>

export function isBidding(buyer: Buyer | undefined): buyer is BiddingBuyer {
  return buyer?.auction !== undefined && buyer.ping !== undefined
}

/** Most auctions only ask for bids, and buyers that bid have servers for that load. */
export const AUCTIONS_AT_ONCE = 64

type AskedBidder = Bidder & { config: BiddingBuyer }
type Bidding = AskedBidder & { bid: LiveBid; answerMs: number | undefined }

/** Auctions the lead of a delivery: asks all of its buyers that bid and are due, then posts it to the highest bid, and after a refusal
 *  to the next, until its shares are used up. A buyer without a valid bid drops out, and its attempt says why. False if nothing was
 *  asked, because another delivery has the lead or begins its auction. */
export async function auctionLead(
  world: DeliveryPorts,
  { delivery }: { delivery: number },
  stop: AbortSignal,
): Promise<boolean> {
  const asked = await askedFor(world, delivery)
  if (asked.length === 0) return false
  const bidding: Bidding[] = []
  const dropOuts: Promise<void>[] = []
  await Promise.all(
    asked.map(async (one) => {
      const timed: FirstAnswer = {}
      const bid = await bidFrom(one, {
        auctionMs: world.auctionMs,
        timed,
        stop,
        isSeen: world.store.isSeen,
        mailLead: world.mailLead,
      })
      if (bid?.kind === 'bid') bidding.push({ ...one, bid, answerMs: timed.ms })
      // Nothing is recorded, so it is asked again after the next start.
      else if (bid)
        dropOuts.push(
          conclude(world, one, {
            buyer: one.config,
            outcome: bid,
            noBid: { cents: bid.bidCents ?? null },
            stop,
            answerMs: timed.ms,
          }),
        )
    }),
  )
  if (!stop.aborted) await sellToBest(world, ranked(bidding), stop)
  await Promise.all(dropOuts)
  return true
}

/** Claims the lead's due deliveries to buyers that bid. */
async function askedFor(world: DeliveryPorts, delivery: number): Promise<AskedBidder[]> {
  const { store, buyers, now, auctionMs } = world
  const due = (await store.dueTogether(delivery, now())).flatMap((one) => {
    const config = buyers.get(one.buyer)
    return isBidding(config) ? [{ ...one, config }] : []
  })
  // Only the first of them begins the auction, so that the others don't check in vain.
  if (due[0]?.delivery !== delivery) return []
  // Each may have to wait until buyers with higher bids have refused.
  const longestMs = Math.max(...due.map(({ config }) => timeoutMs(config)))
  const asked = await Promise.all(
    due.map(async ({ delivery, buyer, config }) => {
      const judged = isChoosy(config) ? await judge(store, delivery, config) : undefined
      const bounds: AttemptBounds = {
        duplicateWindowMs: duplicateWindowMs(config),
        leaseMs: auctionMs + longestMs + WRITING_MS,
        atOnce: config.parallel ?? AUCTIONS_AT_ONCE,
        limits: limitsOf(config),
        cents: leastBid(config),
        ...sharingOf(buyers, buyer),
        ...(judged && { judged }),
      }
      return { delivery, bounds }
    }),
  )
  const bidders = await store.beginAuction(asked, now())
  const begun = new Set(bidders.map(({ delivery }) => delivery))
  for (const { delivery, buyer } of due)
    if (!begun.has(delivery)) await countUnsent(world, { delivery, to: buyer })
  return bidders.flatMap((bidder) => {
    const config = buyers.get(bidder.buyer)
    return isBidding(config) ? [{ ...bidder, config }] : []
  })
}

/** The bid of one buyer, or the reason it made none. */
async function bidFrom(
  { payload: lead, aff_id: affId, key, config }: AskedBidder,
  {
    auctionMs,
    ...way
  }: {
    auctionMs: number
    stop: AbortSignal
    isSeen: () => boolean
    mailLead: DeliveryPorts['mailLead']
    timed: FirstAnswer
  },
) {
  const waitMs = Math.min(auctionMs, timeoutMs(config))
  const beganMs = performance.now()
  const bid = await askForBid({ lead, affId, key }, config, { ...way, timeoutMs: waitMs })
  if (bid?.kind === 'retry' && performance.now() - beganMs >= waitMs)
    return { kind: 'retry', reason: ATTEMPTS.lateBid(waitMs / 1000), bidCents: null } as const
  return bid && liveBid(config, bid)
}

/** Posts to one bid after another, or to several at once if the lead is shared. */
async function sellToBest(world: DeliveryPorts, best: readonly Bidding[], stop: AbortSignal): Promise<void> {
  const { store, buyers, now } = world
  const posts = new Set<Promise<void>>()
  for (const one of best) {
    const { delivery, attempt, config, buyer: to, bid, answerMs } = one
    const take = () =>
      store.takeBid(delivery, attempt, {
        cents: bid.cents,
        ...sharingOf(buyers, to),
        duplicateWindowMs: duplicateWindowMs(config),
        limits: limitsOf(config),
        leaseMs: timeoutMs(config) + WRITING_MS,
        now: now(),
        answerMs,
      })
    let taken = await take()
    while (taken === 'waits' && posts.size > 0) {
      await Promise.race(posts)
      taken = await take()
    }
    if (taken === 'waits')
      await store.putBidOff(delivery, attempt, { cents: bid.cents, now: now(), answerMs })
    if (taken === 'ended') await countUnsent(world, { delivery, to })
    if (typeof taken === 'string') continue
    const posted: Promise<void> = sell(world, { ...one, mostCents: taken.cents }, stop).finally(() =>
      posts.delete(posted),
    )
    posts.add(posted)
  }
  await Promise.all(posts)
}

async function sell(
  world: DeliveryPorts,
  one: Bidding & { mostCents: number },
  stop: AbortSignal,
): Promise<void> {
  const { payload: lead, aff_id: affId, key, config, bid, mostCents } = one
  const outcome = await sellTo({ lead, affId, key }, config, {
    bid,
    mostCents,
    stop,
    isSeen: world.store.isSeen,
    mailLead: world.mailLead,
  })
  // Nothing is recorded. We don't know whether the buyer took it, so the attempt is repeated after the next start.
  if (outcome) await conclude(world, one, { buyer: config, outcome, stop })
}
