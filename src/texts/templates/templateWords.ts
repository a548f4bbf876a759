import type { TemplateKey } from '../../../schemas/studio/templateKeys.ts'

/** Texts of templates for new sites, in English and US Spanish. */

/** A text that visitors read, in both languages. */
export type Said = readonly [en: string, es: string]

/** An answer to choose, with the icon on its card. */
export type SaidOption = readonly [en: string, es: string, icon?: string]

export interface TemplateQuestion {
  /** Field that records the answer. */
  field: string
  label: Said
  hint: Said
  /** cards: one press answers. list: one of several, then Continue. several: any of them, or none. */
  as: 'cards' | 'list' | 'several' | 'slider'
  /** Answers; none for a slider. */
  options?: readonly SaidOption[]
  slider?: { min: number; max: number; step: number; before?: string; after?: Said }
  /** Field whose last option passes this question. */
  unlessLastOf?: string
}

export interface TemplateWords {
  /** Name and description in the list of templates. */
  name: string
  about: string
  offer: string
  title: Said
  promise: Said
  questions: readonly TemplateQuestion[]
  buyer: string
  /** Subject of the call, at the end of "call and text me". */
  purpose: Said
  thanks: Said
}

const FREE: Said = ['Free. Takes two minutes.', 'Gratis. Toma dos minutos.']
const OTHER: SaidOption = ['Something else', 'Otra cosa', 'unsure']
const NO: SaidOption = ['No', 'No', 'no']
const YES: SaidOption = ['Yes', 'Sí', 'yes']
const APPLIES: Said = ['Select all that apply.', 'Marque todas las que correspondan.']
const NONE: SaidOption = ['None of these', 'Ninguna de estas']

export const TEMPLATES = {
  claims: {
    name: 'Injury claims',
    about: 'What happened, when, and whether a doctor and a lawyer are involved.',
    offer: 'Injury claim',
    title: ['See if you have a claim', 'Vea si puede presentar un reclamo'],
    promise: FREE,
    questions: [
      {
        field: 'accident',
        label: ['What happened to you?', '¿Qué le pasó?'],
        hint: ['The rules depend on the type of accident.', 'Las reglas dependen del tipo de accidente.'],
        as: 'cards',
        options: [
          ['A car accident', 'Un accidente de auto', 'car'],
          ['An accident at work', 'Un accidente en el trabajo', 'work'],
          ['A fall', 'Una caída', 'walk'],
          OTHER,
        ],
      },
      {
        field: 'accident_age',
        label: ['How long ago was it?', '¿Hace cuánto tiempo fue?'],
        hint: ['Every state sets a time limit for claims.', 'Cada estado fija un plazo para los reclamos.'],
        as: 'list',
        options: [
          ['Less than a year', 'Menos de un año'],
          ['1 to 3 years', 'De 1 a 3 años'],
          ['More than 3 years', 'Más de 3 años'],
        ],
        unlessLastOf: 'accident',
      },
      {
        field: 'saw_doctor',
        label: ['Did you see a doctor?', '¿Lo atendió un médico?'],
        hint: ['Medical records support a claim.', 'El historial médico respalda un reclamo.'],
        as: 'cards',
        options: [YES, NO],
      },
      {
        field: 'has_lawyer',
        label: ['Does a lawyer already represent you?', '¿Ya lo representa un abogado?'],
        hint: [
          'If so, ask them before you talk to anyone else.',
          'Si es así, consúltelo antes de hablar con otros.',
        ],
        as: 'cards',
        options: [NO, YES],
      },
    ],
    buyer: 'Example Law Team',
    purpose: ['about my claim', 'sobre mi reclamo'],
    thanks: [
      'Keep everything about the accident, such as letters, bills, and photos.',
      'Guarde todo lo relacionado con el accidente, como cartas, facturas y fotos.',
    ],
  },
  home: {
    name: 'Home services',
    about: 'The project, the home, and when work should start.',
    offer: 'Home quotes',
    title: ['Compare quotes for your home', 'Compare cotizaciones para su casa'],
    promise: FREE,
    questions: [
      {
        field: 'project',
        label: ['What project are you planning?', '¿Qué proyecto tiene en mente?'],
        hint: [
          'We’ll match you with companies that do this work.',
          'Le buscamos empresas que hacen este trabajo.',
        ],
        as: 'cards',
        options: [
          ['A new roof', 'Un techo nuevo', 'home'],
          ['Windows', 'Ventanas', 'building'],
          ['Heating or cooling', 'Calefacción o aire acondicionado', 'flame'],
          OTHER,
        ],
      },
      {
        field: 'owns_home',
        label: ['Do you own your home?', '¿Es dueño de su casa?'],
        hint: ['Only owners can order this work.', 'Solo los dueños pueden encargar este trabajo.'],
        as: 'cards',
        options: [YES, NO],
      },
      {
        field: 'home_signs',
        label: ['What have you noticed?', '¿Qué ha notado?'],
        hint: APPLIES,
        as: 'several',
        options: [
          ['Leaks or water stains', 'Goteras o manchas de agua'],
          ['Drafts', 'Corrientes de aire'],
          ['High energy bills', 'Facturas de energía altas'],
          NONE,
        ],
        unlessLastOf: 'project',
      },
      {
        field: 'project_start',
        label: ['When do you want to start?', '¿Cuándo quiere empezar?'],
        hint: ['So they can plan a visit.', 'Para que puedan programar una visita.'],
        as: 'list',
        options: [
          ['As soon as possible', 'Lo antes posible'],
          ['Within 3 months', 'En los próximos 3 meses'],
          ['Later', 'Más adelante'],
        ],
      },
    ],
    buyer: 'Example Home Team',
    purpose: ['about my project', 'sobre mi proyecto'],
    thanks: [
      'To get a quote faster, take a few photos of your home.',
      'Para recibir antes su cotización, tome algunas fotos de su casa.',
    ],
  },
  insurance: {
    name: 'Auto insurance',
    about: 'Whether visitors are insured, their cars, and what matters to them.',
    offer: 'Auto insurance quotes',
    title: ['Compare auto insurance quotes', 'Compare cotizaciones de seguro de auto'],
    promise: FREE,
    questions: [
      {
        field: 'insured',
        label: ['Is your car insured now?', '¿Su auto tiene seguro ahora?'],
        hint: ['Prices depend on your current coverage.', 'El precio depende de su cobertura actual.'],
        as: 'cards',
        options: [YES, NO],
      },
      {
        field: 'insured_for',
        label: ['How long have you been insured?', '¿Desde hace cuánto tiene seguro?'],
        hint: ['Insurers reward continuous coverage.', 'Las aseguradoras premian la cobertura continua.'],
        as: 'list',
        options: [
          ['Less than a year', 'Menos de un año'],
          ['1 to 3 years', 'De 1 a 3 años'],
          ['More than 3 years', 'Más de 3 años'],
        ],
        unlessLastOf: 'insured',
      },
      {
        field: 'cars',
        label: ['How many cars do you want to insure?', '¿Cuántos autos quiere asegurar?'],
        hint: ['Several cars often cost less per car.', 'Varios autos suelen costar menos por auto.'],
        as: 'list',
        options: [
          ['One', 'Uno'],
          ['Two', 'Dos'],
          ['Three or more', 'Tres o más'],
        ],
      },
      {
        field: 'recent_claims',
        label: ['Any of these in the last 3 years?', '¿Algo de esto en los últimos 3 años?'],
        hint: APPLIES,
        as: 'several',
        options: [
          ['An accident', 'Un accidente'],
          ['A ticket', 'Una multa'],
          ['A claim', 'Un reclamo al seguro'],
          NONE,
        ],
      },
    ],
    buyer: 'Example Insurance Team',
    purpose: ['about auto insurance', 'sobre seguros de auto'],
    thanks: [
      'Have your driver’s license and your current policy at hand.',
      'Tenga a la mano su licencia de conducir y su póliza actual.',
    ],
  },
  solar: {
    name: 'Solar',
    about: 'The power bill, the roof, and its shade.',
    offer: 'Solar quotes',
    title: ['See what solar could save you', 'Vea cuánto podría ahorrar con energía solar'],
    promise: FREE,
    questions: [
      {
        field: 'power_bill',
        label: ['What’s your monthly power bill?', '¿Cuánto paga de luz al mes?'],
        hint: ['A rough guess is fine.', 'Un cálculo aproximado basta.'],
        as: 'slider',
        slider: { min: 50, max: 500, step: 10, before: '$', after: ['per month', 'al mes'] },
      },
      {
        field: 'owns_home',
        label: ['Do you own your home?', '¿Es dueño de su casa?'],
        hint: ['Only owners can put panels on a roof.', 'Solo los dueños pueden instalar paneles.'],
        as: 'cards',
        options: [YES, NO],
      },
      {
        field: 'roof_shade',
        label: ['How much shade does your roof get?', '¿Cuánta sombra recibe su techo?'],
        hint: ['Shade lowers what panels produce.', 'La sombra reduce lo que producen los paneles.'],
        as: 'cards',
        options: [
          ['Full sun', 'Pleno sol', 'sun'],
          ['Some shade', 'Algo de sombra', 'cloud'],
          ['Mostly shade', 'Casi siempre sombra', 'leaf'],
          ['I’m not sure', 'No estoy seguro', 'unsure'],
        ],
        unlessLastOf: 'owns_home',
      },
      {
        field: 'roof_age',
        label: ['How old is your roof?', '¿Qué edad tiene su techo?'],
        hint: ['Panels last 25 years or longer.', 'Los paneles duran 25 años o más.'],
        as: 'list',
        options: [
          ['Less than 10 years', 'Menos de 10 años'],
          ['10 to 20 years', 'De 10 a 20 años'],
          ['More than 20 years', 'Más de 20 años'],
          ['I’m not sure', 'No estoy seguro'],
        ],
        unlessLastOf: 'owns_home',
      },
    ],
    buyer: 'Example Solar Team',
    purpose: ['about solar panels', 'sobre paneles solares'],
    thanks: ['Have your latest power bill at hand.', 'Tenga a la mano su última factura de luz.'],
  },
  debt: {
    name: 'Debt relief',
    about: 'How much visitors owe, what for, and whether they are behind.',
    offer: 'Debt relief',
    title: ['See how you could lower your debt', 'Vea cómo podría reducir sus deudas'],
    promise: FREE,
    questions: [
      {
        field: 'debt_amount',
        label: ['How much do you owe?', '¿Cuánto debe?'],
        hint: ['Leave out your mortgage and your car.', 'Sin contar la hipoteca ni el auto.'],
        as: 'slider',
        slider: { min: 1000, max: 50_000, step: 1000, before: '$' },
      },
      {
        field: 'debt_kinds',
        label: ['What kind of debt is it?', '¿Qué tipo de deuda es?'],
        hint: APPLIES,
        as: 'several',
        options: [
          ['Credit cards', 'Tarjetas de crédito'],
          ['Personal loans', 'Préstamos personales'],
          ['Medical bills', 'Facturas médicas'],
          NONE,
        ],
      },
      {
        field: 'behind',
        label: ['Are you behind on payments?', '¿Está atrasado en sus pagos?'],
        hint: ['Your options depend on it.', 'De eso dependen sus opciones.'],
        as: 'cards',
        options: [YES, NO],
      },
      {
        field: 'behind_for',
        label: ['For how long?', '¿Desde hace cuánto?'],
        hint: ['A rough guess is fine.', 'Un cálculo aproximado basta.'],
        as: 'list',
        options: [
          ['Less than a month', 'Menos de un mes'],
          ['1 to 3 months', 'De 1 a 3 meses'],
          ['More than 3 months', 'Más de 3 meses'],
        ],
        unlessLastOf: 'behind',
      },
    ],
    buyer: 'Example Debt Team',
    purpose: ['about my debt', 'sobre mis deudas'],
    thanks: [
      'Have your latest statements at hand. Keep paying your bills until you have talked.',
      'Tenga a la mano sus últimos estados de cuenta. Siga pagando sus cuentas hasta hablar con ellos.',
    ],
  },
  legal: {
    name: 'Legal help',
    about: 'The matter, how urgent it is, and whether a court is involved.',
    offer: 'Legal help',
    title: ['Talk to a lawyer about your case', 'Hable con un abogado sobre su caso'],
    promise: FREE,
    questions: [
      {
        field: 'legal_matter',
        label: ['What do you need help with?', '¿Con qué necesita ayuda?'],
        hint: [
          'Lawyers specialize in different matters.',
          'Los abogados se especializan en distintos asuntos.',
        ],
        as: 'cards',
        options: [
          ['Family', 'Familia', 'people'],
          ['Work', 'Trabajo', 'work'],
          ['Immigration', 'Inmigración', 'flag'],
          OTHER,
        ],
      },
      {
        field: 'has_children',
        label: ['Do you have children under 18?', '¿Tiene hijos menores de 18 años?'],
        hint: ['Children change how a case is handled.', 'Los hijos cambian la manera de llevar un caso.'],
        as: 'cards',
        options: [YES, NO],
        unlessLastOf: 'legal_matter',
      },
      {
        field: 'court_date',
        label: ['Is there a court date?', '¿Ya hay una fecha en la corte?'],
        hint: ['Courts don’t wait.', 'Los tribunales no esperan.'],
        as: 'cards',
        options: [YES, NO],
      },
      {
        field: 'urgency',
        label: ['When do you need a lawyer?', '¿Cuándo necesita un abogado?'],
        hint: ['So the right person calls you in time.', 'Para que lo llamen a tiempo.'],
        as: 'list',
        options: [
          ['Today', 'Hoy'],
          ['This week', 'Esta semana'],
          ['Later', 'Más adelante'],
        ],
      },
    ],
    buyer: 'Example Legal Team',
    purpose: ['about my case', 'sobre mi caso'],
    thanks: [
      'Have any letters from the court or the other side at hand.',
      'Tenga a la mano las cartas de la corte o de la otra parte.',
    ],
  },
  education: {
    name: 'Education',
    about: 'The subject, the last school, and when classes should begin.',
    offer: 'Degree programs',
    title: ['Find a program that fits your life', 'Encuentre un programa a su medida'],
    promise: FREE,
    questions: [
      {
        field: 'subject',
        label: ['What would you like to study?', '¿Qué le gustaría estudiar?'],
        hint: ['You can change your mind later.', 'Puede cambiar de idea más adelante.'],
        as: 'cards',
        options: [
          ['Health care', 'Salud', 'medical'],
          ['Business', 'Negocios', 'chart'],
          ['Technology', 'Tecnología', 'bolt'],
          OTHER,
        ],
      },
      {
        field: 'schooling',
        label: ['What’s the last school you finished?', '¿Cuál fue su último nivel de estudios?'],
        hint: ['Programs require different degrees.', 'Cada programa exige estudios distintos.'],
        as: 'list',
        options: [
          ['High school or GED', 'Secundaria o GED'],
          ['Some college', 'Algo de universidad'],
          ['A bachelor’s degree', 'Una licenciatura'],
          ['None of these', 'Ninguna de estas'],
        ],
      },
      {
        field: 'classes',
        label: ['Where do you want to take classes?', '¿Dónde quiere tomar clases?'],
        hint: ['Many programs offer both.', 'Muchos programas ofrecen ambas.'],
        as: 'cards',
        options: [
          ['Online', 'En línea', 'cloud'],
          ['On campus', 'En el campus', 'building'],
          ['Either', 'Cualquiera de las dos', 'unsure'],
        ],
        unlessLastOf: 'subject',
      },
      {
        field: 'study_start',
        label: ['When do you want to start?', '¿Cuándo quiere empezar?'],
        hint: ['Terms begin all year.', 'Hay inicios durante todo el año.'],
        as: 'list',
        options: [
          ['As soon as possible', 'Lo antes posible'],
          ['Within 6 months', 'En los próximos 6 meses'],
          ['Later', 'Más adelante'],
        ],
      },
    ],
    buyer: 'Example Education Team',
    purpose: ['about degree programs', 'sobre programas de estudio'],
    thanks: [
      'Think of two or three questions to ask them.',
      'Piense en dos o tres preguntas que quiera hacerles.',
    ],
  },
} as const satisfies Record<TemplateKey, TemplateWords>
