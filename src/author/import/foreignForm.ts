import type { Language } from '../../../schemas/flow/flow.ts'
import { answered, any, type When } from './when.ts'

/** A form of another product, as far as it can be asked here. Every format is read into this first. */
export interface ForeignForm {
  title: string
  language: Language
  /** Fields that address parameters fill. */
  parameters?: readonly ForeignParameter[]
  /** Welcome text above the first question. */
  welcome: { title: string; text: string } | null
  steps: readonly ForeignStep[]
  /** Ends of the form; a visitor sees the first whose condition holds, else the last. */
  ends: readonly ForeignEnd[]
}

export interface ForeignParameter {
  field: string
  parameter: string
}

/** Names that an address parameter may have in a flow. Source: schemas/flow/computedField.ts. */
export const PARAMETER = /^[A-Za-z0-9_.~-]{1,100}$/

/** Elements that are shown together. */
export interface ForeignStep {
  /** Source of the step's name. */
  called: string
  /** Heading; defaults to the label of what it asks. */
  title?: string
  hint?: string
  /** Text to read first. */
  html?: string
  /** Empty if it is only read. A consent is alone on its step. */
  asks: readonly ForeignQuestion[]
  /** Label of the button. */
  button?: string
  when: When
}

/** One requested answer, under the name of its field. */
export interface ForeignQuestion {
  field: string
  label: string
  hint?: string
  as: AskedAs
  required: boolean
  /** Choices, and what each records. */
  options: readonly AskedOption[]
  min?: number
  max?: number
  step?: number
  mask?: string
  /** True if a birthday excludes minors. */
  isAdult?: boolean
}

export interface AskedOption {
  text: string
  value: string
  /** True if it excludes all others. */
  exclusive?: boolean
}

/** one, list: one of the options, visible or in a dropdown. any: several of them. */
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

/** Field that records the refusal of a consent. */
export function declinedField(consent: string): string {
  return `${consent}_declined`
}

/** Fields that a question fills. */
export function fieldsOf({ field, as }: ForeignQuestion): string[] {
  return as === 'consent' ? [field, declinedField(field)] : [field]
}

/** Condition that a question was answered; refusing a consent counts. */
export function givenBy(asked: ForeignQuestion): When {
  return any(...fieldsOf(asked).map(answered))
}
