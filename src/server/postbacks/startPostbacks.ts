import type { FastifyBaseLogger } from 'fastify'
import type { PostbackAttempt } from '../../store/nouns/postbacks/postbackMessages.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import { get } from '../kernel/outbound.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import { AT_ONCE, attempting, sendDue, type Sending } from '../kernel/sendDue.ts'
import { sendingErrors } from '../metrics/badRows.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings/settings.ts'
import { postbackAddress } from './postbackAddress.ts'

interface SendingDeps extends StoreAndClock {
  settings: Settings
  random: Random
  metrics: Metrics
}

/** Starts reporting conversions to affiliates' trackers. One in flight when a process ended is reported again under the same ID. */
export async function startPostbacks(ctx: SendingDeps, log: FastifyBaseLogger): Promise<Sending> {
  const { store, metrics, now } = ctx
  return sendDue(ctx, {
    receivers: () => store.duePostbackNames(now()),
    atOnce: () => AT_ONCE,
    resume: (at, isAlone) => store.resumePostbacks(at, isAlone),
    due: (name, at, limit) => store.duePostbacks(name, at, limit),
    send: attempting(ctx, {
      begin: (entry, at) => store.beginPostback(entry, at),
      answerTo: (attempt, stop) => answerTo(ctx, attempt, stop),
      end: (entry, { attempt }, end) => store.endPostbackMessage(entry, attempt, end),
      count: (_, state) => metrics.postbackAttempts.inc({ state }),
    }),
    onError: sendingErrors(ctx, log, 'postbacks'),
  })
}

/** Result of an attempt; null if `stop` came first, so we don't know if it arrived. */
async function answerTo(
  { store, settings }: SendingDeps,
  attempt: PostbackAttempt,
  stop: AbortSignal,
): Promise<{ kind: 'sent' | 'retry'; reason: string } | null> {
  if (!store.isSeen()) return { kind: 'retry', reason: ATTEMPTS.heldUp }
  const local = attempt.postback.local && settings.localTargets
  const { isTaken, sentence } = await call({ url: postbackAddress(attempt), local }, stop)
  if (!isTaken && stop.aborted) return null
  return { kind: isTaken ? 'sent' : 'retry', reason: sentence }
}

/** Calls an address. It is delivered if the answer is 2xx; the answer's body isn't kept. */
export async function call(
  { url, local, timeoutMs = TIMEOUT_MS }: { url: string; local: boolean; timeoutMs?: number },
  stop: AbortSignal,
): Promise<{ isTaken: boolean; sentence: string }> {
  const answer = await get({ url, timeoutMs, local }, stop)
  if ('failed' in answer) return { isTaken: false, sentence: answer.failed }
  const isTaken = answer.status >= 200 && answer.status < 300
  return { isTaken, sentence: ATTEMPTS.receiverAnswered(answer.status) }
}

/** The same as for webhooks. */
const TIMEOUT_MS = 15_000
