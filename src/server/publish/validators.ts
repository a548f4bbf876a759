import { compileFunction } from 'node:vm'
import { Ajv } from 'ajv'
import type { StepRef } from '../../../schemas/visitor/answer.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import type { StepSchema } from '../../flow/elements/stepSchema.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { once } from '../../flow/kernel/once.ts'
import { schemaErrors, type CompiledCheck } from '../../flow/validations/compiledCheck.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import type { Version } from '../../store/nouns/versions/versionTypes.ts'

/** Errors in `data` by the compiled schema of one of a version's steps; empty if it is accepted. */
export function stepErrors(version: Version, step: StepRef, data: StepData): FieldError[] {
  const validate = validatorsOf(version)[stepId(step)]
  if (!validate) throw new Error(`No validator was compiled for the step '${stepId(step)}'.`)
  return schemaErrors(validate, data)
}

/** The same for a schema that wasn't compiled beforehand; for tools, not for visitors' requests. */
export function errorsAgainst(schema: StepSchema, data: StepData): FieldError[] {
  return schemaErrors(new Ajv({ allErrors: true, ...TRUSTED }).compile(schema) as CompiledCheck, data)
}

/** Loads the compiled validators of a version. Throws if they don't run here. */
export function loadValidators(version: Version): void {
  validatorsOf(version)
}

/** The schemas are our own, and checking each would first compile the schema of schemas, which is half of a first start.
 *  tests/flow/form.test.ts checks them against it. */
export const TRUSTED = { meta: false, validateSchema: false }

/** The end of a compiled module. */
export const EXPORT = 'export { steps }'

const validatorsOf = once(
  ({ validators }: Version) =>
    compileFunction(validators.replace(EXPORT, 'return steps'))() as Record<
      string,
      CompiledCheck | undefined
    >,
)
