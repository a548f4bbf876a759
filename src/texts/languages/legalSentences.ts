import type { Language } from '../../../schemas/flow/languages.ts'
import { LEGAL_PAGE, PRIVACY_FORM, PRIVACY_KINDS, PRIVACY_NEXT } from '../legalPages.ts'
import { SPANISH } from '../spanish/spanishLegal.ts'
import type { Wording } from './sameSentences.ts'

const ENGLISH = { LEGAL_PAGE, PRIVACY_FORM, PRIVACY_KINDS, PRIVACY_NEXT }

/** Built-in sentences of legal pages, by language. */
export const LEGAL: Record<Language, Wording<typeof ENGLISH>> = { en: ENGLISH, es: SPANISH }
