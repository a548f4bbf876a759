import { EventEmitter } from 'node:events'
import type { DueSignals, Folders, Random, StoreAndClock } from './kernel/ports.ts'
import { serverState, type ServerState } from './kernel/serverState.ts'
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
import type { OpenDraftPage } from './studio/draftPage.ts'
import { vehicles, type Vehicles } from './outside/vehicles.ts'
import { liveScripts, type LiveScripts } from './origins/liveScripts.ts'
import { versions, type Versions } from './publish/versions.ts'
import { visitors, type Visitors } from './visitors/visitors.ts'

/** Everything the server is given and doesn't decide itself. */
export interface World extends StoreAndClock {
  settings: Settings
  /** Buyers in BUYERS_FILE that leads are delivered to. */
  buyers: Buyers
  /** Vendors that receive events. */
  pixels: Pixels
  random: Random
  /** Opens the page of a draft, if this server renders drafts. */
  openDraftPage?: OpenDraftPage
  /** Takes the lines of the log. Without it, they go to standard output. */
  log?: { write: (line: string) => void }
  folders: Folders
}

/** Everything that the rooms need, together. Each names the few of these that it uses; only the files that assemble the server know them
 *  all. */
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
  signals: DueSignals
  state: ServerState
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
    signals: new EventEmitter(),
    state: serverState(world.store),
  }
}
