import { hash } from 'node:crypto'
import type { Mail, MailKind, MailState } from '../../../../schemas/buyer/buyer.ts'
import { hasUnsubscribed } from '../privacy/optOuts.ts'
import { contactHash } from '../privacy/person.ts'
import { unsubscribeToken } from '../privacy/unsubscribing.ts'
import type { MailAttempt, MailEnd, NewMail } from './mailTypes.ts'
import { session as sessionRecord } from '../sessions/sessionRecords.ts'
import type { Language } from '../../../../schemas/flow/flow.ts'
import { secret } from '../../kernel/secrets.ts'
import { command, integer, one, only, query, run, text, word, type Rule } from '../../kernel/statement.ts'
import { DAY_MS } from '../../../time/durations.ts'
import { dueEntries, listSql, ON_ITS_WAY, onItsWay, outboxRules, outboxSql } from '../../kernel/outboxes.ts'
import type { WriteContext } from '../../kernel/writeContext.ts'
import { ofEntries } from '../../kernel/writeScopes.ts'

/** Limit for one address, no matter who asks; a stranger may type anyone's. */
const MAILS_PER_DAY = 3

/** Saves an email that fell due. A corrected address replaces the one before. */
export function* keepMail(session: number, mail: NewMail, at: number): Rule<void> {
  const { offer, step, recipient, subject, body } = mail
  const who = yield* mailbox(recipient)
  yield* run(mailSql.add, session, offer, step, recipient, subject, body, at, ADDRESSES, who)
}

/** Queues the email that tells a visitor who got their leads. Until its first attempt, another lead is added to the same email, and a
 *  corrected address replaces the one before; after that it is never due again. */
export const keepConfirmation = (session: number, recipient: string, at: number): Rule<number> =>
  run(mailSql.confirm, session, recipient, at + CONFIRM_AFTER_MS, at)

/** Time by which buyers have answered and the visitor has finished the next offer's questions. */
const CONFIRM_AFTER_MS = 5 * 60_000
/** A delivery that no buyer took by then is rarely taken. */
const CONFIRM_WITHIN_MS = 3 * DAY_MS

/** A visitor may correct the address after the email was sent; a sender of the same email to many addresses isn't a visitor. */
const ADDRESSES = 5

/** Keyed hash of the mailbox; the part after a plus sign only matters to its owner. */
function* mailbox(recipient: string): Rule<string> {
  const text = recipient.replace(/\+[^@]*(?=@)/, '')
  return contactHash(yield* secret('people'), { kind: 'email', text }) ?? ''
}

/** Begins an attempt of a due email. Null if it isn't due, or no longer; if its address opted out or got enough emails, it ends as
 *  'suppressed'. */
function* beginMail(
  context: WriteContext,
  mail: number,
  now: number,
  leaseMs?: number,
): Rule<MailAttempt | null> {
  const row = yield* outbox.dueEntry(mail, now)
  if (!row) return null
  if (yield* hasUnsubscribed(row.recipient, yield* givenIn(row.session_uuid)))
    return yield* outbox.suppress(mail, 'Not sent: the address opted out.')
  if (row.kind === 'go_on' && (yield* one(mailSql.newerLink, mail)))
    return yield* outbox.suppress(mail, 'Not sent: the visitor has since asked for another link.')
  if (row.kind === 'confirm') {
    const { taken, open } = yield* only(mailSql.leadsOf, mail)
    if (taken === 0 && open > 0 && now - row.at < CONFIRM_WITHIN_MS) {
      yield* run(mailSql.putOff, now + CONFIRM_AFTER_MS, mail)
      return null
    }
    if (taken === 0) return yield* outbox.suppress(mail, 'Not sent: no buyer took the lead.')
  }
  const sent = yield* only(mailSql.mailedSince, yield* mailbox(row.recipient), now - DAY_MS)
  if (sent.n >= MAILS_PER_DAY)
    return yield* outbox.suppress(
      mail,
      `Not sent: ${MAILS_PER_DAY} emails went to this address within a day.`,
    )
  yield* outbox.begin(context, mail, now, leaseMs)
  const { session_uuid, kind, path, language, offer, step, recipient, subject, body, at } = row
  const key = hash('sha256', `${session_uuid} ${offer} ${step} ${recipient}`).slice(0, 32)
  const unsubscribe = yield* unsubscribeToken(recipient)
  const attempt = row.attempts + 1
  const words = { recipient, subject, body, unsubscribe }
  return { key, attempt, kind, at, session_uuid, path, language, offer, ...words }
}

/** All values that a session's visitor typed. */
function* givenIn(session_uuid: string): Rule<string[]> {
  const session = yield* sessionRecord(session_uuid)
  return session?.steps.flatMap(({ answers }) => answers.map(({ raw_data }) => raw_data)) ?? []
}

/** Records the result of an email in flight; does nothing if its visitor has been forgotten. */
function* endMail(mail: number, attempt: number, { recipient, at, ...end }: MailEnd): Rule<void> {
  const row = yield* one(mailSql.entry, mail)
  if (!row) return
  if (row.recipient !== recipient) yield* run(mailSql.endElsewhere, mail, attempt)
  else yield* outbox.end(mail, attempt, end)
  if (end.state !== 'sent') return
  yield* run(mailSql.sweepMailed, at - DAY_MS)
  yield* run(mailSql.addMailed, yield* mailbox(recipient), mail, at)
}

/** Due emails, longest waiting first. */
const dueMails = (now: number, limit: number) => dueEntries(mailSql, now, limit)

/** Newest first; of one state, or of all. */
function* mails({ state, limit }: { state: MailState | null; limit: number }): Rule<Mail[]> {
  return (yield* outbox.list({ state, limit })).map(({ entry, ...mail }) => ({ mail: entry, ...mail }))
}

const MAILS = { table: 'mails', key: 'mail', again: "state IN ('dead', 'refused')" } as const

const mailSql = {
  ...outboxSql(MAILS),
  add: command(
    `INSERT INTO mails (session, offer, step, recipient, subject, body, state, attempts, under_way, due_at, message, at)
     VALUES ($1, $2, $3, $4, $5, $6, 'due', 0, 0, $7, NULL, $7)
     ON CONFLICT (session, offer, step) DO UPDATE SET
       recipient = excluded.recipient, subject = excluded.subject, body = excluded.body, state = 'due',
       due_at = excluded.due_at,
       addresses = mails.addresses + CASE WHEN mails.recipient = excluded.recipient THEN 0 ELSE 1 END
     WHERE ((mails.attempts = 0 AND mails.under_way = 0) OR mails.recipient <> excluded.recipient)
       AND (mails.recipient = excluded.recipient OR mails.addresses < $8)
       AND NOT EXISTS (SELECT 1 FROM mailed WHERE mailed.who = $9 AND mailed.mail = mails.mail)`,
  ),
  confirm: command(
    `INSERT INTO mails
       (session, kind, offer, step, recipient, subject, body, state, attempts, under_way, due_at, message, at)
     VALUES ($1, 'confirm', '', '', $2, '', '', 'due', 0, 0, $3, NULL, $4)
     ON CONFLICT (session, offer, step) DO UPDATE SET
       recipient = excluded.recipient, state = 'due', due_at = excluded.due_at, message = NULL, at = excluded.at
     WHERE mails.attempts = 0`,
  ),
  leadsOf: query(
    `SELECT COUNT(CASE WHEN outbox.state = 'accepted' THEN 1 END) AS taken,
       COUNT(CASE WHEN outbox.state = 'due' THEN 1 END) AS open
     FROM mails LEFT JOIN outbox ON outbox.session = mails.session WHERE mails.mail = $1`,
    { taken: integer, open: integer },
  ),
  putOff: command('UPDATE mails SET due_at = $1 WHERE mail = $2 AND under_way = 0'),
  addMailed: command(
    'INSERT INTO mailed (who, mail, at) VALUES ($1, $2, $3) ON CONFLICT (who, mail) DO UPDATE SET at = excluded.at',
  ),
  mailedSince: query('SELECT COUNT(*) AS n FROM mailed WHERE who = $1 AND at > $2', { n: integer }),
  sweepMailed: command('DELETE FROM mailed WHERE at <= $1'),
  entry: query(
    ({
      keepRows,
    }) => `SELECT sessions.uuid AS session_uuid, kind, channels.path AS path, language, offer, step, recipient, subject, body,
       ${ON_ITS_WAY}, mails.at AS at
     FROM mails JOIN sessions USING (session) JOIN channels USING (channel)
     WHERE mail = $1 ${keepRows('mails')}`,
    {
      session_uuid: text,
      kind: word<MailKind>(),
      path: text,
      language: word<Language>(),
      offer: text,
      step: text,
      recipient: text,
      subject: text,
      body: text,
      ...onItsWay<MailState>(),
      at: integer,
    },
  ),
  newerLink: query(
    `SELECT newer.mail AS mail FROM mails JOIN mails AS newer ON newer.session = mails.session AND newer.kind = 'go_on'
     WHERE mails.mail = $1 AND newer.mail > $1 LIMIT 1`,
    { mail: integer },
  ),
  // The attempt went to a different address than the email is now due to.
  endElsewhere: command('UPDATE mails SET under_way = 0 WHERE mail = $1 AND attempts = $2'),
  list: listSql(MAILS, {
    columns: { kind: word<MailKind>(), offer: text, step: text, state: word<MailState>() },
  }),
}

const outbox = outboxRules(mailSql)

/** Emails for a list of what goes out. */
export const listMails = outbox.list

export const mailNoun = {
  writes: ofEntries('mails', { endMail, replayMail: outbox.replay }),
  writesInContext: ofEntries('mails', { beginMail }),
  writesOfEach: ofEntries('mails', {
    resumeMails: outbox.resume,
  }),
  reads: { dueMails, mails },
  sql: mailSql,
}
