import { hashForSchema, type RJSFSchema, type ValidatorType } from '@rjsf/utils'
import type { CompiledValidateFunction } from '@rjsf/validator-ajv8'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { StepSchema } from '../../flow/form.ts'

/** A step's compiled check as rjsf calls it. It is loaded with the checks themselves, after the first paint: no step needs
 *  it to be shown. rjsf looks a check up by its schema's hash. Ours goes by the step: a version that was compiled by an
 *  earlier release goes on working when the same step makes another schema now. */
export function precompiled(validate: CompiledValidateFunction, schema: StepSchema): ValidatorType {
  const rootSchema = schema as RJSFSchema
  return createPrecompiledValidator({ [hashForSchema(rootSchema)]: validate }, rootSchema)
}
