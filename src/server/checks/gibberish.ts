import type { Check } from './check.ts'
import { bitsPerLetter, plain } from './trigrams.ts'

/** Whether a description is words rather than keyboard noise: valid when its letters follow one another as they do in
 *  English or Spanish words, and less than a third of them stand in runs along the keys. What has no letters is noise; of
 *  a text in another alphabet nothing is known, and it is valid. Of a single name or code it says little.
 *  Taken for noise: of 2,132 sentences of readmes and licences 1, a line of capitals; of 68 reports of accidents in English
 *  and Spanish, with the hardest names of many countries among them, 0; of 8,000 rows of four or eight words that the
 *  table was not made from 0. Caught of 500 mashes each, drawn from the home row, all keys, the left hand's and the right
 *  hand's: 100, 99.6, 99.4 and 99.8 %. tests/server/checks/gibberish.test.ts measures all but the readmes again. */
export const gibberishCheck: Check = async (text) => {
  const bits = bitsPerLetter(text)
  if (bits === null) return { valid: /\p{L}/u.test(text) }
  return { valid: bits < NOISE_BITS && !runsAlongKeys(text) }
}

/** Between the hardest names, 5.3 for a Polish officer's, and the easiest of mashes. */
const NOISE_BITS = 5.5

/** Fingers that run back and forth write letters that do follow one another in words: wert, sdf. */
function runsAlongKeys(text: string): boolean {
  const words = plain(text).match(/[a-z]+/g) ?? []
  const letters = words.join('').length
  const run = words.filter((word) => KEY_RUNS.some((keys) => word.includes(keys))).join('').length
  return run * NOISE_SHARE >= letters
}

const NOISE_SHARE = 3

/** The rows of keys, with the length from which a run along them is no English: property and liberty have four of the
 *  upper row. */
const ROWS = [
  { keys: 'qwertyuiop', length: 5 },
  { keys: 'asdfghjkl', length: 4 },
  { keys: 'zxcvbnm', length: 4 },
]
const KEY_RUNS = ROWS.flatMap(({ keys, length }) =>
  [keys, keys.split('').reverse().join('')].flatMap((row) =>
    Array.from({ length: row.length - length + 1 }, (_, at) => row.slice(at, at + length)),
  ),
)
