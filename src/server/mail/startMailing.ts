import type { FastifyBaseLogger } from 'fastify'
import { LANGUAGE_PARAMETER } from '../../flow/arrival.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import type { DueSignals } from '../kernel/ports.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { sendByPost, type Mailbox } from '../kernel/sendByPost.ts'
import { attempting, type Sending } from '../kernel/sendDue.ts'
import { sendingErrors } from '../metrics/badRows.ts'
import type { MailAttempt } from '../../store/nouns/mails/mailTypes.ts'
import { confirmationOf, type ConfirmationDeps } from './confirmation.ts'
import { withLink, type LinkDeps } from './goOnLink.ts'
import { letterOf, type Site } from './letter.ts'
import type { Sent } from '../kernel/postOffice.ts'
import { ATTEMPTS } from '../kernel/attemptWords.ts'

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
  const { store, metrics, signals } = ctx
  const sending = await sendByPost(ctx, (mailbox) => ({
    resume: (now, isAlone) => store.resumeMails(now, isAlone),
    due: (_post, now, limit) => store.dueMails(now, limit),
    send: attempting(ctx, {
      begin: (mail, now) => store.beginMail(mail, now),
      answerTo: (mail) => answerTo(ctx, mail, { ...mailbox, url: url() }),
      end: (mail, { attempt, recipient }, end, at) => store.endMail(mail, attempt, { recipient, at, ...end }),
      count: (_mail, state) => metrics.mailAttempts.inc({ state }),
    }),
    onError: sendingErrors(ctx, log, 'mail'),
  }))
  signals.on('mail', sending.wake)
  return sending
}

interface MailOptions extends Mailbox {
  url: string
}

/** Result of sending an email; null if its visitor was forgotten since, which leaves no email to finish. */
async function answerTo(
  ctx: MailingDeps,
  mail: MailAttempt,
  { send, mailFrom, url }: MailOptions,
): Promise<Sent | null> {
  const { settings, store } = ctx
  const site = { url, language: await languageQuery(ctx, mail) }
  const words = await WORDS[mail.kind](ctx, mail, site)
  if (words === null) return null
  const letter = letterOf({ ...mail, ...words }, { ...settings, mailFrom, ...site })
  return store.isSeen() ? send(letter) : { kind: 'retry', reason: ATTEMPTS.heldUp }
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
