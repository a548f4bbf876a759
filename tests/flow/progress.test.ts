import { expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow.ts'
import { advance, begin, type Course, type JourneyEvent } from '../../src/flow/journey.ts'
import { isLastQuestion } from '../../src/flow/progress.ts'
import { walk } from '../../src/flow/walk.ts'
import {
  choices,
  flow,
  hidden,
  input,
  origin,
  play,
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

/** How far the visitor has come, at the beginning and after each event. */
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

test('each step shown is worth the same, hidden ones nothing; the thank-you page is the end', () => {
  expect(seen(FOUR, yes('a/x', 'x'), yes('a/y', 'y'), yes('b/z', 'z'))).toEqual([0, 1 / 4, 2 / 4, 1])
})

test('a step that is skipped brings the end nearer', () => {
  const gated = course(
    flow({
      a: [asks('x'), asks('y', { display_rules: when('x', 'eq', 'yes') }), asks('z'), step('end', [THANKS])],
    }),
  )
  expect(seen(gated, yes('a/x', 'x'))).toEqual([0, 1 / 4])
  expect(seen(gated, no('a/x', 'x'), yes('a/z', 'z'))).toEqual([0, 1 / 3, 1])
})

test('it never goes back: neither with the visitor, nor when more steps come into the way', () => {
  const longer = course(
    flow({
      a: [asks('x'), asks('y', { display_rules: when('x', 'eq', 'yes') }), asks('z'), asks('w')],
      b: [step('end', [THANKS])],
    }),
  )
  const far = seen(longer, no('a/x', 'x'), yes('a/z', 'z'), show('a/x'), yes('a/x', 'x'), yes('a/y', 'y'))
  expect(far).toEqual([0, 1 / 4, 2 / 4, 2 / 4, 2 / 4, 2 / 4])
})

test('offers before the one that is forced do not count', () => {
  const forced = { ...FOUR, origin: origin({ 'force-start-offer': 'b' }) }
  expect(seen(forced, yes('b/z', 'z'))).toEqual([0, 1])
})

test('where the flow ends without a thank-you page, it is 1 when the last answer is given', () => {
  expect(seen(course(flow({ a: [asks('x')] })), yes('a/x', 'x'))).toEqual([0, 1])
  expect(play(course(flow({})))[0].progress).toBe(1)
})

test.each([
  ['a thank-you page', true, [THANKS]],
  ['nothing at all', true, []],
  ['choices', false, choices('y', 'yes')],
  ['an input', false, [input('text', 'y')]],
  ['a button alone', false, [THANKS, SUBMIT]],
])('before a step of %s it is the last question: %s', (_, expected, parts) => {
  const only = course(flow({ a: [asks('x'), hidden('h'), step('y', parts)] }))
  const { current } = walk(only.flow, only.origin, {})
  expect(isLastQuestion(only, current!, current!.step)).toBe(expected)
})

test('a step that asks for nothing is no question, and one that rules may skip may still come', () => {
  const end = course(flow({ a: [step('end', [THANKS])] }))
  const { current } = walk(end.flow, end.origin, {})
  expect(isLastQuestion(end, current!, current!.step)).toBe(false)
  const maybe = course(flow({ a: [asks('x')], b: [asks('y', { display_rules: when('x', 'eq', 'yes') })] }))
  const first = walk(maybe.flow, maybe.origin, {}).current!
  expect(isLastQuestion(maybe, first, first.step)).toBe(false)
})
