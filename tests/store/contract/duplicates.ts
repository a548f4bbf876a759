import { describe, expect, test } from 'vitest'
import type { Limits } from '../../../src/store/nouns/leads/leadTypes.ts'
import type { Contact, Identity } from '../../../src/store/nouns/privacy/person.ts'
import type { NewConsent } from '../../../src/store/nouns/sessions/sessionTypes.ts'
import { DAY_MS } from '../../../src/time/durations.ts'
import type { Store } from '../../../src/store/store.ts'
import type { OpenStore } from '../contract.ts'
import { publish, session, step, uuidOf } from '../history.ts'

const AT = Date.parse('2026-11-20T12:00:00-05:00')
const PHONE: Contact = { kind: 'phone', text: '(512) 555-2368' }
const EMAIL: Contact = { kind: 'email', text: 'Ann@Example.com' }

const REFUSAL: NewConsent = {
  decision: 'refused',
  field: 'mva_tcpa',
  text: 'Acme may call me.',
  flow_sha256: 'b'.repeat(64),
  sellers: ['Acme'],
  control: { element: 'submit', text: 'No, thanks', state: 'pressed' },
  browser_at: AT,
  ip: '203.0.113.7',
  user_agent: 'Phone 9',
  opt_out: null,
  certificates: {},
  html: '',
}
const PAUSED: Limits = {
  zone: 'UTC',
  caps: [],
  hours: null,
  isPaused: true,
  waitMs: { full: DAY_MS, closed: DAY_MS, paused: DAY_MS },
}
const mail = (text: string): Contact => ({ kind: 'email', text })

/** The phone number with other digits and prefixes; the address in capitals and with a tag after a plus; the Gmail address with or without
 *  dots. */
const SAME: Contact[] = [
  { ...PHONE, text: '+1 512.555.2368' },
  { ...PHONE, text: '5125552368' },
  { ...PHONE, text: '011 1 512 555 2368' },
  { ...PHONE, text: '５１２ ５５５ ２３６８' },
  { ...PHONE, text: '5552369' },
  { ...EMAIL, text: ' ann@example.COM ' },
  { ...EMAIL, text: 'ann+claims+2@example.com' },
  mail('A.nnLee+x@googlemail.com'),
]

const OTHERS: [what: string, who: Contact[], buyer: string][] = [
  ['another person', [{ ...PHONE, text: '(512) 555-2369' }], 'acme'],
  ['a foreign number that ends in the same digits', [{ ...PHONE, text: '+44 51 2555 2368' }], 'acme'],
  ['another buyer', [PHONE], 'bolt'],
  ['an address with a dot elsewhere than at Gmail', [mail('an.n@example.com')], 'acme'],
  ['an address at another domain', [mail('ann@example.org')], 'acme'],
  ['nothing but a plus before the domain', [mail('+a@example.com')], 'acme'],
  ['a person who cannot be reached', [{ ...PHONE, text: 'n/a' }], 'acme'],
]

const ANN: Identity = { name: 'Ann Peña', born: '1970-01-31' }

/** Two leads at one phone number. */
const TWO_LEADS: [what: string, isSame: boolean, one: Identity, other: Identity][] = [
  ['one household', false, ANN, { name: 'Bob Peña', born: '1968-05-02' }],
  ['another name, and no birth date', false, ANN, { name: 'Bob Peña', born: null }],
  ['another birth date, and no name', false, ANN, { name: null, born: '1968-05-02' }],
  ['the same twice', true, ANN, ANN],
  ['the name as others type it', true, ANN, { name: '  ANN   pena', born: '1968-05-02' }],
  [
    'a hyphen and an apostrophe',
    true,
    { name: 'Ann O’Neil-Lee', born: null },
    { name: 'ann oneil lee', born: null },
  ],
  ['a nickname with the same birth date', true, ANN, { name: 'Annie Peña', born: '1970-01-31' }],
  ['a nickname without a birth date', false, ANN, { name: 'Annie Peña', born: null }],
  ['nothing but the number', true, ANN, { name: null, born: null }],
  ['a name and a birth date after nothing but the number', true, { name: null, born: null }, ANN],
  ['nothing to compare', true, { name: 'Ann Peña', born: null }, { name: null, born: '1968-05-02' }],
  ['a name of signs alone', true, ANN, { name: '--', born: null }],
]

export function duplicateContract(open: OpenStore): void {
  describe('the same person’s leads', () => {
    test('are sold to a buyer once, in whatever format their phone number and address are', async () => {
      const { store, lead } = await stage('duplicates-once')
      const local: Contact = { kind: 'phone', text: '555-2369' }
      const sold = await lead(1, [PHONE, local, EMAIL, mail('ann.lee@gmail.com')])
      await sell(store, sold)
      for (const [n, contact] of SAME.entries()) {
        const again = await lead(2 + n, [contact])
        expect(await store.beginAttempt(again, AT + 1), contact.text).toBeNull()
        expect(await store.delivery(again), contact.text).toMatchObject({
          state: 'duplicate',
          duplicate_of: sold,
          due_at: null,
          last: `Not sent: delivery ${sold} has sold or is selling the same person to this buyer, within 30 days.`,
        })
        expect(await store.deliveries({ state: 'duplicate', limit: 9 })).toHaveLength(1 + n)
      }
    })

    test('don’t affect other people or other buyers', async () => {
      const { store, lead } = await stage('duplicates-not')
      await sell(store, await lead(1, [PHONE, EMAIL, { ...PHONE, text: 'n/a' }, mail('+b@example.com')]))
      for (const [n, [what, who, buyer]] of OTHERS.entries())
        expect(await store.beginAttempt(await lead(2 + n, who, buyer), AT + 1), what).toMatchObject({
          attempt: 1,
        })
    })

    test.for(TWO_LEADS)(
      '%s: two leads with one number are one person: %s',
      async ([what, isSame, one, other]) => {
        const { store, lead } = await stage(`duplicates-two-${what}`)
        const sold = await lead(1, [PHONE, EMAIL], 'acme', one)
        await sell(store, sold)
        const begun = await store.beginAttempt(await lead(2, [PHONE], 'acme', other), AT + 1)
        expect(begun === null).toBe(isSame)
        // Who gives either address is the same person at each of them.
        const again = await store.beginAttempt(await lead(3, [EMAIL], 'acme', one), AT + 2)
        expect(again).toBeNull()
      },
    )

    test('reach the visitor after the time the buyer would have taken, as with the other lead', async () => {
      const { store, lead } = await stage('duplicates-when')
      const first = await lead(1, [PHONE])
      await store.beginAttempt(first, AT)
      const again = await lead(2, [PHONE])
      expect(await store.beginAttempt(again, AT + 500)).toBeNull()
      const of = async (n: number) => (await store.sessionDeliveries(uuidOf(n)))[0]
      expect(await of(2)).toMatchObject({ isOwnDuplicate: true, answeredAt: null })
      const sale = { external_id: 'sale', cents: 2500 }
      await store.endAttempt(first, 1, {
        state: 'accepted',
        message: 'Yes.',
        at: AT + 1500,
        due_at: null,
        sale,
      })
      expect(await of(1)).toMatchObject({ isOwnDuplicate: false, answeredAt: null })
      expect(await of(2)).toMatchObject({ isOwnDuplicate: true, answeredAt: AT + 2000 })
    })

    test('aren’t both sent if they begin simultaneously', async () => {
      const { store, lead } = await stage('duplicates-at-once')
      const both = [await lead(1, [PHONE]), await lead(2, [PHONE])]
      const [first, second] = await Promise.all(both.map((delivery) => store.beginAttempt(delivery, AT)))
      expect([first, second]).toMatchObject([{ attempt: 1 }, null])
    })

    test('aren’t both sent while the first may have been bought without a known response', async () => {
      const { store, lead } = await stage('duplicates-unknown')
      const first = await lead(1, [PHONE])
      await store.beginAttempt(first, AT)
      await store.resumeDeliveries(AT + 1, true)
      expect(await store.beginAttempt(await lead(2, [PHONE]), AT + 2)).toBeNull()
      expect(await store.beginAttempt(first, AT + 3)).toMatchObject({ attempt: 2 })
      await store.endAttempt(first, 2, { state: 'due', message: '503', at: AT + 4, due_at: AT + 5 })
      expect(await store.beginAttempt(await lead(3, [PHONE]), AT + 6)).toBeNull()
    })

    test.each(['rejected', 'dead', 'duplicate', 'accepted'] as const)(
      'are sent again if the first wasn’t bought: %s without a sale',
      async (state) => {
        const { store, lead } = await stage(`duplicates-${state}`)
        const first = await lead(1, [PHONE])
        await store.beginAttempt(first, AT)
        await store.endAttempt(first, 1, { state, message: 'No.', at: AT, due_at: null })
        expect(await store.delivery(first)).toMatchObject({ state, duplicate_of: null })
        expect(await store.beginAttempt(await lead(2, [PHONE]), AT + 1)).toMatchObject({ attempt: 1 })
      },
    )

    test('are sold again once the window is over, or at any time if the buyer has none', async () => {
      const { store, lead } = await stage('duplicates-window')
      await sell(store, await lead(1, [PHONE]))
      const windowMs = 7 * DAY_MS
      expect(
        await store.beginAttempt(await lead(2, [PHONE]), AT + windowMs - 1, { duplicateWindowMs: windowMs }),
      ).toBeNull()
      expect(await store.beginAttempt(await lead(3, [PHONE]), AT, { duplicateWindowMs: 0 })).toMatchObject({
        attempt: 1,
      })
      const over = AT + 2 * windowMs
      expect(
        await store.beginAttempt(await lead(4, [PHONE]), over, { duplicateWindowMs: windowMs }),
      ).toMatchObject({ attempt: 1 })
    })

    test('are treated like a first lead until they would be posted', async () => {
      const { store, lead } = await stage('duplicates-last')
      await sell(store, await lead(1, [PHONE]))
      const [closed, unwanted] = [await lead(2, [PHONE]), await lead(3, [PHONE])]
      expect(await store.beginAttempt(closed, AT + 1, { limits: PAUSED })).toBeNull()
      expect(await store.delivery(closed)).toMatchObject({ state: 'due', held: 'paused', duplicate_of: null })
      const judged = { lead: (await store.deliveredLead(unwanted))!.lead, unwanted: 'it is from Texas.' }
      expect(await store.beginAttempt(unwanted, AT + 1, { judged })).toBeNull()
      expect(await store.delivery(unwanted)).toMatchObject({ state: 'rejected', duplicate_of: null })
      expect(await store.beginAttempt(closed, AT + DAY_MS)).toBeNull()
      expect(await store.delivery(closed)).toMatchObject({ state: 'duplicate' })
    })

    test('stay unsent when they’re sent again, unless an operator insists', async () => {
      const { store, lead } = await stage('duplicates-replay')
      await sell(store, await lead(1, [PHONE]))
      const again = await lead(2, [PHONE])
      await store.beginAttempt(again, AT)
      expect(await store.replayDelivery(again, AT)).toBe(false)
      expect(await store.replayDelivery(again, AT, true)).toBe(true)
      expect(await store.beginAttempt(again, AT + 1)).toMatchObject({ attempt: 2 })
      expect(await store.delivery(again)).toMatchObject({ duplicate_of: null })
    })

    test.each(['rejected', 'dead', 'duplicate', 'accepted'] as const)(
      'are due again if the other one wasn’t bought after all: %s without a sale',
      async (state) => {
        const { store, lead } = await stage(`duplicates-after-all-${state}`)
        const [first, again] = [await lead(1, [PHONE]), await lead(2, [PHONE])]
        await store.beginAttempt(first, AT)
        expect(await store.beginAttempt(again, AT)).toBeNull()
        await store.endAttempt(first, 1, { state, message: 'No.', at: AT + 1, due_at: null })
        expect(await store.delivery(again)).toMatchObject({
          state: 'due',
          due_at: AT + 1,
          duplicate_of: null,
        })
        expect(await store.beginAttempt(again, AT + 1)).toMatchObject({ attempt: 2 })
      },
    )

    test('are due again if the other one’s visitor opts out before it’s sent again', async () => {
      const { store, lead } = await stage('duplicates-opted-out')
      const [first, again] = [await lead(1, [PHONE]), await lead(2, [PHONE])]
      await store.beginAttempt(first, AT)
      expect(await store.beginAttempt(again, AT)).toBeNull()
      await store.endAttempt(first, 1, { state: 'due', message: '503', at: AT, due_at: AT })
      await store.optOut({ session_uuid: uuidOf(1), phone: null, email: null, source: 'gpc', at: AT })
      expect(await store.beginAttempt(first, AT + 1)).toBeNull()
      expect(await store.beginAttempt(again, AT + 1)).toMatchObject({ attempt: 2 })
    })

    test('stay unsent if the other one wasn’t bought, but their own visitor refused in the meantime', async () => {
      const { store, lead } = await stage('duplicates-refused')
      const [first, again] = [await lead(1, [PHONE]), await lead(2, [PHONE])]
      await store.beginAttempt(first, AT)
      await store.beginAttempt(again, AT)
      await store.optOut({ session_uuid: uuidOf(2), phone: null, email: null, source: 'gpc', at: AT })
      await store.endAttempt(first, 1, { state: 'rejected', message: 'No.', at: AT, due_at: null })
      expect(await store.beginAttempt(again, AT + 1)).toBeNull()
      expect(await store.delivery(again)).toMatchObject({ state: 'suppressed' })
    })

    test('stay unsent if the other one wasn’t bought, but their own visitor withdrew the consent', async () => {
      const { store, lead } = await stage('duplicates-taken-back')
      const [first, again] = [await lead(1, [PHONE]), await lead(2, [PHONE])]
      await store.beginAttempt(first, AT)
      await store.beginAttempt(again, AT)
      await store.appendStep(uuidOf(2), step({ id: crypto.randomUUID(), at: AT }), { consents: [REFUSAL] })
      await store.endAttempt(first, 1, { state: 'rejected', message: 'No.', at: AT, due_at: null })
      expect(await store.delivery(again)).toMatchObject({ state: 'duplicate' })
    })

    test('are recognized by their data corrected before the first attempt', async () => {
      const { store, lead, correct } = await stage('duplicates-corrected')
      await sell(store, await lead(1, [PHONE]))
      const other = await lead(2, [PHONE])
      await correct(2, [EMAIL])
      expect(await store.beginAttempt(other, AT + 1)).toMatchObject({ attempt: 1 })
    })
  })

  test.each([
    ['is sold once its visitor asks for a call about it anyway', 'mva', 'agreed', null, true],
    ['is not sold for a call that was asked about another offer', 'wc', 'agreed', null, false],
    ['is not sold when the call was declined', 'mva', 'refused', null, false],
    ['is not sold when its visitor then asks us not to sell', 'mva', 'agreed', 'do_not_sell', false],
  ] as const)('a lead with Global Privacy Control %s', async (what, offer, decision, later, isSold) => {
    const { store, lead } = await stage(`anyway-${what.replaceAll(' ', '-')}`)
    const optOut = (source: string) =>
      store.optOut({ session_uuid: uuidOf(1), phone: null, email: null, source, at: AT })
    const delivery = await lead(1, [PHONE])
    const consent = { ...REFUSAL, decision, field: `${offer}_call_anyway`, opt_out: 'gpc' }
    const asked = step({ id: crypto.randomUUID(), at: AT, offer_key: offer, step_key: 'call_anyway' })
    await store.appendStep(uuidOf(1), asked, { consents: [consent], opt_out: 'gpc' })
    if (later) await optOut(later)
    await optOut('gpc')
    expect((await store.beginAttempt(delivery, AT + 1)) !== null).toBe(isSold)
  })

  test('a lead with Global Privacy Control is not sold for a call that another visitor asked for', async () => {
    const { store, lead } = await stage('anyway-another')
    const delivery = await lead(1, [PHONE])
    await lead(2, [EMAIL])
    const consent = { ...REFUSAL, decision: 'agreed', field: 'mva_call_anyway', opt_out: 'gpc' } as const
    const asked = step({ id: crypto.randomUUID(), at: AT, offer_key: 'mva', step_key: 'call_anyway' })
    await store.appendStep(uuidOf(2), asked, { consents: [consent], opt_out: 'gpc' })
    await store.optOut({ session_uuid: uuidOf(1), phone: null, email: null, source: 'gpc', at: AT })
    expect(await store.beginAttempt(delivery, AT + 1)).toBeNull()
  })

  async function stage(place: string) {
    const store = await open(place)
    await publish(store, 'leadloom', 1000)
    const correct = (n: number, contacts: Contact[], buyer = 'acme', identity?: Identity) =>
      store.appendStep(uuidOf(n), step({ id: crypto.randomUUID(), at: AT }), {
        lead: { offer: 'mva', buyers: [buyer], payload: {}, contacts, ...(identity && { identity }) },
      })
    /** Delivery of a new session's lead. */
    const lead = async (n: number, contacts: Contact[], buyer = 'acme', identity?: Identity) => {
      await store.openSession(session({ uuid: uuidOf(n) }))
      await correct(n, contacts, buyer, identity)
      const all = await store.deliveries({ state: null, limit: 99 })
      return all.find(({ session_uuid }) => session_uuid === uuidOf(n))!.delivery
    }
    return { store, lead, correct }
  }
}

async function sell(store: Store, delivery: number): Promise<void> {
  await store.beginAttempt(delivery, AT)
  const sale = { external_id: `sale-${delivery}`, cents: 2500 }
  await store.endAttempt(delivery, 1, { state: 'accepted', message: 'Yes.', at: AT, due_at: null, sale })
}
