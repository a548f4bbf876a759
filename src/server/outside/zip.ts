import { readFileSync } from 'node:fs'
import { tidyWord } from '../../flow/kernel/text.ts'
import type { Check } from './checked.ts'

/** Checks if the ZIP code exists, and fills in its city and state (two letters). A code that isn't listed may be newer than the list, if
 *  the post office sorts mail by its first three digits. */
export const zipCheck: Check = async (text) => {
  const code = tidyWord(text)
  if (!/^\d{5}$/.test(code)) return { valid: false }
  const at = CODES.indexOf(`\n${code}`, AREAS.get(code.slice(0, AREA_DIGITS)) ?? CODES.length)
  if (at < 0) {
    const military = MILITARY.find(({ codes }) => codes.test(code))
    if (military) return { valid: true, data: military.data }
    return AREAS.has(code.slice(0, AREA_DIGITS)) ? { valid: false, insistable: true } : { valid: false }
  }
  const start = at + 1 + code.length
  const state = CODES.slice(start, start + 2)
  const city = CODES.slice(start + 2, CODES.indexOf('\n', start))
  return { valid: true, data: { city, state } }
}

/** Beginnings of the ZIP codes of a US state: three digits where all codes that begin so are its own, else whole codes. */
export function zipsOfState(state: string): string[] {
  const areas = Map.groupBy(CODES.trim().split('\n'), (line) => line.slice(0, AREA_DIGITS))
  const zips = [...areas].flatMap(([area, lines]) => {
    const own = lines.filter((line) => line.slice(ZIP_DIGITS, ZIP_DIGITS + 2) === state)
    return own.length === lines.length ? [area] : own.map((line) => line.slice(0, ZIP_DIGITS))
  })
  const military = MILITARY.filter(({ data }) => data.state === state)
  const all = Array.from({ length: 1000 }, (_, n) => String(n).padStart(AREA_DIGITS, '0'))
  return [...zips, ...all.filter((area) => military.some(({ codes }) => codes.test(area)))]
}

const ZIP_DIGITS = 5

/** Post offices of the armed forces move; their codes stay in these ranges. Source: USPS Publication 28, 225. */
const MILITARY = [
  { codes: /^09[0-8]/, data: { city: 'APO', state: 'AE' } },
  { codes: /^340/, data: { city: 'APO', state: 'AA' } },
  { codes: /^96[2-6]/, data: { city: 'APO', state: 'AP' } },
]

/** Digits of the area that mail is sorted to. Areas such as 000 are unassigned. Source: USPS, Labeling List L002. */
const AREA_DIGITS = 3

/** Every US ZIP code in order, as a line `90210CABeverly Hills`. It is 0.8 MB as one text. */
const CODES = `\n${readFileSync(new URL('../../../fixtures/zips/codes.txt', import.meta.url), 'utf8')}`

/** Places in CODES at which areas begin, so that a search doesn't begin with the first code. */
const AREAS = new Map<string, number>()
for (let at = 0; at < CODES.length - 1; at = CODES.indexOf('\n', at + 1)) {
  const area = CODES.slice(at + 1, at + 1 + AREA_DIGITS)
  if (!AREAS.has(area)) AREAS.set(area, at)
}
