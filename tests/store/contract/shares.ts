import { describe, expect, test } from 'vitest'
import type { AttemptBounds, AttemptEnd, Limits } from '../../../src/store/nouns/leads/leadTypes.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.now()
const END = { message: 'It says.', at: AT, due_at: null } as const
const SOLD = { ...END, state: 'accepted', sale: { external_id: 'A-1', cents: 900 } } as const
const REFUSED = { ...END, state: 'rejected' } as const
const UNHEARD = { ...END, state: 'due', due_at: AT + 60_000, isUnsure: true } as const
const OPEN = { zone: 'UTC', caps: [], hours: null, isPaused: false }
/** Time after which a waiting lead is looked at again. */
const HALF_AN_HOUR_MS = 1_800_000
const BUYERS = ['acme', 'bolt', 'core', 'dent', 'east']

export function shareContract(open: OpenStore): void {
  async function stage(place: string) {
    const store = await open(`shares ${place}`)
    await publish(store, 'leadloom', AT)
    await store.openSession(session({ at: AT }))
    const lead = { offer: 'mva', buyers: BUYERS, payload: {} }
    await store.appendStep(uuidOf(0), step({ id: uuidOf(100), at: AT }), { lead })
    const due = await Promise.all(BUYERS.map(async (buyer) => (await store.dueDeliveries(buyer, AT, 1))[0]!))
    const numbers = Object.fromEntries(BUYERS.map((buyer, i) => [buyer, due[i]!]))
    const begin = async (buyer: string, bounds: AttemptBounds) => {
      // Deliveries that wait are tried again.
      await store.lookAgain(buyer, AT)
      return (await store.beginAttempt(numbers[buyer]!, AT, { leaseMs: 60_000, ...bounds })) !== null
    }
    const end = (buyer: string, how: AttemptEnd, attempt = 1) =>
      store.endAttempt(numbers[buyer]!, attempt, how)
    const of = async (buyer: string) => {
      const { state, held } = (await store.delivery(numbers[buyer]!))!
      return held ? `${state}, ${held}` : state
    }
    const isDue = async (buyer: string, at = AT) => (await store.dueDeliveries(buyer, at, 1)).length === 1
    return { store, begin, end, of, isDue }
  }

  describe('a lead of several buyers', () => {
    test.each([1, 2, 4])('is taken for at most %i of them, however many come at once', async (shares) => {
      const { begin, of, end } = await stage(`race of ${shares}`)
      const begun = await Promise.all(
        BUYERS.map(async (buyer) => ((await begin(buyer, { shares })) ? [buyer] : [])),
      )
      expect(begun.flat()).toHaveLength(shares)
      for (const buyer of begun.flat())
        await end(buyer, { ...SOLD, sale: { ...SOLD.sale, external_id: buyer } })
      for (const buyer of BUYERS) await begin(buyer, { shares })
      const states = await Promise.all(BUYERS.map(of))
      expect(states.filter((state) => state === 'accepted')).toHaveLength(shares)
      expect(states.filter((state) => state === 'rejected, taken')).toHaveLength(BUYERS.length - shares)
    })

    test('goes to all of them by default', async () => {
      const { begin } = await stage('all')
      for (const buyer of BUYERS) expect(await begin(buyer, {})).toBe(true)
    })

    test('goes to no other buyer if one has it exclusively, whatever the other’s limit', async () => {
      const { begin, end, of } = await stage('alone')
      await begin('acme', { shares: 1 })
      expect(await begin('bolt', {})).toBe(false)
      expect(await begin('core', { shares: 3 })).toBe(false)
      await end('acme', SOLD)
      await begin('bolt', {})
      expect(await of('bolt')).toBe('rejected, taken')
    })

    test('goes to no exclusive buyer once another has it', async () => {
      const { begin, end, of } = await stage('not alone')
      await begin('acme', { shares: 3 })
      await end('acme', SOLD)
      expect(await begin('bolt', { shares: 1 })).toBe(false)
      expect(await of('bolt')).toBe('rejected, taken')
      expect(await begin('core', { shares: 2 })).toBe(true)
      expect(await begin('dent', {})).toBe(false)
    })

    test('waits behind a possible buyer for as long as the next one lets leads wait, then ends unsent', async () => {
      const { store, begin, end, of, isDue } = await stage('doubted')
      const waiting = (waitMs: Limits['waitMs']) => ({ shares: 1, limits: { ...OPEN, waitMs } })
      const none = { full: 0, closed: 0, paused: 0 }
      await begin('acme', { shares: 1 })
      // While its answer is awaited, there is no limit.
      expect(await begin('bolt', waiting(none))).toBe(false)
      expect(await of('bolt')).toBe('due, taken')
      expect([await isDue('bolt'), await isDue('bolt', AT + HALF_AN_HOUR_MS)]).toEqual([false, true])
      await end('acme', { ...END, state: 'dead', isUnsure: true })
      expect(await begin('bolt', waiting({ ...none, paused: 60_000 }))).toBe(false)
      expect(await of('bolt')).toBe('due, taken')
      expect([await isDue('bolt'), await isDue('bolt', AT + 60_000)]).toEqual([false, true])
      expect(await begin('bolt', waiting(none))).toBe(false)
      expect(await of('bolt')).toBe('rejected, taken')
      expect(await begin('core', waiting(none))).toBe(false)
      expect(await of('core')).toBe('rejected, taken')
      const held = (await store.deliveryList({ buyer: 'bolt' })).rows
      expect(held).toMatchObject([
        { status: 'not_asked', last: 'Not sent: another buyer may have bought it.' },
      ])
      // Others still get it once an operator says that it wasn't bought.
      const [{ entry } = { entry: 0 }] = (await store.settleList({ sites: null })).rows
      await begin('dent', waiting({ ...none, full: 60_000 }))
      await store.dismissEntry({ entry, by: 'ann', at: AT })
      expect(await isDue('dent')).toBe(true)
      expect(await begin('dent', waiting(none))).toBe(true)
    })

    test('waits for a response without a limit, even if another may have bought it, if both leave room', async () => {
      const { begin, end, of } = await stage('doubted, shared')
      const bounds = { shares: 2, limits: { ...OPEN, waitMs: { full: 0, closed: 0, paused: 0 } } }
      await begin('acme', bounds)
      await begin('bolt', bounds)
      await end('acme', { ...END, state: 'dead', isUnsure: true })
      expect(await begin('core', bounds)).toBe(false)
      expect(await of('core')).toBe('due, taken')
      await end('bolt', REFUSED)
      expect(await begin('core', bounds)).toBe(true)
    })

    test('goes to the next buyer as soon as one refuses', async () => {
      const { begin, end, of, isDue } = await stage('refused')
      await begin('acme', { shares: 1 })
      expect(await begin('bolt', { shares: 1 })).toBe(false)
      expect([await of('bolt'), await isDue('bolt')]).toEqual(['due, taken', false])
      await end('acme', REFUSED)
      expect(await isDue('bolt')).toBe(true)
      expect(await begin('bolt', { shares: 1 })).toBe(true)
    })

    test('goes to no one while it isn’t known whether a buyer bought it', async () => {
      const { store, begin, end, of } = await stage('unheard')
      await begin('acme', { shares: 1 })
      await store.resumeDeliveries(AT, true)
      expect(await begin('bolt', { shares: 1 })).toBe(false)
      expect(await begin('acme', { shares: 1 })).toBe(true)
      await end('acme', UNHEARD, 2)
      expect(await begin('bolt', { shares: 1 })).toBe(false)
      expect(await of('bolt')).toBe('due, taken')
    })

    test('goes to the next buyer if the one with the lost response refuses after all', async () => {
      const { store, begin, end } = await stage('unheard, then refused')
      await begin('acme', { shares: 1 })
      await store.resumeDeliveries(AT, true)
      await begin('acme', { shares: 1 })
      await begin('bolt', { shares: 1 })
      await end('acme', REFUSED, 2)
      expect(await begin('bolt', { shares: 1 })).toBe(true)
    })

    test('stays with the probable buyer, and the others wait until that’s settled', async () => {
      const { begin, end, of } = await stage('given up')
      await begin('acme', { shares: 1 })
      await end('acme', { ...END, state: 'dead', isUnsure: true })
      await begin('bolt', { shares: 1 })
      expect(await of('bolt')).toBe('due, taken')
    })

    test('goes to buyers with priority first', async () => {
      const { begin, end, isDue, of } = await stage('priority')
      const second = { shares: 2, before: ['acme'] }
      expect(await begin('bolt', second)).toBe(false)
      expect(await of('bolt')).toBe('due, taken')
      expect(await begin('acme', { shares: 2 })).toBe(true)
      expect(await begin('bolt', second)).toBe(false)
      await end('acme', SOLD)
      expect(await isDue('bolt')).toBe(true)
      expect(await begin('bolt', second)).toBe(true)
    })

    test('is posted again to the buyer that may have it, even if one with priority waits for it', async () => {
      const { store, begin, of } = await stage('asked again')
      const limits = { zone: 'UTC', caps: [], hours: null, isPaused: true }
      const waitMs = { full: 0, closed: 0, paused: 86_400_000 }
      await begin('acme', { shares: 1, limits: { ...limits, waitMs } })
      const second = { shares: 1, before: ['acme'] }
      await begin('bolt', second)
      await store.resumeDeliveries(AT, true)
      await begin('acme', { shares: 1 })
      expect(await of('acme')).toBe('due, taken')
      expect(await begin('bolt', second)).toBe(true)
    })

    test('doesn’t wait for a buyer with priority that can no longer get it', async () => {
      const { begin, end, of } = await stage('out of it')
      await begin('bolt', { shares: 3 })
      await end('bolt', SOLD)
      await begin('acme', { shares: 1 })
      expect(await of('acme')).toBe('rejected, taken')
      expect(await begin('core', { shares: 3, before: ['acme'] })).toBe(true)
    })

    test('is a different lead from that of another offer in the same visit', async () => {
      const { store, begin, end } = await stage('two offers')
      await begin('acme', { shares: 1 })
      await end('acme', SOLD)
      const lead = { offer: 'solar', buyers: ['fair'], payload: {} }
      await store.appendStep(uuidOf(0), step({ id: uuidOf(101), at: AT }), { lead })
      const [other = 0] = await store.dueDeliveries('fair', AT, 1)
      expect(await store.beginAttempt(other, AT, { leaseMs: 60_000, shares: 1 })).not.toBeNull()
    })

    test('doesn’t wait for a buyer that will be asked again, or for one that takes none now', async () => {
      const { begin, end } = await stage('passed over')
      const limits = { zone: 'UTC', caps: [], hours: null, isPaused: true }
      const waitMs = { full: 0, closed: 0, paused: 86_400_000 }
      await begin('acme', { shares: 1 })
      await end('acme', { ...END, state: 'due', due_at: AT + 60_000 })
      await begin('core', { shares: 1, limits: { ...limits, waitMs } })
      expect(await begin('bolt', { shares: 1, before: ['acme', 'core'] })).toBe(true)
    })
  })
}
