import type { FieldValue } from './fields.ts'

/** What a step's form holds: values by backend field, and one object under its question's key for each element that
 *  gives several answers (a vehicle, an injury date). Undefined: emptied again. Null: a consent that stood on the step
 *  and was not given; what an earlier step may have recorded under its field holds no longer. */
export type StepData = Readonly<
  Record<string, FieldValue | Readonly<Record<string, FieldValue>> | null | undefined>
>

/** The data of the steps answered so far, by step id. A hidden step that was passed has {}. */
export type Answers = Readonly<Record<string, StepData>>
