import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import type { AnswerScript } from '../../schemas/author/script.ts'
import { complete } from '../../src/flow/answers/data.ts'
import type { Answers } from '../../src/flow/answers/stepData.ts'
import { findStep, stepId } from '../../src/flow/elements/elements.ts'
import { advance, begin, type Effect } from '../../src/flow/journey.ts'
import type { Course } from '../../src/flow/walk.ts'
import { judge, recordedAnswers, standingOf, type Submission } from '../../src/flow/judge.ts'
import { formData, stepOf } from '../../src/author/simulate/script.ts'
import { simulate } from '../../src/author/simulate/simulate.ts'
import { traceLine } from '../../src/author/simulate/trace.ts'
import { walk } from '../../src/flow/walk.ts'
import { TODAY } from './flows.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url)

function read<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8')) as T
}

describe.each(readdirSync(new URL('answers/', FIXTURES)))('%s', (file) => {
  const script = read<AnswerScript>(`answers/${file}`)
  const { site, today = TODAY, query = {}, opt_out, trace = [] } = script
  const course: Course = {
    flow: read<Flow>(`sites/${site}/flow.json`),
    origin: { today, query, ...(opt_out && { opt_out }) },
  }
  const answers: Answers = Object.fromEntries(
    Object.entries(script.answers).map(([id, values]) => {
      const step = stepOf(course.flow, id)!
      return [id, complete(course.flow, step, formData(course.flow, step, values))]
    }),
  )

  test('a simulated visitor with these answers creates its trace, and nothing is refused', () => {
    const { simulation, problems } = simulate(course.flow, script, { today: TODAY, schemaErrors: () => [] })
    expect(problems).toEqual([])
    expect(simulation.trace.map(traceLine)).toEqual(trace)
  })

  test('its trace matches the walk', () => {
    const { trail } = walk(course.flow, course.origin, answers)
    expect(trail.map((stop) => `${stepId(stop)} ${stop.kind}`)).toEqual(trace)
  })

  test('the journey sends every step but the last, and each is accepted', () => {
    let [journey, effects] = begin(course)
    while (journey.current && answers[stepId(journey.current)]) {
      const data = answers[stepId(journey.current)]!
      const [next, more] = advance(course, journey, {
        type: 'submit',
        step: journey.current,
        data,
        timeOnStepMs: 1,
      })
      journey = next
      effects = [...effects, ...more]
    }
    const told = effects.filter((effect) => effect.type === 'step')
    const passed = trace.filter((line) => !line.endsWith(' skipped'))
    expect(told.map(({ step }) => stepId(step))).toEqual(
      passed.slice(0, -1).map((line) => line.split(' ')[0]),
    )
    expect(journey.current && stepId(journey.current)).toBe(passed.at(-1)?.split(' ')[0])
    expect(journey.progress).toBe(1)

    const submissions = told.map(submission)
    const verdicts = told.map((_, n) =>
      judge(course, standingOf(course, submissions.slice(0, n)), submissions[n]!),
    )
    expect(verdicts).toEqual(
      told.map(({ execute_actions: actions }, n) => ({
        ok: true,
        step: findStep(course.flow, submissions[n]!),
        data: expect.anything(),
        actions: actions.map((name) => expect.objectContaining({ name })),
        after: standingOf(course, submissions.slice(0, n + 1)),
      })),
    )
    expect(recordedAnswers(course.flow, course.origin, submissions)).toEqual(journey.answers)
  })
})

function submission({ step, answers }: Extract<Effect, { type: 'step' }>): Submission {
  return { ...step, answers }
}
