import { instead } from '../../author/kernel/nearest.ts'
import { refusal } from './failure.ts'

/** Error that nothing was ever published on `path`. `known`: the paths that had a version. */
export function unknownPath(path: string, known: readonly string[]): Error {
  return refusal(
    'unknown_path',
    `Nothing has been published on /${path}. ${instead(path, new Set(known), 'paths')}`,
  )
}
