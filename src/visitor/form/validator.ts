import { useMemo } from 'react'
import { hashForSchema, type RJSFSchema, type ValidatorType } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { StepRef } from '../../../schemas/answer.ts'
import { stepId } from '../../flow/elements.ts'
import type { StepSchema } from '../../flow/form.ts'
import { useCell } from '../useCell.ts'
import type { World } from '../world.ts'

/** The step's compiled validator. Until it has come, one that lets everything pass and says that it is not ready; where it
 *  cannot be had, that one is ready: our own validations are left, and the server compiles its own. */
export function useValidator(
  world: World | undefined,
  step: StepRef,
  schema: StepSchema,
): { type: ValidatorType; ready: boolean } {
  const steps = useCell(world?.validators, undefined)
  const validate = steps?.[stepId(step)]
  return useMemo(
    () =>
      // rjsf looks its function up by the schema's hash. Ours goes by the step: a version that was compiled by an
      // earlier release goes on working when the same step makes another schema now.
      validate
        ? {
            type: createPrecompiledValidator(
              { [hashForSchema(schema as RJSFSchema)]: validate },
              schema as RJSFSchema,
            ),
            ready: true,
          }
        : { type: ANYTHING, ready: steps !== undefined },
    [validate, schema, steps],
  )
}

const ANYTHING: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
}
