import type { StepData } from '../answers/stepData.ts'
import type { FieldError } from './validations.ts'

/** A step's compiled schema, as ajv compiles it. */
export interface CompiledCheck {
  (data: unknown): boolean
  errors?: { instancePath: string; params: { missingProperty?: string }; message?: string }[] | null
}

/** Errors of a step's compiled schema for `data`, in ajv's words; empty if it is accepted. */
export function schemaErrors(check: CompiledCheck, data: StepData): FieldError[] {
  if (check(data)) return []
  return (check.errors ?? []).map(({ instancePath, params, message = 'is not valid' }) => ({
    field: params.missingProperty ?? instancePath.split('/').findLast(Boolean) ?? '',
    message,
  }))
}
