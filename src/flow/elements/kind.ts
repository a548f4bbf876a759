import type { CompositeElement, InputElement, LeafElement } from '../../../schemas/element.ts'
import type { SelectOption } from '../../../schemas/flow.ts'
import type { Sentences } from '../../texts/languages/sentences.ts'
import type { FieldValue } from '../answers/fields.ts'
import type { PropertySchema } from './stepSchema.ts'

/** What runs for a visitor must know of a kind of question. What checks and proofs know of it: src/author/elements. */
export type Kind<E extends InputElement> = E extends CompositeElement ? Composite : Single<E>

interface Common {
  /** Whether its parts stand one under another. */
  isInRows?: true
}

/** It gives one answer. */
export interface Single<E extends InputElement = InputElement> extends Common {
  /** The shape of its value. */
  property: (title: string, options: readonly SelectOption[], isRequired: boolean) => PropertySchema
  /** Whether the value is a list of what was ticked. */
  isList?: true
  /** What it is called where neither its answer nor its question is to say. */
  label?: string
  /** The characters that may be typed. */
  maxLength?: number
  /** What was typed as it is recorded; without it, only what surrounds it is left out. */
  tidy?: (typed: string) => string
  /** What the element itself refuses of a value, in words for the visitor. */
  misfit?(
    this: void,
    element: E,
    held: { value: FieldValue; label: string },
    world: { options: readonly SelectOption[]; sentences: Sentences },
  ): string | null
}

/** It gives several answers, as one object in the form's data under its question's key. */
export interface Composite extends Common {
  /** The ids of its answers, and what they are called unless their author says otherwise. */
  parts: Readonly<Record<string, string>>
}

/** The same of an element that holds no value. */
export interface BlockKind {
  /** Whether a press submits the step. */
  submits?: true
  /** It leads elsewhere: as the step's first choice wherever it stands, or in a design that is made for that. */
  elsewhere?: 'first' | 'last_chance'
}

export type BlockElement = Exclude<LeafElement, InputElement>
