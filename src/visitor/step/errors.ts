import type { Flow } from '../../../schemas/flow/flow.ts'
import { says } from '../../flow/languages/language.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { fieldErrors, labelOf, type FieldError, type MetStep } from '../../flow/validations/validations.ts'

/** Errors of our own validations, by field. For `begun`, see `fieldErrors`. */
export function errorsByField(
  flow: Flow,
  met: MetStep,
  data: StepData,
  begun: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(fieldErrors(flow, met, data, begun).map(({ field, message }) => [field, message]))
}

/** `known` errors, with those that only the compiled schema found: it has no message of ours, so the field is named. */
export function allErrors(
  flow: Flow,
  known: Readonly<Record<string, string>>,
  found: readonly FieldError[],
): Record<string, string> {
  const errors = { ...known }
  for (const { field } of found) errors[field] ??= says(flow).ANSWER_ERRORS.unusable(labelOf(flow, field))
  return errors
}
