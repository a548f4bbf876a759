import type { Sentences } from '../languages/sentences.ts'
import { ANSWER_ERRORS, DATE_ERRORS, EXTERNAL_ERRORS, LOCAL_ERRORS } from './spanishErrors.ts'
import { FIELD_LABELS, MONTHS } from './spanishLabels.ts'
import { CONTACT, FATE_WORDS, LISTED, NEXT, NOT_SOLD, NOTHING_ASKED } from './spanishOutcome.ts'
import { UNSENT } from './spanishUnsent.ts'
import { FAILED, NOT_FOUND, PAGE, STEP, WAY_HOME, WIDGET } from './spanishPage.ts'

/** Sentences for visitors in US Spanish, with "usted". */
export const SENTENCES: Sentences = {
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
}
