import type { FastifyBaseLogger } from 'fastify'
import { LANGUAGE_PARAMETER } from '../../flow/arrival.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import type { DueSignals } from '../kernel/ports.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { keepEnd } from '../delivery/keepEnd.ts'
import { againOrDead } from '../kernel/retrySchedule.ts'
import { sendDue, type Sending } from '../delivery/sendDue.ts'
import { sendingErrors } from '../metrics/badRows.ts'
import type { MailAttempt } from '../../store/nouns/mails/mailTypes.ts'
import { confirmationOf, type ConfirmationDeps } from './confirmation.ts'
import { withLink, type LinkDeps } from './goOnLink.ts'
import { letterOf, type Site } from './letter.ts'
import { openPost, type Post, type Sent } from './post.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'

interface MailingDeps extends LinkDeps, ConfirmationDeps {
  metrics: Metrics
  signals: DueSignals
}

/** Starts sending email, one at a time. Without SMTP_URL nothing is sent, and due emails wait. An email that was cut off when the
 *  process ended is sent again under the same Message-ID. `url`: public address of the server. */
export async function startMailing(
  ctx: MailingDeps,
  log: FastifyBaseLogger,
  url: () => string,
): Promise<Sending> {
  const { settings, store, signals } = ctx
  const { smtpUrl, mailFrom } = settings
  if (smtpUrl === null || mailFrom === null) return { wake: () => {}, stop: async () => {} }
  const post = openPost(smtpUrl)
  const sending = await sendDue(ctx, {
    receivers: async () => [post],
    atOnce: () => 1,
    resume: (now, isAlone) => store.resumeMails(now, isAlone),
    due: (_post, now, limit) => store.dueMails(now, limit),
    send: (mail, { send }, stop) => sendOne(ctx, mail, { send, stop, mailFrom, url: url() }),
    onError: sendingErrors(ctx, log, 'mail'),
  })
  signals.on('mail', sending.wake)
  return {
    wake: sending.wake,
    async stop(graceMs = 0) {
      const grace = setTimeout(post.close, graceMs)
      await sending.stop(graceMs)
      clearTimeout(grace)
      post.close()
    },
  }
}

interface Way extends Pick<Post, 'send'> {
  mailFrom: string
  url: string
  stop: AbortSignal
}

/** Makes one attempt, from claiming the email to recording the result. */
async function sendOne(ctx: MailingDeps, mail: number, { send, stop, mailFrom, url }: Way): Promise<void> {
  const { settings, store, now, random, metrics } = ctx
  const begun = await store.beginMail(mail, now())
  if (!begun) return
  const site = { url, language: await languageQuery(ctx, begun) }
  const words = await WORDS[begun.kind](ctx, begun, site)
  // A visitor forgotten since has no email left to finish.
  if (words === null) return
  const letter = letterOf({ ...begun, ...words }, { ...settings, mailFrom, ...site })
  const sent: Sent = store.isSeen() ? await send(letter) : { kind: 'retry', reason: ATTEMPTS.heldUp }
  const when = { at: now(), random: random(4).readUInt32LE() / 2 ** 32 }
  const end = { recipient: begun.recipient, at: when.at, ...endOf(sent, begun.attempt, when) }
  await keepEnd(() => store.endMail(mail, begun.attempt, end), stop)
  metrics.mailAttempts.inc({ state: end.state })
}

type Words = Partial<Pick<MailAttempt, 'subject' | 'body'>>

/** Texts of each kind of email besides those that were stored with it. */
const WORDS: Record<
  MailAttempt['kind'],
  (ctx: MailingDeps, mail: MailAttempt, site: Pick<Site, 'url' | 'language'>) => Promise<Words | null>
> = {
  step: async () => ({}),
  go_on: async (ctx, mail, site) => {
    const body = await withLink(ctx, mail, site)
    return body === null ? null : { body }
  },
  confirm: confirmationOf,
}

/** Query that opens the pages linked in an email in its language, if the site has several. */
async function languageQuery(
  { versions }: MailingDeps,
  { path, language }: Pick<MailAttempt, 'path' | 'language'>,
): Promise<string> {
  const version = await versions.leading(path)
  return version && languagesOf(version.flow).length > 1 ? `${LANGUAGE_PARAMETER}=${language}` : ''
}

function endOf(sent: Sent, attempts: number, when: { at: number; random: number }) {
  if (sent.kind === 'retry') return againOrDead(sent.reason, attempts, when)
  const message = sent.kind === 'sent' ? ATTEMPTS.mailAccepted : sent.reason
  return { state: sent.kind, message, due_at: null }
}
