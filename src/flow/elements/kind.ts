import type { CompositeElement, InputElement, LeafElement } from '../../../schemas/elements/element.ts'
import type { SelectOption } from '../../../schemas/flow/flow.ts'
import type { Sentences } from '../../texts/languages/sentences.ts'
import type { FieldValue } from '../answers/fields.ts'
import type { PropertySchema } from './stepSchema.ts'

/** Runtime rules of a kind of question. For checks and proofs, see src/author/elements. */
export type Kind<E extends InputElement> = E extends CompositeElement ? Composite : Single<E>

interface Common {
  /** True if its parts are below each other. */
  isInRows?: true
}

/** It gives one answer. */
export interface Single<E extends InputElement = InputElement> extends Common {
  /** Schema of its value. */
  property: (title: string, options: readonly SelectOption[], isRequired: boolean) => PropertySchema
  /** True if the value is a list of selected options. */
  isList?: true
  /** Label if neither its answer nor its question has one. */
  label?: string
  /** Maximum number of characters. */
  maxLength?: number
  /** Normalizes typed text for the record; by default it is only trimmed. */
  tidy?: (typed: string) => string
  /** Reason why the element refuses a value, in words for the visitor. */
  misfit?(
    this: void,
    element: E,
    held: { value: FieldValue; label: string },
    world: { options: readonly SelectOption[]; sentences: Sentences },
  ): string | null
}

/** It gives several answers, as one object in the form's data under its question's key. */
export interface Composite extends Common {
  /** IDs of its answers, with their default labels. */
  parts: Readonly<Record<string, string>>
}

/** The same for an element without a value. */
export interface BlockKind {
  /** True if a press submits the step. */
  submits?: true
  /** Set if it leads elsewhere as the step's first choice: always, or only in a design that is made for that. */
  elsewhere?: 'first' | 'last_chance'
}

export type BlockElement = Exclude<LeafElement, InputElement>
