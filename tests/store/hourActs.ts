import fc from 'fast-check'
import { expect } from 'vitest'
import type { ConsentDecision } from '../../schemas/kernel/consent.ts'
import { HOUR_MS } from '../../src/time/durations.ts'
import { hourOf } from '../../src/time/hour.ts'
import type { NewConsent } from '../../src/store/nouns/sessions/sessionTypes.ts'
import type { Store } from '../../src/store/store.ts'
import { publish, session, step, uuidOf } from './history.ts'

/** Acts that change how a session counts in the hourly totals, in any order. `n` is the visitor, `hour` one of HOURS. */
export type Act = { n: number; hour: number } & (
  | { act: 'event'; kind: 'page_visit' | 'visit' | 'registration' }
  | { act: 'arrive' | 'forget' | 'return' }
  | { act: 'sell'; cents: number }
  | { act: 'language'; language: 'en' | 'es' }
  | { act: 'certificate'; id: 'trustedform_cert_url' | 'jornaya_lead_id' | 'ef_transaction_id' }
  | { act: 'step'; decisions: ConsentDecision[]; registers: boolean }
)

export const VISITORS = 4
/** An instant within an hour, so that an hour without its first and last ms has the same facts. */
const AT = hourOf(Date.parse('2026-11-20T12:00:00-05:00')) + 1_800_000
export const HOURS = 3
export const instantOf = (hour: number) => AT + hour * HOUR_MS

const decision = fc.constantFrom<ConsentDecision>('agreed', 'refused', 'no_evidence')
const what = fc.oneof(
  fc.record({
    act: fc.constant('event' as const),
    kind: fc.constantFrom('page_visit' as const, 'visit' as const, 'registration' as const),
  }),
  fc.record({ act: fc.constantFrom('arrive' as const, 'return' as const, 'return' as const) }),
  fc.record({ act: fc.constant('sell' as const), cents: fc.integer({ min: 0, max: 500 }) }),
  fc.record({
    act: fc.constant('language' as const),
    language: fc.constantFrom('en' as const, 'es' as const),
  }),
  fc.record({
    act: fc.constant('certificate' as const),
    id: fc.constantFrom(
      'trustedform_cert_url' as const,
      'jornaya_lead_id' as const,
      'ef_transaction_id' as const,
    ),
  }),
  fc.record({
    act: fc.constant('step' as const),
    decisions: fc.array(decision, { maxLength: 2 }),
    registers: fc.boolean(),
  }),
)
const anyAct: fc.Arbitrary<Act> = fc
  .tuple(
    fc.record({ n: fc.nat(VISITORS - 1), hour: fc.nat(HOURS - 1) }),
    fc.oneof(
      { weight: 20, arbitrary: what },
      { weight: 1, arbitrary: fc.constant({ act: 'forget' as const }) },
    ),
  )
  .map(([where, rest]) => ({ ...where, ...rest }))
export const manyActs = fc.array(anyAct, { minLength: 40, maxLength: 60 })

/** Opens visitors for the acts. One of them came in Spanish, and one may be a bot. */
export async function openVisitors(store: Store): Promise<void> {
  await publish(store, 'leadloom', 1000)
  for (let n = 0; n < VISITORS; n++)
    await store.openSession(
      session({
        uuid: uuidOf(n),
        at: instantOf(0),
        ...(n === 1 && { language: 'es' }),
        ...(n === 2 && { suspectedBot: true }),
      }),
    )
}

/** Plays acts in order. `begun` is the first number for IDs that must be unique. */
export async function playActs(store: Store, acts: readonly Act[], begun = 0): Promise<void> {
  const sold = new Map<number, string[]>()
  for (const [i, one] of acts.entries()) {
    const id = String(begun + i)
    // Acts about a forgotten visitor are refused.
    await playAct(store, one, { id, sold }).catch((error: unknown) =>
      expect(String(error)).toContain('forgotten'),
    )
  }
}

async function playAct(
  store: Store,
  one: Act,
  { id, sold }: { id: string; sold: Map<number, string[]> },
): Promise<unknown> {
  const uuid = uuidOf(one.n)
  const at = instantOf(one.hour)
  const sale = { session_uuid: uuid, offer: 'mva', source: 'partner', at }
  switch (one.act) {
    case 'event':
      return store.track(uuid, { kind: one.kind, at })
    case 'arrive': {
      const click = { query: {}, page_url: '', referrer: '', aff_id: '104', sub1: '', sub2: '', sub3: '' }
      return store.arrive(uuid, { ...click, at, arrival: Number(id) + 1 })
    }
    case 'forget':
      return store.forgetSession(uuid)
    case 'sell':
      sold.set(one.n, [...(sold.get(one.n) ?? []), id])
      return store.sell({ ...sale, external_id: id, cents: one.cents, returned: false })
    case 'return': {
      const external_id = sold.get(one.n)?.pop()
      return external_id && store.returnSale({ source: 'partner', external_id, key: null, cents: null, at })
    }
    case 'language':
      return store.setLanguage(uuid, one.language)
    case 'certificate':
      return store.patchSession(uuid, one.id, 'https://cert.example/1')
    case 'step':
      return store.appendStep(uuid, step({ id: uuidOf(1000 + Number(id)), at }), {
        consents: one.decisions.map((decision, i) => ({ ...CONSENT, decision, field: `field${i}` })),
        events: one.registers ? [{ kind: 'registration', at }] : [],
      })
  }
}

/** Compares the totals of each hour with its raw rows, which are the only rows read for a range without a whole hour. Returns the
 *  totals. */
export async function expectRawRows(store: Store): Promise<object[]> {
  const said: object[] = []
  for (let hour = 0; hour < HOURS; hour++) {
    const from = hourOf(instantOf(hour))
    const to = from + HOUR_MS - 1
    for (const name of ['trend-hours', 'analytics-languages', 'consent-coverage'] as const) {
      const rows = await store.report(name, { path: null, from, to })
      expect(rows, `${name} of hour ${hour}`).toEqual(
        await store.report(name, { path: null, from: from + 1, to: to - 1 }),
      )
      said.push(...rows)
    }
  }
  return said
}

const CONSENT: NewConsent = {
  decision: 'agreed',
  field: 'mva_tcpa',
  text: 'I agree.',
  flow_sha256: '',
  sellers: [],
  control: { element: 'submit', text: 'Go', state: 'pressed' },
  browser_at: null,
  ip: '',
  user_agent: '',
  opt_out: null,
  certificates: {},
  html: null,
}
