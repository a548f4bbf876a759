import fc from 'fast-check'
import type { SessionEvent } from '../../src/store/nouns/sessions/sessionTypes.ts'
import type { History, PastSession } from './history.ts'

/** Times around both nights of 2026 when New York's clocks change, with days of 23 and 25 hours. */
const SPRING = { min: Date.parse('2026-03-06T18:00:00-05:00'), max: Date.parse('2026-03-10T06:00:00-04:00') }
const AUTUMN = { min: Date.parse('2026-10-30T18:00:00-04:00'), max: Date.parse('2026-11-03T06:00:00-05:00') }
const DAY_STARTS = [
  ...['06', '07', '08'].map((day) => `2026-03-${day}T00:00:00-05:00`),
  ...['09', '10'].map((day) => `2026-03-${day}T00:00:00-04:00`),
  ...['2026-10-31', '2026-11-01'].map((day) => `${day}T00:00:00-04:00`),
  ...['02', '03'].map((day) => `2026-11-${day}T00:00:00-05:00`),
].map((instant) => Date.parse(instant))

const VERSIONS = [
  { path: 'leadloom', at: 1000 },
  { path: 'found-money', at: 2000 },
  { path: 'leadloom', at: 3000 },
]

/** Mostly any instant, often the very start or end of a day, where counts go wrong first. */
const instants = fc.oneof(
  fc.integer(SPRING),
  fc.integer(AUTUMN),
  fc.tuple(fc.constantFrom(...DAY_STARTS), fc.constantFrom(-1, 0, 1)).map(([start, off]) => start + off),
)
const offers = fc.constantFrom('mva', 'wc', 'Solar')

const events: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom('visit' as const, 'registration' as const), at: instants }),
  fc.record({ kind: fc.constant('impression' as const), offer: offers, at: instants }),
)

const changes = fc.array(
  fc.record({
    do: fc.constantFrom('part' as const, 'adjust' as const, 'report' as const, 'undo' as const),
    cents: fc.integer({ min: 1, max: 9000 }),
    at: instants,
  }),
  { maxLength: 4 },
)

const sales = fc.record(
  {
    offer: offers,
    cents: fc.integer({ min: 0, max: 20_000 }),
    at: instants,
    way: fc.constantFrom(
      'told' as const,
      'farOff' as const,
      'dismissed' as const,
      'probable' as const,
      'probableDismissed' as const,
    ),
    changes,
    hasPartIds: fc.boolean(),
    returned_at: instants,
    reversed_at: instants,
  },
  { requiredKeys: ['offer', 'cents', 'at'] },
)

const click = {
  aff_id: fc.constantFrom('', '86', '104', 'é'),
  sub1: fc.constantFrom('', 'a', 'B'),
  sub2: fc.constantFrom('', 'b'),
  sub3: fc.constantFrom('', 'c'),
  at: instants,
  events: fc.array(events, { maxLength: 5 }),
  sales: fc.array(sales, { maxLength: 3 }),
}

const sessions: fc.Arbitrary<PastSession> = fc
  .record({
    version: fc.integer({ min: 1, max: VERSIONS.length }),
    language: fc.constantFrom('en' as const, 'es' as const),
    ...click,
    again: fc.array(fc.record(click), { maxLength: 2 }),
  })
  .map((past) => ({ ...past, path: VERSIONS[past.version - 1]!.path }))

const costs = fc.record({
  path: fc.constantFrom('leadloom', 'found-money'),
  aff_id: fc.constantFrom(null, '', '86', '104', 'new'),
  sub1: fc.constantFrom(null, '', 'a'),
  at: instants,
  micros: fc.integer({ min: 0, max: 9_999_999_999 }),
})

export const histories: fc.Arbitrary<History> = fc
  .tuple(
    fc.array(sessions, { minLength: 1, maxLength: 40 }),
    fc.array(costs, { maxLength: 12 }),
    fc.record({ '86': fc.integer({ min: 1, max: 5000 }) }, { requiredKeys: [] }),
  )
  .map(([past, spent, perRegistration]) => ({
    versions: VERSIONS,
    sessions: past,
    costs: spent,
    perRegistration,
  }))

export const ranges = fc
  .tuple(instants, instants, fc.constantFrom('leadloom', 'found-money'))
  .map(([a, b, path]) => ({ path, from: Math.min(a, b), to: Math.max(a, b) }))
