import type { Language } from '../../../schemas/flow/languages.ts'
import { CONFIRMATION, GO_ON_MAIL, GO_ON_PAGE, LETTER, PLAIN_FORM, UNSUBSCRIBING } from '../letters.ts'
import { SPANISH } from '../spanish/spanishLetters.ts'
import type { Wording } from './sameSentences.ts'

const ENGLISH = { CONFIRMATION, GO_ON_MAIL, GO_ON_PAGE, LETTER, PLAIN_FORM, UNSUBSCRIBING }

/** Built-in sentences of emails, of the pages that their links open, and of pages without our scripts, by language. */
export const LETTERS: Record<Language, Wording<typeof ENGLISH>> = { en: ENGLISH, es: SPANISH }
