import type { Flow, TrackingScripts } from '../../../schemas/flow/flow.ts'
import { everflow } from './everflow.ts'
import { jornaya } from './jornaya.ts'
import { pixelSources, type PixelVendor } from './pixelVendors.ts'
import { retreaver } from './retreaver.ts'
import { trustedform } from './trustedform.ts'
import { sourcesOf, type Source, type Vendor, type VendorDescriptor } from './vendor.ts'

/** Every vendor that a flow may name except pixels. `TrackingScripts` in the schemas lists all vendors, and the compiler requires each
 *  one here or there. */
export const VENDORS: { [V in FormVendor]: VendorDescriptor<V> } = {
  trustedform,
  jornaya,
  everflow,
  retreaver,
}

/** Vendor that every page with a tracking script must include. */
export type FormVendor = Exclude<Vendor, PixelVendor>

/** Sources of the scripts that a flow configures, except pixels; the browser loads these. */
export function trackingSources(scripts: TrackingScripts): Partial<Record<FormVendor, Source>> {
  return sourcesOf(VENDORS, scripts)
}

/** Origins that a page with these scripts must be allowed to load from and connect to. Its policy allows no others. */
export function trackingOrigins(scripts: TrackingScripts): string[] {
  return allSources(scripts).flatMap(({ script, others }) => [/^https:\/\/[^/]+/.exec(script)![0], ...others])
}

/** Hosts that a flow's pages load scripts from. */
export function scriptHosts({ ui_config }: Pick<Flow, 'ui_config'>): string[] {
  const sources = allSources(ui_config.entrypoint.tracking_scripts)
  return [...new Set(sources.map(({ script }) => hostOf(script)))]
}

/** A host that a flow itself names for scripts, with its setting. */
export interface ChosenHost {
  host: string
  vendor: FormVendor
  setting: string
}

/** Script hosts that are not in our code, as an author may name any. */
export function chosenHosts(scripts: TrackingScripts): ChosenHost[] {
  return Object.entries(trackingSources(scripts)).flatMap(([name, { script }]) => {
    const vendor = name as FormVendor
    const setting = VENDORS[vendor].chooses
    return setting === undefined ? [] : [{ host: hostOf(script), vendor, setting }]
  })
}

function hostOf(address: string): string {
  return /^https:\/\/([^/]+)/.exec(address)![1]!
}

/** Pictures of the vendors' snippets for browsers without scripts. */
export function trackingPixels(scripts: TrackingScripts): string[] {
  return allSources(scripts).flatMap(({ pixel }) => pixel ?? [])
}

function allSources(scripts: TrackingScripts): Source[] {
  return Object.values({ ...trackingSources(scripts), ...pixelSources(scripts) })
}
