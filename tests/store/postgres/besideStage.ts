import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { BUYERS, LEADS as LOCKED_LEADS } from '../../../src/store/engines/postgres/locks.ts'
import { openPostgres } from '../../../src/store/engines/postgres/open.ts'
import type { Limits } from '../../../src/store/nouns/leads/leadTypes.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import type { NewPixelEvent } from '../../../src/store/nouns/pixels/pixelTypes.ts'
import { IN_FULL } from '../../inFull.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import { databaseOf } from './database.ts'

/** Setup for tests of servers that write beside each other. */

export const AT = Date.now()
const DAY_MS = 86_400_000
export const LEADS = IN_FULL ? 120 : 24
export const LIMITS: Limits = {
  zone: 'UTC',
  caps: [],
  hours: null,
  isPaused: false,
  waitMs: { full: DAY_MS, closed: 0, paused: 0 },
}
export const END = { message: '', at: AT, due_at: null } as const

interface Staged {
  /** Buyers that each lead goes to. */
  buyers: readonly string[]
  leads?: number
  /** Person of the nth lead. */
  person?: (n: number) => number
  /** True if an email, an event and a webhook message fall due with each lead. */
  sends?: boolean
}

/** Several servers on one database, with leads that are due. */
export async function stage(
  place: string,
  { buyers, leads = LEADS, person = (n) => n, sends = false }: Staged,
) {
  const url = await databaseOf(`beside ${place}`)
  const stores = await Promise.all([1, 2, 3].map(() => openPostgres({ url })))
  const asking = new Client({ connectionString: url })
  await asking.connect()
  onTestFinished(async () => {
    await asking.end()
    await Promise.all(stores.map((store) => store.close()))
  })
  const [store, other, third] = stores as [Store, Store, Store]
  await publish(store, 'leadloom', AT)
  if (sends) await store.addWebhook(WEBHOOK)
  await Promise.all(
    Array.from({ length: leads }, async (_, n) => {
      await store.openSession(session({ uuid: uuidOf(n), at: AT }))
      const contacts = [{ kind: 'phone' as const, text: String(5125550100 + person(n)) }]
      const lead = { offer: 'mva', buyers: [...buyers], payload: {}, contacts }
      const mails = [
        { offer: 'mva', step: 'end', recipient: `ann${n}@example.com`, subject: 'Hello', body: 'Text' },
      ]
      const sent = sends ? { mails, pixelEvents: [EVENT] } : {}
      await store.appendStep(uuidOf(n), step({ id: uuidOf(1000 + n), at: AT }), { lead, ...sent })
    }),
  )
  const due = async (buyer: string) => store.dueDeliveries(buyer, AT, leads)
  return { store, other, stores: [store, other, third], asking, due }
}

export const ACCOUNT = { vendor: 'meta', account: '12345' }
const EVENT: NewPixelEvent = { ...ACCOUNT, name: 'Lead', kind: 'lead', offer: 'mva', step: '' }
const WEBHOOK: Omit<Webhook, 'ended_at'> = {
  name: 'crm',
  url: 'https://crm.example/hooks',
  kinds: ['lead'],
  persons: false,
  local: false,
  made_by: 'ada',
  made_at: AT,
}

/** Takes the lock of a buyer. */
export const buyerLock = (name: string) => `SELECT pg_advisory_xact_lock(${BUYERS}, hashtext('${name}'))`

/** Takes the lock of the lead named by a condition on sessions and their deliveries. */
export const leadLock = (where: string) =>
  `SELECT pg_advisory_xact_lock(${LOCKED_LEADS}, CAST(session AS INTEGER)) FROM sessions JOIN outbox USING (session)
   WHERE ${where} LIMIT 1`

export const saleOf = (external_id: string) => ({
  session_uuid: uuidOf(2),
  offer: 'mva',
  source: 'partner',
  external_id,
  cents: 100,
  returned: false,
  at: AT,
})

/** Waits until this many connections wait for a lock. */
export async function waiting(asking: Client, many = 1): Promise<void> {
  const WAITING = `SELECT CAST(COUNT(*) AS INTEGER) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  const count = async () => {
    // Within a transaction the first snapshot would stay.
    await asking.query('SELECT pg_stat_clear_snapshot()')
    return (await asking.query<{ n: number }>(WAITING)).rows[0]!.n
  }
  await expect.poll(count, { timeout: 10_000 }).toBe(many)
}

/** Number of deadlocks in the database. */
export async function deadlocks(asking: Client): Promise<number> {
  const { rows } = await asking.query<{ deadlocks: number }>(
    'SELECT CAST(deadlocks AS INTEGER) AS deadlocks FROM pg_stat_database WHERE datname = current_database()',
  )
  return rows[0]!.deadlocks
}
