import { contactFields } from '../../flow/answers/contactFields.ts'
import { fieldOf, type Fields } from '../../flow/answers/fields.ts'
import { standingOf } from '../../flow/judge.ts'
import { eventId, mayReceive } from '../../flow/vendors/pixels.ts'
import type { PixelSettings } from '../../flow/vendors/pixelVendors.ts'
import type { Flow } from '../../../schemas/flow/flow.ts'
import type { PixelEvent } from '../../../schemas/flow/pixelSettings.ts'
import type { PixelAttempt } from '../../store/nouns/pixels/pixelTypes.ts'
import type { SessionRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { ListedVendor } from './listedVendors.ts'
import type { VendorEvent } from './pixelFormat.ts'

/** The event for a vendor, built from the visitor's data as recorded now; null if the visitor hasn't consented to it, or no longer does. */
export function vendorEventOf(
  attempt: PixelAttempt,
  flow: Flow,
  { settings }: ListedVendor,
): VendorEvent | null {
  const { session, kind, offer, step, sale, name, at, cents, arrival, ids } = attempt
  const { fields } = standingOf({ flow, origin: session.origin }, session.steps)
  if (!mayReceive(settings, fields)) return null
  const matched = (kind: 'email' | 'phone') =>
    'match' in settings && settings.match?.includes(kind) ? contactIn(flow, fields, kind) : null
  return {
    id: eventId(session.uuid, { kind, offer, step }, sale),
    name,
    kind,
    action: actionOf(settings, attempt),
    at,
    cents,
    pageUrl: withoutParameters(session.page_url),
    ip: session.ip,
    userAgent: session.user_agent,
    visit: session.uuid,
    isConsented: settings.consent !== undefined,
    email: matched('email'),
    phone: matched('phone'),
    clicked: (parameter) => newestOf(session, arrival, parameter),
    ids,
  }
}

function actionOf(settings: PixelSettings, { kind, name }: PixelAttempt): string | null {
  const events: readonly (PixelEvent & { action?: string })[] = settings.events
  return events.find((event) => event.on === kind && event.name === name)?.action ?? null
}

function contactIn(flow: Flow, fields: Fields, kind: 'email' | 'phone'): string | null {
  for (const [field, contact] of contactFields(flow)) {
    const value = contact === kind ? fieldOf(fields, field) : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** Value of a parameter in the newest click up to `arrival` that has it. `arrival`: 0 for the click that opened the session. */
function newestOf(
  { origin, at, clicks }: SessionRecord,
  arrival: number,
  parameter: string,
): { value: string; at: number } | null {
  const known = [{ query: origin.query, at }, ...clicks].slice(0, arrival + 1)
  const click = known.findLast(({ query }) => query[parameter])
  return click ? { value: click.query[parameter]!, at: click.at } : null
}

function withoutParameters(address: string): string {
  const url = URL.parse(address)
  return url ? url.origin + url.pathname : ''
}
