import { setTimeout as sleep } from 'node:timers/promises'
import type { Buyer } from '../../../schemas/buyer.ts'
import type { AttemptBounds, AttemptEnd } from '../../store/leads/leadTypes.ts'
import type { NewPixelEvent } from '../../store/pixels/pixelTypes.ts'
import { DAY_MS, DUPLICATE_WINDOW_DAYS, NotKept, type Store } from '../../store/store.ts'
import { outcomeOf, requestOf } from './formats.ts'
import type { LeadPost, Outcome } from './formats/format.ts'
import { post, type Answered } from './outbound.ts'
import { hasMoneyCap, limitsOf, priceOf } from './limitsOf.ts'
import { bidOf, pingOf } from './ping.ts'
import { maySendTo } from './redirectHosts.ts'
import { sharingOf } from './sharingOf.ts'
import { retryDelayMs } from './schedule.ts'
import { isChoosy, whyUnwanted } from './wants.ts'
import { NOTICES } from '../../texts/operatorNotices.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'

export type Buyers = ReadonlyMap<string, Buyer>

interface World {
  store: Store
  /** As they are now: one may be added, changed or removed at any time. */
  buyers: Buyers
  now: () => number
  /** 0 to 1. */
  random: () => number
  /** What vendors of advertisements are told of a sale; nothing unless it is said. */
  saleEvents?: (session_uuid: string, offer: string) => Promise<NewPixelEvent[]>
  /** What went wrong in the worker itself; it goes on. */
  onError: (error: unknown) => void
  /** Called with what every attempt came to. */
  onAttempt: (
    buyer: string,
    outcome: AttemptEnd['state'] | 'suppressed' | 'own_duplicate' | 'not_sent',
  ) => void
}

/** The leads' way out: takes up what is due, some at a time for each buyer, until it is stopped. */
export interface Delivering {
  /** Something fell due just now. */
  wake: () => void
  /** Attempts under way have so long to end. Those that are given up then have no known end, and are due again at the next
   *  start. */
  stop: (graceMs?: number) => Promise<void>
}

/** Starts to deliver. An attempt that was cut off when its process ended is made again, under the same key: on a store of
 *  several processes once its lease has ended, else at once. */
export async function deliver(world: World): Promise<Delivering> {
  const { store, buyers, now, onError } = world
  const givingUp = new AbortController()
  let isStopping = false
  const underWay = new Set<Promise<void>>()
  const free = new Map<string, number>()
  const roomOf = (buyer: string) => free.get(buyer) ?? AT_ONCE
  await store.resumeDeliveries(now(), !store.isShared)
  // The file of buyers may say something else than when they were held.
  await store.lookAgain(null, now())

  const take = async (buyer: string): Promise<void> => {
    const room = roomOf(buyer)
    if (room === 0 || isStopping) return
    for (const delivery of await store.dueDeliveries(buyer, now(), room)) {
      if (isStopping || roomOf(buyer) === 0 || taken.has(delivery)) continue
      taken.add(delivery)
      free.set(buyer, roomOf(buyer) - 1)
      const attempt = attemptDelivery(world, { delivery, to: buyer }, givingUp.signal)
        .finally(() => {
          taken.delete(delivery)
          free.set(buyer, roomOf(buyer) + 1)
          underWay.delete(attempt)
        })
        .then(wake, failed)
      underWay.add(attempt)
    }
  }
  const taken = new Set<number>()
  // What failed waits for the timer. Why the disk takes no writes is said once, by whoever watches it.
  const failed = (error: unknown) => void (error instanceof NotKept || onError(error))

  let looking: Promise<void> | null = null
  let again = false
  function wake(): void {
    if (isStopping) return
    again = looking !== null
    looking ??= Promise.all([...buyers.keys()].map(take))
      .then(() => {}, failed)
      .finally(() => {
        looking = null
        if (again) wake()
      })
  }
  const timer = setInterval(wake, LOOK_EVERY_MS)
  const resume = () =>
    store.resumeDeliveries(now(), false).then((found) => void (found > 0 && wake()), failed)
  const resuming = store.isShared ? setInterval(() => void resume(), RESUME_EVERY_MS) : undefined
  wake()
  return {
    wake,
    async stop(graceMs = 0) {
      clearInterval(timer)
      clearInterval(resuming)
      isStopping = true
      await looking
      const grace = setTimeout(() => givingUp.abort(), graceMs)
      await Promise.all(underWay)
      clearTimeout(grace)
    },
  }
}

/** To one buyer; most answer within a second. */
const AT_ONCE = 8
const LOOK_EVERY_MS = 1000
/** For attempts of processes that ended. */
const RESUME_EVERY_MS = 5000

/** One attempt of one delivery, from taking it up to writing down what came of it. */
async function attemptDelivery(
  world: World,
  { delivery, to }: { delivery: number; to: string },
  stop: AbortSignal,
): Promise<void> {
  const { store, buyers, now, random, saleEvents, onAttempt } = world
  const buyer = buyers.get(to)
  // Removed just now: its leads wait.
  if (!buyer) return
  const limits = limitsOf(buyer)
  const judged = isChoosy(buyer) ? await judge(store, delivery, buyer) : undefined
  const attempt = await store.beginAttempt(delivery, now(), {
    duplicateWindowMs: duplicateWindowMs(buyer),
    leaseMs: leaseMs(buyer),
    atOnce: AT_ONCE,
    limits,
    cents: priceOf(buyer),
    ...sharingOf(buyers, to),
    ...(judged && { judged }),
  })
  if (!attempt) {
    await countUnsent(world, { delivery, to })
    return
  }
  const { payload: lead, aff_id: affId, key } = attempt
  const outcome = await offer({ lead, affId, key }, buyer, {
    stop,
    reserve: async (cents) =>
      !hasMoneyCap(limits) || store.reserveBid(delivery, attempt.attempt, { cents, limits, now: now() }),
  })
  // Not written down: whether the buyer took it is not known, so it is asked again at the next start.
  if (!outcome) return
  if (outcome.kind === 'full') return countUnsent(world, { delivery, to })
  const end = endOf(outcome, { buyer, key, attempts: attempt.attempt, at: now(), random: random() })
  if (end.sale && saleEvents) end.sale.pixelEvents = await saleEvents(attempt.session_uuid, attempt.offer)
  await keepEnd(store, { delivery, attempt: attempt.attempt, end, stop })
  onAttempt(to, end.state)
}

/** Whether the buyer wants the lead as it is now. */
async function judge(store: Store, delivery: number, buyer: Buyer): Promise<AttemptBounds['judged']> {
  const looked = await store.deliveredLead(delivery)
  return looked ? { lead: looked.lead, unwanted: await whyUnwanted(buyer, looked.payload) } : undefined
}

/** Counts a delivery that ended without a post. */
async function countUnsent(
  { store, onAttempt }: World,
  { delivery, to }: { delivery: number; to: string },
): Promise<void> {
  const unsent = await store.delivery(delivery)
  if (unsent?.state === 'suppressed') onAttempt(to, 'suppressed')
  // A buyer's own word "duplicate" is counted apart.
  if (unsent?.state === 'duplicate') onAttempt(to, 'own_duplicate')
  if (unsent?.state === 'rejected' && unsent.held) onAttempt(to, 'not_sent')
}

/** Leads that are posted as tests are no sales: the same one may be tried as often as it takes. */
function duplicateWindowMs({ test = false, duplicate_window_days = DUPLICATE_WINDOW_DAYS }: Buyer): number {
  return test ? 0 : duplicate_window_days * DAY_MS
}

/** Writes down what the buyer said, however long the disk takes no writes: asked again, it might call the lead it bought a
 *  duplicate. */
async function keepEnd(
  store: Store,
  { delivery, attempt, end, stop }: { delivery: number; attempt: number; end: AttemptEnd; stop: AbortSignal },
): Promise<void> {
  for (;;) {
    try {
      return await store.endAttempt(delivery, attempt, end)
    } catch (cause) {
      if (!(cause instanceof NotKept)) throw cause
      if (stop.aborted) throw new Error(NOTICES.notWrittenDown(delivery, end.state), { cause })
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => {})
  }
}

/** Long enough for an auction among buyers. */
const TIMEOUT_S = 60

/** Whatever the buyer says is there by then, and half a minute to write it down. */
function leaseMs({ ping, timeout_s = TIMEOUT_S }: Buyer): number {
  return (ping ? 2 : 1) * timeout_s * 1000 + 30_000
}

/** What a buyer says to a lead, asked first where it wants to be. Null when `stop` came before its answer; full: its caps leave no
 *  room for what it bids, which `reserve` says. */
async function offer(
  leadPost: LeadPost,
  buyer: Buyer,
  { stop, reserve }: { stop: AbortSignal; reserve: (cents: number) => Promise<boolean> },
): Promise<Outcome | { kind: 'full' } | null> {
  const asked = async <T>(request: ReturnType<typeof requestOf>, read: (answered: Read) => T) => {
    const timeoutMs = (buyer.timeout_s ?? TIMEOUT_S) * 1000
    const answered = await post({ ...request, timeoutMs, local: buyer.local ?? false }, stop)
    if (!('failed' in answered)) return read(answered)
    const { failed: reason, isUnsure } = answered
    return stop.aborted ? null : ({ kind: 'retry', reason, isUnsure } as const)
  }
  const sold = (whole: LeadPost) => asked(requestOf(whole, buyer), (answered) => outcomeOf(buyer, answered))
  if (!buyer.ping) return sold(leadPost)
  const bid = await asked(pingOf(leadPost, buyer, buyer.ping), (answered) => bidOf(buyer, answered))
  // Nothing can be bought by a ping.
  if (bid?.kind !== 'bid') return bid && { ...bid, isUnsure: false }
  if (bid.cents !== null && !(await reserve(bid.cents))) return { kind: 'full' }
  const { pingId } = bid
  const outcome = await sold(pingId === undefined ? leadPost : { ...leadPost, pingId })
  return outcome?.kind === 'accepted' ? { ...outcome, cents: outcome.cents ?? bid.cents } : outcome
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
  }: { buyer: Buyer; key: string; attempts: number; at: number; random: number },
): AttemptEnd {
  if (outcome.kind === 'retry') {
    const { reason, isUnsure = false } = outcome
    const delay = retryDelayMs(attempts, random)
    return delay === null
      ? { state: 'dead', message: ATTEMPTS.givenUp(reason, attempts), at, due_at: null, isUnsure }
      : { state: 'due', message: reason, at, due_at: at + delay, isUnsure }
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
    message: [ATTEMPTS.accepted((price / 100).toFixed(2)), redirect && sentWhere(redirect, isAllowed)]
      .filter(Boolean)
      .join(' '),
    ...(isAllowed && { redirect_url: redirect.href }),
    sale: { external_id: outcome.externalId ?? key, cents: price },
  }
}

/** Of the address, the operator reads the host alone: the rest may hold personal data. */
function sentWhere({ protocol, hostname }: URL, isAllowed: boolean): string {
  if (isAllowed) return ATTEMPTS.sendsTo(hostname)
  return protocol === 'https:' ? ATTEMPTS.mayNotSendTo(hostname) : ATTEMPTS.sendsInTheOpen(hostname)
}
