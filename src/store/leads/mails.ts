import { hash } from 'node:crypto'
import type { MailAttempt, NewMail } from '../records.ts'
import { DAY_MS, LONGEST_WAIT_MS, MAILS_PER_DAY, type Store } from '../store.ts'
import { contactHash, optOutKeys } from '../privacy/person.ts'
import type { statements } from '../engines/sqlite/statements.ts'

type Verb = 'beginMail' | 'endMail' | 'resumeMails' | 'replayMail'
type MailWrites = { [V in Verb]: (...args: Parameters<Store[V]>) => Awaited<ReturnType<Store[V]>> } & {
  /** Keeps an email that fell due. A corrected address takes the place of the one before. */
  keepMail: (session: number, mail: NewMail, at: number) => void
}

/** The writes of emails on their way to visitors, to be called within a transaction. */
export function mailWrites(
  sql: ReturnType<typeof statements>,
  { secret }: { secret: (name: string) => string },
): MailWrites {
  const unsubscribed = (email: string): boolean =>
    optOutKeys(secret('opt-out'), { session_uuid: null, phone: null, email }).some(
      ({ key }) => sql.optedOut.get(key) !== undefined,
    )
  /** Whose mailbox it is: what stands behind a plus sign tells only the owner something. */
  const whose = (recipient: string): string =>
    contactHash(secret('people'), { kind: 'email', text: recipient.replace(/\+[^@]*(?=@)/, '') }) ?? ''

  return {
    keepMail(session, { offer, step, recipient, subject, body }, at) {
      sql.addMail.run(session, offer, step, recipient, subject, body, at, ADDRESSES, whose(recipient))
    },

    beginMail(mail, now) {
      const row = sql.mail.get(mail) as Row | undefined
      if (!row || row.state !== 'due' || row.under_way === 1 || row.due_at === null) return null
      if (row.due_at > now && row.due_at <= now + LONGEST_WAIT_MS) return null
      if (unsubscribed(row.recipient)) {
        sql.endMail.run('suppressed', null, 'Not sent: the address opted out.', mail)
        return null
      }
      const sent = sql.mailedSince.get(whose(row.recipient), now - DAY_MS) as { n: number }
      if (sent.n >= MAILS_PER_DAY) {
        const said = `Not sent: ${MAILS_PER_DAY} emails went to this address within a day.`
        sql.endMail.run('suppressed', null, said, mail)
        return null
      }
      sql.beginMail.run(mail)
      const { session_uuid, path, offer, step, recipient, subject, body } = row
      const key = hash('sha256', `${session_uuid} ${offer} ${step} ${recipient}`).slice(0, 32)
      return { key, attempt: row.attempts + 1, path, recipient, subject, body }
    },

    endMail(mail, { state, said, recipient, at, due_at }) {
      const row = sql.mail.get(mail) as Row | undefined
      if (!row) return
      if (row.recipient === recipient) sql.endMail.run(state, due_at, said, mail)
      else sql.endMailElsewhere.run(mail)
      if (state !== 'sent') return
      sql.sweepMailed.run(at - DAY_MS)
      sql.addMailed.run(whose(recipient), mail, at)
    },

    replayMail: (mail, now) => sql.replayMail.run(now, mail).changes === 1,

    resumeMails: (now) => Number(sql.resumeMails.run(now).changes),
  }
}

interface Row extends Omit<MailAttempt, 'key' | 'attempt'> {
  session_uuid: string
  offer: string
  step: string
  state: string
  attempts: number
  under_way: number
  due_at: number | null
}

/** A visitor may correct the address after the email has left; who sends the same to many addresses is no visitor. */
const ADDRESSES = 5
