import type { Wording } from '../languages/sameSentences.ts'
import type * as English from '../visitorUnsent.ts'

export const UNSENT: Wording<typeof English.UNSENT> = {
  sending: 'Sus respuestas aún se están enviando. Deje esta página abierta.',
  sent: 'Sus respuestas se enviaron.',
  refused: 'Una de sus respuestas no se pudo guardar. Vuelva a cargar esta página y empiece de nuevo.',
}
