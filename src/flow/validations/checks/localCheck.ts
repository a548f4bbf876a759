import type { FieldValue } from '../../answers/fields.ts'

/** The ages allowed on a day, in whole years. */
export interface Ages {
  min?: number
  max?: number
  /** YYYY-MM-DD */
  today: string
}

/** A validation that needs no server. What it says: src/texts/answerErrors.ts. What checks and proofs know of it:
 *  src/author/elements/validationAuthoring.ts. */
export interface LocalCheck {
  /** Whether it takes a value. `to`: the number allowed, or the value of the field that it is compared with. */
  passes: (value: FieldValue, to?: FieldValue | number, ages?: Ages) => boolean
  /** Whether it is of an address or a number, which is kept without what surrounds it. */
  isWord?: true
  /** How the visitor can be reached by what passes. */
  contact?: 'phone' | 'email'
  /** The number that its sentence names, where no flow says it. */
  least?: number
}
