import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Language } from '../../../schemas/flow/languages.ts'
import type { Fields } from '../../flow/answers/fields.ts'
import { languagesOf } from '../../flow/languages/language.ts'
import type { Store } from '../../store/store.ts'
import { journeysOf } from './journeysOf.ts'
import { arrivals, type Arrivals } from './arrivals.ts'
import { one, randomFrom, weighted, type Random } from './random.ts'
import { visitorOf, type SeededVisitor, type Site } from './visitorOf.ts'
import { recordedAnswers } from '../../flow/judge.ts'
import { checksOf } from '../../server/outside/externalChecks.ts'
import { leadOf } from '../../server/leads/leadOf.ts'

export interface SeedOptions {
  /** Number of visitors, over this many New York days, the last of which contains `now`. */
  sessions: number
  days: number
  /** The same number, versions, and `now` make the same rows; a second run adds nothing. */
  seed: number
  now: number
  onProgress?: (sessionsDone: number) => void
  /** True to save answers too, not only counts; without them, a million sessions take minutes instead of an hour. */
  steps?: boolean
}

/** Sessions in progress at once, which is as many writes as gather for one commit. */
const SESSIONS_TOGETHER = 1000

/** Creates traffic on every live path, through the store's own verbs. Visitors come, click, answer, leave, or register, and are sold and
 *  sometimes returned. Their answers are ones that the flow core allows. Throws if nothing is live. */
export async function seed(store: Store, options: SeedOptions): Promise<void> {
  const sites = await scriptedSites(store, options)
  const when = arrivals(options)
  for (let first = 0; first < options.sessions; first += SESSIONS_TOGETHER) {
    const size = Math.min(SESSIONS_TOGETHER, options.sessions - first)
    await Promise.all(Array.from({ length: size }, (_, i) => arrive(store, sites, when, options, first + i)))
    options.onProgress?.(first + size)
  }
}

async function scriptedSites(store: Store, { seed, now }: SeedOptions): Promise<Site[]> {
  const live = await store.live()
  if (live.length === 0) throw new Error('No flow is published yet. Run leadloom publish first.')
  const sites = new Map<string, Site>()
  for (const { path, ...share } of live) {
    const published = await store.version(share.version)
    if (!published) continue
    const site: Site = sites.get(path) ?? { path, shares: [], versions: new Map() }
    site.shares.push(share)
    const { flow } = published
    site.versions.set(share.version, { flow, journeys: journeysOf(flow, { seed, now }) })
    sites.set(path, site)
  }
  return [...sites.values()]
}

async function arrive(store: Store, sites: Site[], when: Arrivals, options: SeedOptions, n: number) {
  const random = randomFrom(options.seed, n)
  const at = when((n + random()) / options.sessions)
  const site = weighted(random, sites)
  const visitor = visitorOf(random, site, at)
  const { flow } = site.versions.get(visitor.session.version)!
  // Drawn last, so that the rest of a visit is the same in any language.
  await store.openSession({ ...visitor.session, language: languageOf(random, flow) })
  const past: Past = (all) => all.filter(({ at }) => at <= options.now)
  const counted = count(store, visitor, past)
  const kept = options.steps === false ? [] : keep(store, flow, visitor, past)
  await Promise.all([...counted, ...kept])
  await Promise.all(past(visitor.returns).map((sale) => store.sell(sale)))
}

/** Share of a site's visitors who read it in its first language. */
const FIRST_LANGUAGE = 0.8

function languageOf(random: Random, flow: Flow): Language {
  const [first, ...others] = languagesOf(flow)
  return others.length > 0 && random() >= FIRST_LANGUAGE ? one(random, others) : first!
}

type Past = <T extends { at: number }>(all: T[]) => T[]

/** Saves everything that is counted, all at once; the store keeps the order. */
function count(
  store: Store,
  { session: { uuid }, events, sales, certificates }: SeededVisitor,
  past: Past,
): Promise<unknown>[] {
  return [
    ...past(events).map((event) => store.track(uuid, event)),
    ...past(sales).map((sale) => store.sell(sale)),
    ...past(certificates).map(({ id, value }) => store.patchSession(uuid, id, value)),
  ]
}

/** Saves the answers and their results. */
function keep(store: Store, flow: Flow, visitor: SeededVisitor, past: Past): Promise<unknown>[] {
  const { session, steps, leads, linkOuts } = visitor
  const { uuid } = session
  return [
    ...past(steps).map((step) => store.appendStep(uuid, step)),
    ...past(leads).map(async (lead) => store.storeLead(uuid, await payloadOf(flow, visitor, lead), lead.at)),
    ...past(linkOuts).map((link) => store.linkOut(link)),
  ]
}

/** Contents of a made-up visitor's lead. It has no buyers, because a running server would deliver it. */
async function payloadOf(
  flow: Flow,
  { session, steps, certificates }: SeededVisitor,
  { offer, after, at }: SeededVisitor['leads'][number],
): Promise<Fields> {
  const known = certificates.filter((certificate) => certificate.at <= at)
  const tracking = Object.fromEntries(known.map(({ id, value }) => [id, value]))
  const recorded = steps.slice(0, after)
  const answers = recordedAnswers(flow, session.origin, recorded)
  const due = await leadOf(
    [{ name: 'send_lead' }],
    { flow, session: { ...session, clicks: [], tracking }, answers, recorded },
    { offer, at, checks: CHECKS, mayInsist: () => false },
  )
  if ('errors' in due) throw new Error(`A sample visitor was refused: ${due.errors[0]!.message}.`)
  return due.lead.payload
}

/** No DNS server, because made-up visitors receive no mail. */
const CHECKS = checksOf({ emailDns: null })
