/** Languages of sites: those that the product's own sentences are written in. */
export const LANGUAGE_NAMES = { en: 'English', es: 'Spanish' } as const
export type Language = keyof typeof LANGUAGE_NAMES
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[]
