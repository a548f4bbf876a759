import type { TrackingScripts } from '../../../schemas/flow/flow.ts'
import type { PixelEvent } from '../../../schemas/flow/pixelSettings.ts'
import { sourcesOf, type PixelDescriptor, type Source } from './vendor.ts'

/** Vendors that are sent events: those with events in their settings. */
export type PixelVendor = {
  [V in keyof TrackingScripts]-?: NonNullable<TrackingScripts[V]> extends { events: PixelEvent[] } ? V : never
}[keyof TrackingScripts]

export type PixelSettings = NonNullable<TrackingScripts[PixelVendor]>

/** Source: developers.facebook.com/docs/meta-pixel. */
const meta: PixelDescriptor<'meta'> = {
  source: ({ pixel_id, consent }) => ({
    script: 'https://connect.facebook.net/en_US/fbevents.js',
    others: ['https://www.facebook.com'],
    // Without scripts, no one knows when a consent is given.
    ...(consent === undefined && {
      pixel: `https://www.facebook.com/tr?id=${pixel_id}&ev=PageView&noscript=1`,
    }),
  }),
  account: ({ pixel_id }) => pixel_id,
}

/** Source: developers.google.com/tag-platform, "Security", "Content Security Policy". */
const ga4: PixelDescriptor<'ga4'> = {
  source: ({ measurement_id }) => ({
    script: `https://www.googletagmanager.com/gtag/js?id=${measurement_id}`,
    others: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.google.com'],
  }),
  account: ({ measurement_id }) => measurement_id,
}

/** Source: developers.google.com/tag-platform, "Security", "Content Security Policy". */
const google_ads: PixelDescriptor<'google_ads'> = {
  source: ({ conversion_id }) => ({
    script: `https://www.googletagmanager.com/gtag/js?id=${conversion_id}`,
    others: [
      'https://www.googleadservices.com',
      'https://googleads.g.doubleclick.net',
      'https://pagead2.googlesyndication.com',
      'https://www.google.com',
    ],
  }),
  account: ({ conversion_id }) => conversion_id,
}

/** Source: TikTok's base code. */
const tiktok: PixelDescriptor<'tiktok'> = {
  source: ({ pixel_id }) => ({
    script: `https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=${pixel_id}&lib=ttq`,
    others: [],
  }),
  account: ({ pixel_id }) => pixel_id,
}

/** All of them. A page without pixels loads nothing of this table. */
export const PIXELS: { [V in PixelVendor]: PixelDescriptor<V> } = { meta, ga4, google_ads, tiktok }

/** Sources of the scripts for the pixels that a flow configures. */
export function pixelSources(scripts: TrackingScripts): Partial<Record<PixelVendor, Source>> {
  return sourcesOf(PIXELS, scripts)
}
