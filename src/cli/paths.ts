import { instead } from '../flow/check/nearest.ts'
import { refusal } from './failure.ts'

/** That nothing was ever published on `path`. `versions`: all there are. */
export function unknownPath(path: string, versions: readonly { path: string }[]): Error {
  const known = new Set(versions.map((version) => version.path))
  return refusal('unknown_path', `Nothing was ever published on /${path}. ${instead(path, known, 'paths')}`)
}
