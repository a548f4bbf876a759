import { expect, test } from 'vitest'
import type { Case, Element } from '../../schemas/elements/element.ts'
import type { Step } from '../../schemas/flow/flow.ts'
import { FATES, type Fate } from '../../src/flow/outcome.ts'
import { isShown, resultBuyers, resultFields, shownCase, showsOutcome } from '../../src/flow/results.ts'
import { readFlow } from '../journeys/walking.ts'

/** Tests of what an end shows, depending on the outcome of the lead. */

const flow = readFlow('class-action-finder')
const [ONE, OTHER] = ['auto_accident_team', 'work_injury_team']
const known = (...fates: [string, Fate][]) => resultFields(flow, new Map(fates))
const when = (field: string, arg: string): Pick<Case, 'display_rules'> => ({
  display_rules: [{ operator: 'and', conditions: [{ field, condition: 'eq', arg }] }],
})
const card: Element = { type: 'container', widget: 'link_out', text: 'Go', link: 'https://partners.example/' }

test.each<[Fate, string]>([
  ['accepted', 'accepted'],
  ['due', 'waiting'],
  ['sending', 'waiting'],
  ['waiting', 'waiting'],
  ['dead', 'rejected'],
  ['rejected', 'rejected'],
  ['kept', 'kept'],
  ['unfit', 'unfit'],
  ['declined', 'declined'],
])('a lead that is %s counts as %s, for its buyer and overall', (fate, result) => {
  expect(known([ONE, fate])).toMatchObject({
    'lead.outcome': result,
    [`buyer.${ONE}`]: result,
    [`buyer.${OTHER}`]: 'nothing',
  })
})

test('every outcome is ranked', () => {
  expect(FATES.map((fate) => known([ONE, fate])['lead.outcome']).every(Boolean)).toBe(true)
})

test('there is no outcome if no lead was due', () => {
  expect(known()['lead.outcome']).toBe('nothing')
})

test('the outcome is the best among several buyers, and each has its own', () => {
  const fields = known([ONE, 'accepted'], [OTHER, 'rejected'])
  expect(fields['lead.outcome']).toBe('accepted')
  expect(fields[`buyer.${OTHER}`]).toBe('rejected')
  expect(resultBuyers(flow, fields)).toEqual(['Auto Accident Team'])
})

test('names all buyers with that outcome', () => {
  const fields = known([ONE, 'due'], [OTHER, 'waiting'])
  expect(resultBuyers(flow, fields)).toEqual(['Auto Accident Team', 'Work Injury Team'])
})

test('shows the first case whose rules hold, else one without rules, else none', () => {
  const cases = [when('lead.outcome', 'accepted'), when('injured', 'yes')]
  const hurt = { injured: 'yes' }
  expect(shownCase(cases, { ...hurt, ...known([ONE, 'accepted']) })).toBe(0)
  expect(shownCase(cases, { ...hurt, ...known([ONE, 'rejected']) })).toBe(1)
  expect(shownCase(cases, known([ONE, 'rejected']))).toBe(-1)
  expect(shownCase([...cases, {}], known([ONE, 'rejected']))).toBe(2)
})

test('shows a card if its rules hold, also by the outcome at one buyer, and always without rules', () => {
  const ruled = { ...card, ...when(`buyer.${OTHER}`, 'rejected') }
  expect(isShown(ruled, known([OTHER, 'rejected']))).toBe(true)
  expect(isShown(ruled, known([OTHER, 'accepted']))).toBe(false)
  expect(isShown(card, known())).toBe(true)
})

test.each<[string, Element, boolean]>([
  ['an outcome', { type: 'container', widget: 'outcome' }, true],
  [
    'a result by outcome',
    {
      type: 'container',
      widget: 'result',
      cases: [{ html: 'Hi' }, { html: 'Ho', ...when('lead.outcome', 'kept') }],
    },
    true,
  ],
  [
    'a result by answers',
    { type: 'container', widget: 'result', cases: [{ html: 'Hi', ...when('injured', 'yes') }] },
    false,
  ],
  ['a card by outcome', { ...card, ...when(`buyer.${ONE}`, 'kept') }, true],
  ['a card', card, false],
])('%s makes the page ask for the outcome, or not', (_, element, asks) => {
  const step: Step = { name: 'end', title: 'End', questions: [element] }
  expect(showsOutcome(step)).toBe(asks)
})
