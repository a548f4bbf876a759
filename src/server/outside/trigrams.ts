import { readFileSync } from 'node:fs'

/** Average bits per letter of this text, given which letters follow which in English and Spanish: 3 to 4 in what people write, 5 with
 *  the hardest names, 6 to 11 where fingers just run over the keys. Null if it has no letters of the Latin alphabet.
 *  fixtures/trigrams/build.ts makes the table. */
export function bitsPerLetter(text: string): number | null {
  let [bits, letters] = [0, 0]
  for (const [word] of plain(text).matchAll(/[a-z]+/g)) {
    const signs = `  ${word} `
    for (let at = 0; at + 3 <= signs.length; at++) bits += TABLE[placeOf(signs, at)]!
    letters += word.length + 1
  }
  return letters === 0 ? null : bits / letters
}

/** Lowercase text without accents. */
export function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

const SIGNS = 27
const STEPS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const BITS_PER_STEP = 0.25

/** Bits of the third of every three signs after the other two. */
const TABLE = Float32Array.from(
  readFileSync(new URL('../../../fixtures/trigrams/bits.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => Array.from(line.slice(3), (step) => STEPS.indexOf(step) * BITS_PER_STEP)),
)

function placeOf(signs: string, at: number): number {
  return (number(signs, at) * SIGNS + number(signs, at + 1)) * SIGNS + number(signs, at + 2)
}

/** Number of a sign: 0 for the blank around a word, 1 to 26 for letters. */
function number(signs: string, at: number): number {
  return Math.max(0, signs.charCodeAt(at) - 96)
}
