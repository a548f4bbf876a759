import type { PixelDescriptor } from './vendor.ts'

/** Source: developers.facebook.com/docs/meta-pixel. */
export const meta: PixelDescriptor<'meta'> = {
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
