import type { TrackingScripts } from '../../../schemas/flow/flow.ts'
import type { TrackingId } from '../../../schemas/kernel/session.ts'

/** A vendor of tracking scripts, by its name in a flow. */
export type Vendor = keyof TrackingScripts

export type VendorSettings<V extends Vendor> = NonNullable<TrackingScripts[V]>

/** Description of a vendor for page, server, and browser. For how its script is started, see src/visitor/tracking. Source: the vendors'
 *  own snippets and, for TrustedForm, its guide to a Content-Security-Policy. */
export interface VendorDescriptor<V extends Vendor> {
  /** Source of its script; null if the flow has turned it off. */
  source(settings: VendorSettings<V>): Source | null
  /** Setting in which a flow chooses the script's host, which an admin must have allowed. */
  chooses?: keyof VendorSettings<V> & string
  /** Hidden field by which its script finds a form, and the ID that it fills in there. */
  field?: { id: string; name: string; holds: TrackingId }
}

/** The same for a vendor that gets events. */
export interface PixelDescriptor<V extends Vendor> extends VendorDescriptor<V> {
  /** ID by which it knows the site. */
  account: (settings: VendorSettings<V>) => string
}

export interface Source {
  /** Address of the script. */
  script: string
  /** Origins that the script itself then connects to. */
  others: string[]
  /** Picture that replaces the script if scripts are off. */
  pixel?: string
}

/** Sources by vendor, in the order of the table; skips vendors that only an earlier release knew. */
export function sourcesOf<V extends Vendor>(
  table: { [N in V]: VendorDescriptor<N> },
  scripts: TrackingScripts,
): Partial<Record<V, Source>> {
  const sources: Partial<Record<V, Source>> = {}
  for (const vendor of Object.keys(table) as V[]) {
    const settings = scripts[vendor]
    const source = settings && table[vendor].source(settings)
    if (source) sources[vendor] = source
  }
  return sources
}
