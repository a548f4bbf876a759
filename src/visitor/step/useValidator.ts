import type { StepRef } from '../../../schemas/answer.ts'
import { stepId } from '../../flow/elements.ts'
import { schemaErrors } from '../../flow/validations/compiledCheck.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { useCell } from '../visit/useCell.ts'
import type { World } from '../visit/world.ts'

/** What the step's compiled check says. Until it has come, it lets everything pass and is not ready; where it cannot be had,
 *  it is ready all the same: our own validations are left, and the server compiles its own. */
export function useValidator(
  world: World | undefined,
  step: StepRef,
): { validate: (data: StepData) => FieldError[]; ready: boolean } {
  const validators = useCell(world?.validators, undefined)
  const check = validators?.(stepId(step))
  return { validate: (data) => (check ? schemaErrors(check, data) : []), ready: validators !== undefined }
}
