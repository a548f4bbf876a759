import profanities from 'naughty-words/en.json' with { type: 'json' }

/** True if a description contains a word or phrase of the blocklist, as whole words in any case. This is only a soft flag, so the list
 *  must rarely match an honest report of an injury. Source: spec, section 5 "Bad words". */
export function hasBadWords(text: string): boolean {
  const all = words(text)
  return holdsAny(all, IN_TEXTS) || (all.length <= FEW_WORDS && holdsAny(all, ALONE))
}

/** The same check for a name; words that are real names don't count. */
export function hasBadName(name: string): boolean {
  return holdsAny(words(name), IN_NAMES)
}

/** Phrases of people who don't want a lawyer but something for free. Source: spec, section 5 "spam terms". */
const SPAM = list(`
  free money, free cash, free gift, free gifts, free gift card, free stuff, give me money, give me the money,
  give me my money, send me money, want the money, easy money, fast money, make money fast, make money online, get rich,
  click here, buy bitcoin, buy crypto, online casino, casino bonus, i won the lottery, lottery winner,
  i don't need a lawyer, i dont need a lawyer, i do not need a lawyer, don't need a lawyer, i don't want a lawyer,
  i dont want a lawyer, i do not want a lawyer`)

/** Phrases that honest reports contain too: lost money, pulled free, fell at the Casino. They count only if there is hardly any other
 *  text, or if the text asks for them. */
const WANTED = list(`
  gift card, gift cards, giftcard, giftcards, sweepstake, sweepstakes, lottery, casino, money, free, bitcoin, crypto`)
const FEW_WORDS = 3
const ASKING = [
  'want',
  'want a',
  'want my',
  'win',
  'win a',
  'won a',
  'get a',
  'claim my',
  'send me a',
  'give me a',
  'my',
]
const ASKED_FOR = ASKING.flatMap((asking) =>
  ['gift card', 'gift cards', 'giftcard', 'giftcards', 'sweepstakes'].map((wanted) => `${asking} ${wanted}`),
)

/** Common profanities that the list lacks, in English and Spanish. */
const MORE = list(`
  fucked, fucker, fuckers, fucks, shitting, bullshitting, assholes, dickhead, dickheads, bastards, cunts, faggots,
  niggers, niggas, retard, retarded, whores, sluts, wanker, puta, puto, putas, putos, mierda, pendejo, pendeja, cabrón,
  coño, culero, chingada`)

/** Profanities that honest people need: parts of the body, what was done to them, how, and with what. */
const HONEST = list(`
  anal, anus, butt, buttcheeks, clitoris, ejaculation, fecal, genitals, intercourse, nipple, nipples, penis, pubes,
  rectum, semen, spastic, vagina, vulva, panties, date rape, daterape, grope, incest, rape, raping, rapist, sex, sexual,
  sexuality, sexually, pedophile, paedophile, sodomize, nude, nudity, topless, undressing, voyeur, ball kicking,
  fingering, throating, bareback, big black, bondage, domination, escort, girl on, hard core, hardcore, negro, shrimping,
  skeet, snatch, snowballing, spread legs, strap on, suck, sucks, swinger, tied up, tongue in a`)

/** Bad words that are also names. */
const NAMES = list(`
  beaver, boner, bastardo, butt, cock, cocks, coon, coons, cumming, darkie, dick, escort, free, guro, hooker, horny, kike,
  lolita, money, mong, nutten, poof, poon, quim, santorum, scat, shota, skeet, spunk, tosser, twink, wank, xx`)

function list(text: string): string[] {
  return text.trim().split(/,\s+/)
}

const LIST = [...profanities, ...SPAM, ...MORE].map((phrase) => words(phrase).join(' ')).filter(Boolean)
const IN_TEXTS = blocklist([...LIST, ...ASKED_FOR].filter((phrase) => !HONEST.includes(phrase)))
const ALONE = blocklist(WANTED)
const IN_NAMES = blocklist([...LIST, ...WANTED].filter((phrase) => ![...HONEST, ...NAMES].includes(phrase)))

interface Blocklist {
  phrases: ReadonlySet<string>
  /** First words of all phrases; few words of a text are among them. */
  first: ReadonlySet<string>
  /** Number of words in the longest phrase. */
  longest: number
}

function blocklist(phrases: readonly string[]): Blocklist {
  return {
    phrases: new Set(phrases),
    first: new Set(phrases.map((phrase) => phrase.split(' ')[0]!)),
    longest: Math.max(...phrases.map((phrase) => phrase.split(' ').length)),
  }
}

function holdsAny(all: readonly string[], { phrases, first, longest }: Blocklist): boolean {
  return all.some((word, start) => {
    if (!first.has(word)) return false
    for (let count = 1; count <= longest && start + count <= all.length; count++)
      if (phrases.has(all.slice(start, start + count).join(' '))) return true
    return false
  })
}

/** Splits a text into words. A hyphen joins parts into one word, so that pain-free isn't free. So does an apostrophe, except in a
 *  possessive. */
function words(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
  return Array.from(plain.matchAll(/[\p{L}\p{M}\p{N}]+(?:['&-][\p{L}\p{M}\p{N}]+)*/gu), ([word]) =>
    word.replace(/'s$/, ''),
  )
}
