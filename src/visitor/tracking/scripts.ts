import type { PhoneNumber } from '../../../schemas/visitor/page.ts'
import type { TrackingScripts } from '../../../schemas/flow/flow.ts'
import type { Query } from '../../../schemas/kernel/session.ts'
import type { VendorSettings } from '../../flow/vendors/vendor.ts'
import type { FormVendor } from '../../flow/vendors/vendors.ts'
import type { Cell } from '../queue/cell.ts'
import { everflow } from './everflowScript.ts'
import { jornaya } from './jornayaScript.ts'
import { retreaver } from './retreaverScript.ts'
import type { Tracker, VendorScript } from './tracker.ts'
import { trustedForm } from './trustedFormScript.ts'

/** Parameters for starting a vendor's script. */
interface Given<V extends FormVendor> {
  settings: VendorSettings<V>
  /** Address of the script. */
  script: string
  /** Query of the visitor's arrival. */
  query: Query
  /** Receives the visitor's phone number. */
  phone: Cell<PhoneNumber | null>
}

/** Starts of each vendor's script; the compiler requires every vendor of src/flow/vendors except pixels. */
const SCRIPTS: { [V in FormVendor]: (given: Given<V>) => Tracker | VendorScript } = {
  trustedform: ({ script }) => trustedForm(script),
  jornaya: ({ script }) => jornaya(script),
  everflow: ({ script, query }) => everflow(script, query),
  retreaver: ({ script, settings, query, phone }) =>
    retreaver(script, { campaign_key: settings.campaign_id, query }, phone.set),
}

export function scriptOf<V extends FormVendor>(
  vendor: V,
  { scripts, ...given }: Omit<Given<V>, 'settings'> & { scripts: TrackingScripts },
): Tracker | VendorScript {
  return SCRIPTS[vendor]({ settings: scripts[vendor] as VendorSettings<V>, ...given })
}
