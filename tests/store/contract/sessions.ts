import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewConsent } from '../../../src/store/nouns/sessions/sessionTypes.ts'
import type { Store } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const NOON = Date.parse('2026-11-20T12:00:00-05:00')
const day = { path: 'leadloom', from: NOON, to: NOON + 1000 }

export function sessionContract(open: OpenStore): void {
  const openWithVersion = async (place: string): Promise<Store> => {
    const store = await open(place)
    await publish(store, 'leadloom', 1000)
    return store
  }

  describe('sessions', () => {
    test('a session is read as it was opened, with its tracking IDs and its steps in recorded order', async () => {
      const store = await openWithVersion('sessions-read')
      const opened = session({ at: NOON, sub2: 'spring' })
      await store.openSession(opened)
      await store.patchSession(opened.uuid, 'jornaya_lead_id', 'J-1')
      const steps = ['zip', 'state', 'zip'].map((step_key, i) => step({ id: uuidOf(900 - i), step_key }))
      for (const each of steps) await store.appendStep(opened.uuid, each)

      expect(await store.session(opened.uuid)).toEqual({
        ...opened,
        language: 'en',
        clicks: [],
        tracking: { jornaya_lead_id: 'J-1' },
        steps,
      })
      expect(await store.session(uuidOf(404))).toBeNull()
    })

    test('forgets all expired visitors at once, except those who became leads, and no one else', async () => {
      const store = await openWithVersion('sessions-expired')
      const opened = [1000, 2000, 3000, 4000].map((at, n) => session({ uuid: uuidOf(n), at }))
      for (const [n, one] of opened.entries()) {
        await store.openSession({ ...one, user_agent: n < 2 ? 'of the old' : 'of all' })
        await store.appendStep(one.uuid, step({ id: uuidOf(100 + n) }))
      }
      await store.storeLead(uuidOf(1), { phone: '2125550123' }, 2000)
      await store.storeLead(uuidOf(2), { phone: '2125550124' }, 3000)
      const answers = async () =>
        Promise.all(opened.map(async ({ uuid }) => (await store.session(uuid))!.steps[0]!.answers.length))
      const agents = async () =>
        Promise.all(opened.map(async ({ uuid }) => (await store.session(uuid))!.user_agent))

      const before = { sessions: 4000, leads: 2001, privacyRequests: 0 }
      expect(await store.expire(before, 1)).toBe(1)
      expect(await answers()).toEqual([0, 1, 1, 1])
      expect(await agents()).toEqual(['', 'of the old', 'of all', 'of all'])
      expect(await store.expire({ ...before, leads: 4000 }, 100)).toBe(2)
      expect(await answers()).toEqual([0, 0, 0, 1])
      expect(await agents()).toEqual(['', '', '', 'of all'])
      expect((await store.erasedAfter(0)).uuids.toSorted()).toEqual([uuidOf(0), uuidOf(1), uuidOf(2)])
      expect(await store.expire({ ...before, leads: 4000 }, 100)).toBe(0)
    })

    test('no personal data comes back to a forgotten session', async () => {
      const store = await openWithVersion('sessions-forgotten')
      const { uuid, at } = session({})
      await store.openSession(session({}))
      await store.appendStep(uuid, step({ id: uuidOf(1) }))
      expect(await store.forgetSession(uuid)).toBe(true)
      expect(await store.forgetSession(uuidOf(404))).toBe(false)
      const before = await store.session(uuid)

      const click = {
        query: {},
        page_url: 'https://a.example/?phone=2125550123',
        referrer: '',
        at,
        arrival: 1,
      }
      const words = { aff_id: '', sub1: '', sub2: '', sub3: '' }
      for (const refused of [
        store.appendStep(uuid, step({ id: uuidOf(2) })),
        store.storeLead(uuid, { phone: '2125550123' }, at),
        store.patchSession(uuid, 'jornaya_lead_id', 'J-1'),
        store.arrive(uuid, { ...click, ...words }),
      ])
        await expect(refused).rejects.toThrow('was forgotten')
      expect(await store.session(uuid)).toEqual(before)
      expect((await store.outcomes(uuid)).filter(({ kind }) => kind === 'lead')).toEqual([])
    })

    test('a session without a visitor isn’t a page visit until its first one is tracked, and says so', async () => {
      const store = await openWithVersion('sessions-suspectedBot')
      const { uuid } = session({})
      await store.openSession(session({ suspectedBot: true, at: NOON }))
      expect(await store.session(uuid)).toMatchObject({ suspectedBot: true })
      expect(await store.report('visits-by-affiliate', day)).toEqual([])

      const tracked = [1, 2].map(() => store.track(uuid, { kind: 'page_visit', at: NOON + 1 }))
      expect(await Promise.all(tracked)).toEqual([true, false])
      expect(await store.session(uuid)).not.toHaveProperty('suspectedBot')
      expect(await store.report('visits-by-affiliate', day)).toMatchObject([{ page_visits: 1 }])
      expect(await store.versions()).toMatchObject([{ sessions: 1 }])
    })

    test('another click is a separate page visit, once, and later events count for it', async () => {
      const store = await openWithVersion('sessions-clicks')
      const { uuid } = session({})
      await store.openSession(session({ at: NOON, aff_id: '86' }))
      await store.patchSession(uuid, 'ef_transaction_id', 'E-1')
      await store.track(uuid, { kind: 'visit', at: NOON })
      const click = {
        query: { affid: '104', sub1: 'b' },
        page_url: 'https://a.example/?b',
        referrer: 'b',
        at: NOON + 1,
      }
      const words = { aff_id: '104', sub1: 'b', sub2: '', sub3: '' }
      const arrived = [1, 2].map(() => store.arrive(uuid, { ...click, ...words, arrival: 1 }))
      expect(await Promise.all(arrived)).toEqual([true, false])
      await store.track(uuid, { kind: 'registration', at: NOON + 2 })

      const { clicks, aff_id, sub1, origin, tracking } = (await store.session(uuid))!
      expect({ clicks, aff_id, sub1, tracking }).toEqual({
        clicks: [click],
        aff_id: '104',
        sub1: 'b',
        tracking: {},
      })
      expect(origin).toEqual(session({}).origin)
      const rows = await store.report('visits-by-affiliate', day)
      expect(rows.map((row) => [row.aff_id, row.page_visits, row.filled_basic_data])).toEqual([
        ['104', 1, 1],
        ['86', 1, 0],
      ])
      const { rows: behind } = await store.drilldown('visitors', { ...day, kind: 'page_visit' })
      expect(behind.map(({ session_uuid, ...row }) => [session_uuid, row.aff_id])).toEqual([
        [uuid, '104'],
        [uuid, '86'],
      ])
      expect(await store.versions()).toMatchObject([{ sessions: 1 }])
    })

    test('a session without a visitor gets its page visit when the visitor arrives by another click', async () => {
      const store = await openWithVersion('sessions-click-attends')
      const { uuid } = session({})
      await store.openSession(session({ suspectedBot: true, at: NOON }))
      const click = { query: { affid: '104' }, page_url: '', referrer: '', at: NOON + 1 }
      await store.arrive(uuid, { ...click, aff_id: '104', sub1: '', sub2: '', sub3: '', arrival: 1 })
      expect(await store.track(uuid, { kind: 'page_visit', at: NOON + 2 })).toBe(false)
      expect(await store.report('visits-by-affiliate', day)).toMatchObject([
        { aff_id: '104', page_visits: 1 },
      ])
      expect(await store.session(uuid)).not.toHaveProperty('suspectedBot')
      expect(await store.versions()).toMatchObject([{ sessions: 1 }])
    })

    test('an opt-out that comes with a step applies to the lead of that step', async () => {
      const store = await openWithVersion('sessions-opt-out')
      const { uuid } = session({})
      await store.openSession(session({ at: NOON }))
      const lead = { offer: 'mva', buyers: ['acme'], payload: {} }
      await store.appendStep(uuid, step({ at: NOON }), { lead, opt_out: 'gpc' })
      const [delivery] = await store.dueDeliveries('acme', NOON, 1)
      expect(await store.beginAttempt(delivery!, NOON)).toBeNull()
      expect(await store.deliveries({ state: null, limit: 1 })).toMatchObject([{ state: 'suppressed' }])
    })

    test('what’s sent twice is stored and counted once', async () => {
      const store = await openWithVersion('sessions-twice')
      const { uuid } = session({})
      const tell = async () => {
        await store.openSession(session({ at: NOON }))
        return [
          await store.appendStep(uuid, step({})),
          await store.track(uuid, { kind: 'visit', at: NOON }),
          await store.track(uuid, { kind: 'registration', at: NOON }),
          await store.track(uuid, { kind: 'impression', offer: 'mva', at: NOON }),
          await store.linkOut({ uuid: uuidOf(7), session_uuid: uuid, offer: 'mva', step: 'zip', at: NOON }),
        ]
      }

      expect(await tell()).toEqual([true, true, true, true, true])
      expect(await tell()).toEqual([false, false, false, false, false])
      expect((await store.session(uuid))?.steps).toHaveLength(1)
      expect(await store.report('visits-by-affiliate', day)).toEqual([
        { aff_id: '86', page_visits: 1, filled_basic_data: 1 },
      ])
      expect(await store.report('analytics-epr', day)).toMatchObject([{ visits: 1 }])
      expect(await store.report('analytics-ecpm', day)).toMatchObject([{ offer: 'mva', impressions: 1 }])
    })

    test('a step checked against other submissions than the session has isn’t kept, nor is its data', async () => {
      const store = await openWithVersion('sessions-judged')
      const { uuid } = session({})
      await store.openSession(session({ at: NOON }))
      const lead = { offer: 'mva', buyers: ['acme'], payload: {} }
      const keep = (n: number, judgedAfter: number) =>
        store.appendStep(uuid, step({ id: uuidOf(n), at: NOON }), { lead, judgedAfter })
      expect(await keep(1, 1)).toBe(false)
      expect(await store.sessionDeliveries(uuid)).toEqual([])
      expect(await Promise.all([keep(1, 0), keep(2, 0)])).toEqual([true, false])
      expect(await keep(2, 1)).toBe(true)
      expect(await keep(1, 2)).toBe(false)
      expect((await store.session(uuid))?.steps.map(({ id }) => id)).toEqual([uuidOf(1), uuidOf(2)])
    })

    test('consents are stored with their step, once, in the order they were given', async () => {
      const store = await openWithVersion('sessions-consents')
      const { uuid } = session({})
      await store.openSession(session({ at: NOON }))
      const consent = (field: string, decision: NewConsent['decision'] = 'agreed'): NewConsent => ({
        decision,
        field,
        text: `I agree to ${field}.`,
        flow_sha256: 'b'.repeat(64),
        sellers: ['Acme', 'Best'],
        control: { element: 'submit', text: 'Go', state: 'pressed' },
        browser_at: NOON - 1,
        ip: '203.0.113.7',
        user_agent: 'Phone 9',
        opt_out: null,
        certificates: { jornaya_lead_id: 'J-1' },
        html: '<p>I agree</p>',
      })
      const carrying = step({ id: uuidOf(3), at: NOON + 5 })
      const consents = [consent('mva_tcpa'), consent('wc_tcpa', 'refused'), consent('ru_tcpa', 'no_evidence')]
      expect(await store.appendStep(uuid, carrying, { consents })).toBe(true)
      expect(await store.appendStep(uuid, carrying, { consents: [consent('cl_tcpa')] })).toBe(false)

      const { id: submission, offer_key: offer, step_key, page_url, at } = carrying
      const ofStep = { submission, offer, step: step_key, version: 1, page_url, at }
      expect(await store.consents(uuid)).toEqual(
        consents.map((each) => ({ ...each, text_sha256: hash('sha256', each.text), ...ofStep })),
      )
      expect(await store.consents(uuidOf(404))).toEqual([])
    })

    test('lists a session’s events in order of time, without those of other sessions', async () => {
      const store = await openWithVersion('sessions-outcomes')
      const { uuid } = session({})
      const other = session({ uuid: uuidOf(2), at: NOON })
      for (const opened of [session({ at: NOON }), other]) await store.openSession(opened)
      await store.track(uuid, { kind: 'visit', at: NOON + 1 })
      await store.track(uuid, { kind: 'impression', offer: 'mva', at: NOON + 1 })
      await store.track(other.uuid, { kind: 'visit', at: NOON + 2 })
      await store.track(uuid, { kind: 'registration', at: NOON + 3 })
      await store.storeLead(uuid, { phone: '5125552368' }, NOON + 4)
      await store.linkOut({ uuid: uuidOf(7), session_uuid: uuid, offer: 'mva', step: 'zip', at: NOON + 5 })
      const sale = { session_uuid: uuid, offer: 'mva', source: 'buyer', external_id: '1', cents: 1250 }
      await store.sell({ ...sale, returned: false, at: NOON + 6 })
      await store.sell({ ...sale, returned: true, at: NOON + 7 })

      const told = (await store.outcomes(uuid)).map(({ kind, offer, cents, at }) => [
        kind,
        offer,
        cents,
        at - NOON,
      ])
      expect(told).toEqual([
        ['page_visit', '', null, 0],
        ['visit', '', null, 1],
        ['impression', 'mva', null, 1],
        ['registration', '', null, 3],
        ['lead', '', null, 4],
        ['link_out', 'mva', null, 5],
        ['sale', 'mva', 1250, 6],
        ['return', 'mva', -1250, 7],
      ])
      expect(await store.outcomes(uuidOf(404))).toEqual([])
    })

    test('an impression counts once per offer, whatever else is tracked', async () => {
      const store = await openWithVersion('sessions-offers')
      await store.openSession(session({}))
      const reached = ['mva', 'wc', 'mva'].map((offer) =>
        store.track(uuidOf(0), { kind: 'impression', offer, at: NOON }),
      )

      expect(await Promise.all(reached)).toEqual([true, true, false])
    })

    test('the same step ID in two sessions is two steps', async () => {
      const store = await openWithVersion('sessions-two')
      for (const uuid of [uuidOf(1), uuidOf(2)]) {
        await store.openSession(session({ uuid }))
        expect(await store.appendStep(uuid, step({ id: uuidOf(9) }))).toBe(true)
      }
    })

    test('a write to an unknown session is refused by name, without affecting other writes', async () => {
      const store = await openWithVersion('sessions-unknown')
      await store.openSession(session({}))
      const lost = uuidOf(404)
      const outcomes = await Promise.allSettled([
        store.appendStep(uuidOf(0), step({ id: uuidOf(1) })),
        store.appendStep(lost, step({})),
        store.track(lost, { kind: 'visit', at: NOON }),
        store.patchSession(lost, 'ef_transaction_id', 'E'),
        store.storeLead(lost, {}, NOON),
        store.linkOut({ uuid: uuidOf(7), session_uuid: lost, offer: 'mva', step: 'zip', at: NOON }),
        store.sell({ ...SALE, session_uuid: lost }),
        store.openSession(session({ uuid: uuidOf(5), version: 99 })),
        store.track(uuidOf(0), { kind: 'visit', at: NOON }),
        store.appendStep(uuidOf(0), step({ id: uuidOf(2) })),
      ])

      expect(outcomes.map(({ status }) => status).join()).toBe(
        'fulfilled,rejected,rejected,rejected,rejected,rejected,rejected,rejected,fulfilled,fulfilled',
      )
      expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringContaining(lost) } })
      expect((await store.session(uuidOf(0)))?.steps.map(({ id }) => id)).toEqual([uuidOf(1), uuidOf(2)])
      expect(await store.report('analytics-epr', day)).toMatchObject([{ visits: 1 }])
      expect(await store.session(uuidOf(5))).toBeNull()
    })

    test('simultaneous writes are all kept, in the order they came', async () => {
      const store = await openWithVersion('sessions-together')
      await store.openSession(session({}))
      const ids = Array.from({ length: 3000 }, (_, i) => uuidOf(i))
      const kept = await Promise.all(ids.map((id) => store.appendStep(uuidOf(0), step({ id }))))

      expect(kept.every(Boolean)).toBe(true)
      expect((await store.session(uuidOf(0)))?.steps.map(({ id }) => id)).toEqual(ids)
    })
  })
}

const SALE = { offer: 'mva', source: 'partner', external_id: '1', cents: 100, returned: false, at: NOON }
