import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow.ts'
import type { Answers, StepData } from '../../src/flow/data.ts'
import { findStep, inputs, isComposite, stepId } from '../../src/flow/elements.ts'
import { advance, begin, type Course, type Effect } from '../../src/flow/journey.ts'
import { judge, recordedAnswers, standingOf, type Submission } from '../../src/flow/judge.ts'
import { inputFields } from '../../src/flow/validations.ts'
import { walk } from '../../src/flow/walk.ts'
import { ref } from './flows.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url)

/** A visitor's answers to a whole flow, by step and field, and the trace that the rules must give. */
interface Script {
  site: string
  today: string
  query: Record<string, string>
  answers: Record<string, Record<string, string | string[]>>
  trace: string[]
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8')) as T
}

describe.each(readdirSync(new URL('answers/', FIXTURES)))('%s', (file) => {
  const { site, today, query, answers: fields, trace } = read<Script>(`answers/${file}`)
  const course: Course = { flow: read<Flow>(`sites/${site}/flow.json`), origin: { today, query } }
  const answers: Answers = Object.fromEntries(
    Object.entries(fields).map(([id, values]) => [id, formData(course.flow, id, values)]),
  )

  test('the walk is its trace', () => {
    const { trail } = walk(course.flow, course.origin, answers)
    expect(trail.map((stop) => `${stepId(stop)} ${stop.kind}`)).toEqual(trace)
  })

  test('the journey tells every step of it but the last, and each is accepted', () => {
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
        data: expect.anything(),
        actions,
        after: standingOf(course, submissions.slice(0, n + 1)),
      })),
    )
    expect(recordedAnswers(course.flow, course.origin, submissions)).toEqual(journey.answers)
  })
})

function submission({ step, answers }: Extract<Effect, { type: 'step' }>): Submission {
  return { ...step, answers }
}

/** What the step's form holds: the parts of a vehicle or an injury date stand together under their question's key. */
function formData(flow: Flow, id: string, values: Script['answers'][string]): StepData {
  const step = findStep(flow, ref(id))
  if (!step) throw new Error(`The flow has no step ${id}.`)
  const data: Record<string, StepData[string]> = { ...values }
  for (const element of inputs(step).filter(isComposite)) {
    const parts = inputFields(flow, element).map(({ field }) => [field, values[field]] as const)
    for (const [field] of parts) delete data[field]
    data[element.question_key] = Object.fromEntries(
      parts.flatMap(([field, value]) => (value ? [[field, value]] : [])),
    )
  }
  return data
}
