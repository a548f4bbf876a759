import type { Wording } from '../languages/sameSentences.ts'
import type * as English from '../visitorUnsent.ts'

export const UNSENT: Wording<typeof English.UNSENT> = {
  sending: 'Sus respuestas aún se están enviando. Deje esta página abierta.',
  sent: 'Sus respuestas se enviaron.',
  offline: 'No tiene conexión. Sus respuestas se guardan en este dispositivo.',
  offlineAtEnd:
    'No tiene conexión. Deje esta página abierta y enviaremos sus respuestas cuando vuelva a conectarse.',
  moved: 'Usted continuó en otro dispositivo.',
  takeBack: 'Continuar aquí',
  refused: 'Una de sus respuestas no se pudo guardar. Vuelva a cargar esta página y empiece de nuevo.',
}
