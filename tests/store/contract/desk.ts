import { describe, expect, test } from 'vitest'
import type { NewLead } from '../../../src/store/nouns/leads/leadTypes.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')

export function deskContract(open: OpenStore): void {
  describe('the lists of the desk', () => {
    test('use readers started in advance, which also stop without a request', async () => {
      const store = await open('desk-prepared')
      for (let i = 0; i < 2; i++) store.prepareReports()
      expect(await store.buyersOfLeads({})).toEqual([])
      await store.close()
      store.prepareReports()
      const unasked = await open('desk-unasked')
      unasked.prepareReports()
      await unasked.close()
    })

    test('list leads and deliveries by their filters, and lost money', async () => {
      const store = await open('desk-lists')
      await publish(store, 'leadloom', AT)
      const lead = async (n: number, more: Partial<NewLead>) => {
        const at = AT + n * 60_000
        await store.openSession(session({ uuid: uuidOf(n), at }))
        const email = `Visitor.${n}@example.com`
        const contacts = [{ kind: 'email' as const, text: email }]
        const lead = {
          offer: 'mva',
          buyers: ['acme'],
          payload: { email, phone: '2125550123' },
          contacts,
          ...more,
        }
        await store.appendStep(uuidOf(n), step({ id: uuidOf(n), at }), { lead })
      }
      await lead(0, { buyers: ['acme', 'zeta'] })
      await lead(1, { buyers: [] })
      await lead(2, { offer: 'wc' })
      const now = AT + 3_600_000
      const [sold = 0, rejected = 0] = await store.dueDeliveries('acme', now, 2)
      const end = { message: 'No.', at: now, due_at: null }
      for (const delivery of [sold, rejected]) await store.beginAttempt(delivery, now)
      const sale = { external_id: 'A-1', cents: 900 }
      await store.endAttempt(sold, 1, { ...end, state: 'accepted', sale })
      await store.endAttempt(rejected, 1, { ...end, state: 'rejected' })
      const back = { source: 'acme', external_id: 'A-1', key: null, at: now }
      await store.returnSale({ ...back, return_id: 'part', cents: 400 })
      expect((await store.deliveryList({ status: 'accepted' })).rows).toMatchObject([{ cents: 500 }])
      await store.returnSale({ ...back, cents: null, at: now + 1 })

      const leads = async (asked: object) =>
        (await store.leadList(asked)).rows.map(({ session_uuid }) => session_uuid)
      expect(await leads({})).toEqual([uuidOf(2), uuidOf(1), uuidOf(0)])
      const first = await store.leadList({ limit: 1 })
      expect(await leads({ before: first.next ?? '', limit: 1 })).toEqual([uuidOf(1)])
      expect(await leads({ status: 'unsent' })).toEqual([uuidOf(1)])
      expect(await leads({ buyer: 'acme', status: 'rejected' })).toEqual([uuidOf(2)])
      expect(await leads({ status: 'returned' })).toEqual([uuidOf(0)])
      expect(await leads({ status: 'accepted' })).toEqual([])
      expect(await leads({ offer: 'mva', from: AT, to: AT })).toEqual([uuidOf(0)])
      expect(await leads({ search: 'VISITOR.1@example.com' })).toEqual([uuidOf(1)])
      expect(await leads({ search: '(212) 555-0123' })).toEqual([uuidOf(2), uuidOf(1), uuidOf(0)])
      expect(await leads({ search: 'A-1' })).toEqual([uuidOf(0)])
      expect(await leads({ search: uuidOf(2), status: 'due' })).toEqual([])
      expect(await store.buyersOfLeads({})).toEqual(['acme', 'zeta'])
      expect(await store.buyersOfLeads({ sites: ['leadloom'] })).toEqual(['acme', 'zeta'])
      expect(await store.buyersOfLeads({ sites: ['other'] })).toEqual([])

      const page = await store.deliveryList({ buyer: 'acme', limit: 1 })
      expect(page.rows).toMatchObject([{ delivery: rejected, state: 'rejected', last: 'No.', cents: null }])
      expect((await store.deliveryList({ buyer: 'acme', before: page.next ?? '' })).rows).toMatchObject([
        { delivery: sold, state: 'accepted', status: 'returned', cents: 0, lead: { phone: '2125550123' } },
      ])
      expect((await store.deliveryList({ status: 'retried' })).rows).toEqual([])
      const { states, losses } = await store.deliveryOverview({ buyer: 'acme' }, 1)
      expect(states).toEqual({ returned: 1, rejected: 1 })
      // Nothing of this offer was sold. What was sold and returned isn't lost.
      expect(losses).toEqual([
        expect.objectContaining({ kind: 'rejected', reason: 'No.', count: 1, lost_cents: null }),
      ])
      expect(await store.leadDeliveries(uuidOf(0))).toMatchObject([
        {
          buyer: 'acme',
          tries: [{ attempt: 1, message: 'No.' }],
          entries: [{ cents: 900 }, { cents: -400 }, { cents: -500 }],
        },
        { buyer: 'zeta', tries: [], entries: [] },
      ])

      // Identical answers of two buyers stay apart, and only the last attempt counts.
      await lead(3, { buyers: ['zeta'] })
      const [boughtByAcme = 0, other = 0] = await store.dueDeliveries('zeta', now, 2)
      for (const delivery of [boughtByAcme, other]) await store.beginAttempt(delivery, now)
      await store.endAttempt(boughtByAcme, 1, { ...end, state: 'rejected' })
      await store.endAttempt(other, 1, { message: 'Later.', at: now, due_at: now, state: 'due' })
      await store.beginAttempt(other, now)
      await store.endAttempt(other, 2, { ...end, state: 'rejected' })
      for (const leastOfOne of [1, 2]) {
        const all = (await store.deliveryOverview({}, leastOfOne)).losses
        const rejections = all.map(({ kind, buyer, count, lost_cents }) => [kind, buyer, count, lost_cents])
        expect(rejections).toEqual([
          ['rejected', 'zeta', 1, 900],
          ['rejected', 'acme', 1, null],
        ])
      }
      await store.forgetSession(uuidOf(3))
      expect((await store.deliveryOverview({}, 1)).losses).toContainEqual(
        expect.objectContaining({ kind: 'suppressed', buyer: 'zeta', count: 1, lost_cents: 900 }),
      )
    })

    test('list leads held back from each buyer, with the reason, the time, and the expected amount', async () => {
      let clock = AT
      const store = await open('desk-held', { now: () => clock })
      await publish(store, 'leadloom', AT)
      const lead = async (n: number, offer: string, buyers = ['acme']) => {
        await store.openSession(session({ uuid: uuidOf(n), at: AT + n }))
        const payload = { email: `visitor.${n}@example.com` }
        await store.appendStep(uuidOf(n), step({ id: uuidOf(n), at: AT + n }), {
          lead: { offer, buyers, payload, contacts: [{ kind: 'email', text: payload.email }] },
        })
        return (await store.dueDeliveries(buyers[0]!, AT + n, 9)).at(-1)!
      }
      const sold = await lead(0, 'mva')
      await store.beginAttempt(sold, AT)
      const sale = { external_id: 'A-1', cents: 901 }
      await store.endAttempt(sold, 1, { state: 'accepted', message: 'Yes.', at: AT, due_at: null, sale })
      const waitMs = { full: 86_400_000, closed: 86_400_000, paused: 86_400_000 }
      const limits = { zone: 'America/New_York', caps: [], hours: null, isPaused: true, waitMs }
      const held: number[] = []
      for (const [n, offer] of [
        [1, 'mva'],
        [2, 'mva'],
        [3, 'wc'],
      ] as const) {
        const delivery = await lead(n, offer)
        clock = AT + n
        expect(await store.beginAttempt(delivery, AT + n, { limits })).toBeNull()
        held.push(delivery)
      }
      const alone = await lead(4, 'mva', ['zeta', 'acme'])
      const late = (await store.dueDeliveries('acme', AT + 4, 9)).at(-1)!
      await store.beginAttempt(alone, AT + 4, { shares: 1, leaseMs: 60_000 })
      expect(await store.beginAttempt(late, AT + 4, { shares: 1 })).toBeNull()
      const reasons = (await store.deliveryOverview({}, 1)).held.map(({ reason, count }) => [reason, count])
      expect(reasons).toEqual([
        ['paused', 3],
        ['taken', 1],
      ])
      const other = { external_id: 'A-1', cents: 500 }
      await store.endAttempt(alone, 1, {
        state: 'accepted',
        message: '',
        at: AT,
        due_at: null,
        sale: other,
      })
      expect(await store.beginAttempt(late, AT + 4, { shares: 1 })).toBeNull()
      await lead(5, 'wc')
      const { states, held: waiting, losses } = await store.deliveryOverview({}, 1)
      // Leads that another buyer bought are no longer held.
      expect(states).toEqual({ accepted: 2, not_asked: 1, due: 4, held: 3 })
      expect(waiting).toEqual([
        {
          buyer: 'acme',
          reason: 'paused',
          message: 'Waits: the buyer is paused.',
          count: 3,
          since: (await store.deliveryOverview({ offer: 'mva' }, 1)).held[0]?.since,
          // It bought nothing of the other offer.
          waiting_cents: 1802,
        },
      ])
      // Another buyer has it, so nothing is lost.
      expect(losses).toEqual([])
      const { rows } = await store.deliveryList({ status: 'held', limit: 2 })
      expect(rows.map(({ delivery, state, last }) => [delivery, state, last])).toEqual([
        [held[2], 'due', 'Waits: the buyer is paused.'],
        [held[1], 'due', 'Waits: the buyer is paused.'],
      ])
      const leads = (await store.leadList({})).rows.flatMap(({ deliveries }) => deliveries)
      expect(leads.flatMap(({ delivery, status }) => (status === 'held' ? delivery : []))).toEqual(
        held.toReversed(),
      )
      // Two buyers may give the same ID.
      expect(leads.flatMap(({ cents }) => cents ?? [])).toEqual([500, 901])
      for (const asked of [{ buyer: 'zeta' }, { from: AT + 4 }, { to: AT }, { offer: 'none' }])
        expect((await store.deliveryOverview(asked, 1)).held, JSON.stringify(asked)).toEqual([])
      expect((await store.deliveryOverview({ offer: 'wc' }, 1)).held).toMatchObject([
        { count: 1, waiting_cents: null },
      ])
    })

    test('list returns by buyer, reason, time, and ID, with reason and author until their visitor is forgotten', async () => {
      const store = await open('desk-returns')
      await publish(store, 'leadloom', AT)
      for (const n of [0, 1, 2]) {
        await store.openSession(session({ uuid: uuidOf(n), at: AT }))
        const sold = { source: 'acme', external_id: `A-${n}`, cents: 100 + n, at: AT }
        await store.sell({ ...sold, session_uuid: uuidOf(n), offer: 'mva', returned: false })
      }
      const note = { reason: 'fraud', words: 'Ann said so.', by: 'ada' } as const
      const back = (n: number, more = {}) =>
        store.returnSale({
          source: 'acme',
          external_id: `A-${n}`,
          key: null,
          cents: null,
          at: AT + n,
          ...more,
        })
      expect((await back(0, { note })).outcome).toBe('returned')
      expect((await back(0, { note: { ...note, words: 'Again.' } })).outcome).toBe('known')
      await back(1, { note: { ...note, reason: 'file', words: '' } })
      await back(2)
      // Another buyer's sale under the same ID, and its correction.
      const other = { source: 'bolt', external_id: 'A-2' }
      const sold = { ...other, cents: 7000, at: AT, session_uuid: uuidOf(1), offer: 'mva', returned: false }
      await store.sell(sold)
      await store.adjustSale({ ...other, cents: 7100, note: { words: '', by: 'ada' }, at: AT - 1 })
      const ids = async (asked: object) =>
        (await store.returnList(asked)).data.map(({ external_id }) => external_id)
      const { data, next } = await store.returnList({ limit: 2 })
      expect(data).toMatchObject([
        {
          external_id: 'A-2',
          reason: 'reported',
          booked_by: '',
          cents: 102,
          left_cents: 0,
          amount_cents: 102,
          buyer: 'acme',
        },
        { external_id: 'A-1', reason: 'file', booked_by: 'ada', session_uuid: uuidOf(1) },
      ])
      expect(await ids({ before: next! })).toEqual(['A-0', 'A-2'])
      // The last page may be full.
      expect((await store.returnList({ limit: 2, before: next! })).next).toBeNull()
      expect((await store.returnList({ buyer: 'bolt' })).data).toMatchObject([
        { kind: 'adjustment', cents: -100, left_cents: 7100, amount_cents: 7100 },
      ])
      expect(await ids({ reason: 'fraud' })).toEqual(['A-0'])
      expect(await ids({ reason: 'reported' })).toEqual(['A-2'])
      expect(await ids({ buyer: 'zeta' })).toEqual([])
      expect(await ids({ search: ` ${uuidOf(1)} ` })).toEqual(['A-1', 'A-2'])
      expect(await ids({ search: 'A-2', from: AT, to: AT + 1 })).toEqual([])
      expect((await store.returnList({ reason: 'fraud' })).data[0]?.words).toBe('Ann said so.')
      await store.forgetSession(uuidOf(0))
      expect((await store.returnList({ reason: 'fraud' })).data[0]?.words).toBe('')

      expect(await store.statementBefore('acme 12')).toBe(null)
      for (const [at, operator] of [
        [AT, 'ada'],
        [AT + 1, 'bob'],
      ] as const)
        await store.audit({ at, operator, act: 'check_statement', about: 'acme 12' })
      await store.audit({ at: AT + 2, operator: 'eve', act: 'check_statement', about: 'acme 13' })
      await store.audit({ at: AT + 3, operator: 'eve', act: 'book_returns', about: 'acme 12' })
      expect(await store.statementBefore('acme 12')).toEqual({ at: AT + 1, operator: 'bob' })
    })
  })
}
