import { PIXEL_FORMATS } from './pixelFormats.ts'
import type { ListedVendor } from './listedVendors.ts'

/** What the scripts of these vendors call the browser, by the names of their cookies, which come with every call of the page. Whatever
 *  does not look like such an id is left out. */
export function browserIds(cookies: string, vendors: readonly ListedVendor[]): Record<string, string> {
  const names = new Set(vendors.flatMap(({ vendor, account }) => PIXEL_FORMATS[vendor].cookies(account)))
  if (names.size === 0) return {}
  const held = cookies.split(/; */).map((cookie) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(cookie) ?? []
    return [name, value] as const
  })
  return Object.fromEntries(held.filter(([name, value]) => names.has(name) && ID.test(value)))
}

/** Vendors change what else they put into them, so this says only what keeps them harmless. */
const ID = /^[\w.$-]{1,500}$/
