import type { FieldValue } from './fields.ts'

/** Data of a step's form: values by backend field, and one object under its question's key for each element that gives several answers
 *  (a vehicle, an injury date). Undefined: cleared. Null: a consent on the step that was not given; it cancels what an earlier step
 *  recorded under its field. */
export type StepData = Readonly<
  Record<string, FieldValue | Readonly<Record<string, FieldValue>> | null | undefined>
>

/** Data of the steps answered so far, by step ID. A hidden step that was passed has {}. */
export type Answers = Readonly<Record<string, StepData>>
