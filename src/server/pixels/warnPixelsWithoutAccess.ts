import type { Flow } from '../../../schemas/flow.ts'
import { NOTICES } from '../../texts/operatorNotices.ts'
import { listedVendors } from './listedVendors.ts'
import { accessTo, type Pixels } from './pixelFormats.ts'

/** Whom the flow on a path tells of events without the server's help, a sentence each. No reason to refuse a start or a publish:
 *  browsers tell them. */
export function pixelsWithoutAccess(path: string, { ui_config }: Flow, pixels: Pixels): string[] {
  return listedVendors(ui_config.entrypoint.tracking_scripts)
    .filter(({ vendor, account }) => accessTo(pixels, vendor, account) === null)
    .map(({ vendor, account }) => NOTICES.pixelWithoutAccess(path, vendor, account))
}
