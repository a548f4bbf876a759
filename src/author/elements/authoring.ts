import type { InputElement, LeafElement, LocalValidation } from '../../../schemas/element.ts'
import type { SelectOption } from '../../../schemas/flow.ts'
import type { Problem } from '../../../schemas/problem.ts'

/** What checks, proofs and made-up visitors must know of a kind of question. What runs for a visitor: src/flow/elements. */
export interface Authoring<E extends InputElement = InputElement> {
  /** The local validations that mean something to its value. */
  fitting: readonly LocalValidation['name'][]
  /** Whether the server can be asked about its value. */
  isCheckable?: true
  /** Whether something is typed, of which a proof can try some values only. */
  isTyped: boolean
  /** What is wrong with what it alone has. */
  check?(element: E, at: Problem['at']): Problem[]
  /** How a visitor may answer it. */
  answering(asked: Asked<E>, distinctions: Distinctions): Answering
  /** How old somebody is who gives a value, where it asks for that; null for what says no age. */
  ageOf?: (value: string, today: string) => number | null
  /** What a made-up visitor enters: a value, or one by answer id. */
  invent(
    chance: Chance,
    field: string,
    asked: Pick<Asked<E>, 'element' | 'options'>,
  ): string | string[] | Record<string, string>
}

/** An element, and what its flow says of it. */
export interface Asked<E extends InputElement> {
  element: E
  required: boolean
  fields: readonly { id: string; field: string }[]
  /** Those that it offers. */
  options: readonly SelectOption[]
}

/** How an element, or the choices of one field together, may be answered. */
export type Answering =
  | Single
  | {
      kind: 'parts'
      element: InputElement
      required: boolean
      /** In the order in which they are chosen: none is answered without those before it. */
      parts: { field: string; values: string[] }[]
      /** Which values go together, with the day on which the visitor comes; every day when it is not given. */
      together?: (values: readonly (string | undefined)[], today: string) => boolean
    }
  | { kind: 'ticks'; required: boolean; field: string; options: Tick[] }

/** An option that may be ticked. */
export interface Tick {
  value: string
  /** The field of its own that it is kept in. */
  saved?: string
  /** Whether it excludes the others. */
  isAlone?: true
}

export interface Single {
  kind: 'single'
  required: boolean
  field: string
  values: string[]
  /** Whether the server is asked if it is a telephone number that exists. */
  phoneChecked: boolean
  /** Consents are given by the press that leaves the step. */
  isConsent: boolean
  /** A consent that the press does not give: its field has no value from then on. */
  notGiven?: true
  element: LeafElement
}

/** What most questions that have one value have in common. */
export const ONE_VALUE = { kind: 'single', required: true, phoneChecked: false, isConsent: false } as const

/** What typed values shall tell apart: what rules compare a field with, and what computations distinguish. */
export interface Distinctions {
  /** The day of the validation, and the latest year that dates are chosen in. */
  today: string
  lastYear: number
  args: (field: string) => readonly (string | number | null)[]
  seeds: (field: string) => readonly string[]
}

export interface Chance {
  between: (min: number, max: number) => number
  one: (from: readonly string[]) => string
  /** The first the likeliest. */
  weighted: (from: readonly string[]) => string
}
