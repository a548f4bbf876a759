import { hash } from 'node:crypto'
import type { MailAttempt, NewMail } from '../records.ts'
import { LONGEST_WAIT_MS, type Store } from '../store.ts'
import { optOutKeys } from './person.ts'
import type { statements } from './statements.ts'

type Verb = 'beginMail' | 'endMail' | 'resumeMails'
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

  return {
    keepMail(session, { offer, step, recipient, subject, body }, at) {
      sql.addMail.run(session, offer, step, recipient, subject, body, at, ADDRESSES)
    },

    beginMail(mail, now) {
      const row = sql.mail.get(mail) as Row | undefined
      if (!row || row.state !== 'due' || row.under_way === 1 || row.due_at === null) return null
      if (row.due_at > now && row.due_at <= now + LONGEST_WAIT_MS) return null
      if (unsubscribed(row.recipient)) {
        sql.endMail.run('suppressed', null, 'Not sent: the address opted out.', mail)
        return null
      }
      sql.beginMail.run(mail)
      const { session_uuid, path, offer, step, recipient, subject, body } = row
      const key = hash('sha256', `${session_uuid} ${offer} ${step} ${recipient}`).slice(0, 32)
      return { key, attempt: row.attempts + 1, path, recipient, subject, body }
    },

    endMail(mail, { state, said, due_at }) {
      sql.endMail.run(state, due_at, said, mail)
    },

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
