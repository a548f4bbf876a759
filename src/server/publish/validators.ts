import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import { Ajv } from 'ajv'
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import type { Flow, Step } from '../../../schemas/flow.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { stepId } from '../../flow/elements.ts'
import { toForm } from '../../flow/form.ts'
import type { StepSchema } from '../../flow/elements/stepSchema.ts'
import { once } from '../../flow/once.ts'
import { schemaErrors, type CompiledCheck } from '../../flow/validations/compiledCheck.ts'
import type { FieldError } from '../../flow/validations/validations.ts'
import { placesOf } from '../../flow/walk.ts'
import type { Version } from '../../store/records.ts'

/** The validators of every step of a flow, as the text of an ES module that exports `steps`: by step id, the
 *  function that validates its data. Nothing in it needs eval, so it runs under `script-src 'self'`.
 *  Throws when the generated code asks for a module that is not known here: such a flow must not be published. */
export function compileValidators(flow: Flow): string {
  const steps = Object.entries(flow.ui_config.offers).flatMap(([offer_key, { steps }]) =>
    steps.map((step) => {
      const id = stepId({ offer_key, step_key: step.name })
      return `steps[${JSON.stringify(id)}] = (() => { const exports = {}; ${compileStep(flow, step)}; return Object.values(exports)[0] })()`
    }),
  )
  return [
    ...RUNTIME.map(({ name, source }) => `const ${name} = ${source}`),
    'const steps = {}',
    ...steps,
    EXPORT,
  ].join('\n')
}

/** What the compiled schema of one of a version's steps has against `data`: empty when it is accepted. */
export function stepErrors(version: Version, step: Step, data: StepData): FieldError[] {
  const validate = validatorsOf(version).get(step)
  if (!validate) throw new Error(`No validator was compiled for the step '${step.name}'.`)
  return schemaErrors(validate, data)
}

/** The same for a schema that was not compiled beforehand: for tools, not for a visitor's request. */
export function errorsAgainst(schema: StepSchema, data: StepData): FieldError[] {
  return schemaErrors(new Ajv({ allErrors: true, ...TRUSTED }).compile(schema) as CompiledCheck, data)
}

/** The schemas are our own, and each would have the schema of schemas compiled first: half of a first start.
 *  tests/flow/form.test.ts holds them against it. */
const TRUSTED = { meta: false, validateSchema: false }

const EXPORT = 'export { steps }'

const validatorsOf = once(({ flow, validators }: Version) => {
  const steps = compileFunction(validators.replace(EXPORT, 'return steps'))() as Record<string, CompiledCheck>
  return new Map(placesOf(flow).map(({ id, step }) => [step, steps[id]]))
})

/** What ajv's generated code may ask for, inlined: it runs where there is no require. */
const RUNTIME = [
  { name: 'ucs2length', id: 'ajv/dist/runtime/ucs2length' },
  { name: 'equal', id: 'ajv/dist/runtime/equal' },
].map(({ name, id }) => {
  const runtime = createRequire(import.meta.url)(id) as { default: () => unknown }
  return { name, id, source: String(runtime.default) }
})

function compileStep(flow: Flow, step: Step): string {
  const code = compileSchemaValidatorsCode(toForm(flow, step).schema, {
    ajvFormatOptions: false,
    ajvOptionsOverrides: { verbose: false, code: { lines: false }, ...TRUSTED },
  })
  const inlined = RUNTIME.reduce(
    (text, { name, id }) => text.replaceAll(`require("${id}").default`, name),
    code.replace('"use strict";', ''),
  )
  const unknown = /require\(([^)]*)\)/.exec(inlined)
  if (unknown)
    throw new Error(`The validator of the step '${step.name}' needs ${unknown[1]}, which is not bundled.`)
  return inlined
}
