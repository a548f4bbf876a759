import { DateTime } from 'luxon'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { BuyerTrouble, DaySums, SiteToday, Today, TodayChange } from '../../../schemas/desk/today.ts'
import { maskedText } from '../../store/kernel/mask.ts'
import type { DayFacts } from '../../store/nouns/today/dayFacts.ts'
import { DAY_MS } from '../../time/durations.ts'
import { isOpen, nextOpening, periodOf } from '../../time/localTime.ts'
import { newYorkDate, newYorkDay, nextNewYorkDay } from '../../time/newYorkDay.ts'
import type { KeptBuyers } from '../buyers/keptBuyers.ts'
import type { Handlers } from '../calls.ts'
import { limitsOf } from '../delivery/limitsOf.ts'
import type { StoreAndClock } from '../kernel/ports.ts'
import { sitesAsked } from '../operators/ownSites.ts'

export interface TodayDeps extends StoreAndClock {
  keptBuyers: KeptBuyers
}

/** Route for the first page of the desk. */
export function todayRoutes({ store, now, keptBuyers }: TodayDeps) {
  return {
    'GET /api/reports/desk/today': async ({ query: { path }, request }): Promise<Today> => {
      const sites = sitesAsked(request, path)
      const at = now()
      const from = newYorkDay(at)
      // The same time on the clock, also if the clocks changed since.
      const weekAgo = DateTime.fromMillis(at, { zone: 'America/New_York' }).minus({ days: 7 }).toMillis()
      const before = newYorkDay(weekAgo)
      const since = newYorkDay(from - DAY_MS / 2)
      // An account for some sites doesn't see the settings of buyers, which may be for others.
      const buyers = sites === null ? [...keptBuyers.inUse] : []
      const caps = buyers.flatMap((of) => capPeriods(of, at))
      const facts = await store.dayFacts({
        today: { from, to: at + 1 },
        beforeByNow: { from: before, to: weekAgo + 1 },
        beforeDay: { from: before, to: nextNewYorkDay(before) },
        since,
        periods: caps.map(({ buyer, start, end }) => ({ buyer, from: start, to: end })),
        sites,
      })
      const reached = caps.filter((cap, n) => isReached(cap, facts.taken[n]!))
      const unused = sites === null ? keptBuyers.all().filter(({ problem }) => problem !== null) : []
      return {
        as_of: at,
        day: newYorkDate(at),
        before: newYorkDate(before),
        sites: sitesToday(facts),
        leads: facts.leads,
        troubles: [
          ...failing(facts),
          ...unused.map(({ buyer, problem }) => ({
            ...QUIET,
            buyer,
            trouble: 'unused' as const,
            reason: problem!,
          })),
          ...notTaking(
            buyers,
            facts,
            reached.filter(({ isNow }) => isNow),
            at,
          ),
        ],
        changes: changesIn(facts, reached),
      }
    },
  } satisfies Partial<Handlers>
}

/** Sites with money on either day, the most first. */
function sitesToday({ today, beforeByNow, beforeDay }: DayFacts): SiteToday[] {
  const paths = new Set([...today, ...beforeDay].map(({ path }) => path))
  const of = (rows: DayFacts['today'], path: string): DaySums => {
    const { net_cents = 0, returned_cents = 0, sold = 0 } = rows.find((row) => row.path === path) ?? {}
    return { net_cents, returned_cents, sold }
  }
  return [...paths]
    .map((path) => ({
      path,
      today: of(today, path),
      before_by_now: of(beforeByNow, path),
      before_day: of(beforeDay, path),
    }))
    .sort((a, b) => b.today.net_cents - a.today.net_cents || (a.path < b.path ? -1 : 1))
}

interface CapPeriod {
  buyer: string
  cap: { per: string; leads?: number; cents?: number }
  start: number
  end: number
  /** True for the current period. */
  isNow: boolean
}

/** Current periods of a buyer's caps, and yesterday's of those by day. */
function capPeriods([buyer, document]: [string, Buyer], at: number): CapPeriod[] {
  const { caps, zone } = limitsOf(document)
  return caps.flatMap((cap) => {
    const period = periodOf(at, cap.per, zone)
    const now = { buyer, cap, ...period, isNow: true }
    if (cap.per !== 'day') return [now]
    return [now, { buyer, cap, ...periodOf(period.start - 1, 'day', zone), isNow: false }]
  })
}

function isReached({ cap }: CapPeriod, taken: DayFacts['taken'][number]): boolean {
  return (
    (cap.leads !== undefined && taken.leads >= cap.leads) ||
    (cap.cents !== undefined && taken.cents >= cap.cents)
  )
}

const QUIET = { leads: 0, since: null, until: null, reason: '' }

function failing({ failing }: DayFacts): BuyerTrouble[] {
  return failing
    .map(({ message, ...one }) => ({
      ...one,
      trouble: 'failing' as const,
      until: null,
      reason: maskedText(message, []).slice(0, LONGEST_REASON),
    }))
    .sort((a, b) => b.leads - a.leads)
}

const LONGEST_REASON = 160

/** Buyers that take no leads now, by their settings, their caps, or the leads that wait for them. */
function notTaking(
  buyers: readonly [string, Buyer][],
  { held }: DayFacts,
  reached: readonly CapPeriod[],
  at: number,
): BuyerTrouble[] {
  const found = new Map<string, BuyerTrouble>()
  const note = (one: BuyerTrouble) => {
    const key = `${one.trouble} ${one.buyer}`
    found.set(key, { ...one, ...found.get(key) })
  }
  for (const { buyer, reason, leads, since, message } of held)
    if (reason === 'paused' || reason === 'full' || reason === 'closed')
      note({ buyer, trouble: reason, leads, since, until: untilOf(buyer), reason: message })
  for (const [buyer, document] of buyers) {
    const { isPaused, hours, zone } = limitsOf(document)
    if (isPaused) note({ ...QUIET, buyer, trouble: 'paused' })
    else if (hours && !isOpen(hours, at, zone))
      note({ ...QUIET, buyer, trouble: 'closed', until: nextOpening(hours, at, zone) })
  }
  for (const { buyer, end, cap } of reached)
    note({ ...QUIET, buyer, trouble: 'full', until: end, reason: capWords(cap) })
  return [...found.values()].sort(
    (a, b) => ORDER.indexOf(a.trouble) - ORDER.indexOf(b.trouble) || b.leads - a.leads,
  )

  /** Time when a buyer takes leads again, by its caps. */
  function untilOf(buyer: string): number | null {
    const ends = reached.flatMap((cap) => (cap.buyer === buyer ? cap.end : []))
    return ends.length === 0 ? null : Math.max(...ends)
  }
}

const ORDER: readonly BuyerTrouble['trouble'][] = ['paused', 'full', 'closed']

function capWords({ per, leads, cents }: CapPeriod['cap']): string {
  const parts = [
    ...(leads === undefined ? [] : [`${leads} ${leads === 1 ? 'lead' : 'leads'}`]),
    ...(cents === undefined ? [] : [`$${(cents / 100).toFixed(2)}`]),
  ]
  return `${parts.join(' and ')} ${per === 'hour' ? 'an' : 'a'} ${per}`
}

function changesIn({ published, buyers }: DayFacts, reached: readonly CapPeriod[]): TodayChange[] {
  const none = { by: '', version: null, weight: null, cap: null }
  return [
    ...published.map(({ path, ...one }) => ({ ...none, ...one, kind: 'published' as const, about: path })),
    ...buyers.map(({ buyer, at, saved_by, removed }) => ({
      ...none,
      at,
      kind: removed === 1 ? ('buyer_removed' as const) : ('buyer_saved' as const),
      about: buyer,
      by: saved_by,
    })),
    ...reached.map(({ buyer, cap, start }) => ({
      ...none,
      at: start,
      kind: 'cap_reached' as const,
      about: buyer,
      cap: capWords(cap),
    })),
  ]
    .sort((a, b) => b.at - a.at)
    .slice(0, MOST_CHANGES)
}

const MOST_CHANGES = 50
