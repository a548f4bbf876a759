import type { Check } from './checked.ts'
import { bitsPerLetter, plain } from './trigrams.ts'

/** Checks that a description is words rather than keyboard noise. It is valid if its letters follow one another as in English or Spanish
 *  words, and less than a third of them are in runs along the keys. A text without letters is noise; a text in another alphabet can't be
 *  judged and is valid. The same few words again and again are noise; medical shorthand isn't. For a single name or code it isn't
 *  reliable.
 *  Taken for noise: of 2,132 sentences of readmes and licenses 1, a line of capitals; of 68 reports of accidents in English and Spanish,
 *  with the hardest names of many countries among them, 0; of 8,000 rows of four or eight words that the table was not made from 0.
 *  Caught of 500 mashes each, drawn from the home row, all keys, the left hand's and the right hand's: 100, 99.6, 99.4 and 99.8 %.
 *  tests/server/checks/gibberish.test.ts measures all but the readmes again. */
export const gibberishCheck: Check = async (text) => {
  if (repeatsItself(text)) return { valid: false }
  const { spelled, abbreviated } = wordsOf(text)
  const bits = bitsPerLetter(spelled)
  if (bits === null) return { valid: /\p{L}/u.test(spelled + abbreviated) }
  return { valid: bits < NOISE_BITS && !runsAlongKeys(spelled) }
}

/** True if the text is the same few words, three times each or more. */
function repeatsItself(text: string): boolean {
  const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words).size <= Math.min(words.length / TIMES_EACH, FEW)
}

const TIMES_EACH = 3
/** A long report of an accident also uses its words three times each, but it has many. */
const FEW = 6

/** Splits off abbreviations of medical staff and patients, whose letters don't form words: L4-L5, x12, s/p ORIF. Capitals count as
 *  abbreviations if the text also has a lowercase word. */
function wordsOf(text: string): { spelled: string; abbreviated: string } {
  const words = text.split(/[\s/.,;:&()+-]+/)
  const besideWords = /\p{Ll}{4}/u.test(text)
  const isAbbreviated = (word: string) =>
    WITH_DIGITS.test(word) || SHORTHAND.has(word.toLowerCase()) || (besideWords && CAPITALS.test(word))
  return {
    spelled: words.filter((word) => !isAbbreviated(word)).join(' '),
    abbreviated: words.filter(isAbbreviated).join(' '),
  }
}

const WITH_DIGITS = /^(?=.*\d)[a-z]{0,3}\d+[a-z]{0,3}$/i
const CAPITALS = /^[A-Z]{2,5}s?$/
const SHORTHAND: ReadonlySet<string> = new Set(
  `b c d e f g h j k l m n o p q r s t u v w x y z
  abd acdf acl adls afib aka alf aml als ama amb ards bilat bka bmi bp bph bs bx ca cabg cad cbt cc chf ckd cll cml cns copd cp
  cpap cpr crps crrt csf ct cta ctl cts cva cx cxr dc ddd dj djd dka dm dnr dob dvt dx eeg ekg ecg ed edh ekg emg ems ent er ercp
  esi esrd etoh fbi fx fib ga gcs gerd gi gsw gtt gyn ha hb hcv hep hiv hnp hr hs htn hx ibs icd icu iddm inj iv ivc jra kub lbp lft
  lle loc lls lp lpn lue lvad mcl md mets mi mm mma mri mrsa ms msw mtbi mva mvc mvp nad ncv neg nhl nkda nos npo nsaid nsaids nsr
  obs ocd oct op opd orif ort ot otc pcl pcp pcs pe pl pm pn po pos post pr prn pt ptsd pvd px qid ra rle rn rom rr rsd rt rta rtw rue
  rx sah sci sdh si sls slr sob sp ss ssdi ssi st stg stk sx tbi tb tens tfcc tha tia tib tid tka tkr tlso tmj tr trop tx uti vf vna
  vs wad wbc wc wk wks wnl wt xr xray yo yrs apt bck bldg blvd brk frm fwy hrs hwy hwys jct lbs lft ln mph nck nr pkg pkwy pn rd
  rght rgt shldr st ste wm wrk wrst xing`.split(/\s+/),
)

/** Between the hardest names (5.3 for a Polish officer's) and the easiest keyboard noise. */
const NOISE_BITS = 5.5

/** True if much of the text runs back and forth along the keys. Such letters do follow one another in words: wert, sdf, asasas. */
function runsAlongKeys(text: string): boolean {
  const words = plain(text).match(/[a-z]+/g) ?? []
  const letters = words.join('').length
  const isRun = (word: string) => KEY_RUNS.some((keys) => word.includes(keys)) || SYLLABLES.test(word)
  const run = words.filter(isRun).join('').length
  return run * NOISE_SHARE >= letters
}

const NOISE_SHARE = 3
/** Matches asasasas, teststests. */
const SYLLABLES = /^([a-z]{2,5}?)\1{2,}[a-z]?$/

/** Rows of keys, with the length from which a run along them isn't English; property and liberty have four of the upper row. */
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
