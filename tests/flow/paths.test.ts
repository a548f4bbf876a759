import { expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow.ts'
import { paths, type Target } from '../../src/author/paths/paths.ts'
import { leastPaths } from '../../src/author/paths/bound.ts'
import { simulate } from '../../src/author/simulate/simulate.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { choices, flow, hidden, input, select, step, SUBMIT, THANKS, TODAY, when } from './flows.ts'

function pathsOf(some: Flow) {
  const solution = solve(some, TODAY)
  if (!solution) throw new Error('The flow is too entangled.')
  return paths(some, solution)
}

const told = ({ step, way, at }: Target) => `${step} ${at.slice(5).join('.')} ${way}`

/** Hurt? When yes, where; when in Texas, the county; then a hidden step that sends the lead of those in Texas. */
const CLAIM = flow({
  claim: [
    step('hurt', choices('hurt', 'yes', 'no')),
    step('where', [select('dropdown', 'state', ['NY', 'TX', 'FL']), SUBMIT], {
      display_rules: when('hurt', 'eq', 'yes'),
    }),
    step('county', [input('text', 'county'), SUBMIT], { display_rules: when('state', 'eq', 'TX') }),
    hidden('send', { execute_actions: [{ name: 'send_lead', rules: when('state', 'neq', 'TX') }] }),
    step('end', [THANKS]),
  ],
})

test('two visitors are enough where one rule follows from another, and the bound proves that one is not', () => {
  const found = pathsOf(CLAIM)
  expect(found.paths).toHaveLength(2)
  expect([found.impossible, found.missed]).toEqual([[], []])
  expect(found.paths.flatMap(({ shows }) => shows.map(told)).sort()).toEqual([
    'claim/county display_rules.0 fails',
    'claim/county display_rules.0 holds',
    'claim/send execute_actions.0.rules.0 fails',
    'claim/send execute_actions.0.rules.0 holds',
    'claim/where display_rules.0 fails',
    'claim/where display_rules.0 holds',
  ])
  expect(leastPaths(CLAIM, TODAY)).toBe(2)
})

test('three values of one field take three visitors, and the bound proves it', () => {
  const some = flow({
    claim: [
      step('where', [select('dropdown', 'state', ['NY', 'TX', 'FL']), SUBMIT]),
      step('ny', choices('a', 'x'), { display_rules: when('state', 'eq', 'NY') }),
      step('tx', choices('b', 'x'), { display_rules: when('state', 'eq', 'TX') }),
      step('fl', choices('c', 'x'), { display_rules: when('state', 'eq', 'FL') }),
      step('end', [THANKS]),
    ],
  })
  expect([pathsOf(some).paths.length, leastPaths(some, TODAY)]).toEqual([3, 3])
})

test('every visitor goes to the end of the flow, and the flow refuses nothing of what they enter', () => {
  for (const { script } of pathsOf(CLAIM).paths) {
    const { simulation, problems } = simulate(CLAIM, script, { today: TODAY, schemaErrors: () => [] })
    expect([problems, simulation.current]).toEqual([[], 'claim/end'])
  }
})

test('a way that no visitor can make a rule come out is told as impossible', () => {
  const some = flow({
    claim: [
      step('hurt', choices('hurt', 'yes', 'no')),
      step('never', choices('other', 'x'), {
        display_rules: [...when('hurt', 'eq', 'yes'), ...when('hurt', 'eq', 'no')],
      }),
      step('after', choices('more', 'x'), { display_rules: when('other', 'neq', null) }),
      step('end', [THANKS]),
    ],
  })
  const { impossible, missed } = pathsOf(some)
  expect([impossible.map(told), missed]).toEqual([['claim/after display_rules.0 holds'], []])
})

test('a flow without rules needs nobody', () => {
  const some = flow({ claim: [step('hurt', choices('hurt', 'yes')), step('end', [THANKS])] })
  expect(pathsOf(some)).toEqual({ paths: [], impossible: [], missed: [] })
})
