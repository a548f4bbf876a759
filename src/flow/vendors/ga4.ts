import type { PixelDescriptor } from './vendor.ts'

/** Source: developers.google.com/tag-platform, "Security", "Content Security Policy". */
export const ga4: PixelDescriptor<'ga4'> = {
  source: ({ measurement_id }) => ({
    script: `https://www.googletagmanager.com/gtag/js?id=${measurement_id}`,
    others: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://www.google.com'],
  }),
  account: ({ measurement_id }) => measurement_id,
}
