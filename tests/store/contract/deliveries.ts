import { describe, expect, test } from 'vitest'
import type { NewLead } from '../../../src/store/nouns/leads/leadTypes.ts'
import type { NewConsent } from '../../../src/store/nouns/sessions/sessionTypes.ts'
import { LEADS_PER_SESSION } from '../../../src/store/nouns/leads/keptLeads.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const SALE = { external_id: 'A-1', cents: 900 }
const END = { message: '', at: AT, due_at: null } as const

const consent = (field: string, decision: NewConsent['decision']): NewConsent => ({
  decision,
  field,
  text: 'They may call me.',
  flow_sha256: 'b'.repeat(64),
  sellers: ['Acme'],
  control: { element: 'submit', text: 'A button', state: 'pressed' },
  browser_at: AT,
  ip: '203.0.113.7',
  user_agent: 'Phone 9',
  opt_out: null,
  certificates: {},
  html: '',
})

export function deliveryContract(open: OpenStore): void {
  describe('a delivery', () => {
    test('uses the newest lead and click until its first attempt, and neither after that', async () => {
      const { store, lead, sent } = await stage('deliveries-replaced')
      const delivery = await lead({ payload: { zip: '10001' } })
      await store.arrive(uuidOf(0), {
        query: { affid: '104' },
        page_url: '',
        referrer: '',
        at: AT,
        aff_id: '104',
        sub1: '',
        sub2: '',
        sub3: '',
        arrival: 1,
      })
      await lead({ payload: { zip: '10002' } })
      expect(await sent(delivery)).toMatchObject({ payload: { zip: '10002' }, aff_id: '104' })
      await store.endAttempt(delivery, 1, { ...END, state: 'due', due_at: AT })
      await lead({ payload: { zip: '10003' } })
      expect(await sent(delivery)).toMatchObject({ attempt: 2, payload: { zip: '10002' } })
    })

    test('stores lists as lists, also when it’s sent again, and erases them with a forgotten visitor', async () => {
      const { store, lead, sent } = await stage('deliveries-lists')
      const payload = { zip: '10001', hurt: ['neck, upper', 'back'], other: [] }
      const delivery = await lead({ payload })
      expect(await store.deliveredLead(delivery)).toMatchObject({ payload })
      expect(await sent(delivery)).toMatchObject({ payload })
      await store.endAttempt(delivery, 1, { ...END, state: 'rejected' })
      expect(await store.replayDelivery(delivery, AT)).toBe(true)
      expect(await sent(delivery)).toMatchObject({ attempt: 2, payload })
      await store.forgetSession(uuidOf(0))
      expect(await store.deliveredLead(delivery)).toMatchObject({ payload: {} })
    })

    test('that was accepted while its visitor refused is sold', async () => {
      const { store, lead, sent, answer } = await stage('deliveries-accepted-late')
      const delivery = await lead()
      await sent(delivery)
      await answer({ consents: [consent('mva_tcpa', 'refused')] })
      expect(await store.delivery(delivery)).toMatchObject({ state: 'suppressed' })
      await store.endAttempt(delivery, 1, { ...END, state: 'accepted', sale: SALE })
      expect(await store.delivery(delivery)).toMatchObject({ state: 'accepted' })
    })

    test('whose sale’s ID belongs to another lead in the ledger doesn’t use that ID', async () => {
      const { store, lead, sent } = await stage('deliveries-conflict')
      const delivery = await lead()
      const attempt = await sent(delivery)
      await store.openSession(session({ uuid: uuidOf(1) }))
      const other = { session_uuid: uuidOf(1), offer: 'mva', source: 'acme', returned: false, at: AT }
      await store.sell({ ...other, ...SALE })
      await store.endAttempt(delivery, 1, { ...END, state: 'accepted', sale: SALE })
      const report = { source: 'acme', external_id: null, key: attempt!.key, cents: null, at: AT }
      expect(await store.judgeReturn(report)).toMatchObject({ outcome: 'waits', sale: null })
    })

    test('that’s dead is suppressed if its visitor refuses, and isn’t sent again', async () => {
      const { store, lead, sent, answer } = await stage('deliveries-dead')
      const delivery = await lead()
      await sent(delivery)
      await store.endAttempt(delivery, 1, { ...END, state: 'dead' })
      await answer({ consents: [consent('mva_tcpa', 'refused')] })
      expect(await store.delivery(delivery)).toMatchObject({ state: 'suppressed' })
      expect(await store.replayDelivery(delivery, AT)).toBe(false)
    })

    test.each(['rejected', 'duplicate'] as const)(
      'that ended as %s isn’t sent again once its visitor refused',
      async (state) => {
        const { store, lead, sent, answer } = await stage(`deliveries-refused-${state}`)
        const delivery = await lead()
        await sent(delivery)
        await store.endAttempt(delivery, 1, { ...END, state })
        await answer({ consents: [consent('mva_tcpa', 'refused')] })
        expect(await store.replayDelivery(delivery, AT, true)).toBe(false)
        await answer({ consents: [consent('mva_tcpa', 'agreed')] })
        expect(await store.replayDelivery(delivery, AT, true)).toBe(true)
      },
    )

    test('can be sent again if its visitor agreed to it, whatever else they refused later', async () => {
      const { store, lead, sent, answer } = await stage('deliveries-agreed')
      await answer({ consents: [consent('mva_tcpa', 'agreed')] })
      const delivery = await lead()
      await sent(delivery)
      await store.endAttempt(delivery, 1, { ...END, state: 'dead' })
      await answer({ consents: [consent('wc_tcpa', 'refused')] }, 'wc')
      expect(await store.replayDelivery(delivery, AT)).toBe(true)
    })
  })

  test('an email goes to five corrected addresses, but not to a sixth', async () => {
    const { store, answer } = await stage('mail-addresses')
    const recipients = Array.from({ length: 6 }, (_, n) => `ann${n}@example.com`)
    for (const recipient of recipients)
      await answer({ mails: [{ offer: 'mva', step: 'thanks', recipient, subject: 'List', body: 'Here.' }] })
    const [mail] = await store.mails({ state: null, limit: 9 })
    expect(await store.beginMail(mail!.mail, AT)).toMatchObject({ recipient: recipients[4] })
  })

  test('an email whose address opted out isn’t sent again', async () => {
    const { store, answer } = await stage('mail-suppressed')
    const recipient = 'ann@example.com'
    await answer({ mails: [{ offer: 'mva', step: 'thanks', recipient, subject: 'List', body: 'Here.' }] })
    const { mail } = (await store.mails({ state: null, limit: 9 }))[0]!
    await store.optOut({ session_uuid: null, phone: null, email: recipient, source: 'form', at: AT })
    expect(await store.beginMail(mail, AT)).toBeNull()
    expect(await store.replayMail(mail, AT)).toBe(false)
    expect(await store.mails({ state: 'suppressed', limit: 9 })).toHaveLength(1)
  })

  test('the newest lead of a session is sent, however many were due before it', async () => {
    const { store, lead, sent } = await stage('leads-per-session')
    for (let n = 0; n <= LEADS_PER_SESSION + 3; n++) await lead({ payload: { n: String(n) } })
    const [first] = await store.deliveries({ state: null, limit: 9 })
    expect(await sent(first!.delivery)).toMatchObject({ payload: { n: String(LEADS_PER_SESSION + 3) } })
  })

  async function stage(place: string) {
    const store = await open(place)
    await publish(store, 'leadloom', 1000)
    await store.openSession(session({ uuid: uuidOf(0) }))
    const answer = (carried: Parameters<typeof store.appendStep>[2], offer_key = 'mva') =>
      store.appendStep(uuidOf(0), step({ id: crypto.randomUUID(), offer_key, at: AT }), carried)
    /** Makes a lead fall due, and returns its delivery. */
    const lead = async (words: Partial<NewLead> = {}) => {
      await answer({ lead: { offer: 'mva', buyers: ['acme'], payload: {}, ...words } })
      return (await store.deliveries({ state: null, limit: 9 }))[0]!.delivery
    }
    const sent = (delivery: number) => store.beginAttempt(delivery, AT)
    return { store, answer, lead, sent }
  }
}
