import type { PixelsFile } from '../../../schemas/outgoing/pixelAccess.ts'
import type { PixelVendor } from '../../flow/vendors/pixelVendors.ts'
import { ga4Events } from './ga4Events.ts'
import { googleAdsEvents } from './googleAdsEvents.ts'
import { metaEvents } from './metaEvents.ts'
import type { PixelFormat } from './pixelFormat.ts'
import { tiktokEvents } from './tiktokEvents.ts'

/** Accounts that the server can send events to, by vendor. */
export type Pixels = Omit<PixelsFile, '$schema'>

export type AccessOf<V extends PixelVendor> = NonNullable<Pixels[V]>[string]

/** Format of each vendor; the compiler requires every vendor that a flow may list. */
export const PIXEL_FORMATS: { [V in PixelVendor]: PixelFormat<AccessOf<V>> } = {
  meta: metaEvents,
  ga4: ga4Events,
  google_ads: googleAdsEvents,
  tiktok: tiktokEvents,
}

/** Every account of `pixels`. */
export function accountsOf(pixels: Pixels): { vendor: PixelVendor; account: string }[] {
  return (Object.keys(PIXEL_FORMATS) as PixelVendor[]).flatMap((vendor) =>
    Object.keys(pixels[vendor] ?? {}).map((account) => ({ vendor, account })),
  )
}

/** Null if the server has no access. */
export function accessTo<V extends PixelVendor>(
  pixels: Pixels,
  vendor: V,
  account: string,
): AccessOf<V> | null {
  const known = pixels[vendor] as Record<string, AccessOf<V>> | undefined
  return known && Object.hasOwn(known, account) ? known[account]! : null
}
