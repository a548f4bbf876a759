import { hash } from 'node:crypto'
import type { Attempt, AttemptEnd, Contact, NewLead, OptOut, Sale, Sold } from '../records.ts'
import { DAY_MS, LEADS_PER_SESSION, LONGEST_WAIT_MS, type Store } from '../store.ts'
import { contactHash, optOutKeys, optOutKeysOf } from '../privacy/person.ts'
import type { statements } from '../engines/sqlite/statements.ts'

type Verb = 'beginAttempt' | 'endAttempt' | 'resumeDeliveries' | 'replayDelivery' | 'optOut'
type OutboxWrites = {
  [V in Verb]: (...args: Required<Parameters<Store[V]>>) => Awaited<ReturnType<Store[V]>>
} & {
  /** Keeps a lead and begins its deliveries. */
  keepLead: (session: { session: number; uuid: string }, lead: NewLead, at: number) => void
}

/** The writes of leads on their way to buyers, to be called within a transaction.
 *  `sell` writes to the ledger; `secret` is the key of that name. */
export function outboxWrites(
  sql: ReturnType<typeof statements>,
  { sell, secret }: { sell: (sale: Sale, delivery: number) => Sold; secret: (name: string) => string },
): OutboxWrites {
  const optedOut = ({ session_uuid, payload }: Attempt): boolean =>
    optOutKeysOf(secret('opt-out'), session_uuid, Object.values(payload)).some(
      ({ key }) => sql.optedOut.get(key) !== undefined,
    )

  const keepPeople = (delivery: number, buyer: string, contacts: readonly Contact[]): void => {
    sql.dropPeople.run(delivery)
    for (const contact of contacts) {
      const who = contactHash(secret('people'), contact)
      if (who !== null) sql.addPerson.run(delivery, who, buyer)
    }
  }

  const endUnsold = (delivery: number, at: number): void => {
    sql.soldTo.run(null, delivery)
    sql.sendKeptBack.run(at, delivery)
  }

  return {
    keepLead({ session, uuid }, { offer, buyers, payload, contacts = [] }, at) {
      const text = JSON.stringify(payload)
      const lead = (sql.knownLead.get(session, text) ?? sql.lead.get(session, text, at))!['entry']!
      for (const buyer of buyers) {
        const key = deliveryKey(uuid, offer, buyer)
        const kept = sql.addDelivery.get(key, session, offer, buyer, lead, at)
        if (kept) keepPeople(Number(kept['delivery']), buyer, contacts)
      }
      sql.dropUnsentLeads.run(session, LEADS_PER_SESSION)
    },

    beginAttempt(delivery, now, duplicateWindowMs) {
      const row = sql.delivery.get(delivery) as Row | undefined
      if (!row || row.state !== 'due' || row.under_way === 1 || row.due_at === null) return null
      if (row.due_at > now && row.due_at <= now + LONGEST_WAIT_MS) return null
      const { key, session_uuid, offer, buyer, aff_id } = row
      const attempt = row.attempts + 1
      const begun = { attempt, key, session_uuid, offer, buyer, aff_id, payload: JSON.parse(row.payload) }
      sql.beginAttempt.run(delivery)
      const endUnsent = (state: 'suppressed' | 'duplicate', said: string): null => {
        sql.attempted.run(delivery, attempt, said, now)
        sql.endAttempt.run(state, null, delivery)
        endUnsold(delivery, now)
        return null
      }
      if (optedOut(begun)) return endUnsent('suppressed', 'Not sent: the visitor opted out of the sale.')
      const isChecked = duplicateWindowMs > 0 && row.insisted === 0
      const before = isChecked && sql.soldBefore.get(delivery, now - duplicateWindowMs)
      if (!before) {
        sql.soldTo.run(now, delivery)
        return begun
      }
      sql.markDuplicate.run(before['delivery']!, delivery)
      const days = duplicateWindowMs / DAY_MS
      return endUnsent(
        'duplicate',
        `Not sent: delivery ${Number(before['delivery'])} sold or sells the same person to this buyer, within the last ${days} days.`,
      )
    },

    endAttempt(delivery, { state, said, at, due_at, sale }: AttemptEnd) {
      const row = sql.delivery.get(delivery) as Row | undefined
      if (!row || row.under_way === 0) throw new Error(`No attempt of delivery ${delivery} is under way.`)
      const { session_uuid, offer, buyer: source, arrival } = row
      const booked =
        sale && sell({ session_uuid, arrival, offer, source, ...sale, returned: false, at }, delivery)
      if (sale && booked !== 'conflict') sql.soldAs.run(sale.external_id, delivery)
      const knownAs = sale && booked ? NOT_BOOKED[booked](sale.external_id) : ''
      sql.attempted.run(delivery, row.attempts, said + knownAs, at)
      sql.endAttempt.run(state, due_at, delivery)
      // One that will be asked again may have been bought: the buyer's answer is not known.
      if (sale || state === 'due') sql.soldTo.run(at, delivery)
      else endUnsold(delivery, at)
    },

    resumeDeliveries(now) {
      const rows = sql.underWay.all()
      for (const { delivery, attempts } of rows) {
        sql.attempted.run(delivery!, attempts!, 'The process ended before the answer came.', now)
        sql.endAttempt.run('due', now, delivery!)
      }
      return rows.length
    },

    replayDelivery: (delivery, now, force) => sql.replay.run(now, delivery, Number(force)).changes === 1,

    optOut({ source, at, ...who }: OptOut) {
      for (const { key } of optOutKeys(secret('opt-out'), who)) sql.optOut.run(key, source, at)
    },
  }
}

/** What is said of a sale that was not added to the ledger. */
const NOT_BOOKED: Record<Sold, (id: string) => string> = {
  new: () => '',
  known: (id) => ` The ledger had a sale ${id} of this buyer: none was added.`,
  conflict: (id) => ` The ledger has another sale ${id} of this buyer: none was added, see leadloom returns.`,
  waits: () => '',
  full: () => '',
}

interface Row extends Omit<Attempt, 'attempt' | 'payload'> {
  payload: string
  arrival: number
  state: string
  attempts: number
  under_way: number
  due_at: number | null
  insisted: number
}

/** The same for the same lead and buyer, whoever asks; it tells nothing of either. */
function deliveryKey(uuid: string, offer: string, buyer: string): string {
  return hash('sha256', `${uuid} ${offer} ${buyer}`).slice(0, 32)
}
