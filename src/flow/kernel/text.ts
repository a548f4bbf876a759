/** Soft marks on typed values. They are recorded with a lead and never stop a visitor. */

const TITLE = /^(hr|fr|md|dr|mr|mrs|miss|ms|sir|sr)[\s.,]+/
const SUFFIX = /[\s.,](i|ii|iii|iv|v|[2-5](nd|rd|th)|jr|sr|esq|dds|ph\.?d|md|dvm)\.?$/
/** Repeated separators mean no more than the first. Searching for a suffix after each of them would take half a second for a name of
 *  twenty thousand spaces. */
const RUN = /([\s.,])[\s.,]+/g

/** True if a name looks like keyboard noise, or is one that people make up. A part is noise if it has no vowel, a letter three times in
 *  a row, five consonants in a row, a digit, a run along the keys, the same syllable over and over, or letter pairs that are rare in
 *  names: two of them, and more than one in five letters. Letters that are not Latin are not judged. y is a vowel, or Cynthia would be
 *  flagged. Measured on lists of 37,350 first and last names in Latin letters, of many countries: 25 are flagged, 0.07 %; of 11,344 in
 *  other letters none. Of 2,000 pairs of random words each from the home row, all keys, the left hand's and the right hand's, 93, 84, 96
 *  and 57 % are. Source: spec, section 5 "Name gibberish"; src/DEPARTURES.md. */
export function isGibberishName(name: string): boolean {
  const parts = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .replace(RUN, '$1')
    .replace(TITLE, '')
    .replace(SUFFIX, '')
    .split(/[-.,\s]+/)
    .filter((part) => part.length > 1)
  return (
    parts.some(isNoise) ||
    parts.includes('test') ||
    MADE_UP.has(parts.join(' ')) ||
    (parts.length > 2 && new Set(parts).size === 1)
  )
}

function isNoise(part: string): boolean {
  if (part.length > LONGEST_PART || !/\p{L}/u.test(part) || NUMBERED.test(part)) return true
  if (!/\p{Script=Latin}/u.test(part)) return false
  const [repeated, syllable = ''] = SYLLABLES.exec(part) ?? []
  return (
    !(VOWEL.test(part) || SYLLABIC.test(part) || part.length <= INITIALS) ||
    /(.)\1\1/.test(part) ||
    FIVE_OTHERS.test(part.replace(ONE_SOUND, 's')) ||
    KEY_RUN.test(part) ||
    (repeated !== undefined && (repeated.length > 2 * syllable.length || isNoise(syllable))) ||
    rarePairs(part.replace(/^ma?c/, '')) > Math.max(1, part.length / 5)
  )
}

/** A name with a number, such as John123; not an ordinal, as in a third or a 4th. */
const NUMBERED = /^(?!\d+(st|nd|rd|th)$).*\d/
/** Longer than any name; the search for syllables is quadratic in it. */
const LONGEST_PART = 60
const VOWEL = /[aeiouyæœøıə]/
/** Names with r or l as the vowel: Vlk, Srb. */
const SYLLABIC = /^.[rl].$/
/** Length of initials and short names: TJ; Ng, St. */
const INITIALS = 2
/** Letter groups that make one sound: Armstrong, Kirschner, Bengtsson. */
const ONE_SOUND = /t?z?sch|mkrt|str|[cgkpstz]h|ck|[cst]z|rz|d[dhlt]|ts|tt|ss|ll|nn|ng/g
const FIVE_OTHERS = /[^aeiouyæœøıə]{5}/
const SYLLABLES = /^(..+?)\1+$/

/** Runs along a row of keys that no name has: three keys as a whole part or, for qwe, its beginning; four anywhere. */
const KEY_RUN =
  /^(asd|sdf|dfg|fgh|ghj|hjk|jkl|lkj|kjh|jhg|hgf|gfd|fds|dsa|ewq|zxc|xcv|cvb|vbn|bnm|qaz|edc)$|qwe|rtyu|tyui|yuio|oiuy|iuyt|uytr|qazw|wsxe|asdf|sdfg|dfgh|fghj|ghjk|hjkl|lkjh|kjhg|jhgf|hgfd|gfds|fdsa|zxcv|xcvb|cvbn|vbnm|uiop|poiu/

/** Rare pairs: for each letter, those that follow it in at most 20 of the names measured. */
const RARE_AFTER: Partial<Record<string, string>> = Object.fromEntries(
  'bcfgkmnpqtvwxz cbdfgmnpqvwx dbcfpqx fbcdghjkmnpqsvwxz gcfjkpqtvxz hbcdfghjkpqvxz jbfghlmpqrvwxyz kdfgjpqxz lqx mdfghjqtvwxz npqvx pbcdfgjmnqvwxyz qbcdfghjklmnprstxyz sdfgqx tbdfgpqvwx vbdfghjmnpqtvwxz wbcdfgjklmpqtvwxz xbcdfghjklmnpqrsvwxz yfghjpqvwxyz zcfghjpqrtwx'
    .split(' ')
    .map((row) => [row[0], row.slice(1)]),
)

function rarePairs(part: string): number {
  return Array.from(part).filter((letter, at) => RARE_AFTER[part[at - 1] ?? '']?.includes(letter)).length
}

/** Names that people give instead of their own. */
const MADE_UP: ReadonlySet<string> = new Set(
  'anonymous,unknown,no one,superman,batman,joe schmoe,joe mama,deez nuts,hugh janus,seymour butts,nunya business,fred flintstone,han solo,prueba prueba,nombre apellido,juan nadie,john doe,jane doe,joe blow,first last,firstname lastname,first name,full name,your name,my name,no name,fake name,fake fake,none none,na na,nobody nobody,foo bar,abc abc,abc def,blah,blah blah,mickey mouse,minnie mouse,donald duck,daffy duck,bugs bunny,santa claus,homer simpson,bart simpson,spongebob squarepants,harry potter,darth vader,luke skywalker,james bond,bruce wayne,clark kent,sherlock holmes,peter pan,jesus christ,elvis presley,ben dover,mike hunt,hugh jass,fulano de tal'.split(
    ',',
  ),
)

/** Source: spec, section 5 "Description". */
const ENOUGH_WORDS = 4

/** True if a description has at least four words. */
export function hasEnoughWords(text: string): boolean {
  return text.split(/\s+/).filter(Boolean).length >= ENOUGH_WORDS
}

/** A word such as a ZIP code without blanks around it, and without the period or comma of the sentence that it was copied from. */
export function tidyWord(text: string): string {
  let end = text.trimEnd().length
  while (end > 0 && /[\s.,;]/.test(text[end - 1]!)) end -= 1
  return text.slice(0, end).trimStart()
}

/** An email address as it is recorded: without what programs put around one that is copied, blanks around its signs, and characters that
 *  can't be seen. */
export function tidyEmail(text: string): string {
  if (text.length > COPIED_LENGTH) return tidyWord(text)
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const inside = /^[^<>@]*<([^<>]*@[^<>]*)>[\s.,;]*$/.exec(plain)?.[1] ?? plain
  const address = tidyWord(inside)
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/s, '')
  return address.replace(/\s*([.@])\s*/g, '$1')
}

/** A US phone number as it is recorded: as it was typed if it has nothing but digits and separators, else without the words and the
 *  extension around it. A text without one whole number only loses what `tidyWord` removes. */
export function tidyPhone(text: string): string {
  const word = tidyWord(text)
  if (word.length > COPIED_LENGTH || isNumber(bareNumber(word))) return inWesternDigits(word)
  const [number] = /[\d+(].*\d/s.exec(inWesternDigits(word.normalize('NFKC')).replace(EXTENSION, '')) ?? ['']
  const digits = bareNumber(number)
  return isNumber(digits) ? digits.replace(/(\d{3})(\d{3})(\d{4})/, '($1) $2-$3') : word
}

/** Longest text in which a copied address or number is looked for. */
const COPIED_LENGTH = 200

const EXTENSION = /[\s,;]*(?:ext(?:ension)?\.?|x|#)\s*\d{1,6}[\s.]*$/i

const isNumber = (digits: string) => /^\d{10}$/.test(digits)

/** Keyboards for Arabic and Persian type digits of their own. */
function inWesternDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
}

/** Digits of a phone number to dial, without the US country code, however it is written: copied numbers come with invisible characters.
 *  A letter or a plus inside stays, which makes it invalid. */
export function bareNumber(phone: string): string {
  return inWesternDigits(phone.normalize('NFKC'))
    .replace(/[^\p{L}\p{N}+]/gu, '')
    .replace(/^(?:\+|00)?1(?=\d{10}$)/, '')
}
