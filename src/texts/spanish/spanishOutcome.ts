import type * as English from '../leadOutcome.ts'
import type { Wording } from '../languages/sameSentences.ts'

/** {} may stand for one buyer or several: no verb here depends on how many there are. */
export const FATE_WORDS: Wording<typeof English.FATE_WORDS> = {
  accepted: ['Sus datos llegaron a {}.'],
  due: ['Sus datos van en camino a {}.', 'Cuando lleguen, es posible que se comuniquen con usted.'],
  sending: ['Estamos enviando sus datos.', 'Usted nos pidió que los pasáramos a {}.'],
  offline: [
    'Sus datos aún no se enviaron.',
    'No tiene conexión. Deje esta página abierta y los enviaremos a {} cuando vuelva a conectarse.',
  ],
  waiting: [
    'Sus datos están en espera de ser enviados a {}.',
    'Hasta que se envíen, no espere ninguna llamada.',
  ],
  dead: ['Sus datos no llegaron a {}.', 'No espere ninguna llamada de su parte por este motivo.'],
  rejected: [
    'Su solicitud no fue aceptada por {}.',
    'No espere ninguna llamada de su parte por este motivo.',
  ],
  kept: ['Conservamos sus datos y no los pasamos a {}.'],
  unsent: ['No pudimos enviar sus datos a {}.', 'No espere ninguna llamada de su parte por este motivo.'],
  unfit: ['No pasamos sus datos a {}.', 'Sus respuestas no corresponden a lo que se busca.'],
  declined: ['No pasamos sus datos a {}.', 'Usted no lo pidió.'],
}

export const CONTACT: Wording<typeof English.CONTACT> =
  'Es posible que se comuniquen con usted al número o a la dirección que nos dio.'

export const NEXT: Wording<typeof English.NEXT> = 'Si esta es su primera solicitud, esto es lo que sigue:'

export const NOT_SOLD: Wording<typeof English.NOT_SOLD> = {
  gpc: 'Su navegador nos pide que no los vendamos (Global Privacy Control), así que no espere ninguna llamada.',
  do_not_sell: 'Usted nos pidió que no los vendiéramos, así que no espere ninguna llamada.',
  request: 'No espere ninguna llamada de su parte por este motivo.',
}

export const NOTHING_ASKED: Wording<typeof English.NOTHING_ASKED> =
  'No pasamos sus datos a nadie. Usted no lo pidió, así que no espere ninguna llamada.'

export const LISTED: Wording<typeof English.LISTED> = (names) => new Intl.ListFormat('es').format(names)
