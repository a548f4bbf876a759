import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { schemaFiles } from '../schemas/editors.ts'

const JSON_DIR = new URL('../schemas/json/', import.meta.url)
const SITES = new URL('../fixtures/sites/', import.meta.url)
const SCRIPTS = new URL('../fixtures/answers/', import.meta.url)

test('JSON Schema files match their definitions: `npm run schemas` writes them', () => {
  const files = readdirSync(JSON_DIR).map((name) => [name, readFileSync(new URL(name, JSON_DIR), 'utf8')])
  expect(Object.fromEntries(files)).toEqual(schemaFiles())
})

test('every reference resolves within the same file', () => {
  expect(schemaFiles()['flow.schema.json']).toContain('"$ref"')
  for (const text of Object.values(schemaFiles())) {
    const { $defs = {} } = JSON.parse(text) as { $defs?: Record<string, unknown> }
    const references = [...text.matchAll(/"\$ref": "(.*)"/g)].map(([, reference]) => reference)
    for (const reference of references)
      expect(Object.keys($defs).map((name) => `#/$defs/${name}`)).toContain(reference)
  }
})

test('editors with the flow schema accept the flows of the sites, which name it', () => {
  const accepts = new Ajv().compile(
    JSON.parse(readFileSync(new URL('flow.schema.json', JSON_DIR), 'utf8')) as object,
  )
  for (const site of readdirSync(SITES)) {
    const file = new URL(`${site}/flow.json`, SITES)
    const flow = JSON.parse(readFileSync(file, 'utf8')) as { $schema: string }
    expect(accepts(flow), JSON.stringify(accepts.errors?.[0])).toBe(true)
    expect(new URL(flow.$schema, file).href).toBe(new URL('flow.schema.json', JSON_DIR).href)
  }
})

test('editors with the answers schema accept the scripts, which name it', () => {
  const accepts = new Ajv().compile(
    JSON.parse(readFileSync(new URL('answers.schema.json', JSON_DIR), 'utf8')) as object,
  )
  for (const name of readdirSync(SCRIPTS)) {
    const file = new URL(name, SCRIPTS)
    const script = JSON.parse(readFileSync(file, 'utf8')) as { $schema: string }
    expect(accepts(script), JSON.stringify(accepts.errors?.[0])).toBe(true)
    expect(new URL(script.$schema, file).href).toBe(new URL('answers.schema.json', JSON_DIR).href)
  }
})

describe.each(Object.entries(schemaFiles()))('in an editor, %s explains', (_, text) => {
  const root = JSON.parse(text) as Schema
  const properties = propertiesOf(root, '')

  test('every property', () => {
    expect(properties.length).toBeGreaterThan(5)
    expect(names(({ description }) => !description?.endsWith('.'))).toEqual([])
  })

  test('each value of a fixed set', () => {
    expect(
      names(({ description, enum: words, anyOf }) => {
        const fixed = [...(words ?? []), ...(anyOf ?? []).flatMap((branch) => branch.const ?? [])]
        return fixed.some((word) => !description?.includes(`${word}: `))
      }),
    ).toEqual([])
  })

  test('the format of a text, a number, a list, or a record', () => {
    expect(
      names(
        (schema) =>
          (['string', 'number', 'integer', 'array'].includes(schema.type ?? '') ||
            schema.patternProperties !== undefined) &&
          schema.const === undefined &&
          schema.examples === undefined,
      ),
    ).toEqual([])
  })

  test('with valid examples and defaults', () => {
    const ajv = new Ajv()
    const told = properties
      .map(({ schema }) => schema)
      .filter(({ examples, default: usual }) => examples || usual !== undefined)
    expect(told.length).toBeGreaterThan(5)
    for (const { default: usual, examples = [], ...schema } of told) {
      const accepts = ajv.compile({ ...schema, $defs: root.$defs })
      for (const value of [...examples, ...(usual === undefined ? [] : [usual])])
        expect(accepts(value) || { value, errors: accepts.errors }).toBe(true)
    }
  })

  function names(lacks: (schema: Schema) => boolean): string[] {
    return properties.filter(({ schema }) => lacks(schema)).map(({ name }) => name)
  }
})

interface Schema {
  type?: string
  description?: string
  const?: string | number
  enum?: string[]
  examples?: unknown[]
  default?: unknown
  anyOf?: Schema[]
  items?: Schema | Schema[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  $defs?: Record<string, Schema>
}

/** Every named property anywhere in a schema, with its path. */
function propertiesOf(schema: Schema, way: string): { name: string; schema: Schema }[] {
  const own = Object.entries(schema.properties ?? {}).map(([key, property]) => ({
    name: `${way}/${key}`,
    schema: property,
  }))
  const within: [string, Schema][] = [
    ...own.map(({ name, schema }): [string, Schema] => [name, schema]),
    ...[schema.items ?? []].flat().map((items): [string, Schema] => [`${way}[]`, items]),
    ...Object.values(schema.patternProperties ?? {}).map((value): [string, Schema] => [`${way}/*`, value]),
    ...(schema.anyOf ?? []).map((branch): [string, Schema] => [`${way}|${kindOf(branch)}`, branch]),
    ...Object.entries(schema.$defs ?? {}),
  ]
  return [...own, ...within.flatMap(([name, part]) => propertiesOf(part, name))]
}

function kindOf({ properties }: Schema): string {
  return String(properties?.['widget']?.const ?? properties?.['type']?.const ?? '')
}
