import type { Wording } from '../languages/sameSentences.ts'
import type * as English from '../visitorPage.ts'

export const PAGE: Wording<typeof English.PAGE> = {
  contact: 'Contacto',
  legal: 'Información legal',
  languages: 'Idioma',
  honored: 'Se respeta su solicitud de exclusión',
  how: 'Cómo funciona',
  howSteps: [
    ['Responda unas preguntas', 'Solo preguntamos lo que su situación requiere.'],
    ['Sepa quién pregunta', 'Le decimos el nombre de la empresa antes de compartir sus datos.'],
    ['Usted decide', 'Si acepta, podrán llamarle. Si no, no compartimos nada.'],
  ],
  about: 'Acerca de este sitio',
  behind: 'Quién está detrás de este sitio',
  noCall:
    'Usted pidió que no se vendan sus datos. No compartimos lo que escriba aquí, así que nadie le llamará por esta solicitud.',
  callLead: '¿Tiene preguntas? Llame al ',
  runBy: (site, company) => `${site}, un servicio de ${company}`,
  smallPrint: (year, site, disclaimer) => `© ${year} ${site}. ${disclaimer}`.trim(),
  done: (percent) => `${percent} % completado`,
  end: 'Gracias, esa fue la última pregunta',
  notYou: '¿No es usted?',
  startAgain: 'Empezar de nuevo',
  loading: 'Cargando…',
}

export const NOT_FOUND: Wording<typeof English.NOT_FOUND> = {
  title: 'Página no encontrada.',
  lead: 'Lo sentimos, no encontramos la página que busca.',
}

export const WAY_HOME: Wording<typeof English.WAY_HOME> = { text: 'Ir a la página de inicio', href: '/' }

export const FAILED: Wording<typeof English.FAILED> = {
  server: 'Vuelva a intentarlo en un momento.',
  page: 'Algo salió mal en esta página.',
  kept: 'Sus respuestas están guardadas. Vuelva un poco más tarde, por favor.',
  retry: 'Intentar de nuevo',
}

export const STEP: Wording<typeof English.STEP> = {
  back: 'Atrás',
  last: 'Última pregunta',
  outcome: 'Su solicitud',
  summary: 'Esto es lo que enviaremos',
  edit: 'Editar',
  lastChance: 'ÚLTIMA OPORTUNIDAD',
  oneMoment: 'Un momento…',
  use: (suggestion) => `Usar ${suggestion}`,
  useAnyway: 'Usarlo de todos modos',
  orSuggestion: (message, suggestion) => `${message}. ¿Quiso decir ${suggestion}?`,
  suggestion: (suggestion) =>
    `¿Quiso decir ${suggestion}? Corríjalo, o continúe si lo que escribió está bien.`,
}

const PART = { year: 'el año', make: 'la marca', model: 'el modelo', month: 'el mes' }

export const WIDGET: Wording<typeof English.WIDGET> = {
  choose: 'Elija una opción',
  choosePart: (part) => `Elija ${PART[part]}`,
  loading: 'Cargando…',
  linkLoading: 'Cargando…',
  linkText: 'Abrir',
  opensTab: (about) => `${about === undefined ? '' : `: ${about}`} (se abre en una pestaña nueva)`,
  takenSoon: 'Le llevamos allí en unos segundos.',
  stay: 'Quedarme en esta página',
  notChosen: 'Aún sin elegir',
  earliestYear: (year) => `${year} o antes`,
  monthOfYear: (month, year) => `${month} de ${year}`,
  fullDate: (month, day, year) => `${day} de ${month} de ${year}`,
  month: 'Mes',
  day: 'Día',
  year: 'Año',
  other: 'Otro',
  missing: (least, missing) =>
    `mínimo ${least}, ${missing === 1 ? 'falta 1 carácter' : `faltan ${missing} caracteres`}`,
}
