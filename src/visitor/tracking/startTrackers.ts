import type { PhoneNumber } from '../../../schemas/visitor/page.ts'
import type { Query, TrackingId } from '../../../schemas/kernel/session.ts'
import { addedToAddress, newestQuery, withAdded } from '../../flow/arrival.ts'
import type { Page } from '../../flow/page.ts'
import { trackingSources, type FormVendor } from '../../flow/vendors/vendors.ts'
import type { Cell } from '../queue/cell.ts'
import type { Outbox } from '../queue/outbox.ts'
import { persist } from '../queue/persist.ts'
import type { Storage } from '../queue/storage.ts'
import { poll } from './poll.ts'
import type { Tracker, TrackingIds, VendorScript } from './tracker.ts'
import type { TrackingScripts } from '../../../schemas/flow/flow.ts'
import type { VendorSettings } from '../../flow/vendors/vendor.ts'
import { everflow } from './everflowScript.ts'
import { jornaya } from './jornayaScript.ts'
import { retreaver } from './retreaverScript.ts'
import { trustedForm } from './trustedFormScript.ts'

export interface TrackingPorts {
  ids: Cell<TrackingIds>
  phone: Cell<PhoneNumber | null>
  /** True once nothing more is asked of the visitor. */
  ended: Cell<boolean>
  outbox: Outbox
  storage: Storage
  /** Sends an ID to the server. */
  send: (id: TrackingId, value: string) => void
  /** Asks whether the visitor still allows them, when the page comes back from the browser's memory. */
  mayTrack: () => Promise<boolean>
}

/** Loads the tracking scripts that the flow configures, and reports each ID once, when it first exists. Whatever a script does, the
 *  steps continue. Source: spec, section 4; design, section 7.6. */
export function startTracking(
  page: Page,
  { ids, phone, ended, outbox, storage, send, mayTrack }: TrackingPorts,
): void {
  const scripts = page.flow.ui_config.entrypoint.tracking_scripts
  const query = completeAddress(page)
  const sources = trackingSources(scripts)
  const started = (Object.keys(sources) as FormVendor[])
    .map((vendor) => scriptOf(vendor, { scripts, script: sources[vendor]!.script, query, phone }))
    .filter(({ witness }) => !witness || !ended.get())
  const trackers = started.filter((script) => 'id' in script)
  ended.subscribe(() => started.forEach(({ stop }) => stop?.()))
  const report = (tracker: Tracker, value: unknown) => {
    if (ids.get()[tracker.id] !== undefined || typeof value !== 'string') return
    const id = tracker.idOf(value)
    if (id === null) return
    ids.set({ ...ids.get(), [tracker.id]: id })
    if (tracker.field !== undefined) fill(tracker.field, id)
    send(tracker.id, id)
  }
  for (const script of started)
    attempt(() => script.start((value) => ('id' in script ? report(script, value) : undefined)))
  const lookAtAll = () => {
    for (const tracker of trackers) report(tracker, tracker.look())
    return trackers.every(({ id }) => ids.get()[id] !== undefined)
  }
  if (trackers.length > 0) poll(lookAtAll, document)
  // Code for pixels is loaded only by pages that have one.
  if (Object.values(scripts).some((settings) => 'events' in settings))
    void persist(async () =>
      (await import('./startPixelScripts.ts')).startPixelScripts({ page, outbox, storage }),
    )
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // Running scripts cannot be removed, so the page reloads without them.
    void mayTrack().then((may) => may || location.reload())
  })
}

/** Adds oid and affid to the address if they are missing: those of the visitor's newest click, on any address that continues this visit,
 *  else the flow's. Returns that click with them, as the address may be that of an earlier one. */
function completeAddress(page: Page): Query {
  const scripts = page.flow.ui_config.entrypoint.tracking_scripts
  const whole = withAdded(newestQuery(page), scripts)
  const url = new URL(location.href)
  for (const name of Object.keys(addedToAddress(scripts)))
    if (!url.searchParams.get(name)) url.searchParams.set(name, whole[name] ?? '')
  if (url.href !== location.href) history.replaceState(history.state, '', url)
  return whole
}

/** Forms that were shown after the vendor's script began have an empty field. */
function fill(name: string, id: string): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(`form input[name="${name}"]`))
    if (field.value === '') field.value = id
}

function attempt(start: () => void): void {
  try {
    start()
  } catch (error) {
    console.warn('A tracking script could not be started.', error)
  }
}

/** Parameters for starting a vendor's script. */
interface TrackerOptions<V extends FormVendor> {
  settings: VendorSettings<V>
  /** Address of the script. */
  script: string
  /** Query of the visitor's arrival. */
  query: Query
  /** Receives the visitor's phone number. */
  phone: Cell<PhoneNumber | null>
}

/** Starts of each vendor's script; the compiler requires every vendor of src/flow/vendors except pixels. */
const SCRIPTS: { [V in FormVendor]: (options: TrackerOptions<V>) => Tracker | VendorScript } = {
  trustedform: ({ script }) => trustedForm(script),
  jornaya: ({ script }) => jornaya(script),
  everflow: ({ script, query }) => everflow(script, query),
  retreaver: ({ script, settings, query, phone }) =>
    retreaver(script, { campaign_key: settings.campaign_id, query }, phone.set),
}

function scriptOf<V extends FormVendor>(
  vendor: V,
  { scripts, ...options }: Omit<TrackerOptions<V>, 'settings'> & { scripts: TrackingScripts },
): Tracker | VendorScript {
  return SCRIPTS[vendor]({ settings: scripts[vendor] as VendorSettings<V>, ...options })
}
