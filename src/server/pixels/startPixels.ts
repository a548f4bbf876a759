import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { Random, StoreAndClock, DueSignals } from '../kernel/ports.ts'
import type { Versions } from '../publish/versions.ts'
import { post } from '../kernel/outbound.ts'
import { AT_ONCE, attempting, NOTHING_TO_SEND, sendDue, type Sending } from '../kernel/sendDue.ts'
import { sendingErrors } from '../metrics/badRows.ts'
import type { PixelVendor } from '../../flow/vendors/pixelVendors.ts'
import type { PixelAttempt } from '../../store/nouns/pixels/pixelTypes.ts'
import { DAY_MS } from '../../time/durations.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
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
  const { store, pixels, metrics, signals } = ctx
  const accounts = accountsOf(pixels)
  if (accounts.length === 0) return NOTHING_TO_SEND
  const tokens: Tokens = new Map()
  const sending = await sendDue(ctx, {
    receivers: async () => accounts,
    atOnce: () => AT_ONCE,
    resume: (now, isAlone) => store.resumePixelEvents(now, isAlone),
    due: (account, now, limit) => store.duePixelEvents(account, now, limit),
    send: attempting(ctx, {
      begin: (entry, now) => store.beginPixelEvent(entry, now),
      answerTo: async (attempt, stop) => {
        const taken = await takenOf(ctx, attempt, { tokens, stop })
        return taken?.kind === 'sent' ? { ...taken, reason: ATTEMPTS.vendorTook } : taken
      },
      end: (entry, { attempt }, end) => store.endPixelEvent(entry, attempt, end),
      count: ({ vendor }, state) => metrics.pixelAttempts.inc({ vendor, state }),
    }),
    onError: sendingErrors(ctx, log, 'pixels'),
  })
  signals.on('pixelEvent', sending.wake)
  return sending
}

interface SendOptions {
  tokens: Tokens
  /** Cuts off sends in progress. */
  stop: AbortSignal
}

/** Result of an attempt; null if `stop` came before the answer. */
async function takenOf(
  { store, versions, pixels, now }: PixelDeps,
  attempt: PixelAttempt,
  { tokens, stop }: SendOptions,
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
