/** Soft marks on what people type. They are recorded with a lead and never stop a visitor. */

const TITLE = /^(hr|fr|md|dr|mr|mrs|miss|ms|sir|sr)[\s.,]+/i
const SUFFIX = /[\s.,](i|ii|iii|iv|jr|sr|dds|ph\.?d|md|dvm)\.?$/i
/** Signs in a row say no more than the first. Were a suffix looked for behind each of them, a name of twenty thousand spaces
 *  would take half a second. */
const RUN = /([\s.,])[\s.,]+/g

/** Whether a name looks like keyboard noise: a part without a vowel, with a letter three times in a row, or with five
 *  characters in a row that are no vowels. y counts as a vowel, or Cynthia and Lynch would be flagged; so does every
 *  letter that is a vowel under its accents, or Trần would be.
 *  Source: spec, section 5 "Name gibberish"; design, section 7, departure 9. */
export function isGibberishName(name: string): boolean {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .replace(RUN, '$1')
    .replace(TITLE, '')
    .replace(SUFFIX, '')
    .replace(/[-.,]/g, ' ')
    .split(/\s+/)
    .filter((part) => part.length > 1)
    .some((part) => !VOWEL.test(part) || /(.)\1\1/i.test(part) || FIVE_OTHERS.test(part))
}

const VOWEL = /[aeiouyæœøı]/i
const FIVE_OTHERS = /[^aeiouyæœøı]{5}/i

/** Source: spec, section 5 "Description". */
const ENOUGH_WORDS = 4

/** Whether a description has at least four words. */
export function hasEnoughWords(text: string): boolean {
  return text.split(/\s+/).filter(Boolean).length >= ENOUGH_WORDS
}
