import type { Language } from '../../../schemas/flow/languages.ts'
import type { Wording } from './sameSentences.ts'
import { ANSWER_ERRORS, DATE_ERRORS, EXTERNAL_ERRORS, LOCAL_ERRORS } from '../answerErrors.ts'
import { CONTACT, FATE_WORDS, LISTED, NOT_SOLD, NOTHING_ASKED } from '../leadOutcome.ts'
import { UNSENT } from '../visitorUnsent.ts'
import { FAILED, FIELD_LABELS, MONTHS, NOT_FOUND, PAGE, STEP, WAY_HOME, WIDGET } from '../visitorPage.ts'

/** What we say to visitors on the pages of a site, in every language of which this program has learnt the sentences. */
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
  NOT_SOLD,
  NOTHING_ASKED,
  LISTED,
  UNSENT,
} as const
export type Sentences = Wording<typeof ENGLISH>

const known: Partial<Record<Language, Sentences>> = { en: ENGLISH }

/** A browser learns the language of its page alone, servers all of them: everyLanguage.ts. */
export function learn(language: Language, sentences: Sentences): void {
  known[language] = sentences
}

/** English where the language was not learnt: better than nothing. */
export function sentencesOf(language: Language): Sentences {
  return known[language] ?? ENGLISH
}
