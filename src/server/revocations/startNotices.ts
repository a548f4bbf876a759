import type { FastifyBaseLogger } from 'fastify'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { NoticeAttempt } from '../../store/nouns/revocations/revocationTypes.ts'
import { REVOCATION_MAIL } from '../../texts/buyerLetters.ts'
import { dayTextOf } from '../../time/businessDays.ts'
import type { Buyers } from '../delivery/attempt.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'
import { post } from '../kernel/outbound.ts'
import { openPost } from '../kernel/postOffice.ts'
import type { Random, StoreAndClock } from '../kernel/ports.ts'
import { attempting, sendDue, type Sending } from '../kernel/sendDue.ts'
import type { Mailbox } from '../kernel/sendByPost.ts'
import { sendingErrors } from '../metrics/badRows.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings/settings.ts'
import { isCalled, isLocalCall, NOTICE_CALLS, noticeAddresses } from './noticeCalls.ts'

interface NoticeDeps extends StoreAndClock {
  buyers: Buyers
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'localTargets'>
  random: Random
  metrics: Metrics
}

/** Result of notifying a buyer. `taken`: it confirmed it. `sent`: it was emailed, and someone must confirm it. */
interface Notified {
  kind: 'taken' | 'sent' | 'refused' | 'retry'
  reason: string
}

/** Starts notifying buyers of people who don't want to be contacted anymore. Notices to a buyer without a way to be notified wait, and an
 *  operator notifies it. */
export async function startNotices(ctx: NoticeDeps, log: FastifyBaseLogger): Promise<Sending> {
  const { store, buyers, metrics, settings } = ctx
  const { smtpUrl, mailFrom } = settings
  const mailer = smtpUrl === null || mailFrom === null ? null : openPost(smtpUrl)
  const mailbox = mailer && mailFrom !== null ? { send: mailer.send, mailFrom } : null
  const isReached = (buyer: Buyer) =>
    isCalled(buyer) || (mailbox !== null && noticeAddresses(buyer).length > 0)
  const sending = await sendDue(ctx, {
    receivers: async () => [...buyers].flatMap(([name, buyer]) => (isReached(buyer) ? name : [])),
    atOnce: () => AT_ONCE,
    resume: (now, isAlone) => store.resumeNotices(now, isAlone),
    due: (buyer, now, limit) => store.dueNotices(buyer, now, limit),
    send: attempting(ctx, {
      begin: (notice, now) => store.beginNotice(notice, now),
      answerTo: (notice, stop) => answerTo(ctx, notice, { mailbox, stop }),
      end: (notice, { attempt }, { state, ...end }, at) =>
        store.endNotice(notice, attempt, {
          ...end,
          state: state === 'taken' ? 'sent' : state,
          acknowledged_at: state === 'taken' ? at : null,
        }),
      count: ({ buyer }, state) => metrics.noticeAttempts.inc({ buyer, state }),
    }),
    onError: sendingErrors(ctx, log, 'notices'),
  })
  return {
    wake: sending.wake,
    async stop(graceMs) {
      await sending.stop(graceMs)
      mailer?.close()
    },
  }
}

/** Result of one attempt; null if `stop` came before the answer. */
async function answerTo(
  { store, buyers, settings }: NoticeDeps,
  notice: NoticeAttempt,
  { mailbox, stop }: { mailbox: Mailbox | null; stop: AbortSignal },
): Promise<Notified | null> {
  const buyer = buyers.get(notice.buyer)
  if (!buyer) return { kind: 'retry', reason: ATTEMPTS.noBuyer }
  if (!store.isSeen()) return { kind: 'retry', reason: ATTEMPTS.heldUp }
  const { revocations } = buyer
  if (!revocations || !isCalled(buyer))
    return mailbox ? mailed(notice, buyer, mailbox) : { kind: 'retry', reason: ATTEMPTS.noMailServer }
  const { request, read } = NOTICE_CALLS[revocations.call ?? 'json']
  const call = request(notice, revocations)
  if (!call) return { kind: 'refused', reason: ATTEMPTS.noPhone }
  const local = settings.localTargets && isLocalCall(buyer, call.url)
  const answered = await post({ ...call, timeoutMs: TIMEOUT_MS, local }, stop)
  if (!('failed' in answered)) return read(answered.status, answered.text)
  return stop.aborted ? null : { kind: 'retry', reason: answered.failed }
}

/** Emails a notice to each address of a buyer. Its subject says nothing of the person. */
async function mailed(notice: NoticeAttempt, buyer: Buyer, { send, mailFrom }: Mailbox): Promise<Notified> {
  const { key, external_id, phone, email, said, said_at, deadline } = notice
  const words = REVOCATION_MAIL
  const facts: [name: string, value: string | null][] = [
    [words.lead, key],
    [words.yourId, external_id],
    [words.phone, phone],
    [words.email, email],
    [words.said, said.replace(/\s+/g, ' ') || null],
    [words.saidAt, dayTextOf(said_at)],
  ]
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : `${name}: ${value}`))
  for (const [i, address] of noticeAddresses(buyer).entries()) {
    const { kind, reason } = await send({
      from: mailFrom,
      to: { name: '', address },
      subject: words.subject(key),
      text: words.text(lines, dayTextOf(deadline)),
      messageId: `<revocation-${key}-${notice.notice}-${i}@${mailFrom.replace(/^.*@|>.*$/g, '')}>`,
      headers: {},
    })
    if (kind !== 'sent') return { kind, reason }
  }
  return { kind: 'sent', reason: ATTEMPTS.mailAccepted }
}

const TIMEOUT_MS = 30_000
const AT_ONCE = 4
