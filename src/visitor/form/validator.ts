import { useMemo, useSyncExternalStore } from 'react'
import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { StepRef } from '../../../schemas/answer.ts'
import { validatorId, type StepSchema } from '../../flow/form.ts'
import type { World } from '../world.ts'

/** The step's compiled validator; until it has come, one that lets everything pass and says that it is not ready. */
export function useValidator(
  world: World | undefined,
  step: StepRef,
  schema: StepSchema,
): { type: ValidatorType; ready: boolean } {
  const steps = useSyncExternalStore(
    world?.validators.subscribe ?? never,
    world?.validators.get ?? none,
    none,
  )
  const functions = steps?.[validatorId(step)]
  return useMemo(
    () =>
      functions
        ? { type: createPrecompiledValidator(functions, schema as RJSFSchema), ready: true }
        : { type: NOT_READY, ready: false },
    [functions, schema],
  )
}

const NOT_READY: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
}

const none = () => undefined
const never = () => () => {}
