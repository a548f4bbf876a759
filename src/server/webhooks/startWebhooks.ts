import type { FastifyBaseLogger } from 'fastify'
import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import type { WebhookEnd } from '../../store/nouns/webhooks/webhookTypes.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import { post } from '../kernel/outbound.ts'
import { keepEnd } from '../delivery/keepEnd.ts'
import { againOrDead } from '../kernel/retrySchedule.ts'
import { AT_ONCE, sendDue, type Sending } from '../delivery/sendDue.ts'
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
  const { store } = ctx
  const secret = await store.secret(SECRET)
  return sendDue(ctx, {
    receivers: async () =>
      (await store.webhooks()).flatMap(({ name, ended_at }) => (ended_at === null ? [name] : [])),
    atOnce: () => AT_ONCE,
    resume: (now, isAlone) => store.resumeWebhookMessages(now, isAlone),
    due: (name, now, limit) => store.dueWebhookMessages(name, now, limit),
    send: (entry, _name, stop) => sendOne(ctx, entry, { secret, stop }),
    onError: sendingErrors(ctx, log, 'webhooks'),
  })
}

/** Name of the secret that receivers' keys are derived from. */
export const SECRET = 'webhooks'

async function sendOne(
  { store, settings, now, random, metrics }: SendingDeps,
  entry: number,
  { secret, stop }: { secret: string; stop: AbortSignal },
): Promise<void> {
  const begun = await store.beginWebhookMessage(entry, now())
  if (!begun) return
  const { webhook, attempt } = begun
  const answer = store.isSeen()
    ? await postTo(webhook, messageOf(begun, signingKey(secret, webhook), now()), { settings, stop })
    : { isTaken: false, sentence: ATTEMPTS.heldUp }
  // Cut off, so we don't know if it was accepted.
  if (!answer.isTaken && stop.aborted) return
  const when = { at: now(), random: random(4).readUInt32LE() / 2 ** 32 }
  const end: WebhookEnd = answer.isTaken
    ? { state: 'sent', message: answer.sentence, due_at: null }
    : againOrDead(answer.sentence, attempt, when)
  await keepEnd(() => store.endWebhookMessage(entry, attempt, end), stop)
  metrics.webhookAttempts.inc({ webhook: webhook.name, state: end.state })
}

/** Posts a message. It counts as accepted if the answer is 2xx; the answer's body isn't kept. */
export async function postTo(
  { url, local }: Pick<Webhook, 'url' | 'local'>,
  message: Message,
  { settings, stop, timeoutMs = TIMEOUT_MS }: Way,
): Promise<{ isTaken: boolean; sentence: string }> {
  const isLocal = local && settings.localTargets
  const answer = await post({ url, ...message, timeoutMs, local: isLocal }, stop)
  if ('failed' in answer) return { isTaken: false, sentence: answer.failed }
  const isTaken = answer.status >= 200 && answer.status < 300
  return { isTaken, sentence: ATTEMPTS.receiverAnswered(answer.status) }
}

/** Rules for posting a message, and the signal that ends the attempt. */
interface Way {
  settings: Pick<Settings, 'localTargets'>
  stop: AbortSignal
  timeoutMs?: number
}

/** Source: Standard Webhooks recommends 15 to 30 seconds. */
const TIMEOUT_MS = 15_000
