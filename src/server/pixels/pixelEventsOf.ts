import type { Flow } from '../../../schemas/flow/flow.ts'
import type { Fields } from '../../flow/answers/fields.ts'
import { eventsOn, mayReceive, momentsOf, type Moment } from '../../flow/vendors/pixels.ts'
import { standingOf } from '../../flow/judge.ts'
import { findStep } from '../../flow/elements/elements.ts'
import type { NewPixelEvent } from '../../store/nouns/pixels/pixelTypes.ts'
import type { StepRecord } from '../../store/nouns/sessions/sessionTypes.ts'
import type { Versions } from '../publish/versions.ts'
import type { Visitor, Visitors } from '../visitors/visitors.ts'
import { browserIds } from './browserIds.ts'
import { listedVendors, type ListedVendor } from './listedVendors.ts'
import { accessTo, type Pixels } from './pixelFormats.ts'

/** Vendors that the server has access to and may inform about the visitor with these `fields`. */
function willing(pixels: Pixels, { ui_config }: Flow, fields: Fields): ListedVendor[] {
  return listedVendors(ui_config.entrypoint.tracking_scripts).filter(
    ({ vendor, account, settings }) =>
      accessTo(pixels, vendor, account) !== null && mayReceive(settings, fields),
  )
}

function eventsFor(vendors: readonly ListedVendor[], moments: readonly Moment[]): NewPixelEvent[] {
  return vendors.flatMap(({ vendor, account, settings }) =>
    moments.flatMap((moment) =>
      eventsOn(settings, moment).map(({ name }) => ({ vendor, account, name, ...moment })),
    ),
  )
}

/** Events that a step sends to vendors, and the vendors' IDs for the browser that aren't known to be stored yet; empty if the browser
 *  opted out of tracking. `fields`: known once the step is recorded. */
export function eventsOfStep(
  pixels: Pixels,
  { pixelIds: kept }: Pick<Visitor, 'pixelIds'>,
  { flow, step, fields, isLead }: { flow: Flow; step: StepRecord; fields: Fields; isLead: boolean },
  { opt_out, cookies }: { opt_out: string | null; cookies: string },
): { pixelEvents: NewPixelEvent[]; pixelIds: Record<string, string> } {
  const vendors = opt_out === null ? willing(pixels, flow, fields) : []
  if (vendors.length === 0) return { pixelEvents: [], pixelIds: {} }
  const isShown = findStep(flow, step)?.type !== 'hidden'
  const ids = Object.entries(browserIds(cookies, vendors)).filter(([name, value]) => kept[name] !== value)
  return {
    pixelEvents: eventsFor(vendors, momentsOf(flow, step, { fields, isShown, isLead })),
    pixelIds: Object.fromEntries(ids),
  }
}

export interface SaleEventDeps {
  pixels: Pixels
  visitors: Visitors
  versions: Versions
}

/** Events that a booked sale sends to vendors. */
export async function eventsOfSale(
  { pixels, visitors, versions }: SaleEventDeps,
  session_uuid: string,
  offer: string,
): Promise<NewPixelEvent[]> {
  if (Object.keys(pixels).length === 0) return []
  const session = (await visitors.find(session_uuid))?.session
  const version = session && (await versions.get(session.version))
  if (!version || listedVendors(version.flow.ui_config.entrypoint.tracking_scripts).length === 0) return []
  const { flow } = version
  const { fields } = standingOf({ flow, origin: session.origin }, session.steps)
  return eventsFor(willing(pixels, flow, fields), [{ kind: 'sale', offer, step: '' }])
}
