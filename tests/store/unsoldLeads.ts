import fc from 'fast-check'
import { DateTime } from 'luxon'
import type { AttemptEnd, Limits } from '../../src/store/nouns/leads/leadTypes.ts'
import type { Store } from '../../src/store/store.ts'
import { newVersion, session, step, uuidOf } from './history.ts'

/** Leads with what each buyer did, played into a store, and the money lost on those that nobody bought, counted in plain code. */

const AT = Date.parse('2026-11-01T00:30:00-04:00')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface PastLead {
  /** Place of its version in VERSIONS. */
  version: number
  at: number
  /** One for each buyer, in the order in which they were asked. `bid`: one that we took; null for a buyer that doesn't bid. */
  buyers: {
    end: 'rejected' | 'dead' | 'noBid' | 'unsure' | 'due' | 'accepted'
    bid: number | null
    cents: number
  }[]
}

const VERSIONS = [
  { path: 'loom', name: 'Solar quote' },
  { path: 'loom', name: 'Solar panels' },
  { path: 'guru', name: 'Benefits' },
]
const BUYERS = ['acme', 'bolt', 'core']

const ends = fc.constantFrom(
  ...(['rejected', 'rejected', 'dead', 'noBid'] as const),
  ...(['rejected', 'dead', 'unsure', 'due', 'accepted'] as const),
)

export const pastLeads: fc.Arbitrary<PastLead[]> = fc.array(
  fc.record({
    version: fc.nat(VERSIONS.length - 1),
    at: fc.integer({ min: 0, max: 50 * 24 }).map((hours) => AT + hours * HOUR_MS),
    buyers: fc.array(
      fc.record({
        end: ends,
        bid: fc.option(fc.integer({ min: 1, max: 9999 })),
        cents: fc.integer({ min: 0, max: 9999 }),
      }),
      { minLength: 1, maxLength: BUYERS.length },
    ),
  }),
  { minLength: 1, maxLength: 12 },
)

/** Ranges of several days, some shorter than the time in which prices are usual. */
export const leadRanges = fc
  .tuple(fc.nat(50), fc.nat(50))
  .map(([a, b]) => ({ from: AT + Math.min(a, b) * DAY_MS, to: AT + Math.max(a, b) * DAY_MS }))

const LIMITS: Limits = {
  zone: 'UTC',
  caps: [],
  hours: null,
  isPaused: false,
  waitMs: { full: DAY_MS, closed: 0, paused: 0 },
}

export async function playLeads(store: Store, leads: readonly PastLead[]): Promise<void> {
  for (const [place, { path, name }] of VERSIONS.entries()) {
    const { flow, ...version } = newVersion(path, place)
    const offers = { main: { name, steps: [], transitions: [] } }
    const ui_config = { ...flow.ui_config, offers } as unknown as typeof flow.ui_config
    await store.publish({ ...version, flow: { ...flow, ui_config } })
  }
  for (const [n, { version, at, buyers }] of leads.entries()) {
    const uuid = uuidOf(n)
    await store.openSession(session({ uuid, at, version: version + 1, path: VERSIONS[version]!.path }))
    const lead = { offer: 'main', buyers: BUYERS.slice(0, buyers.length), payload: {} }
    await store.appendStep(uuid, step({ id: uuidOf(1000 + n), at }), { lead })
    const own = await store.leadDeliveries(uuid)
    for (const [place, one] of buyers.entries()) {
      const { delivery } = own.find(({ buyer }) => buyer === BUYERS[place])!
      await deliver(store, delivery, one, { at, sold: `${n}-${place}` })
    }
  }
}

async function deliver(
  store: Store,
  delivery: number,
  { end, bid, cents }: PastLead['buyers'][number],
  { at, sold }: { at: number; sold: string },
): Promise<void> {
  if (end === 'due') return
  const bounds = { leaseMs: 60_000, limits: LIMITS }
  if (bid === null && end !== 'noBid') await store.beginAttempt(delivery, at, bounds)
  else await store.beginAuction([{ delivery, bounds }], at)
  if (bid !== null && end !== 'noBid') await store.takeBid(delivery, 1, { cents: bid, ...bounds, now: at })
  const no = { message: 'No.', at, due_at: null }
  const ended: Record<Exclude<typeof end, 'due'>, AttemptEnd> = {
    rejected: { ...no, state: 'rejected' },
    dead: { ...no, state: 'dead' },
    unsure: { ...no, state: 'dead', isUnsure: true },
    noBid: { ...no, state: 'rejected', noBid: { cents: bid } },
    accepted: { ...no, state: 'accepted', sale: { external_id: sold, cents } },
  }
  await store.endAttempt(delivery, 1, ended[end])
}

/** Losses of a range, in any order. */
export function expectedLosses(
  leads: readonly PastLead[],
  { from, to }: { from: number; to: number },
): object[] {
  const sales = leads.flatMap(({ version, at, buyers }) =>
    buyers.flatMap(({ end, cents }) => (end === 'accepted' ? [{ version, at, cents }] : [])),
  )
  const usual = (path: string) => {
    const since = Math.min(from, to - 30 * DAY_MS)
    const prices = sales.filter(
      (one) => VERSIONS[one.version]!.path === path && one.at >= since && one.at <= to,
    )
    return prices.length === 0 ? null : prices.reduce((sum, { cents }) => sum + cents, 0) / prices.length
  }
  const lost = leads
    .filter(({ at }) => at >= from && at <= to)
    .filter(({ buyers }) =>
      buyers.every(({ end }) => end === 'rejected' || end === 'dead' || end === 'noBid'),
    )
    .map(({ version, at, buyers }) => {
      const tries = buyers.map(({ end, bid }, place) => {
        const kind = end === 'noBid' ? 'no_bid' : end
        return { buyer: BUYERS[place]!, kind, bid: end === 'noBid' ? null : bid }
      })
      const best = tries.reduce((best, one) => (isCloser(one, best) ? one : best))
      const { path, name } = VERSIONS[version]!
      const day = DateTime.fromMillis(at, { zone: 'America/New_York' }).toISODate()!
      const reason = best.bid === null ? 'No.' : 'Its bid won. No.'
      return { ...best, reason, path, name, day, cents: best.bid ?? usual(path) }
    })
  const groups = Map.groupBy(lost, ({ path, name, buyer, kind, reason }) =>
    [path, name, buyer, kind, reason].join(),
  )
  return [...groups.values()].map((group) => {
    const [{ path, name, buyer, kind, reason }] = group as [(typeof group)[number]]
    const known = group.flatMap(({ cents }) => cents ?? [])
    const by_day: Record<string, number> = {}
    for (const { day } of group) by_day[day] = (by_day[day] ?? 0) + 1
    const sum = known.reduce((sum, cents) => sum + cents, 0)
    const lost_cents = known.length === 0 ? null : Math.round(sum)
    const of = { path, offer: 'main', offer_name: name, buyer, kind, reason }
    return { ...of, count: group.length, lost_cents, by_day }
  })
}

const KINDS = ['dead', 'rejected', 'no_bid']

/** True if a buyer came closer to the lead than another one before it. */
function isCloser(one: { kind: string; bid: number | null }, other: typeof one): boolean {
  if (one.bid !== other.bid) return (one.bid ?? -1) > (other.bid ?? -1)
  return KINDS.indexOf(one.kind) < KINDS.indexOf(other.kind)
}
