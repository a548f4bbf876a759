import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { LANGUAGE_PARAMETER } from '../../flow/arrival.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import type { Context } from '../context.ts'
import { retryDelayMs } from '../delivery/schedule.ts'
import type { MailAttempt, MailEnd } from '../../store/leads/mailTypes.ts'
import { NotKept } from '../../store/store.ts'
import { confirmationOf } from './confirmation.ts'
import { withLink } from './goOnLink.ts'
import { letterOf, type Site } from './letter.ts'
import { openPost, type Sent } from './post.ts'
import { ATTEMPTS } from '../../texts/attempts.ts'

/** The emails' way out: what falls due is sent, one after the other, until it is stopped. */
export interface Mailing {
  /** Something fell due just now. */
  wake: () => void
  /** Ends once the email under way has ended, at most after so long. One that is given up then is sent again at the next
   *  start. */
  stop: (graceMs?: number) => Promise<void>
}

/** Starts to send email; without the setting SMTP_URL nothing is sent, and what is due waits. One that was cut off when the
 *  process ended is sent again, under the same Message-ID. `url`: the address at which visitors reach the server. */
export async function startMailing(
  ctx: Context,
  log: FastifyBaseLogger,
  url: () => string,
): Promise<Mailing> {
  const { settings, store, now } = ctx
  const { smtpUrl, mailFrom } = settings
  if (smtpUrl === null || mailFrom === null) return { wake: () => {}, stop: async () => {} }
  await store.resumeMails(now(), !store.isShared)
  const post = openPost(smtpUrl)
  let isStopping = false
  let running: Promise<void> | null = null
  const sendDue = async () => {
    // Those of processes that ended.
    if (store.isShared) await store.resumeMails(now(), false)
    for (const mail of await store.dueMails(now(), AT_A_TIME)) if (!isStopping) await sendOne(mail)
  }
  const sendOne = async (mail: number): Promise<void> => {
    const begun = await store.beginMail(mail, now())
    if (!begun) return
    const site = { url: url(), language: await languageQuery(ctx, begun) }
    const words = await WORDS[begun.kind](ctx, begun, site)
    // Of who was forgotten since, there is nothing left to end either.
    if (words === null) return
    const letter = letterOf({ ...begun, ...words }, { ...settings, mailFrom, ...site })
    const sent = await post.send(letter)
    const end = endOf(sent, {
      attempt: begun.attempt,
      recipient: begun.recipient,
      at: now(),
      random: ctx.random(4).readUInt32LE() / 2 ** 32,
    })
    await keepEnd(mail, begun.attempt, end)
    ctx.metrics.mailAttempts.inc({ state: end.state })
  }
  /** Written down however long the disk takes no writes: else the same email would leave again. */
  const keepEnd = async (mail: number, attempt: number, end: MailEnd): Promise<void> => {
    for (;;) {
      try {
        return await store.endMail(mail, attempt, end)
      } catch (error) {
        if (!(error instanceof NotKept) || isStopping) throw error
      }
      await sleep(LOOK_EVERY_MS)
    }
  }
  const wake = () => {
    if (isStopping) return
    running ??= sendDue()
      .catch((error: unknown) => {
        // Why the disk takes no writes is said by whoever watches the store.
        if (!(error instanceof NotKept)) log.error({ err: error }, 'mail')
      })
      .finally(() => (running = null))
  }
  const timer = setInterval(wake, LOOK_EVERY_MS)
  wake()
  ctx.onMail = wake
  return {
    wake,
    async stop(graceMs = 0) {
      isStopping = true
      clearInterval(timer)
      const grace = setTimeout(post.close, graceMs)
      await running
      clearTimeout(grace)
      post.close()
    },
  }
}

type Words = Partial<Pick<MailAttempt, 'subject' | 'body'>>

/** What each kind of email says beyond what was kept of it. */
const WORDS: Record<
  MailAttempt['kind'],
  (ctx: Context, mail: MailAttempt, site: Pick<Site, 'url' | 'language'>) => Promise<Words | null>
> = {
  step: async () => ({}),
  go_on: async (ctx, mail, site) => {
    const body = await withLink(ctx, mail, site)
    return body === null ? null : { body }
  },
  confirm: confirmationOf,
}

/** What has the pages that an email names open in its language, where the site has several. */
async function languageQuery(
  { versions }: Context,
  { path, language }: Pick<MailAttempt, 'path' | 'language'>,
): Promise<string> {
  const version = await versions.leading(path)
  return version && languagesOf(version.flow).length > 1 ? `${LANGUAGE_PARAMETER}=${language}` : ''
}

const AT_A_TIME = 20
const LOOK_EVERY_MS = 1000

function endOf(
  sent: Sent,
  { attempt, recipient, at, random }: { attempt: number; recipient: string; at: number; random: number },
): MailEnd {
  const known = { recipient, at, due_at: null }
  if (sent.kind === 'sent') return { ...known, state: 'sent', message: ATTEMPTS.mailAccepted }
  if (sent.kind === 'refused') return { ...known, state: 'refused', message: sent.reason }
  const delay = retryDelayMs(attempt, random)
  return delay === null
    ? { ...known, state: 'dead', message: ATTEMPTS.givenUp(sent.reason, attempt) }
    : { ...known, state: 'due', message: sent.reason, due_at: at + delay }
}
