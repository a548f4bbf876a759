import type { Language } from '../../schemas/flow/languages.ts'

/** What stands below every email to a visitor. */
export const LETTERS: Record<Language, Foot> = {
  en: {
    asked: (address) => `You get this email because you asked for it at ${address}.`,
    noMore: (page, contact) => `No more email: ${page} or ${contact}`,
  },
  es: {
    asked: (address) => `Recibe este correo porque lo pidió en ${address}.`,
    noMore: (page, contact) => `Para no recibir más correos: ${page} o ${contact}`,
  },
}

interface Foot {
  asked: (address: string) => string
  noMore: (page: string, contact: string) => string
}
