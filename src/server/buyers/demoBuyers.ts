import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Buyer } from '../../../schemas/buyer/buyer.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Store } from '../../store/store.ts'
import type { Buyers } from '../delivery/attempt.ts'
import { isLoopback } from '../kernel/addresses.ts'
import type { Settings } from '../settings/settings.ts'

/** Starts a buyer on this machine that accepts every lead. */
export type OpenDemoBuyer = (price: string) => Promise<{ url: string; close: () => Promise<void> }>

export interface DemoBuyers {
  buyers: Buyers
  close: () => Promise<void>
}

/** Price of a lead at the demo buyer, in dollars. */
export const DEMO_PRICE = '25.00'

/** Starts the demo buyer under the keys that the sites of a folder name. Null if the settings are those of a deployment. A key that any
 *  other live site names is left out, since its leads aren't the demo's. */
export async function openDemoBuyers(
  open: OpenDemoBuyer,
  { settings, store, sites }: { settings: Settings; store: Store; sites: string },
): Promise<DemoBuyers | null> {
  if (!isDemo(settings)) return null
  const demo = demoFlows(sites)
  const others = await otherBuyers(store, new Set(demo.keys()))
  const keys = [...demo.values()].flatMap(buyersOf).filter((key) => !others.has(key))
  const { url, close } = await open(DEMO_PRICE)
  // The same person may walk the demo again and again.
  const buyer: Buyer = {
    format: 'json',
    url: `${url}/json`,
    local: true,
    price: DEMO_PRICE,
    duplicate_window_days: 0,
  }
  return { buyers: new Map(keys.map((key) => [key, buyer])), close }
}

/** True if only this machine reaches the server, and none of the settings is set that a deployment has. */
function isDemo(settings: Settings): boolean {
  return isLoopback(`http://${settings.host}`) && DEPLOYED.every((name) => isUnset(settings[name]))
}

const DEPLOYED = [
  'buyersFile',
  'databaseUrl',
  'publicUrl',
  'operatorHosts',
  'siteHosts',
  'trustProxy',
  'secretsKeys',
  'postbackKeys',
  'pixelsFile',
  'postalAddress',
] as const satisfies (keyof Settings)[]

function isUnset(value: Settings[(typeof DEPLOYED)[number]]): boolean {
  return value === null || (value instanceof Map ? value.size === 0 : Object.keys(value).length === 0)
}

function demoFlows(folder: string): Map<string, Pick<Flow, 'ui_config'>> {
  const files = readdirSync(folder).map((path) => [path, join(folder, path, 'flow.json')] as const)
  return new Map(
    files.flatMap(([path, file]) =>
      existsSync(file) ? [[path, JSON.parse(readFileSync(file, 'utf8')) as Flow]] : [],
    ),
  )
}

/** Buyers that live sites on other paths name. */
async function otherBuyers(store: Store, demoPaths: ReadonlySet<string>): Promise<Set<string>> {
  const live = (await store.live()).filter(({ path }) => !demoPaths.has(path))
  const versions = await Promise.all(live.map(({ version }) => store.version(version)))
  return new Set(versions.flatMap((version) => (version ? buyersOf(version.flow) : [])))
}

function buyersOf({ ui_config }: Pick<Flow, 'ui_config'>): string[] {
  return Object.keys(ui_config.buyers ?? {})
}
