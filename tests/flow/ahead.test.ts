import { expect, test } from 'vitest'
import { ahead } from '../../src/flow/ahead.ts'
import { stepId } from '../../src/flow/elements/elements.ts'
import type { Course } from '../../src/flow/walk.ts'
import type { StepData } from '../../src/flow/answers/stepData.ts'
import { choices, flow, input, origin, play, step, submit, SUBMIT, THANKS, when } from './flows.ts'

/** Asks people who were hurt where the accident happened, and those who answer that it was at work for their employer. */
const COURSE: Course = {
  origin: origin(),
  flow: flow({
    claim: [
      step('hurt', choices('hurt', 'yes', 'badly', 'no')),
      step('where', [input('text', 'place'), SUBMIT], { display_rules: when('hurt', 'neq', 'no') }),
      step('employer', [input('text', 'employer'), SUBMIT], { display_rules: when('place', 'eq', 'work') }),
    ],
    thanks: [step('end', [THANKS])],
  }),
}

function next(held: StepData, ...events: Parameters<typeof play>[1][]): string[] {
  const [journey] = play(COURSE, ...events)
  return ahead(COURSE, journey, held).map(({ current }) => stepId(current!))
}

test('a step of choices is followed by the steps they lead to, each once', () => {
  expect(next({})).toEqual(['claim/where', 'thanks/end'])
})

test('a form is followed by the step that its current values lead to', () => {
  const hurt = submit('claim/hurt', { hurt: 'yes' })
  expect(next({}, hurt)).toEqual(['thanks/end'])
  expect(next({ place: 'work' }, hurt)).toEqual(['claim/employer'])
})

test('a step that asks nothing is followed by none', () => {
  expect(next({}, submit('claim/hurt', { hurt: 'no' }))).toEqual([])
})
