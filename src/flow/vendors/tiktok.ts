import type { PixelDescriptor } from './vendor.ts'

/** Source: TikTok's base code. */
export const tiktok: PixelDescriptor<'tiktok'> = {
  source: ({ pixel_id }) => ({
    script: `https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=${pixel_id}&lib=ttq`,
    others: [],
  }),
  account: ({ pixel_id }) => pixel_id,
}
