import { useMemo } from 'react'
import type { ValidatorType } from '@rjsf/utils'
import type { StepRef } from '../../../schemas/answer.ts'
import { stepId } from '../../flow/elements.ts'
import type { StepSchema } from '../../flow/form.ts'
import { useCell } from '../visit/useCell.ts'
import type { World } from '../visit/world.ts'

/** The step's compiled validator. Until it has come, one that lets everything pass and says that it is not ready; where it
 *  cannot be had, that one is ready: our own validations are left, and the server compiles its own. */
export function useValidator(
  world: World | undefined,
  step: StepRef,
  schema: StepSchema,
): { type: ValidatorType; ready: boolean } {
  const validators = useCell(world?.validators, undefined)
  return useMemo(
    () => ({
      type: validators?.(stepId(step), schema) ?? ANYTHING,
      ready: validators !== undefined,
    }),
    [validators, schema],
  )
}

const ANYTHING: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
}
