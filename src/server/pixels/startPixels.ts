import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { post } from '../delivery/outbound.ts'
import { retryDelayMs } from '../delivery/schedule.ts'
import type { PixelVendor } from '../../flow/vendors/pixelVendors.ts'
import type { PixelAttempt, PixelEnd } from '../../store/records.ts'
import { DAY_MS, NotKept } from '../../store/store.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'
import { listedVendors } from './listedVendors.ts'
import { accessTo, accountsOf, PIXEL_FORMATS, type AccessOf } from './pixelFormats.ts'
import type { Answer, PixelFormat, Request, Taken } from './pixelFormat.ts'
import { tellOf } from './tellOf.ts'

/** The events' way out to the vendors: what falls due is told, until it is stopped. */
export interface Telling {
  /** Something fell due just now. */
  wake: () => void
  /** What is under way has so long to end. What is given up then is told again at the next start, under the same id. */
  stop: (graceMs?: number) => Promise<void>
}

/** Starts to tell every account that PIXELS_FILE gives access to. What a process had under way when it ended is told again under
 *  the same id: on a store of several processes once its lease has ended, else at once. */
export async function startPixels(ctx: Context, log: FastifyBaseLogger): Promise<Telling> {
  const { store, pixels, now } = ctx
  const accounts = accountsOf(pixels)
  if (accounts.length === 0) return { wake: () => {}, stop: async () => {} }
  await store.resumePixelEvents(now(), !store.isShared)
  const givingUp = new AbortController()
  const tokens: Tokens = new Map()
  let isStopping = false
  let running: Promise<void> | null = null
  let isWoken = false
  const failed = (error: unknown) => {
    // Why the disk takes no writes is said by whoever watches the store.
    if (!(error instanceof NotKept)) log.error({ err: error }, 'pixels')
  }
  const tellDue = async () => {
    do {
      isWoken = false
      // Those of processes that ended.
      if (store.isShared) await store.resumePixelEvents(now(), false)
      await Promise.all(accounts.map(tellAccount))
    } while (isWoken && !isStopping)
  }
  const tellAccount = async (account: Account) => {
    const due = await store.duePixelEvents(account, now(), AT_A_TIME)
    const tellNext = async (): Promise<void> => {
      const entry = due.shift()
      if (entry === undefined || isStopping) return
      await tellOne(ctx, entry, { tokens, stop: givingUp.signal }).catch(failed)
      return tellNext()
    }
    if (due.length === AT_A_TIME) isWoken = true
    await Promise.all(Array.from({ length: AT_ONCE }, tellNext))
  }
  const wake = () => {
    isWoken = true
    if (isStopping) return
    running ??= tellDue()
      .catch(failed)
      .finally(() => (running = null))
  }
  const timer = setInterval(wake, LOOK_EVERY_MS)
  ctx.onPixelEvent = wake
  wake()
  return {
    wake,
    async stop(graceMs = 0) {
      isStopping = true
      clearInterval(timer)
      const grace = setTimeout(() => givingUp.abort(), graceMs)
      await running
      clearTimeout(grace)
    },
  }
}

type Account = ReturnType<typeof accountsOf>[number]

const AT_A_TIME = 100
/** To one account; most answer within half a second. */
const AT_ONCE = 8
const LOOK_EVERY_MS = 1000

interface Way {
  tokens: Tokens
  /** Ends what is under way. */
  stop: AbortSignal
}

/** One attempt, from taking the event up to writing down what came of it. */
async function tellOne(ctx: Context, entry: number, way: Way): Promise<void> {
  const { store, now, metrics } = ctx
  const attempt = await store.beginPixelEvent(entry, now())
  if (!attempt) return
  const taken = await takenOf(ctx, attempt, way)
  // Cut off: whether it was taken is not known.
  if (!taken) return
  const end = endOf(taken, attempt.attempt, {
    at: now(),
    random: ctx.random(4).readUInt32LE() / 2 ** 32,
  })
  await keepEnd(ctx, { entry, attempt: attempt.attempt, end, stop: way.stop })
  metrics.pixelAttempts.inc({ vendor: attempt.vendor, state: end.state })
}

/** What becomes of an attempt; null when `stop` came before the answer. */
async function takenOf(
  { versions, pixels, now }: Context,
  attempt: PixelAttempt,
  { tokens, stop }: Way,
): Promise<Taken | Unsent | null> {
  const { session, account, at } = attempt
  const vendor = attempt.vendor as PixelVendor
  const version = await versions.get(session.version)
  const listed = version ? listedVendors(version.flow.ui_config.entrypoint.tracking_scripts) : []
  const told = listed.find((one) => one.vendor === vendor && one.account === account)
  const access = accessTo(pixels, vendor, account)
  if (!version || !told || !access) return { kind: 'retry', reason: ATTEMPTS.vendorUnknown }
  const {
    maxAgeDays,
    login,
    post: postOf,
    read,
  } = PIXEL_FORMATS[vendor] as PixelFormat<AccessOf<PixelVendor>>
  const days = maxAgeDays(access)
  if (now() - at > days * DAY_MS) return { kind: 'refused', reason: ATTEMPTS.eventTooOld(days) }
  const event = tellOf(attempt, version.flow, told)
  if (!event) return { kind: 'suppressed', reason: ATTEMPTS.noConsent }
  const { local = false, timeout_s = TIMEOUT_S } = access
  const ask = async <T>(request: Request, meaning: (answer: Answer) => T) => {
    const answer = await post({ ...request, timeoutMs: timeout_s * 1000, local }, stop)
    if (!('failed' in answer)) return meaning(answer)
    return stop.aborted ? null : ({ kind: 'retry', reason: answer.failed } as const)
  }
  const known = tokens.get(account)
  let token = known && known.until > now() ? known.token : ''
  if (login && !token) {
    const given = await ask(login.post(access), login.read)
    if (!given || 'kind' in given) return given
    token = given.token
    tokens.set(account, { token, until: now() + given.forMs })
  }
  const request = postOf(event, account, access, token)
  if (!request) return { kind: 'suppressed', reason: ATTEMPTS.unmatched }
  const taken = await ask(request, read)
  // The token may have been taken back before its time.
  if (taken?.kind === 'retry') tokens.delete(account)
  return taken
}

/** By account, until when they hold. */
type Tokens = Map<string, { token: string; until: number }>

interface Unsent {
  kind: 'suppressed'
  reason: string
}

const TIMEOUT_S = 10

function endOf(
  taken: Taken | Unsent,
  attempts: number,
  { at, random }: { at: number; random: number },
): PixelEnd {
  if (taken.kind === 'sent') return { state: 'sent', message: ATTEMPTS.vendorTook, due_at: null }
  const { kind, reason: message } = taken
  if (kind !== 'retry') return { state: kind, message, due_at: null }
  const delay = retryDelayMs(attempts, random)
  return delay === null
    ? { state: 'dead', message: ATTEMPTS.givenUp(message, attempts), due_at: null }
    : { state: 'due', message, due_at: at + delay }
}

/** Written down however long the disk takes no writes: else the same event would be told again. */
async function keepEnd(
  { store }: Context,
  { entry, attempt, end, stop }: { entry: number; attempt: number; end: PixelEnd; stop: AbortSignal },
): Promise<void> {
  for (;;) {
    try {
      return await store.endPixelEvent(entry, attempt, end)
    } catch (error) {
      if (!(error instanceof NotKept) || stop.aborted) throw error
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => {})
  }
}
