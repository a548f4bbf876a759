/** The languages that a site can speak: those in which the product's own sentences are written. */
export const LANGUAGE_NAMES = { en: 'English', es: 'Spanish' } as const
export type Language = keyof typeof LANGUAGE_NAMES
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[]
