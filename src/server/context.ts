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
import type { Trouble } from '../store/kernel/storeState.ts'
import type { Store } from '../store/store.ts'
import type { OpenDraftPage } from './studio/draftPage.ts'
import { vehicles, type Vehicles } from './outside/vehicles.ts'
import { liveScripts, type LiveScripts } from './origins/liveScripts.ts'
import { versions, type Versions } from './publish/versions.ts'
import { visitors, type Visitors } from './visitors/visitors.ts'

/** Everything the server is given and doesn't decide itself. */
export interface World {
  store: Store
  settings: Settings
  /** Buyers in BUYERS_FILE that leads are delivered to. */
  buyers: Buyers
  /** Vendors that receive events. */
  pixels: Pixels
  /** UTC epoch ms. */
  now: () => number
  /** Returns that many random bytes, fit for secrets. */
  random: (bytes: number) => Buffer
  /** Opens the page of a draft, if this server renders drafts. */
  openDraftPage?: OpenDraftPage
  /** Takes the lines of the log. Without it, they go to standard output. */
  log?: { write: (line: string) => void }
  /** Folders of built assets, of the sites, and of the vehicle catalog. */
  folders: Record<'visitor' | 'stats' | 'studio' | 'render' | 'sites' | 'vehicles', string>
}

/** Everything that routes work with. */
export interface Context extends World {
  /** Buyers that leads are delivered to now: those of the world and those in the store. */
  buyers: Buyers
  keptBuyers: KeptBuyers
  versions: Versions
  /** Third-party scripts that live flows load. */
  scripts: LiveScripts
  visitors: Visitors
  metrics: Metrics
  buckets: Buckets
  budgets: Budgets
  keyTries: KeyTries
  tokenTries: TokenTries
  vehicles: () => Promise<Vehicles>
  checks: Checks
  /** Seals the secrets of two-factor authentication. */
  factorSeal: Seal
  /** Signs the challenges of passkeys. */
  challengeSecret: string
  /** Keys the click references. */
  clickSecret: string
  /** Called when a lead becomes due. */
  onLead: () => void
  /** Called when an email becomes due. */
  onMail: () => void
  /** Called when an event for a vendor becomes due. */
  onPixelEvent: () => void
  /** True once the server was told to stop. */
  isStopping: boolean
  /** Reason that the last commit failed; null if it succeeded. */
  storeTrouble: Trouble['name'] | null
  /** True if the database is damaged or isn't the one that was opened. Nothing is acknowledged until the server restarts. */
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
