import type * as English from '../legalPages.ts'
import type { Wording } from '../languages/sameSentences.ts'

export const SPANISH: Wording<typeof English> = {
  PRIVACY_KINDS: {
    do_not_sell: 'No vender ni compartir mi información',
    unsubscribe: 'No recibir más llamadas, mensajes de texto ni correos',
    delete: 'Eliminar lo que tienen sobre mí',
    know: 'Recibir una copia de lo que tienen sobre mí',
    correct: 'Corregir lo que tienen sobre mí',
  },
  PRIVACY_NEXT: {
    do_not_sell:
      'Ya está en vigor: desde ahora no pasamos ninguno de sus datos a una empresa que nos pague por ellos.',
    unsubscribe: 'Lo haremos en cuanto podamos, a más tardar en 10 días hábiles.',
    delete:
      'Dejamos de vender sus datos de inmediato. Antes de eliminarlos le pediremos que confirme que son suyos, en un plazo de 10 días hábiles.',
    know: 'Antes de enviarle algo le pediremos que confirme que los datos son suyos, en un plazo de 10 días hábiles.',
    correct:
      'Le preguntaremos qué está mal y le pediremos que confirme que los datos son suyos, en un plazo de 10 días hábiles.',
  },
  PRIVACY_FORM: {
    kind: '¿Qué desea?',
    email: 'Correo electrónico',
    phone: 'Número de teléfono',
    hint: 'Basta con uno de los dos. Escriba los que nos dio, para que podamos encontrarle.',
    send: 'Enviar la solicitud',
    wrong: 'Aún no se ha enviado nada: revise lo que está marcado abajo.',
    kindMissing: 'Elija lo que desea.',
    contactMissing: 'Escriba su correo electrónico o su número de teléfono.',
    emailWrong: 'Escriba un correo electrónico como ana@example.com.',
    phoneWrong: 'Escriba un número de teléfono de Estados Unidos como (512) 555-2368.',
    kept: 'Tenemos su solicitud',
    numbered: (number, asked, next) => `Su número es ${number}: “${asked}”. ${next}`,
  },
  LEGAL_PAGE: {
    others: (site) => `Más de ${site}`,
    email: 'Correo electrónico',
    phone: 'Teléfono',
    address: 'Correo postal',
    addressUnset: '[La dirección postal del operador, que se define en POSTAL_ADDRESS]',
  },
}
