import { expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import { advance, begin, type JourneyEvent } from '../../src/flow/journey.ts'
import type { Course } from '../../src/flow/walk.ts'
import { isLastQuestion } from '../../src/flow/progress.ts'
import { walk } from '../../src/flow/walk.ts'
import {
  choices,
  composite,
  flow,
  hidden,
  input,
  origin,
  play,
  select,
  show,
  step,
  submit,
  SUBMIT,
  THANKS,
  when,
} from './flows.ts'

const asks = (name: string, rules = {}) => step(name, choices(name, 'yes', 'no'), rules)
const yes = (id: string, name: string) => submit(id, { [name]: 'yes' })
const no = (id: string, name: string) => submit(id, { [name]: 'no' })
const course = (only: Flow): Course => ({ flow: only, origin: origin() })

/** Progress at the beginning and after each event. */
function seen(only: Course, ...events: JourneyEvent[]): number[] {
  let [journey] = begin(only)
  return [
    journey.progress,
    ...events.map((event) => {
      ;[journey] = advance(only, journey, event)
      return journey.progress
    }),
  ]
}

const FOUR = course(flow({ a: [asks('x'), asks('y'), hidden('h')], b: [asks('z'), step('end', [THANKS])] }))

test('every visible step counts the same, hidden ones don’t count, and the thank-you page is the end', () => {
  expect(seen(FOUR, yes('a/x', 'x'), yes('a/y', 'y'), yes('b/z', 'z'))).toEqual([0, 1 / 4, 2 / 4, 1])
})

/** Progress after a step, with `expected` more steps to come. */
const after = (expected: number, come = 0) => come + (1 - come) / (1 + expected)

test('a step that rules may skip counts half', () => {
  const gated = course(
    flow({
      a: [asks('x'), asks('y', { display_rules: when('x', 'eq', 'yes') }), asks('z'), step('end', [THANKS])],
    }),
  )
  expect(seen(gated, yes('a/x', 'x'))).toEqual([0, after(2.5)])
  expect(seen(gated, no('a/x', 'x'), yes('a/z', 'z'))).toEqual([0, after(2.5), 1])
})

test('steps ruled out by the answers don’t count, nor do those that depend on them', () => {
  const wants = (interest: string) => ({ display_rules: when('interests', 'eq', interest) })
  const interests = course(
    flow({
      start: [step('interests', [select('multi_select', 'interests', ['loans', 'jobs']), SUBMIT])],
      loans: [asks('kind', wants('loans')), asks('amount', { display_rules: when('kind', 'eq', 'yes') })],
      jobs: [asks('hours', wants('jobs')), asks('begin', { display_rules: when('hours', 'neq', null) })],
      end: [step('end', [THANKS])],
    }),
  )
  // One half and a quarter for the loans' steps, two halves for the jobs', and the end.
  const first = after(0.5 + 0.25 + 0.5 + 0.5 + 1)
  const picks = (...interest: string[]) => submit('start/interests', { interests: interest })
  expect(seen(interests, picks('loans'), yes('loans/kind', 'kind'))).toEqual([0, first, after(1.5, first)])
  expect(seen(interests, picks('loans', 'jobs'), no('loans/kind', 'kind'))).toEqual([
    0,
    first,
    after(0.5 + 1 + 1 + 1, first),
  ])
  expect(seen(interests, picks('jobs'), yes('jobs/hours', 'hours'))).toEqual([0, first, after(2, first)])
})

test('a rule on a computed field is open while its source fields are', () => {
  const hurt = { display_rules: when('recent', 'eq', '< 1 year ago') }
  const dated = course(
    flow(
      {
        a: [
          asks('x'),
          step('when', [composite('injury_date', 'hurt'), SUBMIT], { display_rules: when('x', 'eq', 'yes') }),
          asks('doctor', hurt),
          step('end', [THANKS]),
        ],
      },
      { ui: { fields: { recent: { compute: 'incident_occurred', from: ['hurt_year', 'hurt_month'] } } } },
    ),
  )
  expect(seen(dated, yes('a/x', 'x'))).toEqual([0, after(0.5 + 0.25 + 1)])
  expect(seen(dated, no('a/x', 'x'))).toEqual([0, 1])
})

test('never decreases, not even if the visitor goes back or more steps are added', () => {
  const longer = course(
    flow({
      a: [asks('x'), asks('y', { display_rules: when('x', 'eq', 'yes') }), asks('z'), asks('w')],
      b: [step('end', [THANKS])],
    }),
  )
  const far = seen(longer, no('a/x', 'x'), yes('a/z', 'z'), show('a/x'), yes('a/x', 'x'), yes('a/y', 'y'))
  const [x, z] = [after(3.5), after(2, after(3.5))]
  expect(far).toEqual([0, x, z, z, z, after(3, z)])
})

test('neither jumps nor stalls, even if rules can still double the steps', () => {
  const wants = { display_rules: when('wants', 'eq', 'yes') }
  const extra = Array.from({ length: 20 }, (_, index) => asks(`extra${index}`, wants))
  const own = Array.from({ length: 20 }, (_, index) => asks(`own${index}`))
  const long = course(
    flow({ a: [...own.slice(0, 16), asks('wants'), ...extra], b: [...own.slice(16), step('end', [THANKS])] }),
  )
  const far = seen(long, ...own.slice(0, 16).map((_, index) => yes(`a/own${index}`, `own${index}`)))
  expect(far.at(-1)).toBeGreaterThanOrEqual(0.5)
  const leaps = far.slice(1).map((come, index) => come - far[index]!)
  expect(Math.max(...leaps) / Math.min(...leaps)).toBeLessThan(1.5)
})

test('offers before the forced one don’t count', () => {
  const forced = { ...FOUR, origin: origin({ 'force-start-offer': 'b' }) }
  expect(seen(forced, yes('b/z', 'z'))).toEqual([0, 1])
})

test('is 1 at the last answer if the flow ends without a thank-you page', () => {
  expect(seen(course(flow({ a: [asks('x')] })), yes('a/x', 'x'))).toEqual([0, 1])
  expect(play(course(flow({})))[0].progress).toBe(1)
})

test.each([
  ['a thank-you page', true, [THANKS]],
  ['nothing at all', true, []],
  ['choices', false, choices('y', 'yes')],
  ['an input', false, [input('text', 'y')]],
  ['a button alone', false, [THANKS, SUBMIT]],
])('before a step of %s, it’s the last question: %s', (_, expected, parts) => {
  const only = course(flow({ a: [asks('x'), hidden('h'), step('y', parts)] }))
  const { current } = walk(only.flow, only.origin, {})
  expect(isLastQuestion(only, current!)).toBe(expected)
})

test('a step that asks nothing isn’t a question, and a step counts as possible unless rules must skip it', () => {
  const end = course(flow({ a: [step('end', [THANKS])] }))
  const { current } = walk(end.flow, end.origin, {})
  expect(isLastQuestion(end, current!)).toBe(false)
  const maybe = course(flow({ a: [asks('x')], b: [asks('y', { display_rules: when('x', 'eq', 'yes') })] }))
  const first = walk(maybe.flow, maybe.origin, {}).current!
  expect(isLastQuestion(maybe, first)).toBe(false)
  const never = course(flow({ a: [asks('x')], b: [asks('y', { display_rules: when('z', 'eq', 'yes') })] }))
  expect(isLastQuestion(never, walk(never.flow, never.origin, {}).current!)).toBe(true)
})
