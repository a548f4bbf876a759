import { createRequire } from 'node:module'
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { stepId } from '../../flow/elements/elements.ts'
import { toForm } from '../../flow/form.ts'
import { EXPORT, TRUSTED } from './validators.ts'

/** Validators of every step of a flow, as the text of an ES module that exports `steps`: the validating functions by step ID. It doesn't
 *  need eval, which the policy of a visitor's page forbids. Throws if the generated code needs a module that we don't know; such a flow must not
 *  be published. */
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

/** Modules that ajv's generated code may need, inlined because it runs where there is no require. */
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
