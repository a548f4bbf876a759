import { readdirSync } from 'node:fs'
import { createSchemaUtils as createRjsfs, type RJSFSchema, type ValidatorType } from '@rjsf/utils'
import { describe, expect, test } from 'vitest'
import { toForm } from '../../src/flow/form.ts'
import createSchemaUtils from '../../src/visitor/rjsf/schemaUtils.ts'
import { readFlow } from '../journeys/walking.ts'

const validator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
}

describe.each(readdirSync('fixtures/sites'))('of the steps of %s', (site) => {
  const flow = readFlow(site)
  const schemas = Object.values(flow.ui_config.offers).flatMap(({ steps }) =>
    steps.map((step) => toForm(flow, step).schema as RJSFSchema),
  )

  test('rjsf’s own search finds nothing that ours leaves out', () => {
    expect(schemas.length).toBeGreaterThan(5)
    for (const schema of schemas) {
      const [ours, theirs] = [createSchemaUtils(validator, schema), createRjsfs(validator, schema)]
      expect(ours.retrieveSchema(schema, {})).toEqual(theirs.retrieveSchema(schema, {}))
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const own = property as RJSFSchema
        expect(ours.retrieveSchema(own)).toEqual(theirs.retrieveSchema(own))
        expect(ours.isSelect(own)).toBe(theirs.isSelect(own))
        expect(ours.findFieldInSchema(schema, [name]).field).toEqual(
          theirs.findFieldInSchema(schema, [name]).field,
        )
      }
    }
  })
})

test('another validator makes another one, by rjsf’s comparison of data too', () => {
  const schema: RJSFSchema = { type: 'object', properties: {} }
  const made = createSchemaUtils(validator, schema)
  const other = { ...validator, compiled: 'later' }
  expect(made.doesSchemaUtilsDiffer(validator, schema)).toBe(false)
  expect(made.doesSchemaUtilsDiffer(other, schema)).toBe(true)
  expect(JSON.stringify(made)).not.toBe(JSON.stringify(createSchemaUtils(other, schema)))
})

test('what no step needs is refused by name', () => {
  const made = createSchemaUtils(validator, { type: 'object' })
  expect(() => made.toPathSchema({})).toThrow('lean()')
})
