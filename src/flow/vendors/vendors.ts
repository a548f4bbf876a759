import type { TrackingScripts } from '../../../schemas/flow.ts'
import { everflow } from './everflow.ts'
import { jornaya } from './jornaya.ts'
import { retreaver } from './retreaver.ts'
import { trustedform } from './trustedform.ts'
import type { Source, Vendor, VendorDescriptor } from './vendor.ts'

/** Every vendor that a flow may name: `TrackingScripts` in the schemas says which, and the compiler asks for each here. */
export const VENDORS: { [V in Vendor]: VendorDescriptor<V> } = { trustedform, jornaya, everflow, retreaver }

/** Where the scripts that a flow configures come from: the browser loads these, and the page's policy allows no others. */
export function trackingSources(scripts: TrackingScripts): Partial<Record<Vendor, Source>> {
  const sources: Partial<Record<Vendor, Source>> = {}
  for (const vendor of configured(scripts)) {
    const source = sourceOf(vendor, scripts)
    if (source) sources[vendor] = source
  }
  return sources
}

/** The origins that a page with these scripts must be allowed to load from and speak to. */
export function trackingOrigins(scripts: TrackingScripts): string[] {
  return Object.values(trackingSources(scripts)).flatMap(({ script, others }) => [
    /^https:\/\/[^/]+/.exec(script)![0],
    ...others,
  ])
}

/** The pictures of the vendors' snippets for browsers without scripts. */
export function trackingPixels(scripts: TrackingScripts): string[] {
  return Object.values(trackingSources(scripts)).flatMap(({ pixel }) => pixel ?? [])
}

/** The vendors of a flow, in the order of the table: one that an earlier release knew is passed over. */
function configured(scripts: TrackingScripts): Vendor[] {
  return (Object.keys(VENDORS) as Vendor[]).filter((vendor) => scripts[vendor])
}

function sourceOf<V extends Vendor>(vendor: V, scripts: TrackingScripts): Source | null {
  const settings = scripts[vendor]
  return settings ? VENDORS[vendor].source(settings) : null
}
