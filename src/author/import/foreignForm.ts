import type { Language } from '../../../schemas/flow.ts'
import { answered, any, type When } from './when.ts'

/** A form of another product, as far as it can be asked here: what every format becomes first. */
export interface ForeignForm {
  title: string
  language: Language
  /** Words of welcome, above the first question. */
  welcome: { title: string; text: string } | null
  steps: readonly ForeignStep[]
  /** Of these a visitor sees the first whose time it is; the last where none is. */
  ends: readonly ForeignEnd[]
}

/** What is shown at once. */
export interface ForeignStep {
  /** What its name is made of. */
  called: string
  /** Without one: the label of what it asks. */
  title?: string
  hint?: string
  /** What is to be read first. */
  html?: string
  /** Nothing where it is only read. A consent is alone on its step. */
  asks: readonly Asked[]
  /** What the button says. */
  button?: string
  when: When
}

/** One answer that is asked for, under the name of its field. */
export interface Asked {
  field: string
  label: string
  hint?: string
  as: AskedAs
  required: boolean
  /** What can be chosen, and what is recorded of it. */
  options: readonly AskedOption[]
  min?: number
  max?: number
  step?: number
  mask?: string
  /** Of a birthday: whether minors are stopped. */
  isAdult?: boolean
}

export interface AskedOption {
  text: string
  value: string
  /** Whether it excludes all others. */
  exclusive?: boolean
}

/** one, list: of the options, in sight or from a list that opens. any: several of them. */
export type AskedAs =
  | 'text'
  | 'lines'
  | 'number'
  | 'slider'
  | 'email'
  | 'phone'
  | 'zip'
  | 'birthday'
  | 'one'
  | 'list'
  | 'any'
  | 'yes_no'
  | 'consent'

export interface ForeignEnd {
  title: string
  html: string
  when: When
}

/** The field that says that a consent was refused. */
export function declinedField(consent: string): string {
  return `${consent}_declined`
}

/** What a question fills in. */
export function fieldsOf({ field, as }: Asked): string[] {
  return as === 'consent' ? [field, declinedField(field)] : [field]
}

/** That a question was answered, a consent also by refusing it. */
export function givenBy(asked: Asked): When {
  return any(...fieldsOf(asked).map(answered))
}
