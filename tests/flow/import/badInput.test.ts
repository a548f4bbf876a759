import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { importForm } from '../../../src/author/import/file/importForm.ts'
import { BASE, read } from './base.ts'

const faultOf = (text: string, options = {}) => {
  const read = importForm(text, options)
  return 'fault' in read ? read.fault : null
}
const FIELD = { ref: 'a', title: 'A', type: 'yes_no' }

describe('explains why a file isn’t a form', () => {
  test.each([
    ['{ "fields": [ }', /^The file isn’t valid JSON\. Line 1, column 15: /],
    ['', /^The file isn’t valid JSON\. Line 1, column 1: /],
    ['[]', /doesn’t contain a form/],
    ['"fields"', /doesn’t contain a form/],
    ['{}', /isn’t supported/],
    ['{ "items": [], "total_items": 3 }', /are responses to a Typeform/],
    ['{ "fields": [] }', /^None of the questions in this Typeform document/],
    ['{ "pages": [] }', /^None of the questions in this SurveyJS document/],
    ['{ "properties": {} }', /^None of the questions in this JSON Schema document/],
    [`${'['.repeat(200)}${']'.repeat(200)}`, /^The file isn’t valid JSON\. Line 1, column 101: /],
    [`{ "fields": "${'x'.repeat(5_000_001)}" }`, /larger than 5 MB/],
    [JSON.stringify({ fields: Array.from({ length: 1501 }, () => FIELD) }), /more than 1500 questions/],
  ])('%.40s', (text, fault) => expect(faultOf(text)).toMatch(fault))

  test('explains that a file isn’t in the given format', () => {
    expect(faultOf(JSON.stringify({ fields: [FIELD] }), { from: 'surveyjs' })).toBe(
      'The file isn’t a SurveyJS document, because it has no "pages" or "elements". Choose another format, or none to detect it.',
    )
    expect(faultOf(JSON.stringify({ fields: [FIELD] }), { uiSchema: '{}' })).toMatch(
      /^A uiSchema only works with/,
    )
    expect(faultOf(JSON.stringify({ properties: { a: {} } }), { uiSchema: '{' })).toMatch(/isn’t valid JSON/)
  })
})

test('skips anything unexpected within a form', () => {
  const words = fc.constantFrom(
    ...'fields ref title type properties choices logic actions condition vars op pages elements name visibleIf choices text validators __proto__ constructor required enum items oneOf if then allOf $ref dependencies'.split(
      ' ',
    ),
  )
  const odd = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(
        null,
        true,
        3,
        '',
        'text',
        'yes_no',
        'group',
        'object',
        'array',
        '#',
        '{a} = 1',
        'panel',
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(words, tie('value'), { maxKeys: 5 }),
    ),
  })).value
  const first = { fields: [FIELD], pages: [{ elements: [{ type: 'text', name: 'a' }] }] }
  fc.assert(
    fc.property(odd, odd, fc.constantFrom('fields', 'pages', 'properties'), (one, other, word) => {
      const document =
        word === 'properties'
          ? { properties: { a: { type: 'string' }, b: one }, allOf: other, dependencies: one }
          : { [word]: [...first[word as 'fields'], one, other], logic: other, triggers: one }
      const found = importForm(JSON.stringify(document))
      expect('fault' in found ? found.fault : found.onto(BASE).notes).toBeDefined()
    }),
    { numRuns: 300 },
  )
})

test('names of inherited properties have no effect', () => {
  const form = `{ "__proto__": { "fields": [] }, "fields": [
    { "ref": "__proto__", "title": "A", "type": "yes_no" },
    { "ref": "constructor", "title": "B", "type": "__proto__" },
    { "ref": "b", "title": "C", "type": "constructor" }
  ], "logic": [{ "type": "field", "ref": "__proto__", "actions": [
    { "action": "jump", "details": { "to": { "type": "field", "value": "b" } },
      "condition": { "op": "constructor", "vars": [{ "type": "field", "value": "__proto__" }, { "type": "constant", "value": 1 }] } }
  ] }] }`
  const { flow, notes } = read(form)
  expect(flow.ui_config.offers['main']!.steps.map(({ name }) => name)).toEqual(['proto'])
  expect(notes.map(({ at }) => at)).toEqual(['fields[1]', 'fields[2]', 'logic[0].actions[0]', ''])
  expect(({} as { fields?: unknown }).fields).toBe(undefined)
})
