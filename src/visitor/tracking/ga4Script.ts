import { addTag, consentTo } from './gtagScript.ts'
import { watchEvents, type PixelGiven } from './pixelScript.ts'

/** Google Analytics 4: pages, and the ids by which the server then tells of events. It would count an event twice that it hears
 *  from both. */
export function startGa4(given: PixelGiven<'ga4'>): void {
  watchEvents(given, {
    load: () => addTag(given.script, given.settings.measurement_id),
    consent: consentTo,
    tell: () => {},
  })
}
