import type { Language } from '../../../schemas/flow/languages.ts'

/** Statements that a legal text must make, and those that it can't make, recognized by their words in each language. */

/** Something that a consent has to say. */
export type Statement = 'automated' | 'no_purchase' | 'stop_passed_on'
/** Something that a text can't say. */
export type Phrase = 'only_means' | 'limited_stop' | 'promise' | 'quick_cash' | 'contingency_without_costs'

/** Patterns that one sentence of the text must match, all of them. */
type Patterns = readonly RegExp[]

/** A pattern of words. Case doesn't matter, and accented letters are letters. */
const like = ({ raw }: TemplateStringsArray) =>
  RegExp(
    raw
      .join('')
      .replaceAll(String.raw`\b`, BOUNDARY)
      .replaceAll(String.raw`\w`, LETTER),
    'iu',
  )
const LETTER = String.raw`[\p{L}\p{N}]`
const BOUNDARY = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`

const STATEMENTS: Record<Statement, Record<Language, Patterns>> = {
  automated: {
    en: [like`\b(?:automat(?:ic|ed)\w*|auto-?dial\w*|pre-?recorded|recorded voices?)\b`],
    es: [like`\b(?:autom[aá]tic\w+|automatiz\w+|pregrabad\w+|voces grabadas)\b`],
  },
  no_purchase: {
    en: [
      like`\bnot (?:a|required as a) condition of\b|\b(?:need not|(?:don[’']t|do not) (?:have|need) to|not required to)\b.*\b(?:buy|purchase)`,
    ],
    es: [
      like`\bno es (?:una )?condici[oó]n\b|\bno (?:necesito|tengo que|estoy obligad[oa] a|es necesario)\b.*\bcomprar\b`,
    ],
  },
  stop_passed_on: {
    en: [
      like`\b(?:stop|opt(?:ed|ing)?[ -]out|tak\w+ (?:it|this|my consent) back|revok\w+)`,
      like`\b(?:shar\w+|pass(?:ed)? (?:it |this |that )?on|tell|told|forward\w*|sent) `,
      like`\b(?:companies|every company|everyone|buyers|partners)\b`,
    ],
    es: [
      like`\b(?:dejar de|no (?:me )?(?:llamen|recibir)|detener|retir\w+|revoc\w+|stop)\b`,
      like`\b(?:compart\w+|transmit\w+|comunic\w+|avis\w+|inform\w+)\b`,
      like`\b(?:empresas|compañías|todos los que)\b`,
    ],
  },
}

const PHRASES: Record<Phrase, Record<Language, Patterns>> = {
  only_means: {
    en: [
      like`\b(?:only|solely|exclusively) by\b|\b(?:by|in) no other (?:way|means)\b|\bonly way to\b`,
      like`\b(?:stop|opt out|tak\w+ (?:it|this|my consent) back|revok\w+|cancel)`,
    ],
    es: [
      like`\b(?:s[oó]lo|solamente|únicamente|exclusivamente) (?:por|mediante|respondiendo|llamando|escribiendo)\b|\búnica (?:forma|manera)\b`,
      like`\b(?:stop|retir\w+|revoc\w+|cancel\w+|dejar de)`,
    ],
  },
  limited_stop: {
    en: [
      like`\b(?:stop|opting out|tak\w+ (?:it|this|my consent) back|revok\w+)`,
      like`\b(?:only|just) (?:stops|ends|applies to|affects|covers)\b|\b(?:stops|ends|applies to|affects|covers) (?:only|just)\b`,
    ],
    es: [
      like`\b(?:stop|retir\w+|revoc\w+)`,
      like`\b(?:s[oó]lo|solamente|únicamente) (?:detiene|termina|vale para|afecta|se aplica)\b|\b(?:detiene|termina|vale|afecta|se aplica) (?:s[oó]lo|solamente|únicamente)\b`,
    ],
  },
  // A negation just before the word makes it the opposite of a promise.
  promise: {
    en: [
      like`(?<!\b(?:no|not|never|without|can[’']t|cannot|don[’']t|doesn[’']t) (?:\w+ )?)\bguarante\w+|\b(?:we|you)(?: will|[’']ll) (?:certainly |surely )?win\b`,
    ],
    es: [
      like`(?<!\b(?:no|sin|nunca|ninguna) (?:\w+ )?)\bgarant(?:iz\w+|ía)|\b(?:ganará|ganaremos|va a ganar)\b`,
    ],
  },
  quick_cash: {
    en: [
      like`\b(?:quick|fast|immediate|instant) (?:cash|money|settlements?|payouts?)\b|\bcash (?:now|fast|today)\b`,
    ],
    es: [
      like`\b(?:dinero|efectivo|acuerdo|pago) (?:rápido|inmediato|al instante|ya)\b|\b(?:rápido|inmediato) (?:dinero|acuerdo)\b`,
    ],
  },
  contingency_without_costs: {
    en: [
      like`^(?!.*\bcosts?\b).*\b(?:no win,? no fee|no fees? (?:unless|until|if)|contingen\w+ (?:fee|basis))`,
    ],
    es: [
      like`^(?!.*\b(?:costos?|gastos)\b).*\b(?:si no gana\w*,? no paga|no paga(?:rá)? (?:nada )?(?:a menos|hasta|si no)|honorarios? (?:de|por) contingencia)`,
    ],
  },
}

const WORDINGS = { ...STATEMENTS, ...PHRASES }

/** True if a sentence of the text says so. */
export function says(what: Statement | Phrase, text: string, language: Language): boolean {
  const patterns = WORDINGS[what][language]
  return sentences(text).some((sentence) => patterns.every((pattern) => pattern.test(sentence)))
}

/** Sentences of a text, which may be HTML. */
function sentences(text: string): string[] {
  return text
    .replace(/<\/(?:p|li|h\d|div)>/g, '. ')
    .replace(/<[^<>]*>/g, ' ')
    .split(/(?<=[.!?])\s+/)
}
