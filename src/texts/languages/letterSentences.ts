import type { Language } from '../../../schemas/flow/languages.ts'
import { CONFIRMATION, GO_ON_MAIL, GO_ON_PAGE, LETTER, UNSUBSCRIBING } from '../letters.ts'
import { SPANISH } from '../spanish/spanishLetters.ts'
import type { Wording } from './sameSentences.ts'

const ENGLISH = { CONFIRMATION, GO_ON_MAIL, GO_ON_PAGE, LETTER, UNSUBSCRIBING }

/** Built-in sentences of emails and of the pages that their links open, by language. */
export const LETTERS: Record<Language, Wording<typeof ENGLISH>> = { en: ENGLISH, es: SPANISH }
