/** Puts words in Intl.Collator's order without comparing every pair with it, which takes a quarter of a second for 50,000 words. */

/** Returns `words`, which are distinct, in the collator's order. */
export function rankWords(words: readonly string[]): string[] {
  const keyed = words.map((word) => ({ word, key: primaryKey(word) }))
  // A single word without a key makes all of them incomparable by key.
  if (keyed.some(({ key }) => key === null)) return words.toSorted(collator.compare)
  return keyed
    .sort((one, other) => {
      if (one.key! < other.key!) return -1
      return one.key! > other.key! ? 1 : collator.compare(one.word, other.word)
    })
    .map(({ word }) => word)
}

const collator = new Intl.Collator('en-US')

/** Sort key of a text, whose order by code unit equals the collator's except for case; null if the text has more than printable ASCII. */
function primaryKey(word: string): string | null {
  let key = ''
  for (let at = 0; at < word.length; at++) {
    const place = PLACES[word.charCodeAt(at)]
    if (place === undefined) return null
    key += place
  }
  return key
}

/** Character for every printable ASCII character, by its code, that represents its place in the collator's order, ignoring case. */
const PLACES: string[] = []
{
  const base = new Intl.Collator('en-US', { sensitivity: 'base' })
  const signs = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
  signs.sort(base.compare)
  let place = 0
  signs.forEach((sign, index) => {
    if (index > 0 && base.compare(signs[index - 1]!, sign) !== 0) place++
    PLACES[sign.charCodeAt(0)] = String.fromCharCode(0x20 + place)
  })
}
