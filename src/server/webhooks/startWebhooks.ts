import type { FastifyBaseLogger } from 'fastify'
import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import type { WebhookAttempt } from '../../store/nouns/webhooks/webhookTypes.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import { post } from '../kernel/outbound.ts'
import { AT_ONCE, attempting, sendDue, type Sending } from '../kernel/sendDue.ts'
import { sendingErrors } from '../metrics/badRows.ts'
import type { Settings } from '../settings/settings.ts'
import { messageOf, signingKey, type Message } from './message.ts'

interface SendingDeps extends StoreAndClock {
  settings: Settings
  random: Random
  metrics: Metrics
}

/** Starts sending messages to all webhooks. Messages in flight when a process ended are sent again under the same ID. */
export async function startWebhooks(ctx: SendingDeps, log: FastifyBaseLogger): Promise<Sending> {
  const { store, metrics } = ctx
  const secret = await store.secret(SECRET)
  return sendDue(ctx, {
    receivers: async () =>
      (await store.webhooks()).flatMap(({ name, ended_at }) => (ended_at === null ? [name] : [])),
    atOnce: () => AT_ONCE,
    resume: (now, isAlone) => store.resumeWebhookMessages(now, isAlone),
    due: (name, now, limit) => store.dueWebhookMessages(name, now, limit),
    send: attempting(ctx, {
      begin: (entry, now) => store.beginWebhookMessage(entry, now),
      answerTo: (message, stop) => answerTo(ctx, message, { secret, stop }),
      end: (entry, { attempt }, end) => store.endWebhookMessage(entry, attempt, end),
      count: ({ webhook: { name } }, state) => metrics.webhookAttempts.inc({ webhook: name, state }),
    }),
    onError: sendingErrors(ctx, log, 'webhooks'),
  })
}

/** Name of the secret that receivers' keys are derived from. */
export const SECRET = 'webhooks'

/** Result of sending a message; null if `stop` came first, so we don't know if it was accepted. */
async function answerTo(
  { store, settings, now }: SendingDeps,
  message: WebhookAttempt,
  { secret, stop }: { secret: string; stop: AbortSignal },
): Promise<{ kind: 'sent' | 'retry'; reason: string } | null> {
  const { webhook } = message
  const { isTaken, sentence } = store.isSeen()
    ? await postTo(webhook, messageOf(message, signingKey(secret, webhook), now()), { settings, stop })
    : { isTaken: false, sentence: ATTEMPTS.heldUp }
  if (!isTaken && stop.aborted) return null
  return { kind: isTaken ? 'sent' : 'retry', reason: sentence }
}

/** Posts a message. It counts as accepted if the answer is 2xx; the answer's body isn't kept. */
export async function postTo(
  { url, local }: Pick<Webhook, 'url' | 'local'>,
  message: Message,
  { settings, stop, timeoutMs = TIMEOUT_MS }: PostOptions,
): Promise<{ isTaken: boolean; sentence: string }> {
  const isLocal = local && settings.localTargets
  const answer = await post({ url, ...message, timeoutMs, local: isLocal }, stop)
  if ('failed' in answer) return { isTaken: false, sentence: answer.failed }
  const isTaken = answer.status >= 200 && answer.status < 300
  return { isTaken, sentence: ATTEMPTS.receiverAnswered(answer.status) }
}

/** Rules for posting a message, and the signal that ends the attempt. */
interface PostOptions {
  settings: Pick<Settings, 'localTargets'>
  stop: AbortSignal
  timeoutMs?: number
}

/** Source: Standard Webhooks recommends 15 to 30 seconds. */
const TIMEOUT_MS = 15_000
