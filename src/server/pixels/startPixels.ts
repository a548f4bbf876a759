import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { Random, StoreAndClock, DueSignals } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import { post } from '../kernel/outbound.ts'
import { keepEnd } from '../delivery/keepEnd.ts'
import { againOrDead } from '../kernel/retrySchedule.ts'
import { AT_ONCE, sendDue, type Sending } from '../delivery/sendDue.ts'
import { sendingErrors } from '../metrics/badRows.ts'
import type { PixelVendor } from '../../flow/vendors/pixelVendors.ts'
import type { PixelAttempt, PixelEnd } from '../../store/nouns/pixels/pixelTypes.ts'
import { DAY_MS } from '../../time/durations.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'
import { listedVendors } from './listedVendors.ts'
import { accessTo, accountsOf, PIXEL_FORMATS, type AccessOf, type Pixels } from './pixelFormats.ts'
import type { Answer, PixelFormat, Request, Taken } from './pixelFormat.ts'
import { vendorEventOf } from './vendorEventOf.ts'

interface PixelDeps extends StoreAndClock {
  pixels: Pixels
  versions: Versions
  random: Random
  metrics: Metrics
  signals: DueSignals
}

/** Starts sending events to every account in PIXELS_FILE. Events in flight when a process ended are sent again under the same ID. */
export async function startPixels(ctx: PixelDeps, log: FastifyBaseLogger): Promise<Sending> {
  const { store, pixels, signals } = ctx
  const accounts = accountsOf(pixels)
  if (accounts.length === 0) return { wake: () => {}, stop: async () => {} }
  const tokens: Tokens = new Map()
  const sending = await sendDue(ctx, {
    receivers: async () => accounts,
    atOnce: () => AT_ONCE,
    resume: (now, isAlone) => store.resumePixelEvents(now, isAlone),
    due: (account, now, limit) => store.duePixelEvents(account, now, limit),
    send: (entry, _account, stop) => tellOne(ctx, entry, { tokens, stop }),
    onError: sendingErrors(ctx, log, 'pixels'),
  })
  signals.on('pixelEvent', sending.wake)
  return sending
}

interface Way {
  tokens: Tokens
  /** Cuts off sends in progress. */
  stop: AbortSignal
}

/** Makes one attempt, from claiming the event to recording the result. */
async function tellOne(ctx: PixelDeps, entry: number, way: Way): Promise<void> {
  const { store, now, metrics } = ctx
  const attempt = await store.beginPixelEvent(entry, now())
  if (!attempt) return
  const taken = await takenOf(ctx, attempt, way)
  // Cut off, so we don't know if the vendor took it.
  if (!taken) return
  const end = endOf(taken, attempt.attempt, {
    at: now(),
    random: ctx.random(4).readUInt32LE() / 2 ** 32,
  })
  await keepEnd(() => store.endPixelEvent(entry, attempt.attempt, end), way.stop)
  metrics.pixelAttempts.inc({ vendor: attempt.vendor, state: end.state })
}

/** Result of an attempt; null if `stop` came before the answer. */
async function takenOf(
  { store, versions, pixels, now }: PixelDeps,
  attempt: PixelAttempt,
  { tokens, stop }: Way,
): Promise<Taken | Unsent | null> {
  const { session, account, at } = attempt
  const vendor = attempt.vendor as PixelVendor
  const version = await versions.get(session.version)
  const listed = version ? listedVendors(version.flow.ui_config.entrypoint.tracking_scripts) : []
  const receiver = listed.find((one) => one.vendor === vendor && one.account === account)
  const access = accessTo(pixels, vendor, account)
  if (!version || !receiver || !access) return { kind: 'retry', reason: ATTEMPTS.vendorUnknown }
  const {
    maxAgeDays,
    login,
    post: postOf,
    read,
  } = PIXEL_FORMATS[vendor] as PixelFormat<AccessOf<PixelVendor>>
  const days = maxAgeDays(access)
  if (now() - at > days * DAY_MS) return { kind: 'refused', reason: ATTEMPTS.eventTooOld(days) }
  const event = vendorEventOf(attempt, version.flow, receiver)
  if (!event) return { kind: 'suppressed', reason: ATTEMPTS.noConsent }
  const { local = false, timeout_s = TIMEOUT_S } = access
  const ask = async <T>(request: Request, meaning: (answer: Answer) => T) => {
    if (!store.isSeen()) return { kind: 'retry', reason: ATTEMPTS.heldUp } as const
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
  // The token may have been revoked early.
  if (taken?.kind === 'retry') tokens.delete(account)
  return taken
}

/** Tokens by account, with their expiry. */
type Tokens = Map<string, { token: string; until: number }>

interface Unsent {
  kind: 'suppressed'
  reason: string
}

const TIMEOUT_S = 10

function endOf(taken: Taken | Unsent, attempts: number, when: { at: number; random: number }): PixelEnd {
  if (taken.kind === 'sent') return { state: 'sent', message: ATTEMPTS.vendorTook, due_at: null }
  const { kind, reason: message } = taken
  return kind === 'retry' ? againOrDead(message, attempts, when) : { state: kind, message, due_at: null }
}
