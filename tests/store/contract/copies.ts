import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/time/durations.ts'
import type { OpenStore } from '../contract.ts'
import { newVersion, session, step, uuidOf } from '../history.ts'

const FROM = Date.parse('2026-11-20T00:00:00-05:00')
const TO = FROM + DAY_MS
const SEND_AT = TO + 8 * 3_600_000
const PLAN = {
  buyer: 'acme',
  recipient: 'ann@acme.example',
  from: FROM,
  to: TO,
  zone: 'America/New_York',
  sendAt: SEND_AT,
}

export function copyContract(open: OpenStore): void {
  describe('copies of leads', () => {
    async function stage(place: string) {
      const store = await open(`copies ${place}`)
      await store.publish(newVersion('loom', FROM - DAY_MS))
      let n = 0
      /** Sells a lead; resolves to its session. */
      const sell = async (at: number, buyer = 'acme') => {
        const uuid = uuidOf(++n)
        await store.openSession(session({ uuid, at, version: 1, path: 'loom' }))
        const payload = { email: `visitor.${n}@example.com` }
        const kept = { offer: 'main', buyers: [buyer], payload, contacts: [] }
        await store.appendStep(uuid, step({ id: uuidOf(1000 + n), at }), { lead: kept })
        const { delivery } = (await store.leadDeliveries(uuid))[0]!
        await store.beginAttempt(delivery, at)
        const sale = { external_id: `sale-${n}`, cents: 2500 }
        await store.endAttempt(delivery, 1, { state: 'accepted', message: 'Yes.', at, due_at: null, sale })
        return uuid
      }
      const listed = async () => (await store.outgoingList({ what: 'copy' })).rows
      return { store, sell, listed }
    }

    test('one email is planned per address and period, waits for its hour, and is sent once', async () => {
      const { store, listed } = await stage('planned')
      expect(await store.planCopy(PLAN, FROM)).toBe(1)
      expect(await store.planCopy(PLAN, FROM)).toBe(0)
      await store.planCopy({ ...PLAN, recipient: 'bob@acme.example' }, FROM)
      expect(await listed()).toMatchObject([
        { state: 'due', due_at: SEND_AT, name: 'acme', account: 'bob@acme.example' },
        { entry: 1, kind: 'copy', period: { from: FROM, to: TO, zone: 'America/New_York' }, at: FROM },
      ])
      expect((await store.outgoingList({ what: 'copy', sites: ['loom'] })).rows).toEqual([])
      const [bob] = (await listed()).map(({ entry }) => entry)
      expect(await store.releaseCopies(SEND_AT - 1)).toBe(0)
      expect(await store.dueCopies(SEND_AT - 1, 9)).toEqual([])
      // An hour that is changed in time counts.
      expect(await store.planCopy({ ...PLAN, sendAt: SEND_AT + 1 }, FROM)).toBe(1)
      expect(await store.releaseCopies(SEND_AT)).toBe(1)
      expect(await store.dueCopies(SEND_AT, 9)).toEqual([bob])
      expect(await store.releaseCopies(SEND_AT + 1)).toBe(1)
      expect(await store.planCopy({ ...PLAN, sendAt: SEND_AT + 2 }, FROM)).toBe(0)

      const begun = await store.beginCopy(1, SEND_AT + 1)
      expect(begun).toMatchObject({
        buyer: 'acme',
        recipient: 'ann@acme.example',
        from: FROM,
        to: TO,
        attempt: 1,
      })
      expect(await store.beginCopy(1, SEND_AT + 1)).toBeNull()
      await store.endCopy(1, 1, { state: 'due', message: 'Busy.', due_at: SEND_AT + 9 })
      expect(await store.releaseCopies(SEND_AT + 5)).toBe(0)
      const again = await store.beginCopy(1, SEND_AT + 9)
      expect(again).toMatchObject({ key: begun!.key, attempt: 2 })
      await store.endCopy(1, 2, { state: 'sent', message: 'Taken.', due_at: null })
      expect(await store.replayCopy(1, SEND_AT + 20)).toBe(false)
      expect((await listed())[1]).toMatchObject({ state: 'sent', attempts: 2, due_at: null, last: 'Taken.' })
      expect(await store.lastCopy('acme', 'ann@acme.example')).toEqual({ to_at: TO, state: 'sent' })
      expect(await store.lastCopy('acme', 'eve@acme.example')).toBeNull()
    })

    test('an email whose process ended is due again under the same key, and a refused one can be sent again', async () => {
      const { store } = await stage('cut off')
      await store.planCopy(PLAN, FROM)
      await store.releaseCopies(SEND_AT)
      const { key } = (await store.beginCopy(1, SEND_AT))!
      expect(await store.resumeCopies(SEND_AT + 1, true)).toBe(1)
      expect(await store.beginCopy(1, SEND_AT + 1)).toMatchObject({ key, attempt: 2 })
      await store.endCopy(1, 2, { state: 'refused', message: 'No.', due_at: null })
      expect(await store.replayCopy(1, SEND_AT + 2)).toBe(true)
      expect(await store.dueCopies(SEND_AT + 2, 9)).toEqual([1])
    })

    test('a period has the leads that its buyer bought in it, without people who opted out or were forgotten', async () => {
      const { store, sell } = await stage('sold')
      await sell(FROM - 1)
      await sell(FROM)
      const [optedOut, forgotten] = [await sell(FROM + 1), await sell(FROM + 2)]
      await sell(FROM + 3, 'bolt')
      await sell(TO - 1)
      await sell(TO)
      await store.optOut({ session_uuid: optedOut, phone: null, email: null, source: 'do-not-sell', at: TO })
      await store.forgetSession(forgotten)
      const emails = async (limit: number) => {
        const { leads, isCut } = await store.soldLeads(PLAN, limit)
        return [leads.map(({ lead }) => lead['email']), isCut]
      }
      expect(await emails(9)).toEqual([['visitor.2@example.com', 'visitor.6@example.com'], false])
      expect(await emails(1)).toEqual([['visitor.2@example.com'], true])
      expect((await store.soldLeads(PLAN, 1)).leads[0]).toMatchObject({ at: FROM, cents: 2500 })
    })
  })
}
