import type { Element, ElementName, ElementOf, LeafElement } from '../../../schemas/elements/element.ts'
import type {
  Answer,
  ExecuteAction,
  Flow,
  Question,
  Site,
  Step,
  UiConfig,
} from '../../../schemas/flow/flow.ts'

/** Texts in a flow that visitors read. The schema's types require every member here, so that each new one is classified. */

/** words: translated into each language. name: the same in all, unless a language overrides it. fixed: shown, and the same in all. */
export type TextUse = 'words' | 'name' | 'fixed'

/** Classification of a member: the use of its text, or 'no' if it is not shown, including everything in it. */
type Table<T> =
  | 'no'
  | (T extends string
      ? TextUse
      : T extends readonly (infer Entry)[]
        ? Table<Entry>
        : string extends keyof T
          ? { '*': Table<T[keyof T]> }
          : Members<T> | ((part: T) => Members<T>))
type Members<T> = { [K in keyof T]-?: Table<NonNullable<T[K]>> }

const SELECT = {
  type: 'no',
  widget: 'no',
  question_key: 'no',
  answer_id: 'no',
  validations: 'no',
  hint: 'words',
} as const
const LINK = { link: 'no', tracker: 'no' } as const
const REDIRECT = { ...LINK, text: 'words', buyer: 'no', personal: 'no' } as const
const CAMPAIGN = {
  link: 'no',
  campaign_id: 'no',
  aff_id: 'no',
  hostNameId: 'no',
  affiliate_reference: 'no',
} as const
const PICTURE = { file: 'no', alt: 'words' } as const
const NAMED = { type: 'no', widget: 'no' } as const
const SHOWN = { ...PICTURE, decoration: 'no', caption: 'words' } as const
const QUOTES = {
  title: 'words',
  entries: { quote: 'words', name: 'name', place: 'name', rating: 'no', source: 'words', picture: PICTURE },
} as const
const FAQ = { title: 'words', entries: { question: 'words', html: 'words' } } as const

type Named<N extends ElementName> = N extends 'submit'
  ? Extract<LeafElement, { type: 'submit' }>
  : ElementOf<Exclude<N, 'submit'>>

const ELEMENTS: { [N in ElementName]: Members<Named<N>> } = {
  text: { ...SELECT, autocomplete: 'no', inputmode: 'no', mask: 'no' },
  textarea: SELECT,
  date_of_birth: SELECT,
  slider: { ...SELECT, min: 'no', max: 'no', step: 'no', start: 'no', before: 'words', after: 'words' },
  vehicle: { ...NAMED, question_key: 'no', validations: 'no', hint: 'words' },
  injury_date: { ...NAMED, question_key: 'no', validations: 'no', hint: 'words' },
  dropdown: { ...SELECT, autocomplete: 'no' },
  radio: { ...SELECT, title: 'words' },
  multi_select: SELECT,
  choice: {
    ...NAMED,
    submit: 'no',
    question_key: 'no',
    answer_id: 'no',
    text: 'words',
    agrees: 'no',
    hint: 'words',
    icon: 'no',
    picture: PICTURE,
  },
  picture: { ...NAMED, ...SHOWN, width: 'no' },
  faq: { ...NAMED, ...FAQ },
  testimonials: { ...NAMED, ...QUOTES },
  html: { ...NAMED, display_rules: 'no', html: 'words' },
  consent: { ...NAMED, question_key: 'no', answer_id: 'no', seller: 'no' },
  partner_card: {
    ...NAMED,
    display_rules: 'no',
    ...CAMPAIGN,
    title: 'words',
    body: 'words',
    text: 'words',
    icon: 'no',
    buyer: 'no',
  },
  partner_link_out: { ...NAMED, ...CAMPAIGN, display_rules: 'no', text: 'words', size: 'no' },
  link_out: { ...NAMED, ...LINK, display_rules: 'no', text: 'words' },
  boost_link_out: { ...NAMED, ...LINK, title: 'words', body: 'words', text: 'words', agrees: 'no' },
  phone_link: { ...NAMED, display_rules: 'no', text: 'words' },
  outcome: { ...NAMED, nothing: 'words' },
  result: { ...NAMED, cases: { display_rules: 'no', html: 'words', redirect: REDIRECT } },
  progress: NAMED,
  submit: { type: 'no', text: 'words', agrees: 'no' },
}

/** Table for an element and for those in it. */
function element(part: Element): object {
  if (typeof part !== 'object' || part === null) return {}
  if (part.type === 'container' && part.widget === 'group')
    return { ...NAMED, columns: 'no', elements: element }
  // Before validation, it may be anything.
  const name: unknown = 'widget' in part ? part.widget : part.type
  return typeof name === 'string' && Object.hasOwn(ELEMENTS, name)
    ? ELEMENTS[name as keyof typeof ELEMENTS]
    : {}
}

const ACTION: Table<ExecuteAction> = {
  name: 'no',
  rules: 'no',
  buyers: 'no',
  email: { to: 'no', subject: 'words', text: 'words' },
}

const STEP: Members<Omit<Step, 'questions'>> = {
  name: 'no',
  type: 'no',
  title: 'words',
  hint: 'words',
  design: 'no',
  summary: 'no',
  display_rules: 'no',
  execute_actions: ACTION,
}

const SITE: Table<Site> = {
  name: 'name',
  logo: { file: 'name', width: 'no', height: 'no', says_name: 'no' },
  masthead: 'words',
  company: {
    name: 'name',
    address: 'no',
    phone: 'no',
    hours: 'words',
    licenses: 'words',
    mark: { file: 'name', width: 'no', height: 'no', alt: 'words' },
  },
  promise: 'words',
  landing: { title: 'words', text: 'words', picture: SHOWN, testimonials: QUOTES, faq: FAQ },
  trust: 'words',
  banner: 'words',
  footer: { text: 'words', document: 'no', file: 'name' },
  disclaimer: 'words',
  phone: 'no',
  share: { title: 'words', description: 'words', picture: 'name' },
  theme: 'no',
}

const UI: Members<Omit<UiConfig, 'offers'>> = {
  template: 'no',
  style: 'no',
  title: 'words',
  favicon: 'no',
  site: SITE,
  languages: 'no',
  basic_fields: 'no',
  fields: 'no',
  buyers: { '*': { name: 'fixed', required_fields: 'no', next: 'words' } },
  partner_hosts: 'no',
  embed_hosts: 'no',
  come_back: 'no',
  confirm_lead: 'no',
  entrypoint: 'no',
}

const ANSWER: Members<Answer> = {
  backend_field_name: 'no',
  backend_field_value: 'no',
  label: 'words',
  error: 'words',
  options: {
    text: 'words',
    backend_field_value: 'no',
    field: 'no',
    save_to_state: 'no',
    exclusive: 'no',
    picture: PICTURE,
    icon: 'no',
  },
}

/** Table of one flow. An answer with a consent's text as its value shows that text. */
function tableOf(flow: Flow) {
  const texts = new Set<unknown>()
  for (const { question_key, answer_id } of stepsOf(flow).flatMap(({ questions }) => consentsIn(questions)))
    texts.add(flow.constants_config?.questions?.[question_key]?.answers?.[answer_id])
  const answer = (part: Answer): Members<Answer> =>
    texts.has(part) ? { ...ANSWER, backend_field_value: 'words' } : ANSWER
  const question: Table<Question> = { label: 'words', answers: { '*': answer } }
  const offer = {
    name: 'no',
    real: 'no',
    design: 'no',
    regimes: 'no',
    responsible: 'no',
    steps: { ...STEP, questions: element },
  }
  return {
    constants_config: { questions: { '*': question } },
    ui_config: { ...UI, offers: { '*': offer } },
    offer_order: 'no',
  }
}

/** Steps of an author's document, whatever its shape. */
function stepsOf(flow: Flow): Step[] {
  return list(Object.values(flow.ui_config?.offers ?? {})).flatMap(({ steps }) => list(steps))
}

function consentsIn(elements: readonly Element[]): ElementOf<'consent'>[] {
  return list(elements).flatMap((part) =>
    part.type !== 'container'
      ? []
      : part.widget === 'group'
        ? consentsIn(part.elements)
        : part.widget === 'consent'
          ? part
          : [],
  )
}

function list<T>(parts: readonly T[] | undefined): readonly T[] {
  return Array.isArray(parts)
    ? (parts as T[]).filter((part) => typeof part === 'object' && part !== null)
    : []
}

/** A text of a flow, with its path and use. */
export interface FlowText {
  at: (string | number)[]
  text: string
  use: TextUse
}

/** The flow with every visitor text replaced by the result of `say`. */
export function withTexts(flow: Flow, say: (text: FlowText) => string): Flow {
  return changed(flow, tableOf(flow), [], say) as Flow
}

/** Every text of a flow that visitors read, in the order of the document. Skips parts that do not match the schema. */
export function flowTexts(flow: Flow): FlowText[] {
  const found: FlowText[] = []
  withTexts(flow, (text) => (found.push(text), text.text))
  return found
}

function changed(
  part: unknown,
  table: unknown,
  at: FlowText['at'],
  say: (text: FlowText) => string,
): unknown {
  if (table === 'no' || table === undefined) return part
  if (Array.isArray(part)) return part.map((one, index) => changed(one, table, [...at, index], say))
  if (typeof part === 'string')
    return typeof table === 'string' ? say({ at, text: part, use: table as TextUse }) : part
  if (typeof part !== 'object' || part === null || typeof table === 'string') return part
  const members = (typeof table === 'function' ? table(part) : table) as Record<string, unknown>
  // A key such as `valueOf` would otherwise find what every object inherits.
  const tableAt = (key: string) => members['*'] ?? (Object.hasOwn(members, key) ? members[key] : undefined)
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, changed(value, tableAt(key), [...at, key], say)]),
  )
}
