import type * as English from '../letters.ts'
import type { Wording } from '../languages/sameSentences.ts'

/** Sentences of emails and of the pages that their links open. Those of a site's own pages are in spanishGoOn.ts, which browsers load. */
export const SPANISH: Wording<Omit<typeof English, 'GO_ON'>> = {
  LETTER: {
    asked: (address) => `Recibe este correo porque lo pidió en ${address}.`,
    noMore: (page, contact) => `Para no recibir más correos:\n${page}\no escriba a ${contact}`,
  },
  GO_ON_MAIL: {
    subject: (site) => `Continúe con sus respuestas en ${site}`,
    body: (site, link, lasts) =>
      `Usted pidió a ${site} un enlace para continuar con sus respuestas, en este dispositivo o en otro:

${link}

Funciona durante ${lasts}. Por su seguridad volveremos a pedirle su nombre, sus datos de contacto y su consentimiento.

¿No lo pidió usted? Entonces alguien se equivocó al escribir una dirección: no haga nada y borre este correo.`,
    lasts: (hours) => {
      const [count, unit] = hours % 24 === 0 ? [hours / 24, 'día'] : [hours, 'hora']
      return `${count} ${unit}${count === 1 ? '' : 's'}`
    },
    asked: (address) => `Recibe este correo porque alguien dio esta dirección en ${address}.`,
  },
  GO_ON_PAGE: {
    title: 'Continúe con sus respuestas',
    lead: 'Sus respuestas están guardadas. Continúe aquí con la siguiente pregunta.',
    private: 'Por su seguridad volveremos a pedirle su nombre, sus datos de contacto y su consentimiento.',
    button: 'Continuar',
    gone: 'Este enlace ya no funciona',
    goneLead:
      'Es demasiado antiguo, se envió uno más nuevo o las respuestas se borraron. Puede empezar de nuevo: solo toma un momento.',
    begin: 'Ir a la primera pregunta',
    ended: 'Ya respondió a todo',
    endedLead: 'No tiene que hacer nada más.',
  },
  CONFIRMATION: {
    subject: (site) => `Sus datos en ${site}: quién los tiene`,
    body: ({ site, date, lines, contact }) =>
      `El ${date} respondió a unas preguntas en ${site}. Esto es lo que pasó con sus datos:

${lines}

Lo que transmitimos son sus respuestas, incluidos sus datos de contacto, y datos técnicos como su dirección IP.

¿No quiere más llamadas? Dígaselo a la empresa que le llame. Con el enlace de abajo no pasaremos nada más a nadie ni le enviaremos más correos. Para que borremos lo que guardamos, o para recibir una copia, escriba a ${contact}.

¿No fue usted? Entonces alguien dio su dirección: use el enlace de abajo o escríbanos.`,
  },
  UNSUBSCRIBING: {
    title: 'No recibir más correos',
    lead: 'No enviaremos más correos a esta dirección ni compartiremos lo que se dio con ella.',
    confirm: 'Sí, no envíen más correos a esta dirección',
    button: 'No quiero recibir más correos',
    done: 'Ya no recibirá más correos de nuestra parte',
    doneLead: 'Ya está en vigor.',
    unknown: 'Este enlace no funciona',
    unknownLead:
      'No está completo: ábralo tal como aparece en el correo, o escríbanos mediante el formulario.',
    form: 'Todas las formas de comunicarse con nosotros',
  },
  PLAIN_FORM: {
    needsScript:
      'Para responder las preguntas de esta página, active JavaScript en su navegador y vuelva a cargarla.',
    off: 'JavaScript está desactivado en su navegador. Aun así, aquí puede responder todas las preguntas.',
    sendAgain: (message) => `${message.replace(/\.$/, '')}. Si es correcto, presione el botón otra vez.`,
  },
}
