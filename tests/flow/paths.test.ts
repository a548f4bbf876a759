import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { Rule } from '../../schemas/kernel/rule.ts'
import type { AnswerScript } from '../../schemas/author/script.ts'
import { changesOf } from '../../src/author/paths/changes.ts'
import { endLine } from '../../src/author/simulate/endWords.ts'
import { actionLines, traceLine } from '../../src/author/simulate/trace.ts'
import { IN_FULL } from '../inFull.ts'
import { anyFlow } from './solve/anyFlow.ts'
import { paths, type StepChange, type Target } from '../../src/author/paths/paths.ts'
import { leastPaths } from '../../src/author/paths/bound.ts'
import { simulate } from '../../src/author/simulate/simulate.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { choices, flow, hidden, input, select, step, SUBMIT, THANKS, TODAY, when } from './flows.ts'

function pathsOf(some: Flow, withChanges = false) {
  const solution = solve(some, TODAY, { withEnds: withChanges })
  if (!solution) throw new Error('The flow is too entangled.')
  return paths(some, solution, { withChanges })
}

const told = ({ step, way, at }: Target) => `${step} ${at.slice(5).join('.')} ${way}`

/** Asks if the visitor was hurt and, if so, where; in Texas, for the county. Then a hidden step sends the lead of visitors in Texas. */
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

test('finds that two visitors are enough if one rule implies another, and proves that one isn’t', () => {
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

test('needs three visitors for three values of one field, and proves it', () => {
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

test('takes every visitor to the end of the flow, with valid answers only', () => {
  for (const { script } of pathsOf(CLAIM).paths) {
    const { simulation, problems } = simulate(CLAIM, script, { today: TODAY, schemaErrors: () => [] })
    expect([problems, simulation.current]).toEqual([[], 'claim/end'])
  }
})

test('reports an outcome of a rule that no visitor can reach as impossible', () => {
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

test('a flow without rules needs no visitor', () => {
  const some = flow({ claim: [step('hurt', choices('hurt', 'yes')), step('end', [THANKS])] })
  const unnoticed = { equal: [], undecided: [], missed: [] }
  expect(pathsOf(some)).toEqual({ paths: [], impossible: [], missed: [], unnoticed })
})

/** The flow with one of its rules changed. */
function changed(some: Flow, { at, instead }: StepChange): Flow {
  const begin = at.findLastIndex(
    (part, index) =>
      typeof part === 'number' && typeof at[index - 1] === 'string' && RULES.has(at[index - 1] as string),
  )
  const after = structuredClone(some)
  const path = at.slice(0, begin + 1)
  const list = path
    .slice(0, -1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key as string], after) as Rule[]
  const index = path.at(-1) as number
  const change = changesOf(list[index]!, path).find(
    (one) => one.instead === instead && JSON.stringify(one.at) === JSON.stringify(at),
  )
  list[index] = change!.rule
  return after
}
const RULES = new Set(['display_rules', 'rules'])

function play(some: Flow, script: AnswerScript) {
  return simulate(some, script, { today: TODAY, schemaErrors: () => [] })
}

/** Paths of a flow with their scripts, and the number of scripts that fail when a change is planted. */
function noticing(some: Flow) {
  const found = pathsOf(some, true)
  const scripts = found.paths.map(({ script }) => {
    const { trace, ends } = play(some, script).simulation
    return {
      ...script,
      trace: trace.map(traceLine),
      actions: trace.flatMap(actionLines),
      ends: ends.map(endLine),
    }
  })
  const fails = (change: StepChange) => {
    const planted = changed(some, change)
    return scripts.filter((script) => play(planted, script).problems.length > 0).length
  }
  return { ...found, scripts, fails }
}

test('a changed comparison fails the script that covers it, and one that no visitor meets needs no script', () => {
  const { paths, unnoticed, scripts, fails } = noticing(CLAIM)
  expect(scripts.map((script) => play(CLAIM, script).problems)).toEqual(scripts.map(() => []))
  const noticed = paths.flatMap(({ notices }) => notices)
  expect(noticed).toHaveLength(6)
  for (const change of noticed) expect([change, fails(change) > 0]).toEqual([change, true])
  expect(unnoticed).toEqual({ equal: [], undecided: [], missed: [] })
})

test('each value of a list, and the limit of a number, has a visitor who would notice it missing', () => {
  const some = flow({
    claim: [
      step('where', [select('dropdown', 'state', ['NY', 'TX', 'FL', 'CA']), SUBMIT]),
      step('how', [select('dropdown', 'age', ['17', '18', '19']), SUBMIT]),
      step('county', [input('text', 'county'), SUBMIT], {
        display_rules: [
          {
            operator: 'or',
            conditions: ['NY', 'TX', 'FL'].map((arg) => ({ field: 'state', condition: 'eq', arg })),
          },
          ...when('age', 'gte', 18),
        ],
      }),
      step('end', [THANKS]),
    ],
  })
  const { paths, unnoticed, fails } = noticing(some)
  const noticed = paths.flatMap(({ notices }) => notices)
  expect(noticed.map(({ condition, instead }) => `${condition.arg} ${instead}`).sort()).toEqual([
    '18 always',
    '18 gt',
    '18 never',
    'FL always',
    'FL never',
    'NY always',
    'NY never',
    'TX always',
    'TX never',
  ])
  expect(unnoticed).toEqual({ equal: [], undecided: [], missed: [] })
  for (const change of noticed) expect([change, fails(change) > 0]).toEqual([change, true])
})

test('reports a comparison without effect as met by no visitor', () => {
  const some = flow({
    claim: [
      step('hurt', choices('hurt', 'yes', 'no')),
      step('where', [input('text', 'place'), SUBMIT], {
        display_rules: [...when('hurt', 'eq', 'yes'), ...when('hurt', 'neq', 'no')],
      }),
      step('end', [THANKS]),
    ],
  })
  const { unnoticed, fails } = noticing(some)
  expect(unnoticed.equal.map(({ condition, instead }) => `${condition.condition} ${instead}`)).toEqual([
    'eq always',
    'neq always',
  ])
  for (const change of unnoticed.equal) expect(fails(change)).toBe(0)
})

/** Sends the lead of visitors who were hurt to one buyer, and shows an end that depends on the outcome and the answers. */
const ENDING = flow({
  claim: [
    step('hurt', choices('hurt', 'yes', 'no')),
    step('where', [select('dropdown', 'state', ['NY', 'TX', 'FL']), SUBMIT]),
    hidden('send', {
      execute_actions: [{ name: 'send_lead', buyers: ['smith'], rules: when('hurt', 'eq', 'yes') }],
    }),
    step('end', [
      {
        element: {
          type: 'container',
          widget: 'result',
          cases: [
            { html: 'They call.', display_rules: when('lead.outcome', 'eq', 'accepted') },
            {
              html: 'Ask in Texas.',
              display_rules: [...when('lead.outcome', 'eq', 'declined'), ...when('state', 'eq', 'TX')],
            },
            { html: 'Same words.', display_rules: when('state', 'eq', 'NY') },
            { html: 'Same words.' },
          ],
        },
      },
      {
        element: {
          type: 'container',
          widget: 'html',
          html: 'Nothing was sent.',
          display_rules: when('buyer.smith', 'eq', 'declined'),
        },
      },
    ]),
  ],
})
ENDING.ui_config.buyers = { smith: { name: 'Smith Law', required_fields: [] } }

test('scripts include what an end shows, and each change that a visitor would see fails one', () => {
  const { paths, impossible, missed, unnoticed, scripts, fails } = noticing(ENDING)
  expect(scripts.map((script) => play(ENDING, script).problems)).toEqual(scripts.map(() => []))
  expect([impossible, missed, unnoticed.undecided]).toEqual([[], [], []])
  const ofEnd = ({ step }: StepChange) => step === 'claim/end'
  const noticed = paths.flatMap(({ notices }) => notices).filter(ofEnd)
  expect(
    noticed.map(({ condition: { field, arg }, instead }) => `${field} ${arg} ${instead}`).sort(),
  ).toEqual([
    'buyer.smith declined always',
    'buyer.smith declined never',
    'lead.outcome accepted always',
    'lead.outcome accepted never',
    'lead.outcome declined always',
    'lead.outcome declined never',
    'state TX always',
    'state TX never',
  ])
  for (const change of noticed) expect([change, fails(change) > 0]).toEqual([change, true])
  const same = [...unnoticed.equal, ...unnoticed.missed].filter(ofEnd)
  expect(same.map(({ condition: { arg }, instead }) => `${arg} ${instead}`)).toEqual([
    'NY always',
    'NY never',
  ])
  for (const change of same) expect(fails(change)).toBe(0)
})

test('names the line of an end that differs from a script’s', () => {
  const [script] = noticing(ENDING).scripts
  const { ends } = script!
  const [first = '', ...more] = ends
  const said = (expected: string[]) =>
    play(ENDING, { ...script!, ends: expected }).problems.map(({ code, at, message }) => [code, at, message])
  expect(said(ends)).toEqual([])
  expect(said([first.replace(/: .*/, ': Bye.'), ...more])).toEqual([
    [
      'ends_differs',
      ['ends', 0],
      `The end shows "${first}" instead of "${first.replace(/: .*/, ': Bye.')}".`,
    ],
  ])
  expect(said([...ends, 'kept: Bye.'])).toEqual([
    ['ends_differs', ['ends', ends.length], 'The end doesn’t show "kept: Bye.".'],
  ])
})

test('scripts of any flow catch every change that matters', () => {
  fc.assert(
    fc.property(anyFlow({ dated: false }), (some) => {
      const { paths, unnoticed, scripts, fails } = noticing(some)
      // Another question of the step may refuse an answer that the solver takes.
      if (scripts.some((script) => play(some, script).problems.length > 0)) return
      for (const change of paths.flatMap(({ notices }) => notices))
        expect([change, fails(change) > 0]).toEqual([change, true])
      for (const change of unnoticed.equal) expect([change, fails(change)]).toEqual([change, 0])
      expect(unnoticed.undecided).toEqual([])
    }),
    { numRuns: IN_FULL ? 300 : 40 },
  )
})
