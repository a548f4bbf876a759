import { addTag, consentTo } from './gtagScript.ts'
import { watchEvents, type PixelOptions } from './pixelScript.ts'

/** Google Analytics 4: pages, and the IDs with which the server then sends events. It would count an event twice if both sent it. */
export function startGa4(options: PixelOptions<'ga4'>): void {
  watchEvents(options, {
    load: () => addTag(options.script, options.settings.measurement_id),
    consent: consentTo,
    tell: () => {},
  })
}
