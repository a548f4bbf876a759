import { describe, expect, test } from 'vitest'
import { OperatorRole } from '../../../schemas/people/operator.ts'
import type { Commit } from '../../../src/store/kernel/storeState.ts'
import { LEADS_PER_SESSION } from '../../../src/store/nouns/leads/keptLeads.ts'
import { QUARANTINE_BODY_BYTES, QUARANTINE_SHARES } from '../../../src/store/nouns/sessions/quarantine.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

export function keepingContract(open: OpenStore): void {
  describe('keeping', () => {
    test('data is there after the store is reopened, and counts continue', async () => {
      const before = await open('keeping-again')
      await publish(before, 'leadloom', 1000)
      const { uuid, at } = session({})
      await before.openSession(session({}))
      await before.track(uuid, { kind: 'visit', at })
      const secret = await before.secret('click_ref')
      await before.close()

      const after = await open('keeping-again')
      await after.openSession(session({ uuid: uuidOf(1) }))
      expect(await after.track(uuid, { kind: 'visit', at })).toBe(false)
      expect(await after.track(uuidOf(1), { kind: 'visit', at })).toBe(true)
      expect(await after.secret('click_ref')).toBe(secret)
      expect(await after.report('analytics-epr', { path: null, from: at, to: at })).toMatchObject([
        { visits: 2 },
      ])
    })

    test('writes in progress finish before the store closes, and later ones are refused', async () => {
      const store = await open('keeping-close')
      const under = store.saveOperator({
        name: 'ada',
        role: 'admin',
        sites: null,
        password_hash: 'x',
        since: 1,
      })
      await store.close()

      await under
      await expect(store.ready()).rejects.toThrow('closed')
      expect(await (await open('keeping-close')).operatorCount()).toBe(1)
    })

    test('a session has a limited number of leads, and an existing one doesn’t count again', async () => {
      const store = await open('keeping-leads')
      await publish(store, 'leadloom', 1000)
      const { uuid, at } = session({})
      await store.openSession(session({}))
      const keep = (n: number) => store.storeLead(uuid, { phone: String(n) }, at)
      const kept = Array.from({ length: LEADS_PER_SESSION }, (_, n) => n)
      expect(await Promise.all(kept.map(keep))).toEqual(kept.map(() => true))
      expect([await keep(LEADS_PER_SESSION), await keep(0)]).toEqual([false, true])

      const leads = async () => (await store.outcomes(uuid)).filter(({ kind }) => kind === 'lead').length
      const due = (phone: string, buyers: string[]) => ({ offer: 'mva', buyers, payload: { phone } })
      await store.appendStep(uuid, step({ id: uuidOf(3) }), { lead: due('one more', []) })
      expect(await leads()).toBe(LEADS_PER_SESSION)
      // A buyer's payload is stored until it has been sent.
      for (const [n, phone] of ['to send', 'corrected'].entries())
        await store.appendStep(uuid, step({ id: uuidOf(4 + n) }), { lead: due(phone, ['acme']) })
      expect((await store.sessionDeliveries(uuid)).map(({ payload }) => payload)).toEqual([
        { phone: 'corrected' },
      ])
      expect(await leads()).toBe(LEADS_PER_SESSION + 1)
    })

    test('a buyer’s page for a visitor is stored until the visit is forgotten', async () => {
      const store = await open('keeping-redirect')
      await publish(store, 'leadloom', 1000)
      const [kept, forgotten] = [uuidOf(1), uuidOf(2)]
      const page = (uuid: string) => `https://apply.example/?who=${uuid}`
      const pages = async () =>
        (await Promise.all([kept, forgotten].map((uuid) => store.sessionDeliveries(uuid))))
          .flat()
          .map(({ redirect_url }) => redirect_url)
      for (const [n, uuid] of [kept, forgotten].entries()) {
        await store.openSession(session({ uuid }))
        const payload = { phone: `(512) 555-236${n}` }
        await store.appendStep(uuid, step({ id: uuidOf(10 + n) }), {
          lead: { offer: 'mva', buyers: ['acme'], payload },
        })
      }
      const at = session({}).at
      const due = await store.dueDeliveries('acme', at, 9)
      for (const delivery of due) await store.beginAttempt(delivery, at)
      const end = async (delivery: number, uuid: string) =>
        store.endAttempt(delivery, 1, {
          state: 'accepted',
          message: 'Yes.',
          at,
          due_at: null,
          redirect_url: page(uuid),
        })
      expect(await pages()).toEqual([null, null])
      await end(due[0]!, kept)
      await store.forgetSession(forgotten)
      await end(due[1]!, forgotten)
      expect(await pages()).toEqual([page(kept), null])
      await store.forgetSession(kept)
      expect(await pages()).toEqual([null, null])
    })

    test('the clock for forgetting advances one step at a time, whatever the system time, and never goes back', async () => {
      const store = await open('keeping-retention')
      const told: number[] = []
      for (const now of [100, 150, 9_000_000, 9_000_001, 20, 230, 390])
        told.push(await store.retentionInstant(now, 100))
      expect(told).toEqual([100, 150, 250, 350, 20, 230, 390])
      await store.close()
      expect(await (await open('keeping-retention')).retentionInstant(9_000_000, 100)).toBe(490)
    })

    test('every commit is reported, with the writes it saved', async () => {
      const store = await open('keeping-watched')
      const commits: Commit[] = []
      store.watch((commit) => commits.push(commit))
      await Promise.all([store.ready(), store.ready(), store.ready()])
      await store.ready()

      expect(commits.map(({ writes }) => writes).reduce((sum, writes) => sum + writes)).toBe(4)
      expect(commits.length).toBeLessThan(4)
      for (const { commitMs, trouble } of commits) expect([commitMs > 0, trouble]).toEqual([true, null])
      expect(await store.load()).toMatchObject({
        writes: 0,
        deliveries: { due: 0, underWay: 0, dead: 0 },
        oldest: { deliveries: null, mails: null, pixelEvents: null, webhookMessages: null, postbacks: null },
        leases: { open: 0, ended: 0 },
        backedUpAt: null,
      })
    })

    test('unfinished leads are counted by state, with the age of the oldest', async () => {
      const store = await open('keeping-load', { now: () => 200 })
      await publish(store, 'leadloom', 1000)
      await store.openSession(session({}))
      const lead = (offer: string, at: number) =>
        store.appendStep(session({}).uuid, step({ id: uuidOf(at), at }), {
          lead: { offer, buyers: ['acme'], payload: {} },
        })
      for (const [i, offer] of ['a', 'b', 'c', 'd'].entries()) await lead(offer, 10 + i)
      const [first, second, third] = await store.dueDeliveries('acme', 100, 10)
      for (const delivery of [first, second, third]) await store.beginAttempt(delivery!, 100)
      await store.endAttempt(first!, 1, { state: 'accepted', message: '', at: 101, due_at: null })
      await store.endAttempt(second!, 1, { state: 'dead', message: '', at: 101, due_at: null })

      expect(await store.load()).toMatchObject({
        deliveries: { due: 1, underWay: 1, dead: 1 },
        oldest: { deliveries: 12 },
        leases: { open: 1, ended: 0 },
      })
    })

    test('a secret is 64 hex digits, the same for the same name', async () => {
      const store = await open('keeping-secret')
      const [first, again, other] = await Promise.all(['a', 'a', 'b'].map((name) => store.secret(name)))

      expect(first).toMatch(/^[0-9a-f]{64}$/)
      expect(again).toBe(first)
      expect(other).not.toBe(first)
    })

    test('an operator is stored by name, and the last password counts', async () => {
      const store = await open('keeping-operators')
      const old = { name: 'ada', role: 'viewer', sites: null, password_hash: 'old', since: 1 } as const
      await store.saveOperator(old)
      await store.saveOperator({ ...old, role: 'admin', sites: null, password_hash: 'new', since: 2 })

      const ada = { name: 'ada', role: 'admin', sites: null, since: 2, revoked_at: null }
      expect(await store.operator('ada')).toEqual({ ...ada, password_hash: 'new', factor_from: null })
      expect(await store.operator('bob')).toBeNull()
      expect(await store.operatorCount()).toBe(1)
      expect(await store.operators()).toEqual([{ ...ada, second_factor_at: null }])
    })

    test('an operator can have any role', async () => {
      const store = await open('keeping-roles')
      for (const role of OperatorRole.enum) {
        await store.saveOperator({ name: role, role, sites: null, password_hash: 'x', since: 1 })
        expect(await store.operator(role)).toMatchObject({ role })
      }
    })

    test('the first operator is created once, even by simultaneous calls', async () => {
      const store = await open('keeping-first-operator')
      const made = await Promise.all(
        ['ada', 'bob', 'eve'].map((name) =>
          store.saveFirstOperator({ name, role: 'admin', sites: null, password_hash: name, since: 1 }),
        ),
      )
      expect(made).toEqual([true, false, false])
      expect((await store.operators()).map(({ name }) => name)).toEqual(['ada'])
    })

    test('a revoked account or a new password logs out that account everywhere, and no one else', async () => {
      const store = await open('keeping-revoked', { now: () => 1 })
      const ada = { name: 'ada', role: 'admin', sites: null, password_hash: 'x', since: 1 } as const
      const logIn = async () => {
        await store.saveLoginSession('ada-1', '{"operator":"ada"}', 1000)
        await store.saveLoginSession('bob-1', '{"operator":"bob"}', 1000)
      }
      const logins = () =>
        Promise.all(['ada-1', 'bob-1'].map(async (id) => (await store.loginSession(id)) !== null))
      await store.saveOperator(ada)
      await store.saveOperator({ ...ada, name: 'eve' })
      await logIn()
      await store.saveOperator({ ...ada, password_hash: 'y' })
      expect(await logins()).toEqual([false, true])
      await logIn()
      expect(await store.revokeOperator('ada', 5)).toBe('done')
      expect(await logins()).toEqual([false, true])
      expect(await store.revokeOperator('ada', 6)).toBe('unknown')
      expect(await store.operator('ada')).toMatchObject({ revoked_at: 5 })
    })

    test('failed logins count in a window that begins with the first, even after the store is reopened', async () => {
      const store = await open('keeping-failures')
      const [a, b] = [
        { key: 'a', most: 2 },
        { key: 'b', most: 3 },
      ]
      expect(await store.beginLogin([a, b], 1000, 500)).toBeNull()
      expect(await store.beginLogin([a], 1400, 500)).toBeNull()
      expect(await store.beginLogin([b, a], 1499, 500)).toBe(1000)
      await store.close()
      const again = await open('keeping-failures')
      expect(await again.beginLogin([a], 1499, 500)).toBe(1000)
      // A refused login isn't counted for any key.
      expect(await again.beginLogin([{ key: 'b', most: 2 }], 1499, 500)).toBeNull()
      expect(await again.beginLogin([a], 1500, 500)).toBeNull()
      expect(await again.beginLogin([a], 1600, 500)).toBeNull()
      expect(await again.beginLogin([a], 1999, 500)).toBe(1500)
    })

    test('only as many simultaneous logins are checked as may fail, and a right one doesn’t count', async () => {
      const store = await open('keeping-logins-at-once')
      const bound = { key: 'a', most: 5 }
      const begun = await Promise.all(Array.from({ length: 20 }, () => store.beginLogin([bound], 1000, 500)))
      expect(begun.filter((since) => since === null)).toHaveLength(5)
      await store.endLogin(['a'], false)
      expect(await store.beginLogin([bound], 1000, 500)).toBe(1000)
      await store.endLogin(['a', 'unknown'], true)
      expect(await store.beginLogin([bound], 1000, 500)).toBeNull()
      expect(await store.beginLogin([bound], 1000, 500)).toBe(1000)
    })

    test('the audit log is read newest first', async () => {
      const store = await open('keeping-audit')
      await store.audit({ at: 1, operator: 'ada', act: 'login', about: '' })
      await store.audit({ at: 2, operator: 'console', act: 'revoke', about: 'ada' })
      expect(await store.auditLog(1)).toEqual([{ at: 2, operator: 'console', act: 'revoke', about: 'ada' }])
    })

    test('a login ends when it’s deleted or its time is over', async () => {
      let now = 1000
      const store = await open('keeping-logins', { now: () => now })
      await store.saveLoginSession('one', '{"operator":"ada"}', 2000)
      await store.saveLoginSession('two', '{}', 2000)
      await store.saveLoginSession('two', '{"seen":1}', 3000)
      await store.dropLoginSession('one')
      expect(await store.loginSession('one')).toBeNull()
      expect(await store.loginSession('two')).toMatchObject({ data: '{"seen":1}' })

      now = 3000
      expect(await store.loginSession('two')).toBeNull()
    })

    test('the quarantine keeps the newest and cuts long bodies between characters', async () => {
      const store = await open('keeping-quarantine', { quarantineRows: 3 })
      const item = {
        session_uuid: null,
        call: 'POST /api/sessions/step',
        reason: 'unknown step',
        source: 'one',
      }
      for (const body of ['1', '2', '3', '4', `x${'é'.repeat(QUARANTINE_BODY_BYTES)}`])
        await store.quarantine({ ...item, body, at: 1000 })

      const kept = await store.quarantined(10)
      expect(kept).toHaveLength(3)
      expect(kept[0]!.body).toBe(`x${'é'.repeat(QUARANTINE_BODY_BYTES / 2 - 1)}`)
      expect(kept[1]).toEqual({ ...item, body: '4', at: 1000 })
      expect(await store.quarantined(1)).toHaveLength(1)
    })

    test('a flood replaces only its own entries in the quarantine', async () => {
      const store = await open('keeping-quarantine-flood', { quarantineRows: 60 })
      const item = { call: 'POST /api/sessions/step', reason: 'unknown step', at: 1000 }
      const setAside = (body: string, source: string, session_uuid: string) =>
        store.quarantine({ ...item, body, source, session_uuid })
      const flood = Array.from({ length: 2 * QUARANTINE_SHARES.session }, (_, n) => `${n}`)
      await Promise.all([
        setAside('of a visitor', 'one', 'visitor'),
        ...flood.map((body) => setAside(body, 'one', 'flood')),
        ...Array.from({ length: 100 }, (_, n) => setAside(`${n}`, 'another', `flood ${n}`)),
      ])
      const kept = await store.quarantined(1000)
      expect(kept.length).toBeLessThanOrEqual(60)
      expect(kept.filter((one) => one.session_uuid === 'visitor')).toHaveLength(1)
      expect(kept.filter((one) => one.session_uuid === 'flood').length).toBeGreaterThan(10)
      expect(kept[0]).toMatchObject({ body: '99', source: 'another' })
    })

    test('the quarantine keeps a limited number from one network', async () => {
      const store = await open('keeping-quarantine-network')
      const item = { call: 'POST /api/sessions/step', reason: 'unknown step', body: '', at: 1000 }
      const all = Array.from({ length: QUARANTINE_SHARES.source + 50 }, (_, n) =>
        store.quarantine({ ...item, source: 'one', session_uuid: `${n}` }),
      )
      await Promise.all(all)
      expect(await store.quarantined(10_000)).toHaveLength(QUARANTINE_SHARES.source)
    })
  })
}
