import type { Wording } from '../languages/sameSentences.ts'
import type * as English from '../letters.ts'

export const GO_ON: Wording<typeof English.GO_ON> = {
  open: 'Envíenme un enlace para continuar',
  label: 'Su correo electrónico',
  hint: 'Le enviamos un solo correo con un enlace a sus respuestas. No usamos la dirección para nada más.',
  send: 'Enviar el enlace',
  close: 'Cerrar',
  sending: 'Estamos enviando sus respuestas y después el enlace…',
  sent: (address, until) => `Un enlace va en camino a ${address}. Funciona una sola vez y hasta el ${until}.`,
  after: '¿No llegó nada después de unos minutos? Busque en la carpeta de correo no deseado.',
  badAddress: 'No podemos enviar correos a esta dirección. Revise cómo está escrita.',
  noMoreLinks: 'Ya pidió todos los enlaces que podemos enviar. El más reciente funciona.',
  tooMany: (minutes) =>
    `Fueron demasiados intentos. Intente de nuevo en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`,
  unsent:
    'Sus últimas respuestas aún no nos llegaron y faltarían en el enlace. Intente de nuevo en un momento.',
  away: 'No podemos conectarnos en este momento. Sus respuestas y la dirección se conservan: intente de nuevo en un momento.',
  notOffered: 'Por ahora no se puede enviar ningún enlace. Puede continuar aquí.',
  elsewhere: 'Esta visita ya continúa en otra ventana. Vuelva a cargar esta página para empezar otra.',
}
