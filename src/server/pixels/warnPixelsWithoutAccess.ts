import type { Flow } from '../../../schemas/flow/flow.ts'
import { NOTICES } from '../kernel/operatorNotices.ts'
import { listedVendors } from './listedVendors.ts'
import { accessTo, type Pixels } from './pixelFormats.ts'

/** Vendors to which only browsers send the events of the flow on a path, a sentence each. This doesn't prevent a start or a publish. */
export function pixelsWithoutAccess(path: string, { ui_config }: Flow, pixels: Pixels): string[] {
  return listedVendors(ui_config.entrypoint.tracking_scripts)
    .filter(({ vendor, account }) => accessTo(pixels, vendor, account) === null)
    .map(({ vendor, account }) => NOTICES.pixelWithoutAccess(path, vendor, account))
}
