import { PIXEL_FORMATS } from './pixelFormats.ts'
import type { ListedVendor } from './listedVendors.ts'

/** Browser IDs that these vendors' scripts set, by the names of their cookies, which come with every call of the page. Values that don't
 *  look like such an ID are left out. */
export function browserIds(cookies: string, vendors: readonly ListedVendor[]): Record<string, string> {
  const names = new Set(vendors.flatMap(({ vendor, account }) => PIXEL_FORMATS[vendor].cookies(account)))
  if (names.size === 0) return {}
  const held = cookies.split(/; */).map((cookie) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(cookie) ?? []
    return [name, value] as const
  })
  return Object.fromEntries(held.filter(([name, value]) => names.has(name) && ID.test(value)))
}

/** Vendors change the format, so this only ensures that the values are harmless. */
const ID = /^[\w.$-]{1,500}$/
