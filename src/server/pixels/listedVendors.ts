import type { TrackingScripts } from '../../../schemas/flow/flow.ts'
import { PIXELS, type PixelSettings, type PixelVendor } from '../../flow/vendors/pixelVendors.ts'
import { PIXEL_FORMATS } from './pixelFormats.ts'

/** A vendor that a flow lists, which receives events. */
export interface ListedVendor {
  vendor: PixelVendor
  account: string
  settings: PixelSettings
}

/** Vendors listed in the settings of a flow. */
export function listedVendors(scripts: TrackingScripts): ListedVendor[] {
  return (Object.keys(PIXEL_FORMATS) as PixelVendor[]).flatMap((vendor) => {
    const settings = scripts[vendor]
    return settings ? { vendor, account: accountOf(vendor, settings), settings } : []
  })
}

function accountOf<V extends PixelVendor>(vendor: V, settings: NonNullable<TrackingScripts[V]>): string {
  return PIXELS[vendor].account(settings)
}
