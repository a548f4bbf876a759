import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import type { OpenStore } from '../contract.ts'
import { session, uuidOf } from '../history.ts'
import { expectRawRows, instantOf, manyActs, openVisitors, playActs } from '../hourActs.ts'

export function hourContract(open: OpenStore): void {
  describe('totals by hour', () => {
    test('match raw rows, whatever happens in a visit and in whatever order', async () => {
      let place = 0
      await fc.assert(
        fc.asyncProperty(manyActs, async (acts) => {
          const store = await open(`hours-random-${++place}`)
          await openVisitors(store)
          await playActs(store, acts.slice(0, 30))
          await expectRawRows(store)
          await playActs(store, acts.slice(30), 30)
          expect(await expectRawRows(store)).not.toEqual([])
          await store.close()
        }),
        { numRuns: IN_FULL ? 20 : 3 },
      )
    })

    test('follow a visitor to another language, with sales and returns', async () => {
      const store = await open('hours-language')
      await openVisitors(store)
      const at = instantOf(1)
      const sale = {
        session_uuid: uuidOf(0),
        offer: 'mva',
        source: 'partner',
        external_id: 'a',
        cents: 700,
        at,
      }
      await store.track(uuidOf(0), { kind: 'visit', at })
      await store.sell({ ...sale, returned: false })
      await store.setLanguage(uuidOf(0), 'es')
      await store.setLanguage(uuidOf(0), 'es')
      await store.sell({ ...sale, returned: true })
      expect(await expectRawRows(store)).toMatchObject([
        { at: instantOf(0) - 1_800_000, page_visits: 3 },
        { at: at - 1_800_000, visits: 1, sales: 0, revenue: 0 },
        { language: 'es', visits: 1, total: 0, revenue: 0 },
      ])
    })

    test.each(['trustedform_cert_url', 'jornaya_lead_id'] as const)(
      'count a %s that comes after the registration',
      async (id) => {
        const store = await open(`hours-late-${id}`)
        await openVisitors(store)
        await store.track(uuidOf(0), { kind: 'registration', at: instantOf(0) })
        await store.patchSession(uuidOf(0), id, 'https://cert.example/1')
        expect((await expectRawRows(store)).at(-1)).toMatchObject({ filled_basic_data: 1, [id]: 1 })
      },
    )

    test('lose the certificates of forgotten visitors, and keep the registration', async () => {
      const store = await open('hours-forgotten')
      await openVisitors(store)
      for (const n of [0, 1, 3]) {
        await store.patchSession(uuidOf(n), 'jornaya_lead_id', 'J')
        await store.track(uuidOf(n), { kind: 'registration', at: instantOf(0) })
      }
      await store.forgetSession(uuidOf(0))
      await store.forgetSession(uuidOf(0))
      const expiry = { sessions: 0, leads: 0, privacyRequests: 0 }
      expect(await store.expire({ ...expiry, sessions: instantOf(0) }, 10)).toBe(0)
      const said = await expectRawRows(store)
      expect(said[0]).toMatchObject({ registrations: 3 })
      expect(said.at(-1)).toMatchObject({ filled_basic_data: 2, jornaya_lead_id: 2 })
      await store.openSession(session({ uuid: uuidOf(9), at: instantOf(2) }))
      expect(await store.expire({ ...expiry, sessions: instantOf(1), leads: instantOf(1) }, 10)).toBe(3)
      expect((await expectRawRows(store)).map((row) => Object.keys(row)[0])).not.toContain(
        'filled_basic_data',
      )
    })

    test('include every session of a new database, so nothing must be counted later', async () => {
      const store = await open('hours-new')
      await openVisitors(store)
      expect(await store.countEarlierSessions(10)).toBe(0)
    })
  })
}
