import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ElementOf } from '../../../schemas/elements/element.ts'
import type { FlowDocument } from '../../../schemas/flow/flow.ts'
import { IN_FULL } from '../../inFull.ts'
import { effectsOf } from '../../../src/author/diff/effectsOf.ts'
import { leaves } from '../../../src/flow/elements/elements.ts'
import { isA } from '../../../src/flow/elements/kinds.ts'
import { effectWords } from '../../../src/author/words/effectWords.ts'
import { simulate } from '../../../src/author/simulate/simulate.ts'

const read = (site: string) =>
  JSON.parse(readFileSync(`fixtures/sites/${site}/flow.json`, 'utf8')) as FlowDocument
const TODAY = '2026-11-20'
/** Enough visitors that a share of them is close to what the rules give. */
const VISITORS = 400
/** Number of visitors where a few are enough; `npm run paths` has all. */
const FEW = IN_FULL ? VISITORS : 60

function effects(before: FlowDocument, change: (flow: FlowDocument) => void, visitors = VISITORS) {
  const after = structuredClone(before)
  change(after)
  return effectsOf(before, after, { visitors, today: TODAY, onVisitor: () => {} })
}

test('texts, the order of options, and the order of members change no visitor’s path', () => {
  const found = effects(
    read('class-action-finder'),
    (flow) => {
      for (const { answers, ...question } of Object.values(flow.constants_config.questions)) {
        question.label = `${question.label}!`
        for (const { options } of Object.values(answers)) options?.reverse()
      }
    },
    FEW,
  )
  expect(found).toMatchObject({ other_way: 0, other_end: 0, other_text: 0, example: null })
  expect([found.ends, found.texts, found.asked, found.leads]).toEqual([[], [], [], []])
})

test('a step with a stricter rule is shown to fewer visitors, by the share that its rule lets through', () => {
  const { asked, other_way, example } = effects(read('yardstick'), (flow) => {
    flow.ui_config.offers['yardstick']!.steps.find(({ name }) => name === 'zip')!.display_rules = [
      { operator: 'and', conditions: [{ field: 'injured', condition: 'eq', arg: 'yes' }] },
    ]
  })
  expect(asked.map(({ step, before }) => [step, before])).toEqual([['yardstick/zip', 1]])
  // Visitors choose between two buttons, half each. Four standard deviations of 400 visitors are 0.1.
  expect(asked[0]!.after).toBeGreaterThan(0.4)
  expect(asked[0]!.after).toBeLessThan(0.6)
  expect(other_way).toBeCloseTo(1 - asked[0]!.after, 9)
  expect(example!.answers['yardstick/injured']).toEqual({ injured: 'no' })
})

test('a new option takes its share evenly from all others, and no visitor switches between those', () => {
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

test('shows who gets the leads and where visitors end, before and after', () => {
  const found = effects(
    read('leadloom'),
    (flow) => {
      for (const { steps } of Object.values(flow.ui_config.offers))
        for (const step of steps) delete step.execute_actions
    },
    FEW,
  )
  expect(found.leads.length).toBeGreaterThan(0)
  expect(found.leads.every(({ before, after }) => before > 0 && after === 0)).toBe(true)
})

test('the example is a script for the second flow', () => {
  const before = read('leadloom')
  const after = structuredClone(before)
  after.offer_order = after.offer_order.toReversed()
  const { example } = effectsOf(before, after, { visitors: FEW, today: TODAY, onVisitor: () => {} })
  const { problems } = simulate(after, example!, { today: TODAY, schemaErrors: () => [] })
  expect(problems).toEqual([])
})

const END = 'thank_you/more'
const changeEnd = (change: (flow: FlowDocument) => void) => effects(read('class-action-finder'), change, FEW)
const endOf = (flow: FlowDocument) => flow.ui_config.offers['thank_you']!.steps[0]!.questions
const casesOf = (flow: FlowDocument) =>
  endOf(flow).find((one): one is ElementOf<'result'> => 'widget' in one && one.widget === 'result')!.cases
const outcomeRule = (arg: string) => [
  { operator: 'and' as const, conditions: [{ field: 'lead.outcome', condition: 'eq' as const, arg }] },
]

test('a changed rule of an end changes only what the affected visitors read, and no one’s path', () => {
  const found = changeEnd((flow) => {
    casesOf(flow)[0] = { html: '<p>They call you.</p>', display_rules: outcomeRule('waiting') }
  })
  expect(found).toMatchObject({ other_way: 0, other_end: 0, leads: [], ends: [] })
  const [sold, waiting, ...more] = found.texts
  expect(more).toEqual([])
  expect([sold, waiting].map((text) => [text!.step, text!.outcome, text!.after.length])).toEqual([
    [END, 'accepted', 1],
    [END, 'waiting', 1],
  ])
  expect([sold!.before[0], waiting!.after]).toEqual([
    expect.stringMatching(/^What happens next: the first call/),
    ['They call you.'],
  ])
  // Visitors whose lead isn't sent read the same as before.
  expect(found.other_text).toBe(sold!.share)
  expect(found.other_text).toBeGreaterThan(0)
  expect(found.other_text).toBeLessThan(1)
  const words = effectWords(found)
  expect(words).toContain(`${Math.round(sold!.share * 1000) / 10}% read a different text at the end.`)
  expect(words.at(-1)).toMatch(
    /^[\d.]+% at thank_you\/more, when lead.outcome is "waiting": now read "They call you.", no longer read "What happens next: this page updates/,
  )
  const { simulation } = simulate(read('class-action-finder'), found.example!, {
    today: TODAY,
    schemaErrors: () => [],
  })
  expect(simulation.ends.map(({ outcome }) => outcome)).toContain('accepted')
})

test('a rule on an answer changes the end only for visitors with that answer', () => {
  const found = changeEnd((flow) => {
    const cases = casesOf(flow)
    cases.splice(
      cases.findIndex(({ html }) => html.includes('Fault is often shared')),
      1,
    )
  })
  expect(found.texts).toHaveLength(1)
  expect(found.texts[0]).toMatchObject({ step: END, outcome: 'nothing', share: found.other_text })
  expect(found.example!.answers['mva/fault']).toEqual({ at_fault: 'yes' })
})

test('a card that no longer names its partner’s buyer is shown to those whose details that buyer was sent, too', () => {
  const { texts, other_text, leads } = changeEnd((flow) => {
    for (const element of leaves(endOf(flow)))
      if (isA(element, 'partner_card') && element.title === 'Auto Accident Team') delete element.buyer
  })
  expect(texts.map(({ outcome, before, after }) => [outcome, before, after])).toEqual(
    ['accepted', 'waiting', 'rejected'].map((outcome) => [outcome, [], ['partner_card Auto Accident Team']]),
  )
  expect(other_text).toBe(texts[0]!.share)
  expect(leads).toEqual([])
})

test('reordering texts for different visitors, and adding a rule that always holds, change no end', () => {
  const found = changeEnd((flow) => {
    const cases = casesOf(flow)
    cases.unshift(...cases.splice(1, 1))
    const [card] = endOf(flow).slice(-1)
    Object.assign(card!, {
      display_rules: [
        { operator: 'or', conditions: [{ field: 'car_accident', condition: 'neq', arg: 'never' }] },
      ],
    })
  })
  expect([found.other_text, found.texts, found.example]).toEqual([0, [], null])
})

test('the page that an end leads to counts as part of its text', () => {
  const { texts, other_text } = changeEnd((flow) => {
    Object.assign(casesOf(flow)[0]!, {
      redirect: {
        link: 'https://partners.example/times?zip={{field:zip_code}}',
        text: 'Choose a time',
        buyer: 'auto_accident_team',
        personal: ['zip_code'],
      },
    })
  })
  expect(texts.map(({ outcome, before, after }) => [outcome, before, after])).toEqual(
    expect.arrayContaining([
      ['accepted', [], expect.arrayContaining(['leads to https://partners.example/times'])],
    ]),
  )
  expect(texts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(other_text, 9)
})
