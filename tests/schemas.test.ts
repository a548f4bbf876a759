import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { schemaFiles } from '../schemas/editors.ts'

const JSON_DIR = new URL('../schemas/json/', import.meta.url)
const SITES = new URL('../fixtures/sites/', import.meta.url)
const SCRIPTS = new URL('../fixtures/answers/', import.meta.url)

test('the JSON Schema files are those that the definitions give: `npm run schemas` writes them', () => {
  const files = readdirSync(JSON_DIR).map((name) => [name, readFileSync(new URL(name, JSON_DIR), 'utf8')])
  expect(Object.fromEntries(files)).toEqual(schemaFiles())
})

test('every reference in them leads somewhere within the same file', () => {
  expect(schemaFiles()['flow.schema.json']).toContain('"$ref"')
  for (const text of Object.values(schemaFiles())) {
    const { $defs = {} } = JSON.parse(text) as { $defs?: Record<string, unknown> }
    const references = [...text.matchAll(/"\$ref": "(.*)"/g)].map(([, reference]) => reference)
    for (const reference of references)
      expect(Object.keys($defs).map((name) => `#/$defs/${name}`)).toContain(reference)
  }
})

test('an editor that reads the flow schema accepts the flows of the sites, and they name it', () => {
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

test('an editor that reads the answers schema accepts the scripts, and they name it', () => {
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
