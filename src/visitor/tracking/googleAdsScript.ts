import { addTag, consentTo, gtag } from './gtagScript.ts'
import { watchEvents, type PixelOptions } from './pixelScript.ts'

/** Google Ads: a conversion from the browser has the ID of the server's as its transaction. */
export function startGoogleAds(options: PixelOptions<'google_ads'>): void {
  const { conversion_id } = options.settings
  watchEvents(options, {
    load: () => addTag(options.script, conversion_id),
    consent: consentTo,
    tell: ({ name }, transaction_id) =>
      gtag('event', 'conversion', { send_to: `${conversion_id}/${name}`, transaction_id }),
  })
}
