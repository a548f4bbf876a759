import type { Language } from '../../../schemas/flow/languages.ts'

/** Name of each language in the language itself. */
export const LANGUAGE_NAMES = { en: 'English', es: 'Español' } as const satisfies Record<Language, string>
