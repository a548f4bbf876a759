import { isOwnAddress } from '../server/publish/ownAddresses.ts'
import { REFUSALS } from '../texts/callRefusals.ts'
import { misuse } from './failure.ts'

/** The path of a site, as it was typed. Throws where no site can have it. */
export function sitePath(path: string | undefined): string {
  if (path === undefined) throw misuse('Say the path: --path PATH.')
  if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(path))
    throw misuse(`"${path}" cannot be a path: use small letters, digits and hyphens.`)
  if (isOwnAddress(path)) throw misuse(REFUSALS.ownAddress(path))
  return path
}
