import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FlowDocument } from '../../../schemas/flow.ts'
import { effectsOf } from '../../../src/author/diff/effectsOf.ts'
import { simulate } from '../../../src/author/simulate/simulate.ts'

const read = (site: string) =>
  JSON.parse(readFileSync(`fixtures/sites/${site}/flow.json`, 'utf8')) as FlowDocument
const TODAY = '2026-11-20'
const VISITORS = 400

function effects(before: FlowDocument, change: (flow: FlowDocument) => void) {
  const after = structuredClone(before)
  change(after)
  return effectsOf(before, after, { visitors: VISITORS, today: TODAY, onVisitor: () => {} })
}

test('words, another order of options and another order of members change no visitor’s way', () => {
  const found = effects(read('class-action-finder'), (flow) => {
    for (const { answers, ...question } of Object.values(flow.constants_config.questions)) {
      question.label = `${question.label}!`
      for (const { options } of Object.values(answers)) options?.reverse()
    }
  })
  expect(found).toMatchObject({ other_way: 0, other_end: 0, ends: [], asked: [], leads: [], example: null })
})

test('a step that is shown to fewer is asked of fewer, by the share that its rule lets through', () => {
  const { asked, other_way, example } = effects(read('yardstick'), (flow) => {
    flow.ui_config.offers['yardstick']!.steps.find(({ name }) => name === 'zip')!.display_rules = [
      { operator: 'and', conditions: [{ field: 'injured', condition: 'eq', arg: 'yes' }] },
    ]
  })
  expect(asked.map(({ step, before }) => [step, before])).toEqual([['yardstick/zip', 1]])
  // Half of the visitors choose each of two buttons: four standard deviations of 400 are 0.1.
  expect(asked[0]!.after).toBeGreaterThan(0.4)
  expect(asked[0]!.after).toBeLessThan(0.6)
  expect(other_way).toBeCloseTo(1 - asked[0]!.after, 9)
  expect(example!.answers['yardstick/injured']).toEqual({ injured: 'no' })
})

test('a new option takes its share from all others alike, and no visitor changes between those', () => {
  const { asked, ends } = effects(read('yardstick'), (flow) => {
    flow.constants_config.questions['state']!.answers['value']!.options!.push({
      text: 'Elsewhere',
      backend_field_value: 'XX',
    })
    const { steps } = flow.ui_config.offers['yardstick']!
    steps.splice(2, 0, {
      ...structuredClone(steps[1]!),
      name: 'elsewhere',
      display_rules: [
        { operator: 'and', conditions: [{ field: 'incident_state', condition: 'eq', arg: 'XX' }] },
      ],
    })
  })
  expect(asked.map(({ step }) => step)).toEqual(['yardstick/elsewhere'])
  expect(asked[0]!.after).toBeGreaterThan(0)
  expect(asked[0]!.after).toBeLessThan(0.06)
  expect(ends).toEqual([])
})

test('who gets the leads, and where visitors end, is said before and after', () => {
  const found = effects(read('leadloom'), (flow) => {
    for (const { steps } of Object.values(flow.ui_config.offers))
      for (const step of steps) delete step.execute_actions
  })
  expect(found.leads.length).toBeGreaterThan(0)
  expect(found.leads.every(({ before, after }) => before > 0 && after === 0)).toBe(true)
})

test('the example is a script that the second flow plays', () => {
  const before = read('leadloom')
  const after = structuredClone(before)
  after.offer_order = after.offer_order.toReversed()
  const { example } = effectsOf(before, after, { visitors: VISITORS, today: TODAY, onVisitor: () => {} })
  const { problems } = simulate(after, example!, { today: TODAY, schemaErrors: () => [] })
  expect(problems).toEqual([])
})
