import { describe, expect, test } from 'vitest'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'
import { sessionsOf } from '../../../src/store/nouns/privacy/findSessions.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const MINUTE_MS = 60_000
const DUE = AT + 5 * MINUTE_MS
const END = { message: '', at: AT, due_at: null } as const

/** Email that tells a visitor who received their leads. */
export function confirmationContract(open: OpenStore): void {
  async function stage(place: string) {
    const store = await open(`confirmed ${place}`, { now: () => AT })
    await publish(store, 'leadloom', AT)
    await store.openSession(session({ uuid: uuidOf(0), at: AT }))
    const lead = async (offer: string, { to = 'ann@example.com' as string | null, at = AT } = {}) => {
      await store.appendStep(uuidOf(0), step({ id: crypto.randomUUID(), offer_key: offer, at }), {
        lead: { offer, buyers: [`buyer of ${offer}`], payload: {} },
        confirmedTo: to,
      })
      return (await store.deliveries({ state: null, limit: 1 }))[0]!.delivery
    }
    const answered = async (delivery: number, state: 'accepted' | 'rejected' | 'dead') => {
      await store.beginAttempt(delivery, AT + 30 * MINUTE_MS)
      await store.endAttempt(delivery, 1, { ...END, state })
    }
    const taken = async (offer: string, given?: Parameters<typeof lead>[1]) =>
      answered(await lead(offer, given), 'accepted')
    const begin = async (now: number) => {
      const [mail] = await store.dueMails(now, 9)
      return mail === undefined ? 'none due' : store.beginMail(mail, now)
    }
    const mails = async () =>
      (await store.mails({ state: null, limit: 9 })).map(({ state, last }) => [state, last])
    return { store, lead, answered, taken, begin, mails }
  }

  describe('the confirmation of a lead', () => {
    test('is sent once, some minutes after the lead was accepted, by any process', async () => {
      const { store, taken, begin, mails } = await stage('once')
      await taken('mva')
      expect(await begin(DUE - 1)).toBe('none due')
      const [mail] = await store.dueMails(DUE, 9)
      const begun = await Promise.all(Array.from({ length: 8 }, () => store.beginMail(mail!, DUE)))
      expect(begun.filter((one) => one !== null)).toMatchObject([
        {
          kind: 'confirm',
          recipient: 'ann@example.com',
          subject: '',
          body: '',
          at: AT,
          session_uuid: uuidOf(0),
        },
      ])
      await store.endMail(mail!, 1, { ...END, state: 'sent', recipient: 'ann@example.com' })
      expect(await mails()).toEqual([['sent', '']])
    })

    test('includes a later lead until it’s sent, and isn’t sent again after that', async () => {
      const { store, taken, begin } = await stage('several')
      await taken('mva')
      await taken('ssdi', { at: AT + 4 * MINUTE_MS, to: 'anna@example.com' })
      expect(await begin(DUE)).toBe('none due')
      expect(await begin(DUE + 4 * MINUTE_MS)).toMatchObject({ recipient: 'anna@example.com' })
      await taken('debt', { at: AT + 5 * MINUTE_MS, to: 'bob@example.com' })
      const { mail } = (await store.mails({ state: null, limit: 9 }))[0]!
      await store.endMail(mail, 1, { ...END, state: 'sent', recipient: 'anna@example.com' })
      await taken('ssdi', { at: AT + 30 * MINUTE_MS })
      expect(await begin(AT + 90 * MINUTE_MS)).toBe('none due')
      expect(await store.mails({ state: null, limit: 9 })).toHaveLength(1)
    })

    test('waits until a buyer has responded', async () => {
      const { lead, answered, begin } = await stage('waiting')
      const delivery = await lead('mva')
      expect(await begin(DUE)).toBeNull()
      expect(await begin(DUE)).toBe('none due')
      await answered(delivery, 'accepted')
      expect(await begin(DUE + 5 * MINUTE_MS)).toMatchObject({ kind: 'confirm' })
    })

    test('isn’t sent if no buyer accepts the lead, even after days', async () => {
      for (const state of ['rejected', 'dead', null] as const) {
        const { lead, answered, begin, mails } = await stage(`untaken ${state}`)
        const delivery = await lead('mva')
        if (state !== null) await answered(delivery, state)
        expect(await begin(state === null ? AT + 72 * 60 * MINUTE_MS : DUE)).toBeNull()
        expect(await mails()).toEqual([['suppressed', 'Not sent: no buyer took the lead.']])
      }
    })

    test('isn’t sent to an address that opted out, by form or by a link in an email', async () => {
      const { store, taken, begin, mails } = await stage('unsubscribed')
      await taken('mva')
      await store.optOut({
        session_uuid: null,
        phone: null,
        email: 'Ann@example.com',
        source: 'form',
        at: AT,
      })
      expect(await begin(DUE)).toBeNull()
      expect(await mails()).toEqual([['suppressed', 'Not sent: the address opted out.']])
    })

    test('is erased with a forgotten visit, even while it’s being sent', async () => {
      const { store, taken, begin, mails } = await stage('erased')
      await taken('mva')
      expect(await sessionsOf(store, { email: 'ann@example.com', phone: null })).toEqual([uuidOf(0)])
      await begin(DUE)
      await store.forgetSession(uuidOf(0))
      expect([await mails(), await store.dueMails(DUE + MINUTE_MS, 9)]).toEqual([[], []])
      expect(await sessionsOf(store, { email: 'ann@example.com', phone: null })).toEqual([])
    })

    test('isn’t due if the flow doesn’t send it', async () => {
      const { taken, begin } = await stage('not asked for')
      await taken('mva', { to: null })
      expect(await begin(DUE)).toBe('none due')
    })
  })
}
