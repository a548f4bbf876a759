import type { Wording } from '../languages/sameSentences.ts'
import type * as English from '../letters.ts'

export const GO_ON: Wording<typeof English.GO_ON> = {
  open: 'Envíenme un enlace para continuar',
  label: 'Su correo electrónico',
  hint: 'Le enviamos un solo correo con un enlace a sus respuestas. No usamos la dirección para nada más.',
  send: 'Enviar el enlace',
  close: 'Cerrar',
  sending: 'Estamos enviando sus respuestas y después el enlace…',
  sent: (address, until) => `Un enlace va en camino a ${address}. Funciona hasta el ${until}.`,
  after: '¿No llegó nada después de unos minutos? Busque en la carpeta de correo no deseado.',
  badAddress: 'No podemos enviar nada a esta dirección. Revísela.',
  noMoreLinks: 'No se pueden enviar más enlaces. El más reciente funciona.',
  tooMany: (minutes) =>
    `Demasiados intentos. Intente de nuevo en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`,
  unsent: 'Sus respuestas van en camino. Intente de nuevo en un momento.',
  away: 'No podemos conectarnos. Intente de nuevo en un momento.',
  notOffered: 'Ya no se puede enviar un enlace para esta visita.',
  elsewhere: 'Esta visita continúa en otra ventana. Recargue la página.',
}
