import type { StepRef } from '../../../schemas/visitor/answer.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { schemaErrors } from '../../flow/validations/compiledCheck.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { useCell } from '../visit/useCell.ts'
import type { World } from '../visit/world.ts'

/** Compiled check of a step. Until it has loaded, it accepts everything and is not ready; if it fails to load, it counts as ready, since
 *  our own validations remain, and the server compiles its own. */
export function useValidator(
  world: World | undefined,
  step: StepRef,
): { validate: (data: StepData) => FieldError[]; ready: boolean } {
  const validators = useCell(world?.validators, undefined)
  const check = validators?.(stepId(step))
  return { validate: (data) => (check ? schemaErrors(check, data) : []), ready: validators !== undefined }
}
