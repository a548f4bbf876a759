import { hash } from 'node:crypto'
import type { Attempt, AttemptEnd, NewLead, OptOut, Sale } from '../records.ts'
import { LONGEST_WAIT_MS, type Store } from '../store.ts'
import { optOutKeys, optOutKeysOf } from './person.ts'
import type { statements } from './statements.ts'

type Verb = 'beginAttempt' | 'endAttempt' | 'resumeDeliveries' | 'replayDelivery' | 'optOut'
type OutboxWrites = { [V in Verb]: (...args: Parameters<Store[V]>) => Awaited<ReturnType<Store[V]>> } & {
  /** Keeps a lead and begins its deliveries. */
  keepLead: (session: { session: number; uuid: string }, lead: NewLead, at: number) => void
}

/** The writes of leads on their way to buyers, to be called within a transaction.
 *  `sell` writes to the ledger; `secret` is the key of that name. */
export function outboxWrites(
  sql: ReturnType<typeof statements>,
  { sell, secret }: { sell: (sale: Sale) => unknown; secret: (name: string) => string },
): OutboxWrites {
  const optedOut = ({ session_uuid, payload }: Attempt): boolean =>
    optOutKeysOf(secret('opt-out'), session_uuid, Object.values(payload)).some(
      ({ key }) => sql.optedOut.get(key) !== undefined,
    )

  return {
    keepLead({ session, uuid }, { offer, buyers, payload }, at) {
      const text = JSON.stringify(payload)
      sql.lead.run(session, text, at)
      for (const buyer of buyers)
        sql.addDelivery.run(deliveryKey(uuid, offer, buyer), session, offer, buyer, text, at)
    },

    beginAttempt(delivery, now) {
      const row = sql.delivery.get(delivery) as Row | undefined
      if (!row || row.state !== 'due' || row.under_way === 1 || row.due_at === null) return null
      if (row.due_at > now && row.due_at <= now + LONGEST_WAIT_MS) return null
      const { key, session_uuid, offer, buyer, aff_id } = row
      const attempt = row.attempts + 1
      const begun = { attempt, key, session_uuid, offer, buyer, aff_id, payload: JSON.parse(row.payload) }
      sql.beginAttempt.run(delivery)
      if (!optedOut(begun)) return begun
      sql.attempted.run(delivery, attempt, 'Not sent: the visitor opted out of the sale.', now)
      sql.endAttempt.run('suppressed', null, delivery)
      return null
    },

    endAttempt(delivery, { state, said, at, due_at, sale }: AttemptEnd) {
      const row = sql.delivery.get(delivery) as Row | undefined
      if (!row || row.under_way === 0) throw new Error(`No attempt of delivery ${delivery} is under way.`)
      const { session_uuid, offer, buyer: source } = row
      const isKnown = sale && sell({ session_uuid, offer, source, ...sale, returned: false, at }) === 'known'
      const knownAs = isKnown
        ? ` The ledger had a sale ${sale.external_id} of this buyer: none was added.`
        : ''
      sql.attempted.run(delivery, row.attempts, said + knownAs, at)
      sql.endAttempt.run(state, due_at, delivery)
    },

    resumeDeliveries(now) {
      const rows = sql.underWay.all()
      for (const { delivery, attempts } of rows) {
        sql.attempted.run(delivery!, attempts!, 'The process ended before the answer came.', now)
        sql.endAttempt.run('due', now, delivery!)
      }
      return rows.length
    },

    replayDelivery: (delivery, now) => sql.replay.run(now, delivery).changes === 1,

    optOut({ source, at, ...who }: OptOut) {
      for (const { key } of optOutKeys(secret('opt-out'), who)) sql.optOut.run(key, source, at)
    },
  }
}

interface Row extends Omit<Attempt, 'attempt' | 'payload'> {
  payload: string
  state: string
  attempts: number
  under_way: number
  due_at: number | null
}

/** The same for the same lead and buyer, whoever asks; it tells nothing of either. */
function deliveryKey(uuid: string, offer: string, buyer: string): string {
  return hash('sha256', `${uuid} ${offer} ${buyer}`).slice(0, 32)
}
