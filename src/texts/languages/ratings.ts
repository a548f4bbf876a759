import type { Language } from '../../../schemas/flow/languages.ts'

/** What stars say to who cannot see them. Only the script of rare widgets has it. */
export const RATED: Record<Language, (stars: number) => string> = {
  en: (stars) => `${stars} out of 5 stars`,
  es: (stars) => `${stars} de 5 estrellas`,
}
