import type { FieldValue } from '../../answers/fields.ts'

/** The ages allowed on a day, in whole years. */
export interface Ages {
  min?: number
  max?: number
  /** YYYY-MM-DD */
  today: string
}

/** A validation that needs no server. For its message, see src/texts/answerErrors.ts; for checks and proofs,
 *  src/author/elements/validationAuthoring.ts. */
export interface LocalCheck {
  /** True if it accepts a value. `to` is the allowed number, or the value of the field to compare with. */
  passes: (value: FieldValue, to?: FieldValue | number, ages?: Ages) => boolean
  /** True if it is for an email address, a phone number or the like, which is stored trimmed. */
  isWord?: true
  /** Way to reach the visitor with a valid value. */
  contact?: 'phone' | 'email'
  /** Number in its message, if it is not from the flow. */
  least?: number
}
