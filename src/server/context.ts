import { openBuckets, type Buckets } from './limits/buckets.ts'
import { budgets, type Budgets } from './limits/budgets.ts'
import { checksOf, type Checks } from './outside/externalChecks.ts'
import type { Buyers } from './delivery/attempt.ts'
import { keptBuyers, type KeptBuyers } from './buyers/keptBuyers.ts'
import { sealedBy, type Seal } from './settings/sealing.ts'
import { keyTries, type KeyTries } from './limits/keyTries.ts'
import { tokenTries, type TokenTries } from './limits/tokenTries.ts'
import { metrics, type Metrics } from './metrics/metrics.ts'
import type { Pixels } from './pixels/pixelFormats.ts'
import type { Settings } from './settings/settings.ts'
import type { Trouble } from '../store/storeState.ts'
import type { Store } from '../store/store.ts'
import type { OpenDraftPage } from './studio/draftPage.ts'
import { vehicles, type Vehicles } from './outside/vehicles.ts'
import { liveScripts, type LiveScripts } from './origins/liveScripts.ts'
import { versions, type Versions } from './publish/versions.ts'
import { visitors, type Visitors } from './visitors/visitors.ts'

/** What the server is given: everything that it does not decide itself. */
export interface World {
  store: Store
  settings: Settings
  /** Whom leads are delivered to, by the file of BUYERS_FILE. */
  buyers: Buyers
  /** Whom events are told to. */
  pixels: Pixels
  /** UTC epoch ms. */
  now: () => number
  /** That many random bytes, fit for secrets. */
  random: (bytes: number) => Buffer
  /** Shows the page of a draft, where the server is to do that. */
  openDraftPage?: OpenDraftPage
  /** The folders of built assets, of the sites and of the vehicle catalogue. */
  folders: Record<'visitor' | 'stats' | 'studio' | 'render' | 'sites' | 'vehicles', string>
}

/** What every route works with. */
export interface Context extends World {
  /** Whom leads are delivered to now: those of the world, and those that the store keeps. */
  buyers: Buyers
  keptBuyers: KeptBuyers
  versions: Versions
  /** The scripts of other companies that live flows load. */
  scripts: LiveScripts
  visitors: Visitors
  metrics: Metrics
  buckets: Buckets
  budgets: Budgets
  keyTries: KeyTries
  tokenTries: TokenTries
  vehicles: () => Promise<Vehicles>
  checks: Checks
  /** Seals the secrets of second factors. */
  factorSeal: Seal
  /** Signs the challenges of passkeys. */
  challengeSecret: string
  /** Keys the click references. */
  clickSecret: string
  /** A lead fell due just now. */
  onLead: () => void
  /** An email fell due just now. */
  onMail: () => void
  /** An event that a vendor is to be told of fell due just now. */
  onPixelEvent: () => void
  /** Whether the server was told to stop. */
  isStopping: boolean
  /** Why the last commit was refused; null when it was kept. */
  storeTrouble: Trouble['name'] | null
  /** Whether the database is damaged or is not the one that was opened: nothing is acknowledged until the server is started
   *  anew. */
  isLost: boolean
}

export async function context(world: World): Promise<Context> {
  const buckets = openBuckets(world.now)
  const { rateLimit } = world.settings
  const kept = await keptBuyers({ ...world, ofFile: world.buyers })
  const inUse = versions(world.store, world.now)
  return {
    ...world,
    buyers: kept.inUse,
    keptBuyers: kept,
    versions: inUse,
    scripts: liveScripts(world.store, inUse, world.settings),
    visitors: visitors(world.store),
    metrics: metrics(),
    buckets,
    budgets: budgets(buckets, rateLimit),
    keyTries: keyTries(buckets, rateLimit),
    tokenTries: tokenTries(buckets, rateLimit),
    vehicles: vehicles(world.folders.vehicles, world),
    checks: checksOf(world.settings),
    factorSeal: sealedBy(
      [...world.settings.secretsKeys, await world.store.secret('second-factors')],
      'second factors',
    ),
    challengeSecret: await world.store.secret('challenges'),
    clickSecret: await world.store.secret('click'),
    onLead: () => {},
    onMail: () => {},
    onPixelEvent: () => {},
    isStopping: false,
    storeTrouble: null,
    isLost: false,
  }
}
