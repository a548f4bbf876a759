import type { Wording } from '../languages/sameSentences.ts'
import type * as English from '../visitorEarly.ts'

export const DELAY: Wording<typeof English.DELAY> = {
  notice: 'El resto de esta página aún no ha llegado. Revise su conexión y vuelva a cargarla.',
  noticeChosen:
    'El resto de esta página aún no ha llegado. Revise su conexión y vuelva a cargarla: su elección está guardada.',
  loadAgain: 'Volver a cargar',
}
