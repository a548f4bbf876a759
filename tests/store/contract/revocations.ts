import { describe, expect, test } from 'vitest'
import type { NewRevocation } from '../../../src/store/nouns/revocations/revocationTypes.ts'
import { DAY_MS } from '../../../src/time/durations.ts'
import type { OpenStore } from '../contract.ts'
import { newVersion, session, step, uuidOf } from '../history.ts'

/** A Friday. Thanksgiving is one of the days until the deadline. */
const AT = Date.parse('2026-11-20T12:00:00-05:00')
const DEADLINE = Date.parse('2026-12-08T00:00:00-05:00') - 1
const ANN = { phone: '(512) 555-2368', email: 'ann@example.com' }

export function revocationContract(open: OpenStore): void {
  describe('revocations', () => {
    async function stage(place: string) {
      const store = await open(`revocations ${place}`, { now: () => AT })
      await store.publish(newVersion('loom', AT - DAY_MS))
      let n = 0
      /** A visitor's lead for some buyers; resolves to the session, and each delivery's number and key. */
      const lead = async (
        buyers: string[],
        who: { phone: string; email: string } = ANN,
        more: object = {},
      ) => {
        const uuid = uuidOf(++n)
        await store.openSession(session({ uuid, at: AT, version: 1, path: 'loom' }))
        const contacts = [
          { kind: 'phone' as const, text: who.phone },
          { kind: 'email' as const, text: who.email },
        ]
        const kept = { offer: 'main', buyers, payload: { ...more, ...who }, contacts }
        await store.appendStep(uuid, step({ id: uuidOf(1000 + n), at: AT }), { lead: kept })
        const made = await store.leadDeliveries(uuid)
        const deliveries = Object.fromEntries(made.map(({ buyer, delivery }) => [buyer, delivery]))
        const keys = Object.fromEntries(made.map(({ buyer, key }) => [buyer, key]))
        return { uuid, deliveries, keys }
      }
      const begin = (delivery: number | undefined) => store.beginAttempt(delivery!, AT)
      const end = (delivery: number | undefined, state: 'accepted' | 'rejected') =>
        store.endAttempt(delivery!, 1, {
          state,
          message: 'Answered.',
          at: AT,
          due_at: null,
          ...(state === 'accepted' && { sale: { external_id: `sale-${delivery}`, cents: 2500 } }),
        })
      const sell = async (delivery: number | undefined) => {
        await begin(delivery)
        await end(delivery, 'accepted')
      }
      const stop = async (more: Partial<NewRevocation> = {}, at = AT) => {
        const said = { source: '', ref: `r${++n}`, channel: 'desk' as const, by: 'ann', means: '' }
        const [taken] = await store.takeRevocations(
          [{ ...said, said: 'STOP', ...ANN, lead: null, said_at: AT, ...more }],
          at,
        )
        return taken!
      }
      const stateOf = async (delivery: number | undefined) => (await store.delivery(delivery!))?.state
      const noticesOf = async (uuid: string) => (await store.revocationsOf(uuid, [])).notices
      return { store, lead, begin, end, sell, stop, stateOf, noticesOf }
    }

    test('a buyer’s report stops what is on its way, and reaches every other buyer that has the person', async () => {
      const { store, lead, begin, end, sell, stop, stateOf, noticesOf } = await stage('reach')
      const { uuid, deliveries } = await lead(['acme', 'bolt', 'core', 'dusk', 'echo'])
      await sell(deliveries['acme'])
      await sell(deliveries['bolt'])
      await begin(deliveries['dusk'])
      await end(deliveries['dusk'], 'rejected')
      await begin(deliveries['echo'])
      const other = await lead(['acme'], { phone: '5125552369', email: 'bob@example.com' })
      await sell(other.deliveries['acme'])
      const again = await lead(['bolt'], { phone: '512.555.2368', email: 'ann.other@example.com' })
      await sell(again.deliveries['bolt'])

      expect(await stop({ source: 'acme', email: null })).toEqual({ outcome: 'taken', notices: 3 })
      expect(await stateOf(deliveries['core'])).toBe('suppressed')
      expect(await noticesOf(uuid)).toMatchObject([
        { buyer: 'acme', state: 'sent', acknowledged_at: AT, acknowledged_by: 'acme', deadline: DEADLINE },
        { buyer: 'bolt', state: 'due', acknowledged_at: null, deadline: DEADLINE },
        { buyer: 'echo', state: 'due', acknowledged_at: null },
      ])
      expect(await noticesOf(again.uuid)).toMatchObject([{ buyer: 'bolt', state: 'due' }])
      expect(await noticesOf(other.uuid)).toEqual([])
      // Another visit with the number, and the same visit, are sold to nobody anymore.
      const later = await lead(['bolt', 'zeta'], { phone: '+1 512 555 2368', email: 'new@example.com' })
      expect(await begin(later.deliveries['zeta'])).toBeNull()
      expect(await stateOf(later.deliveries['zeta'])).toBe('suppressed')
      expect(await store.optOutsOfLead({ session_uuid: uuid, offer: 'main' }, [])).toMatchObject([
        { of: 'session', source: 'revocation' },
      ])
      // Bob's lead is sold as before.
      const bob = await lead(['zeta'], { phone: '5125552369', email: 'bob@example.com' })
      expect(await begin(bob.deliveries['zeta'])).toMatchObject({ buyer: 'zeta' })
    })

    test('a notice waits for a lead in flight, and isn’t sent if the buyer didn’t take it', async () => {
      const { store, lead, begin, end, stop, noticesOf } = await stage('flight')
      const { uuid, deliveries, keys } = await lead(['acme', 'bolt', 'core'])
      for (const delivery of Object.values(deliveries)) await begin(delivery)
      expect(await stop()).toEqual({ outcome: 'taken', notices: 3 })
      const [acme, bolt, core] = (await noticesOf(uuid)).map(({ notice }) => notice)
      expect(await store.dueNotices('acme', AT, 9)).toEqual([acme])
      expect(await store.beginNotice(acme!, AT)).toBeNull()
      expect(await store.dueNotices('acme', AT, 9)).toEqual([])
      await end(deliveries['acme'], 'accepted')
      await end(deliveries['bolt'], 'rejected')
      const unheard = { state: 'dead', message: 'No answer.', at: AT, due_at: null, isUnsure: true } as const
      await store.endAttempt(deliveries['core']!, 1, unheard)
      const later = AT + 60_000
      expect(await store.beginNotice(acme!, later)).toEqual({
        notice: acme,
        attempt: 1,
        buyer: 'acme',
        key: keys['acme'],
        external_id: `sale-${deliveries['acme']}`,
        ...ANN,
        said: 'STOP',
        said_at: AT,
        at: AT,
        deadline: DEADLINE,
      })
      expect(await store.beginNotice(bolt!, later)).toBeNull()
      expect(await store.beginNotice(core!, later)).toMatchObject({ buyer: 'core' })
      expect(await noticesOf(uuid)).toMatchObject([
        { buyer: 'acme', state: 'due', attempts: 1 },
        { buyer: 'bolt', state: 'suppressed', last: 'Not sent: the buyer didn’t get the lead.' },
        { buyer: 'core', state: 'due', attempts: 1 },
      ])
    })

    test('a buyer that never got the person speaks only for itself, and learns nothing', async () => {
      const { store, lead, begin, sell, stop, stateOf, noticesOf } = await stage('wrong buyer')
      const { uuid, deliveries, keys } = await lead(['acme', 'bolt', 'rude'])
      await sell(deliveries['acme'])
      const known = await stop({ source: 'rude' })
      expect(known).toEqual(await stop({ source: 'rude', phone: '2125550199', email: 'no@example.com' }))
      expect(known).toEqual({ outcome: 'taken', notices: 0 })
      expect(await stateOf(deliveries['rude'])).toBe('suppressed')
      expect(await stateOf(deliveries['bolt'])).toBe('due')
      expect(await noticesOf(uuid)).toEqual([])
      expect((await store.revocations({ now: AT, limit: 9 })).map(({ scope }) => scope)).toEqual([
        'buyer',
        'buyer',
      ])
      const later = await lead(['bolt', 'rude'])
      expect(await begin(later.deliveries['rude'])).toBeNull()
      expect(await begin(later.deliveries['bolt'])).toMatchObject({ buyer: 'bolt' })
      // Another buyer's key of the lead proves nothing.
      expect(await stop({ source: 'rude', phone: null, email: null, lead: keys['acme']! })).toEqual({
        outcome: 'unnamed',
        notices: 0,
      })
      // Neither does its own of a lead that it never got.
      expect(await stop({ source: 'bolt', phone: null, email: null, lead: keys['bolt']! })).toEqual({
        outcome: 'unnamed',
        notices: 0,
      })
    })

    test('a report by the lead’s key is about the person of that lead', async () => {
      const { store, lead, begin, sell, stop, noticesOf } = await stage('by key')
      // A number in a page’s address is no one’s.
      const page = 'https://a.example/?sub1=5125559999'
      const { uuid, deliveries, keys } = await lead(['acme', 'bolt'], ANN, { page })
      await sell(deliveries['acme'])
      await sell(deliveries['bolt'])
      const byKey = { source: 'acme', ref: 'own-1', phone: null, email: null, lead: keys['acme']! }
      expect(await stop(byKey)).toEqual({ outcome: 'taken', notices: 1 })
      expect(await noticesOf(uuid)).toMatchObject([{ buyer: 'acme' }, { buyer: 'bolt' }])
      expect(await store.revocations({ now: AT, limit: 1 })).toMatchObject([ANN])
      const later = await lead(['zeta'])
      expect(await begin(later.deliveries['zeta'])).toBeNull()
      // A lead that was forgotten meanwhile names its other buyers all the same.
      const second = await lead(['acme', 'bolt'], { phone: '2125550101', email: 'cem@example.com' })
      await sell(second.deliveries['acme'])
      await sell(second.deliveries['bolt'])
      await store.forgetSession(second.uuid)
      const forgotten = { ...byKey, ref: 'own-2', lead: second.keys['acme']! }
      expect(await stop(forgotten)).toEqual({ outcome: 'taken', notices: 1 })
      // What the person said goes too if nothing else is known of them.
      await store.expire({ sessions: 0, leads: 0, privacyRequests: 0, revocations: AT + 1 }, 9)
      expect(await store.revocations({ now: AT, limit: 1 })).toMatchObject([{ said: '', phone: null }])
      expect(await noticesOf(second.uuid)).toMatchObject([{ buyer: 'acme' }, { buyer: 'bolt' }])
      await store.forgetSession(uuid)
      expect(await stop(byKey)).toEqual({ outcome: 'known', notices: 0 })
      // A buyer may have bought a lead without our hearing of it.
      const third = await lead(['acme', 'bolt'], { phone: '2125550102', email: 'dee@example.com' })
      await sell(third.deliveries['bolt'])
      await begin(third.deliveries['acme'])
      const unheard = { state: 'dead', message: 'No answer.', at: AT, due_at: null, isUnsure: true } as const
      await store.endAttempt(third.deliveries['acme']!, 1, unheard)
      await store.forgetSession(third.uuid)
      const inDoubt = { ...byKey, ref: 'own-3', lead: third.keys['acme']! }
      expect(await stop(inDoubt)).toEqual({ outcome: 'taken', notices: 1 })
      const [known] = await noticesOf(third.uuid)
      await store.replayNotice(known!.notice, AT)
      expect(await store.beginNotice(known!.notice, AT)).toMatchObject({ buyer: 'acme', phone: null })
    })

    test('a person is found by email address alone, in any notation', async () => {
      const { lead, begin, sell, stop, noticesOf } = await stage('by email')
      const { uuid, deliveries } = await lead(['acme'])
      await sell(deliveries['acme'])
      const earlier = { phone: null, email: 'ANN@example.com ', said_at: AT - 3 * DAY_MS }
      expect(await stop(earlier)).toEqual({ outcome: 'taken', notices: 1 })
      // The ten business days begin when the person said it.
      const deadline = Date.parse('2026-12-03T00:00:00-05:00') - 1
      expect(await noticesOf(uuid)).toMatchObject([{ buyer: 'acme', deadline }])
      const later = await lead(['zeta'], { phone: '2125550177', email: 'Ann@Example.com' })
      expect(await begin(later.deliveries['zeta'])).toBeNull()
    })

    test('the same ID of the same source changes nothing, unless it names another person', async () => {
      const { store, stop } = await stage('doubled')
      const mine = { source: 'acme', ref: 'own-1' }
      expect((await stop(mine)).outcome).toBe('taken')
      expect((await stop({ ...mine, phone: '+1 512-555-2368' }, AT + 1)).outcome).toBe('known')
      expect((await stop({ ...mine, phone: '5125552300' })).outcome).toBe('conflict')
      expect((await stop({ ...mine, email: 'bob@example.com' })).outcome).toBe('conflict')
      expect((await stop({ ...mine, source: 'bolt' })).outcome).toBe('taken')
      expect((await stop({ ...mine, ref: 'own-2' })).outcome).toBe('taken')
      expect((await stop({ phone: null, email: null })).outcome).toBe('unnamed')
      expect(await store.revocations({ now: AT, limit: 9 })).toHaveLength(3)
      expect((await store.revocations({ now: AT, limit: 9, buyer: 'acme' })).map(({ at }) => at)).toEqual([
        AT,
        AT,
      ])
    })

    test('suppression outlives forgetting, and its texts go after their time', async () => {
      const { store, lead, begin, sell, stop, noticesOf } = await stage('forgotten')
      const { uuid, deliveries } = await lead(['acme', 'bolt'])
      await sell(deliveries['acme'])
      await stop({ source: 'bolt', ref: 'own' })
      await stop()
      await store.forgetSession(uuid)
      const [{ notice } = { notice: 0 }] = await noticesOf(uuid)
      // The lead is gone, so the buyer gets the contacts that the person gave.
      expect(await store.beginNotice(notice, AT)).toMatchObject({ buyer: 'acme', ...ANN })
      const years = AT + 1
      await store.expire({ sessions: 0, leads: 0, privacyRequests: 0, revocations: years - 1 }, 9)
      expect(await store.revocations({ now: AT, limit: 9 })).toMatchObject([{ said: 'STOP' }, {}])
      await store.expire({ sessions: 0, leads: 0, privacyRequests: 0, revocations: years }, 9)
      expect(await store.revocations({ now: AT, limit: 9, search: ANN.email })).toMatchObject([
        { said: '', phone: null, email: null },
        { said: '', phone: null, email: null },
      ])
      for (const buyer of ['zeta', 'bolt']) {
        const later = await lead([buyer])
        expect(await begin(later.deliveries[buyer])).toBeNull()
      }
      expect(await stop({ source: 'bolt', ref: 'own' })).toEqual({ outcome: 'known', notices: 0 })
    })

    test('notices are confirmed by their buyers or by hand, and late ones are found once for each level', async () => {
      const { store, lead, sell, stop, noticesOf } = await stage('deadline')
      const { uuid, deliveries } = await lead(['acme', 'bolt', 'core'])
      for (const buyer of ['acme', 'bolt', 'core']) await sell(deliveries[buyer])
      await stop()
      const [acme, bolt, core] = (await noticesOf(uuid)).map(({ notice }) => notice)
      await store.beginNotice(acme!, AT)
      await store.endNotice(acme!, 1, {
        state: 'sent',
        message: 'OK.',
        due_at: null,
        acknowledged_at: AT + 5,
      })
      await store.beginNotice(bolt!, AT)
      await store.endNotice(bolt!, 1, {
        state: 'sent',
        message: 'Mailed.',
        due_at: null,
        acknowledged_at: null,
      })
      expect((await noticesOf(uuid))[1]).toMatchObject({ state: 'sent', acknowledged_by: null })
      const late = async (before: number, level: number) =>
        (await store.lateNotices(before, level, 9)).map(({ notice }) => notice)
      expect(await late(DEADLINE, 1)).toEqual([])
      expect(await late(DEADLINE + 1, 1)).toEqual([bolt, core])
      await store.noteEscalated([bolt!], 1)
      expect(await late(DEADLINE + 1, 1)).toEqual([core])
      expect(await late(DEADLINE + 1, 2)).toEqual([bolt, core])
      expect(await store.openNotices(DEADLINE + 1, DEADLINE)).toEqual([
        { buyer: 'bolt', open: 1, near: 1, late: 0, deadline: DEADLINE },
        { buyer: 'core', open: 1, near: 1, late: 0, deadline: DEADLINE },
      ])
      const found = async (wanted: object) =>
        (await store.revocations({ now: DEADLINE + 1, limit: 9, ...wanted })).length
      expect(await found({ state: 'open' })).toBe(1)
      expect(await found({ state: 'late' })).toBe(1)
      expect(await found({ state: 'late', now: DEADLINE })).toBe(0)
      expect(await found({ state: 'done' })).toBe(0)
      expect(await store.acknowledgeNotices([acme!, bolt!, core!], 'ann', AT + 9)).toBe(2)
      expect(await noticesOf(uuid)).toMatchObject([
        { acknowledged_by: 'acme', acknowledged_at: AT + 5, last: 'OK.' },
        { acknowledged_by: 'ann', acknowledged_at: AT + 9, state: 'sent' },
        { acknowledged_by: 'ann', state: 'sent' },
      ])
      expect(await late(DEADLINE + 1, 2)).toEqual([])
      expect(await store.dueNotices('core', AT, 9)).toEqual([])
      expect(await found({ state: 'open' })).toBe(0)
      expect(await found({ state: 'done' })).toBe(1)
      expect(await store.noticeList({ limit: 9, isOpen: true })).toEqual([])
      expect(await store.noticeList({ limit: 9, buyer: 'core' })).toMatchObject([{ buyer: 'core', ...ANN }])
      // A buyer may be notified again.
      expect(await store.replayNotice(core!, AT + 10)).toBe(true)
      expect(await store.dueNotices('core', AT + 10, 9)).toEqual([core])
    })

    test('an attempt of a process that ended is made again', async () => {
      const { store, lead, sell, stop, noticesOf } = await stage('resumed')
      const { uuid, deliveries } = await lead(['acme'])
      await sell(deliveries['acme'])
      await stop()
      const [{ notice } = { notice: 0 }] = await noticesOf(uuid)
      expect(await store.beginNotice(notice, AT)).toMatchObject({ attempt: 1 })
      expect(await store.beginNotice(notice, AT)).toBeNull()
      expect(await store.resumeNotices(AT, true)).toBe(1)
      expect(await store.beginNotice(notice, AT)).toMatchObject({ attempt: 2 })
    })

    test('a second request of the same person sends no second notice, and its reporter confirms its own', async () => {
      const { lead, sell, stop, noticesOf } = await stage('second')
      const { uuid, deliveries } = await lead(['acme', 'bolt'])
      await sell(deliveries['acme'])
      await sell(deliveries['bolt'])
      expect((await stop()).notices).toBe(2)
      expect((await stop({ source: 'acme' }, AT + 7)).notices).toBe(0)
      expect(await noticesOf(uuid)).toMatchObject([
        { buyer: 'acme', acknowledged_by: 'acme', acknowledged_at: AT + 7 },
        { buyer: 'bolt', acknowledged_at: null },
      ])
    })

    test('a buyer that reported a request itself can be notified of it by hand', async () => {
      const { store, lead, sell, stop, noticesOf } = await stage('reported')
      const { uuid, deliveries } = await lead(['acme'])
      await sell(deliveries['acme'])
      await stop({ source: 'acme' })
      const [{ notice } = { notice: 0 }] = await noticesOf(uuid)
      expect(await store.beginNotice(notice, AT)).toBeNull()
      expect(await store.replayNotice(notice, AT)).toBe(true)
      expect(await store.beginNotice(notice, AT)).toMatchObject({ buyer: 'acme', attempt: 1 })
    })

    test('open notices are counted by buyer, with those near and past their deadline', async () => {
      const { store, lead, sell, stop } = await stage('open')
      const early = Date.parse('2026-12-03T00:00:00-05:00') - 1
      for (const [n, said_at] of [AT, AT - 3 * DAY_MS, AT - 3 * DAY_MS].entries()) {
        const who = { phone: `512555240${n}`, email: `person${n}@example.com` }
        const { deliveries } = await lead(['acme', 'bolt'], who)
        await sell(deliveries['acme'])
        if (n === 0) await sell(deliveries['bolt'])
        await stop({ ...who, said_at })
      }
      expect(await store.openNotices(DEADLINE + 1, early + 1)).toEqual([
        { buyer: 'acme', open: 3, near: 3, late: 2, deadline: early },
        { buyer: 'bolt', open: 1, near: 1, late: 0, deadline: DEADLINE },
      ])
      expect(await store.openNotices(DEADLINE, early)).toMatchObject([
        { buyer: 'acme', near: 2, late: 0 },
        { buyer: 'bolt', near: 0, late: 0 },
      ])
      const late = await store.lateNotices(DEADLINE + 1, 1, 3)
      expect(late.map(({ buyer, deadline }) => [buyer, deadline])).toEqual([
        ['acme', early],
        ['acme', early],
        ['acme', DEADLINE],
      ])
    })

    test('no emails are sent to a visitor whose phone number was in a request', async () => {
      const { store, stop } = await stage('mails')
      const uuid = uuidOf(900)
      await store.openSession(session({ uuid, at: AT, version: 1, path: 'loom' }))
      const mail = { offer: 'main', step: 'a', recipient: 'ann@example.com', subject: 'Hi', body: 'Hello' }
      const said = { ...step({ id: uuidOf(901), at: AT }), answers: [{ key: 'phone', raw_data: ANN.phone }] }
      await store.appendStep(uuid, said as never, { mails: [mail] })
      await stop({ email: null })
      const [due] = await store.dueMails(AT, 9)
      expect(await store.beginMail(due!, AT)).toBeNull()
      expect(await store.mails({ state: null, limit: 9 })).toMatchObject([{ state: 'suppressed' }])
    })

    test('a “do not call” request from a site’s form notifies buyers, and one not to be sold doesn’t', async () => {
      const { store, lead, sell, noticesOf } = await stage('form')
      const { uuid, deliveries } = await lead(['acme'])
      await sell(deliveries['acme'])
      const asked = { path: 'loom', manner: 'form', ...ANN, at: AT } as const
      await store.privacyRequest({ ...asked, kind: 'do_not_sell' })
      expect(await noticesOf(uuid)).toEqual([])
      await store.privacyRequest({ ...asked, kind: 'unsubscribe' })
      expect(await noticesOf(uuid)).toMatchObject([{ buyer: 'acme', state: 'due' }])
      expect(await store.revocations({ now: AT, limit: 9 })).toMatchObject([{ channel: 'site', by: 'loom' }])
    })

    test('requests are found by state, buyer, channel, time, and person, page by page', async () => {
      const { store, lead, begin, end, sell, stop, noticesOf } = await stage('found')
      const ann = await lead(['acme', 'bolt'])
      await sell(ann.deliveries['acme'])
      await sell(ann.deliveries['bolt'])
      const BOB = { phone: '5125552369', email: 'bob@example.com' }
      const bob = await lead(['core'], BOB)
      await begin(bob.deliveries['core'])
      // It concerns no one else’s leads.
      expect(await stop({ ...BOB, said: 'first', channel: 'site' })).toEqual({ outcome: 'taken', notices: 1 })
      await stop({ said: 'second' }, AT + 1)
      await stop(
        { phone: '5125552300', email: null, source: 'bolt', said: 'third', channel: 'buyer' },
        AT + 2,
      )
      await end(bob.deliveries['core'], 'rejected')
      const [theirs] = await noticesOf(bob.uuid)
      expect(await store.beginNotice(theirs!.notice, AT)).toBeNull()

      const all = await store.revocations({ now: AT, limit: 9 })
      expect(all.map(({ notices }) => notices.map(({ buyer }) => buyer))).toEqual([
        [],
        ['acme', 'bolt'],
        ['core'],
      ])
      const second = all[1]!.revocation
      const found = async (wanted: object) =>
        (await store.revocations({ now: DEADLINE + 1, limit: 9, ...wanted })).map(({ said }) => said)
      expect(await found({ limit: 2 })).toEqual(['third', 'second'])
      expect(await found({ before: second })).toEqual(['first'])
      expect(await found({ state: 'open' })).toEqual(['second'])
      expect(await found({ state: 'late' })).toEqual(['second'])
      expect(await found({ state: 'late', now: DEADLINE })).toEqual([])
      // What a buyer didn’t get needs no confirmation.
      expect(await found({ state: 'done' })).toEqual(['third', 'first'])
      expect(await found({ state: 'done', buyer: 'acme' })).toEqual([])
      expect(await found({ buyer: 'acme' })).toEqual(['second'])
      expect(await found({ buyer: 'bolt' })).toEqual(['third', 'second'])
      expect(await found({ buyer: 'core' })).toEqual(['first'])
      expect(await found({ buyer: 'bolt', channel: 'desk' })).toEqual(['second'])
      expect(await found({ channel: 'site' })).toEqual(['first'])
      expect(await found({ from: AT + 1 })).toEqual(['third', 'second'])
      expect(await found({ to: AT + 1 })).toEqual(['second', 'first'])
      expect(await found({ search: ` ${second} ` })).toEqual(['second'])
      expect(await found({ search: '+1 (512) 555 2368' })).toEqual(['second'])
      expect(await found({ search: 'BOB@example.com' })).toEqual(['first'])
      expect(await found({ search: '512 555 2301' })).toEqual([])
      expect(await found({ search: 'bob' })).toEqual([])
      expect(await found({ search: 'bob@example.com', channel: 'desk' })).toEqual([])
      expect(await found({ search: String(second), to: AT })).toEqual([])
    })

    test('another visit of a person shows their requests, by phone number and by email address', async () => {
      const { store, lead, stop } = await stage('another visit')
      await stop({ email: null, said: 'by phone' })
      await stop({ phone: null, said: 'by email' })
      // It binds one buyer alone.
      await stop({ source: 'rude', said: 'to a buyer' })
      const { uuid } = await lead(['zeta'])
      const of = async (...values: string[]) =>
        (await store.revocationsOf(uuid, values)).requests.map(({ said }) => said)
      expect(await of()).toEqual([])
      expect(await of('Ann', '+1 512.555.2368')).toEqual(['by phone'])
      expect(await of(' ANN@example.com')).toEqual(['by email'])
      expect(await of('5125552368', 'ann@example.com')).toEqual(['by phone', 'by email'])
      expect(await of('5125552369', 'bob@example.com')).toEqual([])
    })
  })
}
