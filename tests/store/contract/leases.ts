import { describe, expect, test } from 'vitest'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const SALE = { external_id: 'A-1', cents: 900 }
const END = { message: 'It says.', at: AT, due_at: null } as const
const leadOf = (person: number) => ({
  offer: 'mva',
  buyers: ['acme'],
  payload: {},
  contacts: [{ kind: 'phone' as const, text: `51255523${person}` }],
})
const LONG = { leaseMs: 60_000 }
const OVER = { leaseMs: 0 }

export function leaseContract(open: OpenStore): void {
  async function stage(place: string, leads = 1) {
    const store = await open(`leases ${place}`, { now: () => AT })
    await publish(store, 'leadloom', AT)
    for (let i = 0; i < leads; i++) {
      await store.openSession(session({ uuid: uuidOf(i), at: AT }))
      await store.appendStep(uuidOf(i), step({ id: uuidOf(100 + i), at: AT }), { lead: leadOf(10 + i) })
    }
    const due = () => store.dueDeliveries('acme', AT, 10)
    return { store, due, deliveries: await due() }
  }

  describe('a lease', () => {
    test('protects work in progress from others until it ends', async () => {
      const { store, due, deliveries } = await stage('running')
      await store.beginAttempt(deliveries[0]!, AT, LONG)
      expect(await store.resumeDeliveries(AT, false)).toBe(0)
      expect(await due()).toEqual([])
      expect(await store.resumeDeliveries(AT, true)).toBe(1)
      expect(await due()).toEqual(deliveries)
    })

    test.each([
      ['runs', LONG, 0],
      ['has ended', OVER, 1],
    ])('that %s is counted separately', async (what, lease, ended) => {
      const { store, deliveries } = await stage(`counted, ${what}`)
      expect((await store.load()).leases).toEqual({ open: 0, ended: 0 })
      await store.beginAttempt(deliveries[0]!, AT, lease)
      expect((await store.load()).leases).toEqual({ open: 1, ended })
    })

    test('that has ended makes the lead due again, under the same key', async () => {
      const { store, due, deliveries } = await stage('ended')
      const first = await store.beginAttempt(deliveries[0]!, AT, OVER)
      expect(await store.resumeDeliveries(AT, false)).toBe(1)
      expect(await due()).toEqual(deliveries)
      const second = await store.beginAttempt(deliveries[0]!, AT, LONG)
      expect(second).toMatchObject({ key: first!.key, attempt: 2 })
      expect(await store.resumeDeliveries(AT, false)).toBe(0)
    })

    test('that has ended lets the newer attempt decide, and a late response is noted', async () => {
      const { store, deliveries } = await stage('late')
      const [delivery] = deliveries
      await store.beginAttempt(delivery!, AT, OVER)
      await store.resumeDeliveries(AT, false)
      await store.endAttempt(delivery!, 1, { ...END, state: 'rejected' })
      expect(await store.delivery(delivery!)).toMatchObject({
        state: 'due',
        last: 'The process stopped before the response arrived. The response came late: It says.',
      })
      expect(await store.beginAttempt(delivery!, AT, LONG)).toMatchObject({ attempt: 2 })
      await store.endAttempt(delivery!, 1, { ...END, state: 'dead' })
      expect(await store.delivery(delivery!)).toMatchObject({ state: 'due', due_at: AT })
      await store.endAttempt(delivery!, 2, { ...END, state: 'rejected' })
      expect(await store.delivery(delivery!)).toMatchObject({ state: 'rejected', last: 'It says.' })
      await expect(store.endAttempt(delivery!, 3, { ...END, state: 'dead' })).rejects.toThrow('No attempt 3')
    })

    test.each(['duplicate', 'rejected', 'due'] as const)(
      'that has ended loses no sale, even if the newer attempt ends as %s',
      async (state) => {
        const { store, due, deliveries } = await stage(`sold late, then ${state}`)
        const [delivery] = deliveries
        await store.beginAttempt(delivery!, AT, OVER)
        await store.resumeDeliveries(AT, false)
        await store.beginAttempt(delivery!, AT, LONG)
        await store.endAttempt(delivery!, 1, { ...END, state: 'accepted', sale: SALE })
        expect(await store.delivery(delivery!)).toMatchObject({ state: 'accepted', due_at: null })
        await store.endAttempt(delivery!, 2, { ...END, state, due_at: state === 'due' ? AT : null })
        expect(await store.delivery(delivery!)).toMatchObject({ state: 'accepted', due_at: null })
        expect(await due()).toEqual([])
        const ledger = await store.ledger({ path: null, from: AT, to: AT })
        expect(ledger).toMatchObject([{ sales: 1, gross_cents: 900 }])
        // The buyer bought this person already, so it gets no other lead of theirs.
        await store.openSession(session({ uuid: uuidOf(7), at: AT }))
        await store.appendStep(uuidOf(7), step({ id: uuidOf(107), at: AT }), { lead: leadOf(10) })
        expect(await store.beginAttempt((await due())[0]!, AT + 1)).toBeNull()
      },
    )

    test('counts toward a buyer’s parallel leads', async () => {
      const { store, deliveries } = await stage('at once', 3)
      const bounds = { ...LONG, atOnce: 2 }
      const begun = []
      for (const delivery of deliveries) begun.push(await store.beginAttempt(delivery, AT, bounds))
      expect(begun.map((attempt) => attempt !== null)).toEqual([true, true, false])
      expect(await store.delivery(deliveries[2]!)).toMatchObject({ state: 'due', attempts: 0 })
      await store.endAttempt(deliveries[0]!, 1, { ...END, state: 'rejected' })
      expect(await store.beginAttempt(deliveries[2]!, AT, bounds)).not.toBeNull()
    })

    test('of an email ends as well, and an email sent late isn’t sent again', async () => {
      const { store } = await stage('mail')
      const mail = { offer: 'mva', step: 'end', recipient: 'ann@example.com', subject: 'Hello', body: 'Text' }
      await store.appendStep(uuidOf(0), step({ id: uuidOf(200), at: AT }), { mails: [mail] })
      const [number] = await store.dueMails(AT, 10)
      const end = { message: 'Accepted.', recipient: mail.recipient, at: AT, due_at: null } as const
      await store.beginMail(number!, AT, 60_000)
      expect(await store.resumeMails(AT, false)).toBe(0)
      expect(await store.resumeMails(AT, true)).toBe(1)
      await store.beginMail(number!, AT, 0)
      expect(await store.resumeMails(AT, false)).toBe(1)
      await store.endMail(number!, 1, { ...end, state: 'refused' })
      expect(await store.mails({ state: 'due', limit: 1 })).toMatchObject([{ mail: number, attempts: 2 }])
      await store.beginMail(number!, AT, 60_000)
      await store.endMail(number!, 2, { ...end, state: 'sent' })
      await store.endMail(number!, 3, { ...end, state: 'due', due_at: AT })
      expect(await store.dueMails(AT, 10)).toEqual([])
      expect(await store.mails({ state: 'sent', limit: 1 })).toMatchObject([{ mail: number }])
    })

    test('of an email sent late never makes it due again', async () => {
      const { store } = await stage('mail sent late')
      const mail = { offer: 'mva', step: 'end', recipient: 'ann@example.com', subject: 'Hello', body: 'Text' }
      await store.appendStep(uuidOf(0), step({ id: uuidOf(200), at: AT }), { mails: [mail] })
      const [number] = await store.dueMails(AT, 10)
      await store.beginMail(number!, AT, 0)
      await store.resumeMails(AT, false)
      await store.beginMail(number!, AT, 0)
      const end = { message: 'Accepted.', recipient: mail.recipient, at: AT, due_at: null } as const
      await store.endMail(number!, 1, { ...end, state: 'sent' })
      expect(await store.resumeMails(AT, false)).toBe(1)
      expect(await store.dueMails(AT, 10)).toEqual([])
      expect(await store.mails({ state: 'sent', limit: 1 })).toMatchObject([
        { mail: number, last: 'Accepted.' },
      ])
    })

    test('of an email to a corrected address continues if the response for the old one comes late', async () => {
      const { store } = await stage('corrected mail')
      const mailTo = (recipient: string) => ({
        mails: [{ offer: 'mva', step: 'end', recipient, subject: 'Hello', body: 'Text' }],
      })
      await store.appendStep(uuidOf(0), step({ id: uuidOf(200), at: AT }), mailTo('ann@example.com'))
      const [number] = await store.dueMails(AT, 10)
      await store.beginMail(number!, AT, 0)
      await store.resumeMails(AT, false)
      await store.appendStep(uuidOf(0), step({ id: uuidOf(201), at: AT }), mailTo('anna@example.com'))
      expect(await store.beginMail(number!, AT, 60_000)).toMatchObject({ recipient: 'anna@example.com' })
      const end = { message: 'Accepted.', recipient: 'ann@example.com', at: AT, due_at: null } as const
      await store.endMail(number!, 1, { ...end, state: 'sent' })
      expect(await store.dueMails(AT, 10)).toEqual([])
      expect(await store.resumeMails(AT, true)).toBe(1)
    })
  })
}
