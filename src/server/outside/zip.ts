import { placeOfZip } from '../../author/solve/zips.ts'
import { tidyWord } from '../../flow/kernel/text.ts'
import type { Check } from './checked.ts'

/** Checks if the ZIP code exists, and fills in its city and state (two letters). A code that isn't listed may be newer than the list, if
 *  the post office sorts mail by its first three digits. */
export const zipCheck: Check = async (text) => {
  const place = placeOfZip(tidyWord(text))
  if (place === null) return { valid: false }
  return place === 'newer' ? { valid: false, insistable: true } : { valid: true, data: { ...place } }
}
