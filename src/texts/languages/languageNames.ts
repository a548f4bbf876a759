import type { Language } from '../../../schemas/flow/languages.ts'

/** What each language is called by those who speak it. */
export const LANGUAGE_NAMES = { en: 'English', es: 'Español' } as const satisfies Record<Language, string>
