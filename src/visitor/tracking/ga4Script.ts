import { addTag, consentTo } from './gtagScript.ts'
import { watchEvents, type PixelGiven } from './pixelScript.ts'

/** Google Analytics 4: pages, and the IDs with which the server then sends events. It would count an event twice if both sent it. */
export function startGa4(given: PixelGiven<'ga4'>): void {
  watchEvents(given, {
    load: () => addTag(given.script, given.settings.measurement_id),
    consent: consentTo,
    tell: () => {},
  })
}
