import { expect, test } from 'vitest'
import { takeLock, WRITE_BESIDE } from '../../../src/store/engines/postgres/locks.ts'
import type { Store } from '../../../src/store/store.ts'
import { uuidOf } from '../history.ts'
import {
  ACCOUNT,
  AT,
  buyerLock,
  deadlocks,
  END,
  leadLock,
  LEADS,
  LIMITS,
  saleOf,
  stage,
  waiting,
} from './besideStage.ts'

/** Tests that several servers take up outbox entries, end them, resume them and send them again. Each entry locks its lead, and a delivery
 *  also locks its buyer. What operators write blocks no one. */

const GIVEN_UP = { state: 'dead', message: '', due_at: null } as const

interface Begun {
  attempt: number
  /** Address of an email. */
  recipient?: string
}

/** Operations on the entries of an outbox. */
interface Outbox {
  due: (store: Store) => Promise<number[]>
  begin: (store: Store, entry: number, leaseMs?: number) => Promise<Begun | null>
  giveUp: (store: Store, entry: number, begun: Begun) => Promise<void>
  resume: (store: Store) => Promise<number>
  replay: (store: Store, entry: number) => Promise<boolean>
}

const OUTBOXES: Record<'deliveries' | 'emails' | 'events' | 'messages', Outbox> = {
  deliveries: {
    due: (store) => store.dueDeliveries('acme', AT, LEADS),
    begin: (store, entry, leaseMs = 60_000) => store.beginAttempt(entry, AT, { leaseMs }),
    // A refusal, as a delivery that is given up in doubt isn't sent again.
    giveUp: (store, entry, { attempt }) => store.endAttempt(entry, attempt, { ...END, state: 'rejected' }),
    resume: (store) => store.resumeDeliveries(AT, false),
    replay: (store, entry) => store.replayDelivery(entry, AT),
  },
  emails: {
    due: (store) => store.dueMails(AT, LEADS),
    begin: (store, entry, leaseMs) => store.beginMail(entry, AT, leaseMs),
    giveUp: (store, entry, { attempt, recipient = '' }) =>
      store.endMail(entry, attempt, { ...GIVEN_UP, recipient, at: AT }),
    resume: (store) => store.resumeMails(AT, false),
    replay: (store, entry) => store.replayMail(entry, AT),
  },
  events: {
    due: (store) => store.duePixelEvents(ACCOUNT, AT, LEADS),
    begin: (store, entry, leaseMs) => store.beginPixelEvent(entry, AT, leaseMs),
    giveUp: (store, entry, { attempt }) => store.endPixelEvent(entry, attempt, GIVEN_UP),
    resume: (store) => store.resumePixelEvents(AT, false),
    replay: (store, entry) => store.replayPixelEvent(entry, AT),
  },
  messages: {
    due: (store) => store.dueWebhookMessages('crm', AT, LEADS),
    begin: (store, entry, leaseMs) => store.beginWebhookMessage(entry, AT, leaseMs),
    giveUp: (store, entry, { attempt }) => store.endWebhookMessage(entry, attempt, GIVEN_UP),
    resume: (store) => store.resumeWebhookMessages(AT, false),
    replay: (store, entry) => store.replayWebhookMessage(entry, AT),
  },
}

const NAMES = ['deliveries', 'emails', 'events', 'messages'] as const

test.each(NAMES)('every write of %s waits only for its own lead', async (name) => {
  const { due, begin, giveUp, resume, replay } = OUTBOXES[name]
  const { store, asking } = await stage(`of a lead, ${name}`, { buyers: ['acme'], leads: 1, sends: true })
  const [entry] = (await due(store)) as [number]
  let begun: Begun | null = null
  const acts: (() => Promise<unknown>)[] = [
    async () => (begun = await begin(store, entry, 0)),
    () => resume(store),
    async () => (begun = await begin(store, entry)),
    async () => giveUp(store, entry, begun!).then(() => true),
    () => replay(store, entry),
  ]
  for (const act of acts) {
    await asking.query('BEGIN')
    await asking.query(leadLock(`uuid = '${uuidOf(0)}'`))
    const done = act()
    await waiting(asking)
    await asking.query('COMMIT')
    expect(await done).toBeTruthy()
  }
})

test('every change to a delivery, and a returned sale, waits for the buyer', async () => {
  const { store, asking, due } = await stage('of a buyer', { buyers: ['acme'], leads: 3 })
  const [resumed, replayed, held] = (await due('acme')) as [number, number, number]
  await store.beginAttempt(resumed, AT, { leaseMs: 0 })
  await store.beginAttempt(replayed, AT)
  await store.endAttempt(replayed, 1, { ...END, state: 'dead' })
  await store.beginAttempt(held, AT, {
    limits: { ...LIMITS, isPaused: true, waitMs: { full: 0, closed: 0, paused: 60_000 } },
  })
  await store.sell(saleOf('P-1'))
  const report = { source: 'partner', key: null, cents: null, at: AT }
  const turns: [lock: string, act: () => Promise<unknown>][] = [
    [buyerLock('acme'), () => store.resumeDeliveries(AT, false)],
    [buyerLock('acme'), () => store.replayDelivery(replayed, AT)],
    [buyerLock('acme'), () => store.lookAgain('acme', AT)],
    [leadLock(`delivery = ${held}`), () => store.lookAgain(null, AT)],
    [buyerLock('partner'), () => store.returnSale({ ...report, external_id: 'P-0' })],
    [
      leadLock(`uuid = '${saleOf('').session_uuid}'`),
      () => store.returnSale({ ...report, external_id: 'P-1' }),
    ],
  ]
  for (const [lock, act] of turns) {
    await asking.query('BEGIN')
    await asking.query(lock)
    const done = act()
    await waiting(asking)
    await asking.query('COMMIT')
    expect(await done).toBeTruthy()
  }
})

test('a return that names a lead by our key waits for the lead', async () => {
  const { store, asking, due } = await stage('by key', { buyers: ['acme'], leads: 1 })
  const [delivery] = (await due('acme')) as [number]
  const { key } = (await store.beginAttempt(delivery, AT))!
  await store.endAttempt(delivery, 1, { ...END, state: 'accepted', sale: { external_id: 'A-1', cents: 100 } })
  await asking.query('BEGIN')
  await asking.query(leadLock(`delivery = ${delivery}`))
  const returned = store.returnSale({ source: 'acme', external_id: null, key, cents: null, at: AT })
  await waiting(asking)
  await asking.query('COMMIT')
  expect(await returned).toMatchObject({ outcome: 'returned' })
})

test('emails, events and messages continue while a server is delayed at a buyer', async () => {
  const { store, asking, due } = await stage('held up', { buyers: ['acme'], leads: 2, sends: true })
  const [delivery] = (await due('acme')) as [number]
  await asking.query('BEGIN')
  await asking.query(buyerLock('acme'))
  const begun = store.beginAttempt(delivery, AT)
  await waiting(asking)
  for (const name of ['emails', 'events', 'messages'] as const) {
    const { due, begin, giveUp } = OUTBOXES[name]
    for (const entry of await due(store)) await giveUp(store, entry, (await begin(store, entry))!)
    expect(await due(store)).toEqual([])
  }
  await asking.query('COMMIT')
  expect(await begun).toMatchObject({ attempt: 1 })
})

test.each(NAMES)('three servers at once take, resume, and resend each of %s once', async (name) => {
  const { due, begin, giveUp, resume, replay } = OUTBOXES[name]
  const { store, stores, asking } = await stage(`each once, ${name}`, { buyers: ['acme'], sends: true })
  const entries = await due(store)
  expect(entries).toHaveLength(LEADS)
  const orders = [entries, entries.toReversed(), entries.toSorted((a, b) => (a % 7) - (b % 7))]
  /** Runs an act on each entry by every server, all at once. Gives the entries for which it had an effect. */
  const byAll = async <T>(act: (store: Store, entry: number) => Promise<T>) => {
    const done = await Promise.all(
      stores.flatMap((store, i) =>
        orders[i]!.map(async (entry) => ({ entry, what: await act(store, entry) })),
      ),
    )
    return done.filter(({ what }) => what).toSorted((a, b) => a.entry - b.entry)
  }
  const once = entries.toSorted((a, b) => a - b)
  const lapsing = await byAll((store, entry) => begin(store, entry, 0))
  expect(lapsing.map(({ entry }) => entry)).toEqual(once)
  const resumed = await Promise.all(stores.map(resume))
  expect(resumed.reduce((sum, n) => sum + n)).toBe(LEADS)
  const begun = await byAll((store, entry) => begin(store, entry))
  expect(begun.map(({ entry, what }) => [entry, what!.attempt])).toEqual(once.map((entry) => [entry, 2]))
  expect(await Promise.all(stores.map(resume))).toEqual([0, 0, 0])
  await Promise.all(begun.map(({ entry, what }, i) => giveUp(stores[i % 3]!, entry, what!)))
  expect((await byAll(replay)).map(({ entry }) => entry)).toEqual(once)
  expect((await due(store)).toSorted((a, b) => a - b)).toEqual(once)
  expect(await deadlocks(asking)).toBe(0)
})

test('a return reported to three servers at once is booked once, in any order', async () => {
  const { store, stores, asking } = await stage('returns', { buyers: ['acme'] })
  const ids = Array.from({ length: LEADS }, (_, n) => `P-${n}`)
  await Promise.all(ids.map((id, n) => store.sell({ ...saleOf(id), session_uuid: uuidOf(n) })))
  const outcomes = await Promise.all(
    stores.flatMap((store, i) =>
      (i === 1 ? ids.toReversed() : ids).map(async (external_id) => {
        const report = { source: 'partner', external_id, key: null, cents: 100, at: AT }
        return (await store.returnSale(report)).outcome
      }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'returned')).toHaveLength(LEADS)
  expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(2 * LEADS)
  const [line] = await store.ledger({ path: null, from: 0, to: AT })
  expect(line).toMatchObject({ sales: LEADS, returns: LEADS, net_cents: 0 })
  expect(await deadlocks(asking)).toBe(0)
})

test('held leads become due for all servers at once, while these take others', async () => {
  const { store, stores, asking, due } = await stage('looked at again', { buyers: ['acme', 'bolt'] })
  const isPaused = { limits: { ...LIMITS, isPaused: true, waitMs: { full: 0, closed: 0, paused: 60_000 } } }
  await Promise.all((await due('acme')).map((delivery) => store.beginAttempt(delivery, AT, isPaused)))
  expect(await due('acme')).toEqual([])
  const others = await due('bolt')
  const begun = Promise.all(others.map((delivery, i) => stores[i % 3]!.beginAttempt(delivery, AT)))
  expect(await Promise.all(stores.map((store) => store.lookAgain(null, AT)))).toEqual([LEADS, LEADS, LEADS])
  expect((await begun).filter(Boolean)).toHaveLength(LEADS)
  expect(await due('acme')).toHaveLength(LEADS)
  expect(await deadlocks(asking)).toBe(0)
})

test('operators’ writes wait for no sale, and take turns across all servers', async () => {
  const { store, other, asking, due } = await stage('operators', { buyers: ['acme'], leads: 1 })
  const [delivery] = (await due('acme')) as [number]
  const note = (act: Store) => act.audit({ operator: 'ada', act: 'change_password', about: 'ada', at: AT })
  await asking.query('BEGIN')
  await asking.query(WRITE_BESIDE)
  await note(store)
  await asking.query(takeLock('recording'))
  expect(await store.beginAttempt(delivery, AT)).toMatchObject({ attempt: 1 })
  const ended: string[] = []
  const noted = note(other).then(() => ended.push('noted'))
  await waiting(asking)
  expect(ended).toEqual([])
  await asking.query('COMMIT')
  await noted
  await asking.query('BEGIN')
  await asking.query(takeLock('writing'))
  const after = note(store).then(() => ended.push('noted after all'))
  await waiting(asking)
  expect(ended).toEqual(['noted'])
  await asking.query('COMMIT')
  await after
})
