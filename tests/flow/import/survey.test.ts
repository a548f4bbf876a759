import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readExpression } from '../../../src/author/import/surveyjs/surveyExpression.ts'
import { inLanguage } from '../../../src/flow/languages/inLanguage.ts'
import { errorsOf, read, rulesOf } from './base.ts'

const SURVEY = readFileSync('tests/flow/import/forms/survey.json', 'utf8')

describe('a whole survey', () => {
  const { flow, notes, format, questions } = read(SURVEY)
  const { main, end } = flow.ui_config.offers

  test('becomes a flow that can be published', () => {
    expect({ format, questions }).toEqual({ format: 'surveyjs', questions: 13 })
    expect(errorsOf(flow)).toEqual([])
  })

  test('turns expressions into rules, including those of pages and panels', () => {
    expect(rulesOf(flow, 'insurer')).toBe('(plan eq a | plan eq b)')
    expect(rulesOf(flow, 'disabled')).toBe('age lt 65 & plan neq no')
    expect(rulesOf(flow, 'intro')).toBe('(age gte 65 | disabled eq yes)')
    expect(rulesOf(flow, 'words')).toBe(
      'conditions neq none & conditions neq null & pain gt 3 & (age gte 65 | disabled eq yes)',
    )
  })

  test('asks a page’s unconditional questions on one step, and the others one by one', () =>
    expect(main!.steps.map(({ name }) => name)).toEqual([
      'plan',
      'insurer',
      'age',
      'disabled',
      'intro',
      'pain',
      'words',
      'help_family',
      'first_name',
      'email',
      'tcpa',
      'send',
    ]))

  test('keeps texts without active content, with the answers they repeat', () => {
    expect(JSON.stringify(main!.steps.find(({ name }) => name === 'intro')!.questions[0])).toContain(
      '<h3>Thank you</h3><p>You are {{field:age}}.</p>',
    )
    expect(JSON.stringify(flow)).not.toMatch(/onclick|alert/)
  })

  test('has its ends with their conditions', () =>
    expect(
      end!.steps.map(({ name }) => [rulesOf(flow, name), JSON.stringify(flow).includes('still enrol')]),
    ).toEqual([
      ['plan eq no', true],
      ['', true],
    ]))

  test('is in both languages', () => {
    const spanish = inLanguage(flow, 'es')
    expect(spanish.constants_config.questions['plan']!.label).toBe('¿Tiene un plan?')
    expect(JSON.stringify(spanish.ui_config.offers['end'])).toContain('<p>Gracias, {{field:first_name}}.</p>')
    expect(JSON.stringify(spanish.ui_config.offers['main'])).toContain('Continuar')
  })

  test('turns a checkbox that agrees into a consent', () => {
    expect(flow.constants_config.questions['tcpa']!.answers['consent']!.backend_field_value).toBe(
      'I agree that Example Team calls me about Medicare. I am 18 or older.',
    )
    expect(flow.ui_config.buyers!['example_team']!.required_fields).toEqual([
      'first_name',
      'phone',
      'email',
      'tcpa',
    ])
  })

  test('lists what wasn’t imported, with its place', () =>
    expect(notes.map(({ at }) => at)).toEqual([
      'pages[0].elements[1].requiredIf',
      'pages[1].elements[0].html',
      'pages[1].elements[4]',
      'pages[2].elements[0].items[1]',
      'pages[2].elements[2]',
      'triggers[0]',
      'calculatedValues[0]',
      'logo',
      '',
    ]))
})

describe('an expression', () => {
  const elements = [
    { type: 'radiogroup', name: 'one', choices: ['a', 'B', { value: 3, text: 'Three' }] },
    { type: 'checkbox', name: 'many', choices: ['p', 'q'] },
    { type: 'text', name: 'number', inputType: 'number', min: 0 },
    { type: 'boolean', name: 'yes', valueTrue: 'ja', valueFalse: 'nein' },
    { type: 'boolean', name: 'plain' },
    { type: 'rating', name: 'stars', rateMax: 5 },
    { type: 'text', name: 'typed' },
    { type: 'boolean', name: 'ok', title: 'I agree to be called', isRequired: true },
  ]
  const said = (visibleIf: string) => {
    const { flow, notes } = read({ elements: [...elements, { type: 'comment', name: 'last', visibleIf }] })
    const lost = notes.find(({ message }) => message.startsWith('“last”'))
    return lost ? (lost.message.includes('never leads') ? 'never' : null) : rulesOf(flow, 'last')
  }

  test.each([
    ["{one} = 'a'", 'one eq a'],
    ["{one} == 'b'", 'one eq B'],
    ["{one} <> 'a'", 'one neq a'],
    ["{one} = '3'", 'one eq 3'],
    ["{one} = 'nowhere'", 'never'],
    ['{one} empty', 'one eq null'],
    ['{one} notempty', 'one neq null'],
    ["{one} anyof ['a', 'b']", '(one eq a | one eq B)'],
    ["{one} noneof ['a', 'b']", 'one neq a & one neq B'],
    ["{many} contains 'p'", 'many eq p'],
    ["{many} notcontains 'p'", 'many neq p'],
    ["{many} allof ['p', 'q']", 'many eq p & many eq q'],
    ["{many} = ['p', 'q']", null],
    ["{many} = 'p'", null],
    ['{number} >= 18 and {number} < 65', 'number gte 18 & number lt 65'],
    ['!({number} >= 18)', '(number lt 18 | number eq null)'],
    ['{number} + 1 > 3', null],
    ["{yes} = 'ja'", 'yes eq yes'],
    ['{plain} = true', 'plain eq yes'],
    ['{plain}', 'plain eq yes'],
    ['{plain} = false', 'plain eq no'],
    ['{ok} = true', 'ok neq null'],
    ['{ok} = false', 'ok_declined neq null'],
    ['{ok} notempty', '(ok neq null | ok_declined neq null)'],
    ['{stars} > 3', 'stars gt 3'],
    ["{one} > 'a'", null],
    ["{typed} = 'Texas'", null],
    ['{typed} notempty', 'typed neq null'],
    ["iif({one} = 'a', 1, 2) = 1", null],
    ["{panel.one} = 'a'", null],
    ["{one} = 'a' and ({number} > 3 or {plain} = true)", 'one eq a & (number gt 3 | plain eq yes)'],
    ["{one} = 'a' &&", null],
    ['{later} = 1', null],
  ])('%s becomes %j', (expression, rules) => expect(said(expression)).toBe(rules))

  test('is rejected if it’s nested too deep or endless', () => {
    expect(readExpression(`${'('.repeat(5000)}{a} = 1${')'.repeat(5000)}`)).toBe(null)
    expect(readExpression(`${'!'.repeat(4000)}{a}`)).toBe(null)
    expect(readExpression(`{a} = '${'x'.repeat(100_000)}'`)).toBe(null)
  })
})

test.each([
  ['file', {}],
  ['signaturepad', {}],
  ['paneldynamic', { templateElements: [{ type: 'text', name: 'b' }] }],
  ['matrixdynamic', {}],
  ['dropdown', { choicesByUrl: { url: 'https://choices.example/all' } }],
  ['constructor', {}],
])('%s is left out and listed', (type, more) => {
  const { notes } = read({
    elements: [
      { type: 'text', name: 'a' },
      { type, name: 'b', ...more },
    ],
  })
  expect(notes.map(({ at, message }) => [at, message.startsWith('“b” was left out')])).toContainEqual([
    'elements[1]',
    true,
  ])
})
