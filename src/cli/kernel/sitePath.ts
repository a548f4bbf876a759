import { isOwnAddress } from '../../server/publish/ownAddresses.ts'
import { REFUSALS } from '../../server/kernel/callRefusals.ts'
import { misuse } from './failure.ts'

/** Path of a site, as typed. Throws if no site can have it. */
export function sitePath(path: string | undefined): string {
  if (path === undefined) throw misuse('Add the path: --path PATH.')
  if (!FORM.test(path))
    throw misuse(`"${path}" isn't a valid path. Use lowercase letters, digits, and hyphens.`)
  if (isOwnAddress(path)) throw misuse(REFUSALS.ownAddress(path))
  return path
}

/** Paths of several sites, as in claims,solar. */
export function sitePaths(typed: string): string[] {
  return [...new Set(typed.split(',').map((path) => sitePath(path.trim())))]
}

const FORM = /^[a-z0-9][a-z0-9-]{0,99}$/

/** Path that the name of a site's folder suggests, which is the name itself if a site can have it. */
export function suggestedPath(folder: string): string {
  return FORM.test(folder) && !isOwnAddress(folder) ? folder : 'PATH'
}
