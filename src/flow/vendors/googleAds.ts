import type { PixelDescriptor } from './vendor.ts'

/** Source: developers.google.com/tag-platform, "Security", "Content Security Policy". */
export const google_ads: PixelDescriptor<'google_ads'> = {
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
