import { describe, expect, test } from 'vitest'
import type { Webhook } from '../../../schemas/outgoing/webhook.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const MADE: Omit<Webhook, 'ended_at'> = {
  name: 'crm',
  url: 'https://crm.example/hooks',
  kinds: ['lead', 'sale', 'return'],
  persons: true,
  local: false,
  made_by: 'ada',
  made_at: AT,
}
const SENT = { state: 'sent', message: 'The receiver answered 200.', due_at: null } as const
const SALE = {
  session_uuid: uuidOf(0),
  offer: 'mva',
  source: 'acme',
  external_id: 'A-1',
  cents: 1234,
  returned: false,
  at: AT + 1,
}

export function webhookContract(open: OpenStore): void {
  describe('a webhook', () => {
    async function stage(place: string, webhooks: Partial<Webhook>[] = [{}]) {
      const store = await open(`webhooks ${place}`, { now: () => AT })
      await publish(store, 'leadloom', AT)
      await store.openSession(session({ at: AT, aff_id: '86', sub1: 'spring' }))
      for (const webhook of webhooks) expect(await store.addWebhook({ ...MADE, ...webhook })).toBe('added')
      let steps = 0
      const lead = (payload: Record<string, string>) =>
        store.appendStep(uuidOf(0), step({ id: uuidOf(100 + steps++), at: AT }), {
          lead: { offer: 'mva', buyers: ['acme'], payload, withheld: { acme: ['secret'] } },
        })
      const due = (name = 'crm', now = AT + 1) => store.dueWebhookMessages(name, now, 10)
      const states = async () =>
        (await store.webhookMessages({ webhook: null, state: null, limit: 99 })).map(
          ({ webhook, kind, state }) => `${webhook} ${kind} ${state}`,
        )
      return { store, lead, due, states }
    }

    test('gets the lead once, as it is at that time, with all answers', async () => {
      const { store, lead, due } = await stage('lead')
      await lead({ zip: '10001', secret: 'no' })
      await lead({ zip: '10002', secret: 'no' })
      const [entry, ...more] = await due()
      expect(more).toEqual([])
      expect(await store.beginWebhookMessage(entry!, AT)).toEqual({
        entry,
        attempt: 1,
        webhook: { name: 'crm', url: MADE.url, local: false, made_at: AT },
        happened: {
          kind: 'lead',
          at: AT,
          session_uuid: uuidOf(0),
          offer: 'mva',
          version: 1,
          path: 'leadloom',
          aff_id: '86',
          sub1: 'spring',
          lead: { zip: '10002', secret: 'no' },
          source: null,
          external_id: null,
          cents: null,
        },
      })
      expect([await due(), await store.beginWebhookMessage(entry!, AT)]).toEqual([[], null])
      await lead({ zip: '10003' })
      await store.endWebhookMessage(entry!, 1, SENT)
      await lead({ zip: '10004' })
      expect(await due()).toEqual([])
      expect(await store.replayWebhookMessage(entry!, AT)).toBe(true)
      expect(await store.beginWebhookMessage(entry!, AT)).toMatchObject({
        attempt: 2,
        happened: { lead: { zip: '10002' } },
      })
    })

    test('names the click of a corrected lead, and gets the longest waiting first', async () => {
      const { store, lead, due } = await stage('click')
      await lead({ zip: '10001' })
      const click = {
        query: {},
        page_url: '',
        referrer: '',
        aff_id: '104',
        sub1: 'autumn',
        sub2: '',
        sub3: '',
      }
      expect(await store.arrive(uuidOf(0), { ...click, arrival: 1, at: AT })).toBe(true)
      await lead({ zip: '10002' })
      const [entry] = (await due()) as [number]
      expect(await store.beginWebhookMessage(entry, AT)).toMatchObject({
        happened: { aff_id: '104', sub1: 'autumn', lead: { zip: '10002' } },
      })
      await store.endWebhookMessage(entry, 1, { state: 'due', message: 'Later.', due_at: AT + 30_000 })
      await store.sell(SALE)
      const [sale] = await due()
      expect(sale).toBeGreaterThan(entry)
      expect(await due('crm', AT + 30_000)).toEqual([sale, entry])
      // A later click of the visitor leaves the sent message, and a sale, with the clicks they had.
      expect(await store.arrive(uuidOf(0), { ...click, aff_id: '7', sub1: '', arrival: 2, at: AT })).toBe(
        true,
      )
      await store.sell({ ...SALE, external_id: 'A-2', arrival: 1 })
      const clickOf = async (entry: number) => {
        const begun = await store.beginWebhookMessage(entry, AT + 30_000)
        return [begun!.happened.aff_id, begun!.happened.sub1, begun!.happened.path]
      }
      expect(await clickOf(entry)).toEqual(['104', 'autumn', 'leadloom'])
      const later = (await due()).at(-1)!
      expect(await clickOf(later)).toEqual(['104', 'autumn', 'leadloom'])
    })

    test('gets a sale and its return from the ledger, once each, and only its chosen kinds', async () => {
      const { store, lead, due, states } = await stage('sale', [
        { kinds: ['sale', 'return'] },
        { name: 'books', kinds: ['return'] },
        { name: 'leads', kinds: ['lead'], persons: false },
      ])
      await lead({ zip: '10001' })
      for (let i = 0; i < 2; i++) await store.sell(SALE)
      for (let i = 0; i < 2; i++)
        await store.returnSale({ source: 'acme', external_id: 'A-1', key: null, cents: null, at: AT + 1 })
      expect((await states()).sort()).toEqual([
        'books return due',
        'crm return due',
        'crm sale due',
        'leads lead due',
      ])
      const begun = await Promise.all((await due()).map((entry) => store.beginWebhookMessage(entry, AT + 1)))
      expect(begun.map((one) => one!.happened)).toMatchObject([
        { kind: 'sale', source: 'acme', external_id: 'A-1', cents: 1234, aff_id: '86', lead: null },
        { kind: 'return', source: 'acme', external_id: 'A-1', cents: -1234, aff_id: '86', lead: null },
      ])
      const [without] = await due('leads')
      expect((await store.beginWebhookMessage(without!, AT))!.happened.lead).toBeNull()
    })

    test('gets failed messages when they’re due, interrupted ones when their lease ends, and dead ones on request', async () => {
      const { store, lead, due, states } = await stage('again')
      await lead({ zip: '10001' })
      const [entry] = (await due()) as [number]
      await store.beginWebhookMessage(entry, AT, 60_000)
      expect([
        await store.resumeWebhookMessages(AT, false),
        await store.resumeWebhookMessages(AT, true),
      ]).toEqual([0, 1])
      await store.beginWebhookMessage(entry, AT, 0)
      expect(await store.resumeWebhookMessages(AT, false)).toBe(1)
      await store.beginWebhookMessage(entry, AT, 60_000)
      // A newer attempt decides, but a message that was received stays received.
      await store.endWebhookMessage(entry, 2, { state: 'dead', message: 'Late.', due_at: null })
      expect(await states()).toEqual(['crm lead due'])
      await store.endWebhookMessage(entry, 3, { state: 'due', message: 'Later.', due_at: AT + 30_000 })
      expect([await due(), await due('crm', AT + 30_000)]).toEqual([[], [entry]])
      expect([
        await store.beginWebhookMessage(entry, AT),
        await store.replayWebhookMessage(entry, AT),
      ]).toEqual([null, false])
      await store.beginWebhookMessage(entry, AT + 30_000)
      await store.endWebhookMessage(entry, 4, { state: 'dead', message: 'Given up.', due_at: null })
      expect((await store.load()).webhookMessages).toEqual({ due: 0, dead: 1 })
      expect(await store.replayWebhookMessage(entry, AT)).toBe(true)
      expect(await due()).toEqual([entry])
      await store.endWebhookMessage(entry, 3, SENT)
      expect([await states(), await due()]).toEqual([['crm lead sent'], []])
      await expect(store.endWebhookMessage(entry, 9, SENT)).rejects.toThrow('No attempt 9')
    })

    test('gets nothing again during a newer attempt, even if an older one was accepted', async () => {
      const { store, lead, due, states } = await stage('taken late')
      await lead({ zip: '10001' })
      const [entry] = (await due()) as [number]
      await store.beginWebhookMessage(entry, AT, 0)
      await store.resumeWebhookMessages(AT, false)
      await store.beginWebhookMessage(entry, AT, 60_000)
      await store.endWebhookMessage(entry, 1, SENT)
      expect([await states(), await store.replayWebhookMessage(entry, AT)]).toEqual([
        ['crm lead sent'],
        false,
      ])
      await store.endWebhookMessage(entry, 2, { state: 'dead', message: 'No.', due_at: null })
      expect([await states(), await store.replayWebhookMessage(entry, AT)]).toEqual([['crm lead sent'], true])
    })

    test('gets nothing once it’s ended, and no other gets its name', async () => {
      const { store, lead, due, states } = await stage('ended')
      await lead({ zip: '10001' })
      const [entry] = await due()
      expect([await store.endWebhook('crm', AT), await store.endWebhook('crm', AT)]).toEqual([true, false])
      expect([await states(), await due()]).toEqual([['crm lead suppressed'], []])
      await store.sell(SALE)
      expect(await states()).toHaveLength(1)
      expect([await store.replayWebhookMessage(entry!, AT), await store.addWebhook(MADE)]).toEqual([
        false,
        'known',
      ])
      expect(await store.webhooks()).toEqual([{ ...MADE, ended_at: AT }])
      for (let i = 0; i < 20; i++) expect(await store.addWebhook({ ...MADE, name: `n${i}` })).toBe('added')
      expect(await store.addWebhook({ ...MADE, name: 'more' })).toBe('full')
    })

    test('gets nothing again once it’s ended', async () => {
      const { store, lead, due, states } = await stage('ended, and replayed')
      await lead({ zip: '10001' })
      const [entry] = (await due()) as [number]
      await store.beginWebhookMessage(entry, AT)
      await store.endWebhookMessage(entry, 1, SENT)
      await store.endWebhook('crm', AT)
      expect([await store.replayWebhookMessage(entry, AT), await states()]).toEqual([
        false,
        ['crm lead sent'],
      ])
    })

    test('gets nothing about a forgotten visitor’s lead, even if it was being sent or is sent again', async () => {
      const { store, lead, due, states } = await stage('forgotten', [{}, { name: 'late' }, { name: 'had' }])
      await lead({ zip: '10001' })
      const [late] = await due('late')
      const [had] = await due('had')
      await store.beginWebhookMessage(late!, AT)
      await store.beginWebhookMessage(had!, AT)
      await store.endWebhookMessage(had!, 1, SENT)
      await store.sell(SALE)
      await store.forgetSession(uuidOf(0))
      await store.endWebhookMessage(late!, 1, { state: 'due', message: 'Later.', due_at: AT })
      const leads = async () => (await states()).filter((one) => one.includes('lead'))
      expect(await leads()).toEqual(['had lead sent', 'late lead suppressed', 'crm lead suppressed'])
      expect([await due('late'), await store.replayWebhookMessage(late!, AT)]).toEqual([
        [expect.any(Number)],
        false,
      ])
      expect(await store.replayWebhookMessage(had!, AT)).toBe(true)
      expect(await store.beginWebhookMessage(had!, AT)).toBeNull()
      expect(await leads()).toContain('had lead suppressed')
      // A sale contains no personal data.
      const [sale] = await due()
      expect(await store.beginWebhookMessage(sale!, AT + 1)).toMatchObject({ happened: { kind: 'sale' } })
    })
  })
}
