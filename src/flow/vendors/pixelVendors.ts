import type { TrackingScripts } from '../../../schemas/flow/flow.ts'
import type { PixelEvent } from '../../../schemas/flow/pixelSettings.ts'
import { ga4 } from './ga4.ts'
import { google_ads } from './googleAds.ts'
import { meta } from './meta.ts'
import { tiktok } from './tiktok.ts'
import { sourcesOf, type PixelDescriptor, type Source } from './vendor.ts'

/** Vendors that are sent events: those with events in their settings. */
export type PixelVendor = {
  [V in keyof TrackingScripts]-?: NonNullable<TrackingScripts[V]> extends { events: PixelEvent[] } ? V : never
}[keyof TrackingScripts]

export type PixelSettings = NonNullable<TrackingScripts[PixelVendor]>

/** All of them. A page without pixels loads nothing of this table. */
export const PIXELS: { [V in PixelVendor]: PixelDescriptor<V> } = { meta, ga4, google_ads, tiktok }

/** Sources of the scripts for the pixels that a flow configures. */
export function pixelSources(scripts: TrackingScripts): Partial<Record<PixelVendor, Source>> {
  return sourcesOf(PIXELS, scripts)
}
