import type { Language } from '../../schemas/flow/languages.ts'

/** Notices of a page in another page's frame, whose script stands alone and knows every language. */
export const FRAME: Record<Language, { startsOver: string }> = {
  en: {
    startsOver:
      'Your browser doesn’t let this form save anything here, so earlier answers are gone. Please start again.',
  },
  es: {
    startsOver:
      'Su navegador no permite que este formulario guarde datos aquí, por eso se perdieron sus respuestas. Empiece de nuevo.',
  },
}
