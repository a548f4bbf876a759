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
  /** The hidden field by which its script knows a form, and the id that it fills in there. */
  field?: { id: string; name: string; holds: TrackingId }
}

export interface Source {
  /** The script's address. */
  script: string
  /** The origins that the script itself then speaks to. */
  others: string[]
  /** The picture that takes the script's place where no script runs. */
  pixel?: string
}
