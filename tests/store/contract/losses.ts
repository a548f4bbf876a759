import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IN_FULL } from '../../inFull.ts'
import type { AttemptEnd, Limits } from '../../../src/store/nouns/leads/leadTypes.ts'
import { DAY_MS } from '../../../src/time/durations.ts'
import type { OpenStore } from '../contract.ts'
import { newVersion, session, step, uuidOf } from '../history.ts'
import { expectedLosses, leadRanges, pastLeads, playLeads } from '../unsoldLeads.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const LIMITS: Limits = {
  zone: 'UTC',
  caps: [],
  hours: null,
  isPaused: false,
  waitMs: { full: DAY_MS, closed: 0, paused: 0 },
}
const NO = { state: 'rejected', message: 'No.', at: AT, due_at: null } as const
const sale = (external_id: string, cents: number) =>
  ({ state: 'accepted', message: 'Yes.', at: AT, due_at: null, sale: { external_id, cents } }) as const

export function lossContract(open: OpenStore): void {
  /** Two sites whose offers have the same key. The second version of the first site renames its offer. */
  async function stage(place: string) {
    const store = await open(place)
    const published = async (path: string, name: string, at: number) => {
      const { flow, ...version } = newVersion(path, at)
      const offers = { main: { name, steps: [], transitions: [] } }
      const ui_config = { ...flow.ui_config, offers } as unknown as typeof flow.ui_config
      return store.publish({ ...version, flow: { ...flow, ui_config } })
    }
    await published('loom', 'Solar quote', AT - 2)
    await published('loom', 'Solar panels', AT - 1)
    await published('guru', 'Benefits', AT)
    let n = 0
    /** A lead of a version, and its deliveries by buyer. */
    async function lead(version: number, buyers: string[], at = AT) {
      const uuid = uuidOf(++n)
      const path = version === 3 ? 'guru' : 'loom'
      await store.openSession(session({ uuid, at, version, path }))
      const payload = { email: `visitor.${n}@example.com` }
      const kept = { offer: 'main', buyers, payload, contacts: [] }
      await store.appendStep(uuid, step({ id: uuidOf(1000 + n), at }), { lead: kept })
      const own = await store.leadDeliveries(uuid)
      return Object.fromEntries(own.map(({ buyer, delivery }) => [buyer, delivery]))
    }
    /** Posts a delivery, and records its end. */
    async function post(delivery: number | undefined, end: AttemptEnd, bounds = {}) {
      const begun = await store.beginAttempt(delivery!, end.at, { leaseMs: 60_000, ...bounds })
      if (begun) await store.endAttempt(delivery!, begun.attempt, end)
    }
    /** Auctions a lead. Bids are taken in the order given; null makes none. The first that isn't refused gets the lead. */
    async function auction(
      of: Record<string, number>,
      bids: Record<string, { bid: number | null; end: AttemptEnd }>,
    ) {
      const bounds = { leaseMs: 60_000, limits: LIMITS, shares: 1 }
      const asked = await store.beginAuction(
        Object.keys(bids).map((buyer) => ({ delivery: of[buyer]!, bounds })),
        AT,
      )
      for (const [buyer, { bid, end }] of Object.entries(bids)) {
        const { delivery, attempt } = asked.find((one) => one.buyer === buyer)!
        const taken =
          bid === null ? 'none' : await store.takeBid(delivery, attempt, { cents: bid, ...bounds, now: AT })
        if (taken === 'none') await store.endAttempt(delivery, attempt, end)
        else if (typeof taken === 'object') await store.endAttempt(delivery, attempt, end)
      }
    }
    const overview = (asked: object = {}) => store.deliveryOverview(asked, 1)
    const lost = async (asked: object = {}) =>
      (await overview(asked)).losses.map(({ path, buyer, kind, count, lost_cents }) => [
        path,
        buyer,
        kind,
        count,
        lost_cents,
      ])
    return { store, lead, post, auction, overview, lost }
  }

  describe('lost money', () => {
    test('counts an unsold lead once, however many buyers refused it', async () => {
      const { store, lead, post, lost } = await stage('lost once')
      const refused = await lead(1, ['acme', 'zeta'])
      for (const delivery of Object.values(refused)) await post(delivery, NO)
      const sold = await lead(1, ['acme', 'zeta'])
      await post(sold['acme'], NO)
      await post(sold['zeta'], sale('Z-1', 4000))
      expect(await lost()).toEqual([['loom', 'acme', 'rejected', 1, 4000]])
      expect(await lost({ buyer: 'zeta' })).toEqual([['loom', 'acme', 'rejected', 1, 4000]])
      expect(await lost({ buyer: 'none' })).toEqual([])
      // A returned sale was sold.
      const again = await lead(1, ['acme'])
      await post(again['acme'], sale('A-1', 4000))
      await store.returnSale({ source: 'acme', external_id: 'A-1', key: null, cents: null, at: AT })
      expect(await lost()).toEqual([['loom', 'acme', 'rejected', 1, 4000]])
    })

    test('lists frequent reasons and sums up the rarer ones', async () => {
      const { store, lead, post } = await stage('lost for rare reasons')
      for (const message of ['Bad phone.', 'Bad phone.', 'Ann lied.', 'Bob lied.'])
        await post((await lead(1, ['acme']))['acme'], { ...NO, message })
      const given = async (leastOfOne: number) =>
        (await store.deliveryOverview({}, leastOfOne)).losses.map(({ reason, count }) => [reason, count])
      expect(await given(2)).toEqual([
        ['Bad phone.', 2],
        ['', 2],
      ])
      expect(await given(3)).toEqual([['', 4]])
    })

    test('leaves out a lead that a buyer can still get, or may have bought', async () => {
      const { lead, post, lost, store } = await stage('lost for now')
      const waiting = await lead(1, ['acme', 'zeta'])
      await post(waiting['acme'], NO)
      const doubted = await lead(1, ['acme', 'zeta'])
      await post(doubted['acme'], NO)
      await post(doubted['zeta'], { ...NO, state: 'dead', isUnsure: true })
      expect(await lost()).toEqual([])
      await post(waiting['zeta'], NO)
      expect(await lost()).toEqual([['loom', 'acme', 'rejected', 1, null]])
      expect((await store.deliveryOverview({ to: AT - 1 }, 1)).losses).toEqual([])
    })

    test('is the best acceptable bid, with the buyer that made it', async () => {
      const { lead, auction, lost, post } = await stage('lost at a bid')
      await post((await lead(1, ['acme']))['acme'], sale('A-1', 1000))
      const asked = await lead(1, ['acme', 'bolt', 'core'])
      await auction(asked, {
        acme: { bid: 900, end: NO },
        bolt: { bid: 700, end: NO },
        core: { bid: null, end: { ...NO, noBid: { cents: 99_000 } } },
      })
      // Usual prices aren't used where there was a bid.
      expect(await lost()).toEqual([['loom', 'acme', 'rejected', 1, 900]])
    })

    test('is otherwise the usual price of that offer on that site, including sales before a short range', async () => {
      const { lead, post, lost } = await stage('lost at the usual price')
      await post((await lead(1, ['acme'], AT - 20 * DAY_MS))['acme'], {
        ...sale('A-1', 1000),
        at: AT - 20 * DAY_MS,
      })
      await post((await lead(1, ['zeta'], AT - 3 * DAY_MS))['zeta'], {
        ...sale('Z-1', 2001),
        at: AT - 3 * DAY_MS,
      })
      await post((await lead(3, ['acme']))['acme'], sale('A-2', 90_000))
      for (const version of [1, 2]) await post((await lead(version, ['acme']))['acme'], NO)
      await post((await lead(3, ['acme']))['acme'], NO)
      const today = { from: AT, to: AT + DAY_MS }
      expect(await lost(today)).toEqual([
        ['guru', 'acme', 'rejected', 1, 90_000],
        // One for each name that its offer had.
        ['loom', 'acme', 'rejected', 1, 1501],
        ['loom', 'acme', 'rejected', 1, 1501],
      ])
      expect(await lost({ ...today, sites: ['guru'] })).toEqual([['guru', 'acme', 'rejected', 1, 90_000]])
      expect(await lost({ ...today, sites: ['other'] })).toEqual([])
      // The price of long ago isn't usual anymore.
      const later = AT + 15 * DAY_MS
      await post((await lead(1, ['acme'], later))['acme'], { ...NO, at: later })
      expect(await lost({ from: later, to: later })).toEqual([['loom', 'acme', 'rejected', 1, 2001]])
    })
  })

  test('lost money of any leads matches a plain count', async () => {
    let place = 0
    const byKey = (losses: readonly object[]) => new Set(losses)
    await fc.assert(
      fc.asyncProperty(
        pastLeads,
        fc.array(leadRanges, { minLength: 4, maxLength: 4 }),
        async (leads, asked) => {
          const store = await open(`lost-random-${++place}`)
          await playLeads(store, leads)
          for (const range of asked) {
            const { losses } = await store.deliveryOverview(range, 1)
            expect(byKey(losses)).toEqual(byKey(expectedLosses(leads, range)))
            expect(losses).toHaveLength(byKey(losses).size)
          }
          await store.close()
        },
      ),
      { numRuns: IN_FULL ? 20 : 4 },
    )
  })

  describe('an auction that a buyer lost', () => {
    test('isn’t a loss, shows the difference, and has statuses for outbid and unasked buyers', async () => {
      const { lead, auction, overview, post, store } = await stage('outbid')
      for (const [bolt, core] of [
        [700, 500],
        [890, 100],
      ] as const) {
        const asked = await lead(1, ['acme', 'bolt', 'core', 'late', 'none'])
        await auction(asked, {
          acme: { bid: 900, end: sale(`A-${bolt}`, 900) },
          bolt: { bid: bolt, end: NO },
          core: { bid: core, end: NO },
          none: { bid: null, end: { ...NO, noBid: { cents: null } } },
        })
        await post(asked['late'], NO, { shares: 1, limits: LIMITS })
      }
      const { losses, outbid, states } = await overview()
      expect(losses).toEqual([])
      expect(states).toEqual({ accepted: 2, outbid: 4, not_asked: 2, no_bid: 2 })
      expect(outbid).toEqual([
        { buyer: 'bolt', bids: 2, won: 0, outbid: 2, behind_cents: 105, closest_cents: 10 },
        { buyer: 'core', bids: 2, won: 0, outbid: 2, behind_cents: 600, closest_cents: 400 },
      ])
      expect((await overview({ buyer: 'core' })).outbid).toHaveLength(1)
      const found = async (status: 'outbid' | 'not_asked' | 'no_bid' | 'rejected') =>
        (await store.deliveryList({ status })).rows.map((row) => [row.buyer, row.status])
      expect(await found('outbid')).toHaveLength(4)
      expect(await found('not_asked')).toEqual([
        ['late', 'not_asked'],
        ['late', 'not_asked'],
      ])
      expect(await found('no_bid')).toHaveLength(2)
      expect(await found('rejected')).toEqual([])
      const [newest] = (await store.leadList({ status: 'outbid' })).rows
      expect(newest?.deliveries.map(({ status }) => status)).toEqual([
        'accepted',
        'outbid',
        'outbid',
        'not_asked',
        'no_bid',
      ])
      const [{ status } = { status: null }] = (await store.leadDeliveries(newest!.session_uuid)).slice(1)
      expect(status).toBe('outbid')
    })
  })

  describe('the name of an offer', () => {
    test('is that of the lead’s site and version, even if a newer version has another', async () => {
      const { lead, post, overview, store } = await stage('names')
      for (const version of [1, 2, 3]) await post((await lead(version, ['acme']))['acme'], NO)
      const names = ['Benefits', 'Solar panels', 'Solar quote']
      const { rows } = await store.deliveryList({})
      expect(rows.map(({ path, offer, offer_name }) => [path, offer, offer_name])).toEqual([
        ['guru', 'main', 'Benefits'],
        ['loom', 'main', 'Solar panels'],
        ['loom', 'main', 'Solar quote'],
      ])
      const leads = (await store.leadList({})).rows
      expect(leads.flatMap(({ deliveries }) => deliveries.map(({ offer_name }) => offer_name))).toEqual(names)
      expect((await overview()).losses.map(({ offer_name }) => offer_name).toSorted()).toEqual(names)
      await post((await lead(1, ['acme']))['acme'], sale('A-1', 100))
      await store.returnSale({ source: 'acme', external_id: 'A-1', key: null, cents: null, at: AT })
      const returned = (await store.returnList({})).data
      expect(returned).toMatchObject([{ path: 'loom', offer: 'main', offer_name: 'Solar quote' }])
      expect((await store.returnList({ sites: ['guru'] })).data).toEqual([])
      expect(await store.offerNames('loom')).toEqual([
        { path: 'loom', offer: 'main', name: 'Solar panels' },
        { path: 'loom', offer: 'main', name: 'Solar quote', version: 1 },
      ])
    })
  })
}
