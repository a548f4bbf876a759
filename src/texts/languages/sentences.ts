import type { Language } from '../../../schemas/flow/languages.ts'
import type { Wording } from './sameSentences.ts'
import { ANSWER_ERRORS, DATE_ERRORS, EXTERNAL_ERRORS, LOCAL_ERRORS } from '../answerErrors.ts'
import { CONTACT, FATE_WORDS, LISTED, NEXT, NOT_SOLD, NOTHING_ASKED } from '../leadOutcome.ts'
import { UNSENT } from '../visitorUnsent.ts'
import { FAILED, FIELD_LABELS, MONTHS, NOT_FOUND, PAGE, STEP, WAY_HOME, WIDGET } from '../visitorPage.ts'

/** Sentences for visitors on a site's pages, in English. Use `learn` to add another language. */
export const ENGLISH = {
  PAGE,
  NOT_FOUND,
  WAY_HOME,
  FAILED,
  STEP,
  WIDGET,
  FIELD_LABELS,
  MONTHS,
  LOCAL_ERRORS,
  EXTERNAL_ERRORS,
  ANSWER_ERRORS,
  DATE_ERRORS,
  FATE_WORDS,
  CONTACT,
  NEXT,
  NOT_SOLD,
  NOTHING_ASKED,
  LISTED,
  UNSENT,
} as const
export type Sentences = Wording<typeof ENGLISH>

const known: Partial<Record<Language, Sentences>> = { en: ENGLISH }

/** Adds a language. Browsers add only the language of their page; servers add all of them in everyLanguage.ts. */
export function learn(language: Language, sentences: Sentences): void {
  known[language] = sentences
}

/** Sentences in a language; English if it wasn't added. */
export function sentencesOf(language: Language): Sentences {
  return known[language] ?? ENGLISH
}
