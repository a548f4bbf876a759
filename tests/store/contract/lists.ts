import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/time/durations.ts'
import type { Limits } from '../../../src/store/nouns/leads/leadTypes.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const HOURS_MS = 3_600_000
const WAIT_MS = 20 * HOURS_MS
const PAUSED: Limits = {
  zone: 'UTC',
  caps: [],
  hours: null,
  isPaused: true,
  waitMs: { full: WAIT_MS, closed: HOURS_MS, paused: HOURS_MS },
}
const OPEN = { ...PAUSED, isPaused: false }

export function listContract(open: OpenStore): void {
  let clock = AT
  async function stage(place: string) {
    clock = AT
    const store = await open(place, { now: () => clock })
    await publish(store, 'leadloom', AT - 8 * DAY_MS)
    await publish(store, 'guru', AT - 8 * DAY_MS)
    /** A lead a minute after the one before. */
    async function lead(
      n: number,
      payload: Record<string, string>,
      { buyers = ['acme'], aff_id = '86', path = 'leadloom', at = AT + n * 60_000 } = {},
    ) {
      const version = path === 'guru' ? 2 : 1
      await store.openSession(session({ uuid: uuidOf(n), at, aff_id, path, version }))
      const kept = { offer: 'mva', buyers, payload, contacts: [] }
      await store.appendStep(uuidOf(n), step({ id: uuidOf(100 + n), at }), { lead: kept })
      const [sent] = await store.leadDeliveries(uuidOf(n))
      return sent?.delivery ?? 0
    }
    async function end(delivery: number, state: 'accepted' | 'rejected' | 'dead', cents = 0, at = AT) {
      const begun = await store.beginAttempt(delivery, at + DAY_MS)
      const sale = { external_id: `S-${delivery}`, cents }
      const ended = { message: 'It says.', at, due_at: null, ...(state === 'accepted' && { sale }) }
      await store.endAttempt(delivery, begun!.attempt, { state, ...ended })
    }
    const numbers = async (asked: Parameters<typeof store.leadList>[0]) =>
      (await store.leadList(asked)).rows.map(({ session_uuid }) =>
        Number.parseInt(session_uuid.slice(-4), 16),
      )
    return { store, lead, end, numbers }
  }

  describe('the list of leads', () => {
    test('can be searched by name in any case, by phone in any format, by email, and by ID', async () => {
      const { lead, numbers } = await stage('list-search')
      await lead(1, {
        first_name: 'José',
        last_name: 'O’Brien_100%',
        phone: '(212) 555-0123',
        email: 'jo@example.com',
      })
      await lead(2, { full_name: 'Ann Marie Austin', phone: '+1 212.555.0124', city: 'Brien' })
      await lead(3, { first_name: 'Ann', last_name: 'Miller', phone: '3125550123' })
      for (const [search, found] of [
        ['ann', [3, 2]],
        ['ANN miller', [3]],
        ['miller ann', [3]],
        ['josé', [1]],
        ['JOSÉ o’brien', [1]],
        ['brien_1', [1]],
        ['100%', [1]],
        ['aust', [2]],
        ['nobody', []],
        ['+1 (212) 555-0123', [1]],
        ['1-212-555-0123', [1]],
        ['212.555.0124', [2]],
        ['2125550124', [2]],
        ['Lead 212-555-0124', []],
        ['JO@EXAMPLE.COM', [1]],
        [uuidOf(3), [3]],
      ] as const)
        expect([search, await numbers({ search })]).toEqual([search, found])
      // Those who don't see personal data search by ID alone.
      for (const search of ['ann', '212.555.0124', 'jo@example.com'])
        expect(await numbers({ search, isById: true })).toEqual([])
      expect(await numbers({ search: uuidOf(3), isById: true })).toEqual([3])
    })

    test('can be filtered by site, affiliate, and US state', async () => {
      const { lead, numbers, store } = await stage('list-filters')
      await lead(1, { zip: '75201', state: 'CA' })
      await lead(2, { zip_code: ' 10001-1234' }, { aff_id: '' })
      await lead(3, { state: 'tx' }, { path: 'guru' })
      await lead(4, { state: 'Texas' }, { buyers: [] })
      await lead(5, {}, { buyers: [] })
      const area = { zips: ['752', '88510'], names: ['TX', 'TEXAS'] }
      expect(await numbers({ area })).toEqual([4, 3, 1])
      expect(await numbers({ area, sites: ['leadloom'] })).toEqual([4, 1])
      expect(await numbers({ area: { zips: ['10001'], names: [] } })).toEqual([2])
      expect(await numbers({ aff_id: '' })).toEqual([2])
      expect(await numbers({ aff_id: '86', area, status: 'unsent' })).toEqual([4])
      expect(await numbers({ aff_id: 'none' })).toEqual([])
      const { rows } = await store.leadList({ aff_id: '' })
      expect(rows).toMatchObject([{ aff_id: '', path: 'leadloom' }])
    })

    test('can be sorted by time in both directions and by price, page by page', async () => {
      const { lead, end, numbers, store } = await stage('list-sort')
      for (const [n, cents] of [900, 0, 1200, 900].entries()) {
        const delivery = await lead(n + 1, {})
        if (cents > 0) await end(delivery, 'accepted', cents)
      }
      await lead(5, {}, { buyers: [] })
      const paged = async (sort: 'newest' | 'oldest' | 'price', more = {}) => {
        const found: number[] = []
        let before: string | null = ''
        while (before !== null) {
          const asked: object = { sort, limit: 2, ...more, ...(before !== '' && { before }) }
          found.push(...(await numbers(asked)))
          before = (await store.leadList(asked)).next
        }
        return found
      }
      expect(await paged('newest')).toEqual([5, 4, 3, 2, 1])
      expect(await paged('oldest')).toEqual([1, 2, 3, 4, 5])
      expect(await paged('price')).toEqual([3, 4, 1, 5, 2])
      expect(await paged('price', { buyer: 'acme' })).toEqual([3, 4, 1, 2])
      expect(await paged('oldest', { status: 'unsent' })).toEqual([5])
      expect(await paged('oldest', { search: uuidOf(3) })).toEqual([3])
      expect(await paged('price', { from: AT + 180_000 })).toEqual([3, 4, 5])
    })
  })

  describe('a lead that waits for a buyer', () => {
    const judged = (unwanted: string | null, lead: number) => ({ judged: { unwanted, lead } })

    test('stays when the buyer’s filters change, and is sent once they’re changed back', async () => {
      const { lead, store } = await stage('filters-edited')
      const delivery = await lead(1, {})
      const { lead: entry } = (await store.deliveredLead(delivery))!
      const begin = (unwanted: string | null, limits: Limits) =>
        store.beginAttempt(delivery, clock, { limits, ...judged(unwanted, entry!) })
      const now = async () => {
        const [{ state, status, held_message } = {}] = (await store.leadDeliveries(uuidOf(1))) as Partial<
          Awaited<ReturnType<typeof store.leadDeliveries>>[number]
        >[]
        return [state, status, held_message]
      }
      clock += HOURS_MS / 2
      expect(await begin(null, PAUSED)).toBeNull()
      // While the buyer is paused, nobody judges it.
      await store.lookAgain('acme', clock)
      expect(await begin('It only takes Texas.', PAUSED)).toBeNull()
      expect(await now()).toEqual(['due', 'held', 'Waits: the buyer is paused.'])
      await store.lookAgain('acme', clock)
      expect(await begin('It only takes Texas.', OPEN)).toBeNull()
      expect(await now()).toEqual(['due', 'held', 'Waits: It only takes Texas.'])
      await store.lookAgain('acme', clock)
      expect(await begin(null, OPEN)).toMatchObject({ attempt: 1 })
    })

    test('ends once it has waited as long as the buyer allows', async () => {
      const { lead, store } = await stage('filters-ended')
      const delivery = await lead(1, {})
      const { lead: entry } = (await store.deliveredLead(delivery))!
      const begin = async (unwanted: string | null, limits: Limits) => {
        await store.lookAgain('acme', clock)
        await store.beginAttempt(delivery, clock, { limits, ...judged(unwanted, entry!) })
        const [{ state, status, held } = {}] = (await store.leadDeliveries(uuidOf(1))) as Partial<
          Awaited<ReturnType<typeof store.leadDeliveries>>[number]
        >[]
        return [state, status, held]
      }
      clock += 60_000
      expect(await begin(null, PAUSED)).toEqual(['due', 'held', 'paused'])
      expect(await begin('No.', OPEN)).toEqual(['due', 'held', 'unwanted'])
      const over = { ...OPEN, waitMs: { full: 0, closed: 0, paused: 0 } }
      expect(await begin('No.', over)).toEqual(['rejected', 'not_asked', 'unwanted'])
    })

    test('also waits if its buyer was asked before and answers later', async () => {
      const { lead, store } = await stage('filters-asked')
      const delivery = await lead(1, {})
      const { lead: entry } = (await store.deliveredLead(delivery))!
      clock += 60_000
      await store.beginAttempt(delivery, clock, { limits: OPEN })
      await store.endAttempt(delivery, 1, { state: 'due', message: 'Busy.', at: clock, due_at: clock })
      await store.beginAttempt(delivery, clock, { limits: OPEN, ...judged('No.', entry!) })
      expect(await store.leadDeliveries(uuidOf(1))).toMatchObject([
        { state: 'due', status: 'held', held: 'unwanted' },
      ])
    })

    test('is checked again within half an hour, or when its waiting time ends', async () => {
      const waits = async (n: number, waitMs: Limits['waitMs']) => {
        const { lead, store } = await stage(`filters-again-${n}`)
        const delivery = await lead(1, {})
        const { lead: entry } = (await store.deliveredLead(delivery))!
        clock += 60_000
        await store.beginAttempt(delivery, clock, { limits: OPEN })
        await store.endAttempt(delivery, 1, { state: 'due', message: 'Busy.', at: clock, due_at: clock })
        const limits = { ...OPEN, waitMs }
        await store.beginAttempt(delivery, clock, { limits, ...judged('No.', entry!) })
        return (await store.delivery(delivery))!.due_at! - clock
      }
      expect(await waits(1, { full: DAY_MS, closed: 0, paused: 0 })).toBe(1_800_000)
      expect(await waits(2, { full: 0, closed: 60_000, paused: 0 })).toBe(60_000)
    })

    test('that never waited is rejected immediately', async () => {
      const { lead, store } = await stage('filters-fresh')
      const delivery = await lead(1, {})
      const { lead: entry } = (await store.deliveredLead(delivery))!
      clock += 60_000
      await store.beginAttempt(delivery, clock, { limits: OPEN, ...judged('No.', entry!) })
      expect(await store.leadDeliveries(uuidOf(1))).toMatchObject([
        { state: 'rejected', status: 'not_asked' },
      ])
    })

    test('is found only for its buyer, with its contents', async () => {
      const { lead, end, store } = await stage('filters-waiting')
      const sold = await lead(1, { zip: '75201' })
      await end(sold, 'accepted', 100)
      const waiting = await lead(2, { zip: '10001' })
      await lead(3, { zip: '10002' }, { buyers: ['zeta'] })
      const later = await lead(4, { zip: '10003' })
      expect(await store.waitingLeads('acme', 9)).toEqual([
        { delivery: waiting, lead: { zip: '10001' } },
        { delivery: later, lead: { zip: '10003' } },
      ])
      expect(await store.waitingLeads('acme', 1)).toHaveLength(1)
    })
  })

  test('deliveries that can be sent again are counted and found by the filters of their list', async () => {
    const { lead, end, store } = await stage('replayable')
    const ended: number[] = []
    for (const [n, state] of (['rejected', 'dead', 'accepted', 'rejected'] as const).entries()) {
      ended.push(await lead(n + 1, {}, { path: n === 3 ? 'guru' : 'leadloom' }))
      await end(ended[n]!, state)
    }
    await lead(9, {})
    const [first, second, , last] = ended
    const found = async (asked: Parameters<typeof store.replayableCount>[0]) => {
      const all = await store.replayableDeliveries({ ...asked, after: 0, limit: 9 })
      expect(await store.replayableCount(asked)).toBe(all.length)
      return all
    }
    expect(await found({})).toEqual([first, second, last])
    expect(await found({ status: 'dead' })).toEqual([second])
    expect(await found({ status: 'accepted' })).toEqual([])
    expect(await found({ sites: ['guru'] })).toEqual([last])
    expect(await found({ buyer: 'zeta' })).toEqual([])
    expect(await found({ from: AT + 120_000, to: AT + 120_000 })).toEqual([second])
    expect(await store.replayableDeliveries({ after: first!, limit: 1 })).toEqual([second])
  })

  test('the facts of a day are its money, its leads by outcome, buyers that fail or wait, and what changed', async () => {
    const { lead, end, store } = await stage('day')
    const weekAgo = AT - 7 * DAY_MS
    const before = await lead(1, {}, { at: weekAgo })
    await end(before, 'accepted', 700, weekAgo)
    const later = await lead(2, {}, { at: weekAgo + 60_000 })
    await end(later, 'accepted', 800, weekAgo + 60_000)
    const sold = await lead(3, {}, { path: 'guru', at: AT })
    await end(sold, 'accepted', 1200)
    const back = { source: 'acme', external_id: `S-${before}`, key: null, cents: null, at: AT }
    await store.returnSale(back)
    const bad = await lead(9, {}, { at: AT })
    await end(bad, 'accepted', 300)
    await store.returnSale({ ...back, external_id: `S-${bad}` })
    const failed = await lead(4, {}, { at: AT })
    await end(failed, 'dead')
    await end(await lead(5, {}, { at: AT }), 'rejected')
    const held = await lead(6, {}, { at: AT })
    clock = AT + 1
    await store.beginAttempt(held, clock, { limits: PAUSED })
    await lead(7, {}, { buyers: [], at: AT })
    await lead(8, {}, { at: AT + 2 })
    const content = { document: '{}', secrets: '' }
    await store.saveBuyer({ buyer: 'acme', from: 0, content, by: 'ada', at: AT })
    const asked = {
      today: { from: AT, to: AT + 2 },
      beforeByNow: { from: weekAgo, to: weekAgo + 60_000 },
      beforeDay: { from: weekAgo, to: weekAgo + DAY_MS },
      since: AT - DAY_MS,
      periods: [
        { buyer: 'acme', from: AT - DAY_MS, to: AT + 2 * DAY_MS },
        { buyer: 'zeta', from: 0, to: AT },
      ],
    }
    const facts = await store.dayFacts(asked)
    expect(facts).toMatchObject({
      today: [
        { path: 'guru', net_cents: 1200, returned_cents: 0, sold: 1 },
        { path: 'leadloom', net_cents: -700, returned_cents: 1000, sold: 1 },
      ],
      beforeByNow: [{ path: 'leadloom', net_cents: 700, sold: 1 }],
      beforeDay: [{ path: 'leadloom', net_cents: 1500, sold: 2 }],
      leads: { sold: 1, probably_sold: 0, waiting: 1, returned: 1, failed: 1, unsold: 1, unsent: 1 },
      held: [{ buyer: 'acme', reason: 'paused', leads: 1, message: 'Waits: the buyer is paused.' }],
      failing: [{ buyer: 'acme', leads: 1, message: 'It says.' }],
      published: [],
      buyers: [{ buyer: 'acme', saved_by: 'ada', at: AT, removed: 0 }],
    })
    expect(facts.taken[1]).toEqual({ leads: 0, cents: 0 })
    expect((await store.dayFacts({ ...asked, since: AT - 9 * DAY_MS })).published).toMatchObject([
      { path: 'guru', version: 2, weight: 100 },
      { path: 'leadloom', version: 1, weight: 100 },
    ])
    expect(await store.dayFacts({ ...asked, sites: ['guru'] })).toMatchObject({
      today: [{ path: 'guru' }],
      beforeDay: [],
      leads: { sold: 1, probably_sold: 0, waiting: 0, returned: 0, failed: 0, unsold: 0, unsent: 0 },
      held: [],
      failing: [],
      buyers: [],
    })
  })
}
