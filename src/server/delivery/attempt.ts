import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Attempt, AttemptBounds, AttemptEnd } from '../../store/nouns/leads/leadTypes.ts'
import type { NewPixelEvent } from '../../store/nouns/pixels/pixelTypes.ts'
import { NotKept } from '../../store/kernel/storeErrors.ts'
import type { Store } from '../../store/store.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'
import { dollars } from '../kernel/cents.ts'
import { FORMATS, outcomeOf, requestOf } from './formats.ts'
import type { LeadPost, Outcome } from './formats/format.ts'
import { duplicateWindowMs, limitsOf, mostBooked, mostOf, priceOf } from './limitsOf.ts'
import type { MailLead } from './mailLead.ts'
import { post, type Answered } from '../kernel/outbound.ts'
import type { Bid } from './formats/format.ts'
import { bidOf, pingOf } from './ping.ts'
import { leadsToOwnPages, maySendTo } from './redirectHosts.ts'
import { againOrDead } from '../kernel/retrySchedule.ts'
import { AT_ONCE, keepEnd } from '../kernel/sendDue.ts'
import { sharingOf } from './sharingOf.ts'
import { isChoosy, whyUnwanted } from './statesAndFilters.ts'

export type Buyers = ReadonlyMap<string, Buyer>

export interface DeliveryPorts {
  store: Store
  /** Current buyers; one may be added, changed, or removed at any time. */
  buyers: Buyers
  now: () => number
  /** 0 to 1. */
  random: () => number
  /** Events that ad vendors receive for a sale; if absent, none are sent. */
  saleEvents?: (session_uuid: string, offer: string) => Promise<NewPixelEvent[]>
  /** Way of leads by email. */
  mailLead: MailLead
  /** Time limit for the bids of an auction. */
  auctionMs: number
  /** Highest amount booked for a sale unless the buyer's own prices are higher. */
  maxSaleCents: number
  /** Called on a failure in the worker itself or with one delivery; the worker continues. */
  onError: (error: unknown, delivery?: number) => void
  /** Called with the result of every attempt. */
  onAttempt: (
    buyer: string,
    outcome: AttemptEnd['state'] | 'suppressed' | 'own_duplicate' | 'not_sent',
  ) => void
}

/** Makes one attempt of one delivery, from claiming it to recording the result. */
export async function attemptDelivery(
  world: DeliveryPorts,
  { delivery, to }: { delivery: number; to: string },
  stop: AbortSignal,
): Promise<void> {
  const { store, buyers, now } = world
  const buyer = buyers.get(to)
  // The buyer was just removed, so its leads wait.
  if (!buyer) return
  const limits = limitsOf(buyer)
  const most = mostOf(buyer)
  const judged = isChoosy(buyer) ? await judge(store, delivery, buyer) : undefined
  const attempt = await store.beginAttempt(delivery, now(), {
    duplicateWindowMs: duplicateWindowMs(buyer),
    leaseMs: leaseMs(buyer),
    atOnce: buyer.parallel ?? AT_ONCE,
    limits,
    cents: most ?? priceOf(buyer),
    ...sharingOf(buyers, to),
    ...(judged && { judged }),
  })
  if (!attempt) {
    await countUnsent(world, { delivery, to })
    return
  }
  const { payload: lead, aff_id: affId, key } = attempt
  const timed: FirstAnswer = {}
  const outcome = await offer({ lead, affId, key }, buyer, {
    stop,
    timed,
    isSeen: store.isSeen,
    mailLead: world.mailLead,
    mostCents: most === null ? Infinity : attempt.cents,
    reserve: (cents) => store.reserveBid(delivery, attempt.attempt, { cents, limits, now: now() }),
  })
  // Nothing is recorded. We don't know whether the buyer took the lead, so the attempt is repeated after the next start.
  if (!outcome) return
  if (outcome.kind === 'full') return countUnsent(world, { delivery, to })
  await conclude(world, { ...attempt, delivery }, { buyer, outcome, stop, answerMs: timed.ms })
}

/** Records and counts the result of an attempt. */
export async function conclude(
  { store, now, random, maxSaleCents, saleEvents, onAttempt }: DeliveryPorts,
  { delivery, attempt, key, session_uuid, offer, buyer: to }: Attempt & { delivery: number },
  {
    buyer,
    outcome,
    noBid,
    stop,
    answerMs,
  }: {
    buyer: Buyer
    outcome: Outcome
    noBid?: { cents: number | null }
    stop: AbortSignal
    answerMs?: number | undefined
  },
): Promise<void> {
  const end = endOf(outcome, { buyer, key, attempts: attempt, at: now(), random: random(), maxSaleCents })
  const expected = expectedCents(outcome, buyer)
  if (end.state !== 'accepted') end.expectedCents = expected
  else if (end.sale) end.sale.expectedCents = expected
  if (noBid) end.noBid = noBid
  if (answerMs !== undefined) end.answerMs = answerMs
  end.isAsked = noBid !== undefined || (outcome.kind !== 'accepted' && outcome.isAsked === true)
  if (end.sale && saleEvents) end.sale.pixelEvents = await saleEvents(session_uuid, offer)
  // If asked again, the buyer might call the lead it bought a duplicate.
  await keepEnd(() => store.endAttempt(delivery, attempt, end), stop).catch((cause: unknown) => {
    throw cause instanceof NotKept ? new Error(NOTICES.notWrittenDown(delivery, end.state), { cause }) : cause
  })
  onAttempt(to, end.state)
}

/** Price to expect of a buyer that may have bought the lead: its bid or its list price; null if neither is known. */
function expectedCents(outcome: Outcome, buyer: Buyer): number | null {
  if (outcome.kind !== 'accepted' && outcome.expectedCents !== undefined) return outcome.expectedCents
  return buyer.price === undefined || buyer.ping ? null : priceOf(buyer)
}

/** Checks whether the buyer wants the lead in its current state. */
export async function judge(store: Store, delivery: number, buyer: Buyer): Promise<AttemptBounds['judged']> {
  const looked = await store.deliveredLead(delivery)
  return looked ? { lead: looked.lead, unwanted: await whyUnwanted(buyer, looked.payload) } : undefined
}

/** Counts a delivery that ended without a post. */
export async function countUnsent(
  { store, onAttempt }: DeliveryPorts,
  { delivery, to }: { delivery: number; to: string },
): Promise<void> {
  const unsent = await store.delivery(delivery)
  if (unsent?.state === 'suppressed') onAttempt(to, 'suppressed')
  // Counted apart from leads that the buyer itself calls duplicates.
  if (unsent?.state === 'duplicate') onAttempt(to, 'own_duplicate')
  if (unsent?.state === 'rejected' && unsent.held) onAttempt(to, 'not_sent')
}

/** True if the same lead may be posted again although the buyer may have bought it. No format has a key by which a buyer recognizes a
 *  lead; a buyer may honor ours, and a test isn't bought. */
export function takesAgain({ honors_key = false, test = false }: Buyer): boolean {
  return honors_key || test
}

/** Leaves enough time for an auction among buyers. */
const TIMEOUT_S = 60

export function timeoutMs({ timeout_s = TIMEOUT_S }: Buyer): number {
  return timeout_s * 1000
}

/** Covers the buyer's answer plus half a minute to record it. */
function leaseMs(buyer: Buyer): number {
  return (buyer.ping ? 2 : 1) * timeoutMs(buyer) + WRITING_MS
}

export const WRITING_MS = 30_000

/** Offers a lead to a buyer, after a ping if it wants one. Null if `stop` came before its answer; `full` if its caps leave no room for
 *  its bid, as `reserve` decides. `mostCents`: amount reserved if it bids nothing. */
async function offer(
  leadPost: LeadPost,
  buyer: Buyer,
  {
    mostCents,
    reserve,
    ...way
  }: { mostCents: number; reserve: (cents: number) => Promise<{ cents: number } | null> } & AttemptOptions,
): Promise<Outcome | { kind: 'full' } | null> {
  if (!buyer.ping) return sellTo(leadPost, buyer, { mostCents, ...way })
  const bid = await askForBid(
    leadPost,
    { ...buyer, ping: buyer.ping },
    { ...way, timeoutMs: timeoutMs(buyer) },
  )
  // A ping can't buy anything.
  if (bid?.kind !== 'bid') return bid && { ...bid, isUnsure: false, isLost: false, isAsked: true }
  const reserved = bid.cents === null ? { cents: mostCents } : await reserve(bid.cents)
  return reserved ? sellTo(leadPost, buyer, { bid, mostCents: reserved.cents, ...way }) : { kind: 'full' }
}

/** Returns a buyer's answer to a ping; null if `stop` came first. */
export function askForBid(
  leadPost: LeadPost,
  buyer: Buyer & Required<Pick<Buyer, 'ping'>>,
  { timeoutMs, ...way }: { timeoutMs: number } & AttemptOptions,
): Promise<Bid | null> {
  const request = { ...pingOf(leadPost, buyer, buyer.ping), timeoutMs }
  return answerTo(request, buyer, { ...way, read: (answered) => bidOf(buyer, answered) })
}

/** Ways that an attempt may end early. */
interface AttemptOptions {
  stop: AbortSignal
  /** Tells whether this process still owns the lead; see `Store.isSeen`. */
  isSeen: () => boolean
  mailLead: MailLead
  /** Takes the time of each answer; absent if it isn't of interest. */
  timed?: FirstAnswer
}

/** Time until the first answer of an attempt, which is the answer to its ping if it has one. An answer that never came counts up to its
 *  timeout; a request that wasn't answered for another reason doesn't count. */
export interface FirstAnswer {
  ms?: number
}

/** Returns a buyer's answer to the lead itself; null if `stop` came first. At most `mostCents` is booked, because its caps were checked
 *  with that amount. That is its current bid, or an earlier, higher bid if it may have bought the lead at that price. */
export async function sellTo(
  leadPost: LeadPost,
  buyer: Buyer,
  { bid, mostCents, ...way }: { bid?: Extract<Bid, { kind: 'bid' }>; mostCents: number } & AttemptOptions,
): Promise<Outcome | null> {
  const { pingId, bidId } = bid ?? {}
  const whole = {
    ...leadPost,
    ...(pingId !== undefined && { pingId }),
    ...(bidId !== undefined && { bidId }),
  }
  const read = (answered: Read) => outcomeOf(buyer, answered)
  const answered =
    buyer.format === 'email'
      ? await mailed(whole, buyer, way)
      : await answerTo({ ...requestOf(whole, buyer), timeoutMs: timeoutMs(buyer) }, buyer, { ...way, read })
  const bidCents = bid?.cents ?? null
  if (answered?.kind !== 'accepted')
    return answered && bidCents !== null ? { ...answered, expectedCents: bidCents } : answered
  const outcome = { ...answered, ...(bidCents !== null && { bidCents }) }
  const unreadable = outcome.unreadable ?? (outcome.cents === null ? bid?.unreadable : undefined)
  const named = outcome.cents ?? bidCents ?? priceOf(buyer)
  // An operator decides what it is booked for.
  if (unreadable !== undefined) return { ...outcome, cents: Math.min(named, mostCents), unreadable }
  if (named > mostCents) return { ...outcome, cents: mostCents, note: aboveReserved(named, mostCents) }
  const isBelow = bidCents !== null && named < bidCents
  return { ...outcome, cents: named, ...(isBelow && { note: ATTEMPTS.belowBid(dollars(bidCents)) }) }
}

function aboveReserved(named: number, reserved: number): string {
  return ATTEMPTS.aboveReserved(dollars(named), dollars(reserved), dollars(named - reserved))
}

/** Outcome of a lead by email. A letter on its way is waited for, because it can't be stopped. */
async function mailed(
  leadPost: LeadPost,
  buyer: Buyer,
  { isSeen, mailLead }: AttemptOptions,
): Promise<Outcome> {
  if (!isSeen()) return { kind: 'retry', reason: ATTEMPTS.heldUp, isUnsure: false }
  return mailLead(leadPost, buyer)
}

async function answerTo<T>(
  request: ReturnType<typeof requestOf> & { timeoutMs: number },
  { local = false }: Buyer,
  { stop, isSeen, read, timed }: { read: (answered: Read) => T } & AttemptOptions,
): Promise<T | Extract<Outcome, { reason: string }> | null> {
  if (!isSeen()) return { kind: 'retry', reason: ATTEMPTS.heldUp, isUnsure: false }
  const beganMs = performance.now()
  const answered = await post({ ...request, local }, stop)
  const tookMs = Math.round(performance.now() - beganMs)
  // A timer may fire a millisecond early.
  const isCounted = !('failed' in answered) || tookMs >= request.timeoutMs - 1
  if (timed && isCounted) timed.ms ??= tookMs
  if (!('failed' in answered)) return read(answered)
  const { failed: reason, isUnsure } = answered
  return stop.aborted ? null : { kind: 'retry', reason, isUnsure, isLost: isUnsure }
}

type Read = Exclude<Answered, { failed: string }>

function endOf(
  outcome: Outcome,
  {
    buyer,
    key,
    attempts,
    at,
    random,
    maxSaleCents,
  }: { buyer: Buyer; key: string; attempts: number; at: number; random: number; maxSaleCents: number },
): AttemptEnd {
  if (outcome.kind === 'retry') {
    const { reason, isUnsure = false, isLost = false } = outcome
    if (isLost && !takesAgain(buyer))
      return { state: 'dead', message: ATTEMPTS.notRepeated(reason), at, due_at: null, isUnsure: true }
    const { leastRetryMs: leastMs = 0 } = FORMATS[buyer.format]
    return { ...againOrDead(reason, attempts, { at, random, leastMs }), at, isUnsure }
  }
  if (outcome.kind !== 'accepted')
    return {
      state: outcome.kind === 'error' ? 'dead' : outcome.kind,
      message: outcome.reason,
      at,
      due_at: null,
      isUnsure: outcome.isUnsure ?? false,
    }
  const price = outcome.cents ?? priceOf(buyer)
  const accepted = { state: 'accepted', at, due_at: null } as const
  if (buyer.test) return { ...accepted, message: ATTEMPTS.test }
  const { redirect } = outcome
  const isAllowed = redirect !== null && maySendTo(buyer, redirect)
  return {
    ...accepted,
    message: [
      outcome.unreadable === undefined
        ? ATTEMPTS.accepted((price / 100).toFixed(2))
        : ATTEMPTS.acceptedUnreadable,
      outcome.note,
      redirect && sentWhere(redirect, buyer),
    ]
      .filter(Boolean)
      .join(' '),
    ...(isAllowed && { redirect_url: redirect.href }),
    sale: {
      external_id: outcome.externalId ?? key,
      cents: price,
      ...mostBooked(buyer, maxSaleCents, outcome.bidCents),
      ...(outcome.unreadable !== undefined && { unreadable: outcome.unreadable }),
    },
  }
}

/** Operators see only the host of the address; the rest may hold personal data. */
function sentWhere(page: URL, buyer: Buyer): string {
  const { protocol, hostname } = page
  if (maySendTo(buyer, page)) return ATTEMPTS.sendsTo(hostname)
  if (protocol !== 'https:') return ATTEMPTS.sendsInTheOpen(hostname)
  const isListed = buyer.redirect_hosts?.includes(hostname) === true
  return isListed && !leadsToOwnPages(buyer)
    ? ATTEMPTS.keepsDuplicatesBack(hostname)
    : ATTEMPTS.mayNotSendTo(hostname)
}
