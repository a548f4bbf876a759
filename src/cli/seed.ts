import type { Share } from '../../schemas/version.ts'
import type { Store } from '../server/store/store.ts'
import { journeysOf, type ScriptedJourney } from './seed/journeys.ts'
import { arrivals, type Arrivals } from './seed/arrivals.ts'
import { randomFrom, weighted } from './seed/random.ts'
import { visitorOf, type SeededVisitor } from './seed/visitors.ts'

export interface SeedOptions {
  /** How many visitors come, over so many New York days, the last of which is that of `now`. */
  sessions: number
  days: number
  /** The same number, versions and `now` make the same rows; a second run adds nothing. */
  seed: number
  now: number
  onProgress?: (sessionsDone: number) => void
  /** Whether answers are kept as well as what is counted; without them a million sessions take minutes, not an hour. */
  steps?: boolean
}

/** Sessions under way together, as many writes as gather for one commit. */
const SESSIONS_TOGETHER = 1000

/** Traffic on every live path, through the store's own verbs: visitors who come, click, answer, leave or register, are sold
 *  and now and then returned. What they answer is what the flow core lets them answer.
 *  Throws when nothing is live. */
export async function seed(store: Store, options: SeedOptions): Promise<void> {
  const sites = await scriptedSites(store, options)
  const when = arrivals(options)
  for (let first = 0; first < options.sessions; first += SESSIONS_TOGETHER) {
    const size = Math.min(SESSIONS_TOGETHER, options.sessions - first)
    await Promise.all(Array.from({ length: size }, (_, i) => come(store, sites, when, options, first + i)))
    options.onProgress?.(first + size)
  }
}

export interface Site {
  path: string
  shares: Share[]
  journeys: Map<Share['version'], ScriptedJourney[]>
}

async function scriptedSites(store: Store, { seed, now }: SeedOptions): Promise<Site[]> {
  const live = await store.live()
  if (live.length === 0)
    throw new Error('No flow is published yet, so there is nothing to visit: run leadloom publish first.')
  const sites = new Map<string, Site>()
  for (const { path, ...share } of live) {
    const published = await store.version(share.version)
    if (!published) continue
    const site: Site = sites.get(path) ?? { path, shares: [], journeys: new Map() }
    site.shares.push(share)
    site.journeys.set(share.version, journeysOf(published.flow, { seed, now }))
    sites.set(path, site)
  }
  return [...sites.values()]
}

async function come(store: Store, sites: Site[], when: Arrivals, options: SeedOptions, n: number) {
  const random = randomFrom(options.seed, n)
  const at = when((n + random()) / options.sessions)
  const visitor = visitorOf(random, weighted(random, sites), at)
  await store.openSession(visitor.session)
  const past = <T extends { at: number }>(all: T[]) => all.filter(({ at }) => at <= options.now)
  await Promise.all(keep(store, visitor, past, options))
  await Promise.all(past(visitor.returns).map((sale) => store.sell(sale)))
}

/** All that follows the opening of a session, told at once: the store keeps the order in which it is told. */
function keep(
  store: Store,
  { session: { uuid }, events, steps, leads, linkOuts, sales, certificates }: SeededVisitor,
  past: <T extends { at: number }>(all: T[]) => T[],
  options: SeedOptions,
): Promise<unknown>[] {
  const counted = [
    ...past(events).map((event) => store.track(uuid, event)),
    ...past(sales).map((sale) => store.sell(sale)),
    ...past(certificates).map(({ id, value }) => store.patchSession(uuid, id, value)),
  ]
  if (options.steps === false) return counted
  return [
    ...counted,
    ...past(steps).map((step) => store.appendStep(uuid, step)),
    ...past(leads).map(({ lead, at }) => store.storeLead(uuid, lead, at)),
    ...past(linkOuts).map((link) => store.linkOut(link)),
  ]
}
