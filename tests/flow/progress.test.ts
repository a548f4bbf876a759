import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { AnswerScript } from '../../schemas/author/script.ts'
import { formData, stepOf } from '../../src/author/simulate/script.ts'
import { complete } from '../../src/flow/answers/data.ts'
import { stepId } from '../../src/flow/elements/elements.ts'
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
  TODAY,
  when,
} from './flows.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url)

function read<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8')) as T
}

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

/** Progress at a step that comes after progress `come`, with that many more questions expected, and at least `fewest`. */
const at = (expected: number, come = 0, fewest = expected) => {
  const left = (1 + expected) * ((1 + fewest) / (1 + expected)) ** Math.sqrt(come)
  return come + (1 - 0.04 * Math.sqrt(1 + expected) - come) / left
}

test('every question counts about the same, hidden steps don’t count, and the thank-you page is the end', () => {
  const y = at(1)
  expect(seen(FOUR, yes('a/x', 'x'), yes('a/y', 'y'), yes('b/z', 'z'))).toEqual([0, y, at(0, y), 1])
  expect([y, at(0, y)]).toEqual([expect.closeTo(0.47, 2), expect.closeTo(0.96, 2)])
})

test('a question that rules may skip counts half, once it is known fully or not at all', () => {
  const wants = { display_rules: when('y', 'eq', 'yes') }
  const gated = course(
    flow({ a: [asks('x'), asks('y'), asks('z', wants), asks('w'), asks('v'), step('end', [THANKS])] }),
  )
  const y = at(2.5, 0, 2)
  expect(seen(gated, yes('a/x', 'x'), yes('a/y', 'y'))).toEqual([0, y, at(2, y)])
  expect(seen(gated, yes('a/x', 'x'), no('a/y', 'y'))).toEqual([0, y, at(1, y)])
})

test('questions ruled out by the answers don’t count, nor do those that depend on them', () => {
  const wants = (interest: string) => ({ display_rules: when('interests', 'eq', interest) })
  const interests = course(
    flow({
      start: [step('interests', [select('multi_select', 'interests', ['loans', 'jobs']), SUBMIT])],
      loans: [asks('kind', wants('loans')), asks('amount', { display_rules: when('kind', 'eq', 'yes') })],
      jobs: [asks('hours', wants('jobs')), asks('begin', { display_rules: when('hours', 'neq', null) })],
      end: [step('end', [THANKS])],
    }),
  )
  const picks = (...interest: string[]) => submit('start/interests', { interests: interest })
  const kind = at(0.5, 0, 0)
  expect(seen(interests, picks('loans'), yes('loans/kind', 'kind'))).toEqual([0, kind, at(0, kind)])
  const first = at(0.5 + 1 + 1, 0, 2)
  expect(seen(interests, picks('loans', 'jobs'), no('loans/kind', 'kind'))).toEqual([0, first, at(1, first)])
  expect(seen(interests, picks('jobs'), yes('jobs/hours', 'hours'))).toEqual([0, at(1), at(0, at(1))])
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
  expect(seen(dated, yes('a/x', 'x'))).toEqual([0, at(0.5, 0, 0)])
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
  const [z, w] = [at(1), at(0, at(1))]
  expect(far).toEqual([0, z, w, w, w, w])
})

describe.each(readdirSync(new URL('answers/', FIXTURES)))('%s', (file) => {
  const script = read<AnswerScript>(`answers/${file}`)
  const { site, today = TODAY, query = {}, opt_out } = script
  const only: Course = {
    flow: read<Flow>(`sites/${site}/flow.json`),
    origin: { today, query, ...(opt_out && { opt_out }) },
  }
  const far = [0]
  for (let [journey] = begin(only); journey.current && journey.progress < 1; far.push(journey.progress)) {
    const id = stepId(journey.current)
    const step = stepOf(only.flow, id)!
    const data = complete(only.flow, step, formData(only.flow, step, script.answers[id] ?? {}))
    ;[journey] = advance(only, journey, { type: 'submit', step: journey.current, data, timeOnStepMs: 1 })
  }
  const leaps = far.slice(1).map((come, index) => come - far[index]!)

  test('progress moves on with every answer, and at most by a third', () => {
    expect(far.at(-1)).toBe(1)
    expect(Math.min(...leaps)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...leaps.slice(0, -1))).toBeLessThan(0.35)
  })

  // Where nothing fits a visitor, the visit ends after three questions.
  if (far.length >= 5)
    test('its end is near at the last question', () => {
      expect(far.at(-2)).toBeGreaterThanOrEqual(0.85)
    })
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
  expect(Math.max(...leaps) / Math.min(...leaps)).toBeLessThan(2)
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
