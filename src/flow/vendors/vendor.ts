import type { TrackingScripts } from '../../../schemas/flow.ts'
import type { TrackingId } from '../../../schemas/session.ts'

/** A vendor of tracking scripts, by its name in a flow. */
export type Vendor = keyof TrackingScripts

export type VendorSettings<V extends Vendor> = NonNullable<TrackingScripts[V]>

/** What page, server and browser must agree on about a vendor. How its script is started: src/visitor/tracking.
 *  Source: the vendors' own snippets and, for TrustedForm, its guide to a Content-Security-Policy. */
export interface VendorDescriptor<V extends Vendor> {
  /** Where its script comes from; null when the flow has it turned off. */
  source(settings: VendorSettings<V>): Source | null
  /** The setting by which a flow itself says which host the script comes from: an admin must have listed that host. */
  chooses?: keyof VendorSettings<V> & string
  /** The hidden field by which its script knows a form, and the id that it fills in there. */
  field?: { id: string; name: string; holds: TrackingId }
}

/** The same of one that is told of events. */
export interface PixelDescriptor<V extends Vendor> extends VendorDescriptor<V> {
  /** The id by which it knows the site. */
  account: (settings: VendorSettings<V>) => string
}

export interface Source {
  /** The script's address. */
  script: string
  /** The origins that the script itself then speaks to. */
  others: string[]
  /** The picture that takes the script's place where no script runs. */
  pixel?: string
}

/** By vendor, in the order of the table: one that an earlier release knew is passed over. */
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
