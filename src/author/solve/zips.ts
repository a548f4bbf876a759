import { readFileSync } from 'node:fs'

/** Places of all US ZIP codes, which come with the product. */

export interface Place {
  city: string
  /** Two letters. */
  state: string
}

/** Place of a ZIP code. 'newer' if it isn't listed, but the post office sorts mail by its first three digits; null if it can't exist. */
export function placeOfZip(code: string): Place | 'newer' | null {
  if (!/^\d{5}$/.test(code)) return null
  const { codes, areas } = table()
  const area = areas.get(code.slice(0, AREA_DIGITS))
  const at = codes.indexOf(`\n${code}`, area ?? codes.length)
  if (at < 0)
    return MILITARY.find(({ codes }) => codes.test(code))?.data ?? (area === undefined ? null : 'newer')
  const start = at + 1 + code.length
  const state = codes.slice(start, start + 2)
  return { city: codes.slice(start + 2, codes.indexOf('\n', start)), state }
}

/** A ZIP code of a US state; undefined if there is none. */
export function zipOfState(state: string): string | undefined {
  return RegExp(`\\n(\\d{5})${state}`).exec(table().codes)?.[1]
}

/** Beginnings of the ZIP codes of a US state: three digits where all codes that begin so are its own, else whole codes. */
export function zipsOfState(state: string): string[] {
  const areas = Map.groupBy(table().codes.trim().split('\n'), (line) => line.slice(0, AREA_DIGITS))
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

interface ZipTable {
  /** Every US ZIP code in order, as a line `90210CABeverly Hills`. It is 0.8 MB as one text. */
  codes: string
  /** Places in `codes` at which areas begin, so that a search doesn't begin with the first code. */
  areas: ReadonlyMap<string, number>
}

let loaded: ZipTable | undefined

/** The table, read when it is first needed. */
function table(): ZipTable {
  return (loaded ??= read())
}

function read(): ZipTable {
  const codes = `\n${readFileSync(new URL('../../../fixtures/zips/codes.txt', import.meta.url), 'utf8')}`
  const areas = new Map<string, number>()
  for (let at = 0; at < codes.length - 1; at = codes.indexOf('\n', at + 1)) {
    const area = codes.slice(at + 1, at + 1 + AREA_DIGITS)
    if (!areas.has(area)) areas.set(area, at)
  }
  return { codes, areas }
}
