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
export interface ServerOptions extends StoreAndClock {
  settings: Settings
  /** Buyers in BUYERS_FILE that leads are delivered to. */
  buyers: Buyers
  /** Buyers of the demo, by the keys that its sites name. */
  demoBuyers?: Buyers
  /** Vendors that receive events. */
  pixels: Pixels
  random: Random
  /** Opens the page of a draft, if this server renders drafts. */
  openDraftPage?: OpenDraftPage
  /** Takes the lines of the log. Without it, they go to standard output. */
  log?: { write: (line: string) => void }
  folders: Folders
  /** True if all visits are its author's. */
  isPreview?: true
}

/** Everything that the rooms need, together. Each names the few of these that it uses; only the files that assemble the server know them
 *  all. */
export interface Context extends ServerOptions {
  /** Buyers that leads are delivered to now: those of the options and those in the store. */
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

export async function context(options: ServerOptions): Promise<Context> {
  const buckets = openBuckets(options.now)
  const { rateLimit } = options.settings
  const kept = await keptBuyers({
    ...options,
    ofFile: options.buyers,
    ...(options.demoBuyers && { ofDemo: options.demoBuyers }),
  })
  const inUse = versions(options.store, options.now)
  return {
    ...options,
    buyers: kept.inUse,
    keptBuyers: kept,
    versions: inUse,
    scripts: liveScripts(options.store, inUse, options.settings),
    visitors: visitors(options.store),
    metrics: metrics(),
    buckets,
    budgets: budgets(buckets, rateLimit),
    keyTries: keyTries(buckets, rateLimit),
    tokenTries: tokenTries(buckets, rateLimit),
    vehicles: vehicles(options.folders.vehicles, options),
    checks: checksOf(options.settings),
    factorSeal: sealedBy(
      [...options.settings.secretsKeys, await options.store.secret('second-factors')],
      'second factors',
    ),
    challengeSecret: await options.store.secret('challenges'),
    clickSecret: await options.store.secret('click'),
    signals: new EventEmitter(),
    state: serverState(options.store),
  }
}
