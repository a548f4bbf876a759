import type { Language } from '../../../schemas/flow/languages.ts'

/** Text of a star rating for people who can't see the stars. Only the script of rare widgets includes it. */
export const RATED: Record<Language, (stars: number) => string> = {
  en: (stars) => `${stars} out of 5 stars`,
  es: (stars) => `${stars} de 5 estrellas`,
}
