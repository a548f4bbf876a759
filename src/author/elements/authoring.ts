import type { InputElement, LeafElement, LocalValidation } from '../../../schemas/elements/element.ts'
import type { SelectOption } from '../../../schemas/flow/flow.ts'
import type { Problem } from '../../../schemas/author/problem.ts'

/** Rules of a kind of question for checks, proofs, and made-up visitors. For what runs for visitors, see src/flow/elements. */
export interface Authoring<E extends InputElement = InputElement> {
  /** Local validations that make sense for its value. */
  fitting: readonly LocalValidation['name'][]
  /** True if the server can check its value. */
  isCheckable?: true
  /** True if visitors type the value. Proofs can try only some values then. */
  isTyped: boolean
  /** Problems that only this kind can have. */
  check?(element: E, at: Problem['at']): Problem[]
  /** Ways in which a visitor may answer it. */
  answering(asked: AskedElement<E>, distinctions: Distinctions): Answering
  /** Age of a person with this value, if it asks for that; null for values without an age. */
  ageOf?: (value: string, today: string) => number | null
  /** Input of a made-up visitor: a value, or values by answer ID. */
  invent(
    chance: Chance,
    field: string,
    asked: Pick<AskedElement<E>, 'element' | 'options'>,
  ): string | string[] | Record<string, string>
}

/** An element with what its flow defines for it. */
export interface AskedElement<E extends InputElement> {
  element: E
  required: boolean
  fields: readonly { id: string; field: string }[]
  /** Options that it offers. */
  options: readonly SelectOption[]
}

/** Ways to answer an element, or all choices of one field together. */
export type Answering =
  | Single
  | {
      kind: 'parts'
      element: InputElement
      required: boolean
      /** Parts in the order of answering: none is answered without those before it. */
      parts: { field: string; values: string[] }[]
      /** True if the values go together on the day of the visit; without a day, on any day. */
      together?: (values: readonly (string | undefined)[], today: string) => boolean
    }
  | { kind: 'ticks'; required: boolean; field: string; options: Tick[] }

/** An option that may be selected. */
export interface Tick {
  value: string
  /** The option's own field. */
  saved?: string
  /** True if it excludes the others. */
  isAlone?: true
}

export interface Single {
  kind: 'single'
  required: boolean
  field: string
  values: string[]
  /** True if the server checks that the phone number exists. */
  phoneChecked: boolean
  /** True for a consent, which the press that leaves the step gives. */
  isConsent: boolean
  /** A consent that the press does not give: its field has no value from then on. */
  notGiven?: true
  element: LeafElement
}

/** Defaults of most questions with one value. */
export const ONE_VALUE = { kind: 'single', required: true, phoneChecked: false, isConsent: false } as const

/** Values that typed input must tell apart: those in comparisons of rules, and those that computations distinguish. */
export interface Distinctions {
  /** Day of the validation, and the latest year that dates offer. */
  today: string
  lastYear: number
  args: (field: string) => readonly (string | number | null)[]
  seeds: (field: string) => readonly string[]
}

export interface Chance {
  between: (min: number, max: number) => number
  one: (from: readonly string[]) => string
  /** Random choice; earlier ones are more likely. */
  weighted: (from: readonly string[]) => string
}
