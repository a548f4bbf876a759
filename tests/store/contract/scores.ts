import { expect, test } from 'vitest'
import type { DeliverySort } from '../../../schemas/desk/deliveries.ts'
import type { AttemptEnd, Limits } from '../../../src/store/nouns/leads/leadTypes.ts'
import { DAY_MS } from '../../../src/time/durations.ts'
import { newYorkWeeks } from '../../../src/time/newYorkDay.ts'
import type { OpenStore } from '../contract.ts'
import { newVersion, session, step, uuidOf } from '../history.ts'

/** A Monday. */
const AT = Date.parse('2026-11-23T12:00:00-05:00')
const BEFORE = AT - 7 * DAY_MS
const WEEKS = newYorkWeeks(AT, 2)
const LIMITS: Limits = {
  zone: 'UTC',
  caps: [],
  hours: null,
  isPaused: false,
  waitMs: { full: DAY_MS, closed: 0, paused: 0 },
}
const end = (state: AttemptEnd['state'], message: string, answerMs?: number): AttemptEnd => ({
  state,
  message,
  at: AT,
  due_at: null,
  answerMs,
})
const sold = (external_id: string, cents: number, answerMs: number): AttemptEnd => ({
  ...end('accepted', 'Yes.', answerMs),
  sale: { external_id, cents },
})

export function scoreContract(open: OpenStore): void {
  async function stage(place: string) {
    const store = await open(place)
    for (const path of ['loom', 'guru']) await store.publish(newVersion(path, BEFORE))
    let n = 0
    async function lead(buyers: string[], { at = AT, path = 'loom' } = {}) {
      const uuid = uuidOf(++n)
      await store.openSession(session({ uuid, at, version: path === 'guru' ? 2 : 1, path }))
      const payload = { email: `visitor.${n}@example.com` }
      const kept = { offer: 'main', buyers, payload, contacts: [] }
      await store.appendStep(uuid, step({ id: uuidOf(1000 + n), at }), { lead: kept })
      const own = await store.leadDeliveries(uuid)
      return { uuid, of: Object.fromEntries(own.map(({ buyer, delivery }) => [buyer, delivery])) }
    }
    async function post(delivery: number, ended: AttemptEnd, bounds = {}) {
      const begun = await store.beginAttempt(delivery, AT, { leaseMs: 60_000, ...bounds })
      await store.endAttempt(delivery, begun!.attempt, ended)
    }
    /** Auctions a lead among acme and bolt. Bids are taken in the order given; the first gets the lead. */
    async function auction(bids: Record<string, [bid: number, answerMs: number]>, cents: number) {
      const { of } = await lead(Object.keys(bids))
      const bounds = { leaseMs: 60_000, limits: LIMITS, shares: 1 }
      const asked = await store.beginAuction(
        Object.keys(bids).map((buyer) => ({ delivery: of[buyer]!, bounds })),
        AT,
      )
      for (const [buyer, [bid, answerMs]] of Object.entries(bids)) {
        const { delivery, attempt } = asked.find((one) => one.buyer === buyer)!
        const taken = await store.takeBid(delivery, attempt, { cents: bid, ...bounds, now: AT, answerMs })
        // The answer to the ping counts, not the one to the post.
        if (taken !== 'ended') await store.endAttempt(delivery, attempt, sold(`S-${delivery}`, cents, 9000))
      }
    }
    const scores = (buyer: string, more: object = {}, leastOfOne = 1) =>
      store.buyerScores({ buyer, ranges: WEEKS, ...more }, leastOfOne)
    return { store, lead, post, auction, scores }
  }

  test('counts what a buyer was asked, bid on, won, lost and by how much, refused, and returned, by week', async () => {
    const { store, lead, post, auction, scores } = await stage('scores')
    await auction({ bolt: [1000, 30], acme: [950, 41] }, 1000)
    await auction({ bolt: [1000, 30], acme: [900, 50] }, 1000)
    await auction({ bolt: [1500, 30], acme: [1000, 55] }, 1500)
    await auction({ bolt: [9000, 30], acme: [1000, 60] }, 9000)
    await auction({ acme: [3000, 100], bolt: [2000, 30] }, 3000)
    const returned = await lead(['acme'])
    await post(returned.of['acme']!, sold('A-1', 2000, 200))
    const partly = await lead(['acme'])
    await post(partly.of['acme']!, sold('A-2', 4000, 210))
    await store.returnSale({ source: 'acme', external_id: 'A-1', key: null, cents: null, at: AT })
    for (const reason of ['Bad phone.', 'Bad phone.', 'Outside area 12345.']) {
      const refused = await lead(['acme'])
      await post(refused.of['acme']!, end('rejected', reason, 300))
    }
    const known = await lead(['acme'])
    await post(known.of['acme']!, end('duplicate', 'Duplicate.'))
    const noBid = await lead(['acme'])
    await post(noBid.of['acme']!, { ...end('rejected', 'No bid.', 1000), noBid: { cents: null } })
    // Waits, was never asked.
    await lead(['acme'])
    const failed = await lead(['acme'])
    await post(failed.of['acme']!, end('dead', 'HTTP 500.', 60_000))
    const earlier = await lead(['acme'], { at: BEFORE })
    await post(earlier.of['acme']!, end('rejected', 'Bad phone.', 11))

    const { ranges, total } = await scores('acme')
    expect(ranges[0]).toEqual({
      asked: 13,
      bid: 5,
      won: 3,
      lost: 4,
      lost_by_cents: 100,
      lost_by: [
        { over_cents: -1, up_to_cents: 100, count: 2 },
        { over_cents: 100, up_to_cents: 200, count: 0 },
        { over_cents: 200, up_to_cents: 500, count: 1 },
        { over_cents: 500, up_to_cents: 1000, count: 0 },
        { over_cents: 1000, up_to_cents: null, count: 1 },
      ],
      refused: 5,
      reasons: [
        { reason: 'Bad phone.', count: 2 },
        { reason: 'Duplicate.', count: 1 },
        { reason: 'No bid.', count: 1 },
        { reason: 'Outside area #.', count: 1 },
      ],
      returned: 1,
      net_cents: 3000 + 4000,
      answers: 12,
      // 50, 50, 60, 60, 100, 200, 210, 300, 300, 300, 1000, 60000
      p50_ms: 200,
      p95_ms: 60_000,
    })
    expect(ranges[1]).toMatchObject({ asked: 1, refused: 1, won: 0, net_cents: 0, p50_ms: 20, p95_ms: 20 })
    expect(total).toMatchObject({ asked: 14, refused: 6, won: 3, net_cents: 7000, answers: 13, p50_ms: 200 })
    expect(total.reasons[0]).toEqual({ reason: 'Bad phone.', count: 3 })
    expect((await scores('acme', {}, 2)).ranges[0]!.reasons).toEqual([
      { reason: 'Bad phone.', count: 2 },
      { reason: '', count: 3 },
    ])
    expect((await scores('bolt')).ranges[0]).toMatchObject({ asked: 5, bid: 5, won: 4, lost: 1, p95_ms: 30 })

    // The list behind each figure has as many deliveries.
    const [{ from, to }] = WEEKS as [(typeof WEEKS)[0]]
    const listed = async (status: 'asked' | 'bid' | 'won' | 'outbid' | 'refused' | 'returned') =>
      (await store.deliveryList({ buyer: 'acme', status, from, to })).rows.length
    expect(await Promise.all((['asked', 'bid', 'won', 'outbid'] as const).map(listed))).toEqual([13, 5, 3, 4])
    expect(await Promise.all((['refused', 'returned'] as const).map(listed))).toEqual([5, 1])
  })

  test('counts the response to each attempt, and a bid before the last attempt', async () => {
    const { lead, post, store, scores } = await stage('scores of retries')
    const { of } = await lead(['acme'])
    const bounds = { leaseMs: 60_000, limits: LIMITS, shares: 1 }
    const [asked] = await store.beginAuction([{ delivery: of['acme']!, bounds }], AT)
    await store.takeBid(of['acme']!, asked!.attempt, { cents: 900, ...bounds, now: AT, answerMs: 120 })
    const busy = { ...end('due', 'HTTP 503.'), due_at: AT }
    await store.endAttempt(of['acme']!, asked!.attempt, busy)
    await post(of['acme']!, end('rejected', 'Outside area.', 45))
    expect((await scores('acme')).total).toMatchObject({
      asked: 1,
      bid: 1,
      won: 0,
      lost: 0,
      refused: 1,
      reasons: [{ reason: 'Outside area.', count: 1 }],
      answers: 2,
      p50_ms: 50,
      p95_ms: 120,
    })
  })

  test('lists by how much bids lost, except equal and higher ones', async () => {
    const { store, auction, scores } = await stage('scores of close bids')
    await auction({ bolt: [1000, 30], acme: [1000, 30] }, 1000)
    for (let n = 0; n < 2; n++) await auction({ bolt: [1000, 30], acme: [1200, 30] }, 1000)
    await auction({ bolt: [3000, 30], acme: [1999, 30] }, 3000)
    expect((await scores('acme')).total).toMatchObject({
      lost: 4,
      lost_by_cents: 0,
      lost_by: [
        { over_cents: -1, count: 1 },
        { over_cents: 100, count: 0 },
        { over_cents: 200, count: 0 },
        { over_cents: 500, count: 0 },
        { over_cents: 1000, count: 1 },
      ],
    })
    expect((await store.deliveryOverview({ buyer: 'acme' }, 1)).outbid).toEqual([
      { buyer: 'acme', bids: 2, won: 0, outbid: 2, behind_cents: 501, closest_cents: 0 },
    ])
  })

  test('compares a lost bid with the lowest one that bought the lead', async () => {
    const { store, lead, scores } = await stage('scores of shared leads')
    const bounds = { leaseMs: 60_000, limits: LIMITS, shares: 2 }
    const { of } = await lead(['yarn', 'bolt', 'zeta', 'acme'])
    const asked = await store.beginAuction(
      Object.values(of).map((delivery) => ({ delivery, bounds })),
      AT,
    )
    const bid = async (buyer: string, cents: number, ended?: AttemptEnd) => {
      const { delivery, attempt } = asked.find((one) => one.buyer === buyer)!
      const taken = await store.takeBid(delivery, attempt, { cents, ...bounds, now: AT, answerMs: 5 })
      if (ended) await store.endAttempt(delivery, attempt, ended)
      return taken
    }
    // It won the auction, and then refused the lead.
    await bid('yarn', 1600, end('rejected', 'No.', 5))
    await bid('bolt', 3000, sold('B-1', 3000, 5))
    await bid('zeta', 2000, sold('Z-1', 2000, 5))
    expect(await bid('acme', 1500)).toBe('ended')
    expect((await scores('acme')).total).toMatchObject({ lost: 1, lost_by_cents: 500 })
    expect((await store.deliveryOverview({ buyer: 'acme' }, 1)).outbid).toMatchObject([
      { outbid: 1, behind_cents: 500 },
    ])
  })

  test('names the twelve most frequent reasons of refusals, and counts the others together', async () => {
    const { lead, post, scores } = await stage('scores of many reasons')
    for (const letter of 'abcdefghijklmn') {
      const { of } = await lead(['acme'])
      await post(of['acme']!, end('rejected', `Reason ${letter}.`, 5))
    }
    const { reasons } = (await scores('acme')).total
    expect(reasons).toHaveLength(13)
    expect([reasons[11], reasons[12]]).toEqual([
      { reason: 'Reason l.', count: 1 },
      { reason: '', count: 2 },
    ])
  })

  test('limits a scorecard to sites', async () => {
    const { lead, post, scores } = await stage('scores of sites')
    for (const path of ['loom', 'guru', 'guru']) {
      const { of } = await lead(['acme'], { path })
      await post(of['acme']!, end('rejected', 'No.', 5))
    }
    const asked = async (sites: string[] | null) => (await scores('acme', { sites })).total
    expect(await asked(null)).toMatchObject({ asked: 3, refused: 3, answers: 3, p50_ms: 10 })
    expect(await asked(['guru'])).toMatchObject({ asked: 2, refused: 2, answers: 2 })
    expect(await asked(['other'])).toMatchObject({ asked: 0, answers: 0, p50_ms: null, lost_by_cents: null })
  })

  test('leaves out leads that an earlier sale or other buyers kept from it, and counts places toward its caps', async () => {
    const { lead, post, store, scores } = await stage('scores without asking')
    const held = await lead(['acme'])
    expect(await store.beginAttempt(held.of['acme']!, AT, { limits: { ...LIMITS, isPaused: true } })).toBe(
      null,
    )
    const { of } = await lead(['acme'])
    await post(of['acme']!, sold('A-9', 700, 5), { cents: 700 })
    const other = await lead(['bolt'])
    await post(other.of['bolt']!, sold('B-9', 300, 5), { cents: 300 })
    const { total, taken } = await scores('acme')
    expect(total).toMatchObject({ asked: 1, won: 1, refused: 0, net_cents: 700 })
    expect(taken).toEqual([expect.objectContaining({ leads: 1, cents: 700 }), { leads: 0, cents: 0 }])
  })

  test('sorts deliveries by time, money, buyer, or status, the same on every page', async () => {
    const { lead, post, store } = await stage('sorted deliveries')
    const ends: [buyer: string, ended: AttemptEnd | null, hours: number][] = [
      ['zeta', sold('Z-1', 700, 5), 3],
      ['acme', sold('A-1', 900, 5), 2],
      ['acme', end('rejected', 'No.'), 1],
      ['bolt', null, 0],
    ]
    for (const [buyer, ended, hours] of ends) {
      const { of } = await lead([buyer], { at: AT - hours * 3_600_000 })
      if (ended) await post(of[buyer]!, ended)
    }
    const sorted = async (sort: DeliverySort) => {
      const found: string[] = []
      for (let before: string | null | undefined; before !== null;) {
        const page = await store.deliveryList({ sort, limit: 1, ...(before !== undefined && { before }) })
        found.push(...page.rows.map(({ buyer, status, cents }) => `${buyer} ${status} ${cents}`))
        before = page.next
      }
      return found
    }
    const [first, second, third, fourth] = [
      'zeta accepted 700',
      'acme accepted 900',
      'acme rejected null',
      'bolt due null',
    ]
    expect(await sorted('newest')).toEqual([fourth, third, second, first])
    expect(await sorted('oldest')).toEqual([first, second, third, fourth])
    expect(await sorted('price')).toEqual([second, first, fourth, third])
    expect(await sorted('buyer')).toEqual([second, third, fourth, first])
    expect(await sorted('buyer_descending')).toEqual([first, fourth, third, second])
    expect(await sorted('status')).toEqual([first, second, fourth, third])
    expect(await sorted('status_descending')).toEqual([third, fourth, second, first])
    // A place of another order isn't one here.
    expect((await store.deliveryList({ sort: 'price', before: 'acme.1' })).rows).toHaveLength(4)
  })
}
