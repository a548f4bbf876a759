import type { Language } from '../../../schemas/flow/languages.ts'
import { LEGAL_PAGE, PRIVACY_FORM, PRIVACY_KINDS, PRIVACY_NEXT } from '../legalPages.ts'
import { SPANISH } from '../spanish/spanishLegal.ts'
import type { Wording } from './sameSentences.ts'

const ENGLISH = { LEGAL_PAGE, PRIVACY_FORM, PRIVACY_KINDS, PRIVACY_NEXT }

/** What legal pages say by themselves, by language. */
export const LEGAL: Record<Language, Wording<typeof ENGLISH>> = { en: ENGLISH, es: SPANISH }
