import { describe, expect, test } from 'vitest'
import type { AnswerRecord } from '../../schemas/visitor/answer.ts'
import { findStep } from '../../src/flow/elements/elements.ts'
import { begin, type Effect, type JourneyEvent } from '../../src/flow/journey.ts'
import type { Course } from '../../src/flow/walk.ts'
import { judge, recordedAnswers, standingOf, type Submission } from '../../src/flow/judge.ts'
import {
  choices,
  consent,
  flow,
  hidden,
  input,
  origin,
  play,
  ref,
  select,
  show,
  step,
  submit,
  SUBMIT,
  THANKS,
  when,
} from './flows.ts'

const SEND = { execute_actions: [{ name: 'send_lead' as const, rules: when('phone', 'neq', null) }] }

/** Asks if the visitor was hurt and, if so, where and what. Then come a phone number with its consent, and the lead is sent. */
const COURSE: Course = {
  origin: origin(),
  flow: flow({
    claim: [
      step('hurt', choices('hurt', 'yes', 'no')),
      step(
        'where',
        [select('dropdown', 'state', ['NY', 'TX']), select('multi_select', 'part', ['neck', 'back']), SUBMIT],
        {
          display_rules: when('hurt', 'eq', 'yes'),
        },
      ),
      step(
        'phone',
        [input('text', 'phone', ['required', 'phone']), consent('tcpa', 'I agree to be called.'), SUBMIT],
        SEND,
      ),
      hidden('send', { display_rules: when('phone', 'neq', null), execute_actions: [{ name: 'send_lead' }] }),
      step('end', [THANKS]),
    ],
  }),
}
const HURT = sub('claim/hurt', 'hurt a0 yes')
const NOT_HURT = sub('claim/hurt', 'hurt a1 no')
const WHERE = sub('claim/where', 'state value.1 TX', 'part value.0 neck')
const PHONE = sub('claim/phone', 'phone value 5125552368', 'tcpa value I agree to be called.')
const SENT = sub('claim/send')

/** A submission, its records in the words `question answer_key raw data`. */
function sub(id: string, ...records: string[]): Submission {
  return { ...ref(id), answers: records.map(record) }
}

function record(line: string): AnswerRecord {
  const [question_key = '', answer_key = '', ...raw] = line.split(' ')
  return { question_key, answer_key, raw_data: raw.join(' ') }
}

function verdict(submission: Submission, ...recorded: Submission[]) {
  return judge(COURSE, standingOf(COURSE, recorded), submission)
}

/** Steps of a journey's effects, as they are recorded. */
function submissions(effects: Effect[]): Submission[] {
  return effects.flatMap((effect) =>
    effect.type === 'step' ? [{ ...effect.step, answers: effect.answers }] : [],
  )
}

describe('accepts what the flow asked, with its data and due actions', () => {
  test.each<[string, Submission, Submission[], object]>([
    ['the first step', HURT, [], { data: { hurt: 'yes' }, actions: [] }],
    ['the next one', WHERE, [HURT], { data: { state: 'TX', part: ['neck'] }, actions: [] }],
    [
      'one behind a step that is skipped',
      PHONE,
      [NOT_HURT],
      {
        data: { phone: '5125552368', tcpa: 'I agree to be called.' },
        actions: [expect.objectContaining({ name: 'send_lead' })],
      },
    ],
    [
      'a hidden step',
      SENT,
      [NOT_HURT, PHONE],
      { data: {}, actions: [expect.objectContaining({ name: 'send_lead' })] },
    ],
    [
      'a step behind a hidden one that was not told',
      sub('claim/end'),
      [NOT_HURT, PHONE],
      { data: {}, actions: [] },
    ],
    [
      'a step answered before, with another answer',
      NOT_HURT,
      [HURT, WHERE],
      { data: { hurt: 'no' }, actions: [] },
    ],
  ])('%s', (_, submission, recorded, expected) => {
    const after = standingOf(COURSE, [...recorded, submission])
    const step = findStep(COURSE.flow, submission)
    expect(verdict(submission, ...recorded)).toEqual({ ok: true, step, ...expected, after })
  })
})

describe('refuses what the flow wouldn’t have asked, with the reason', () => {
  test.each<[string, Submission, Submission[], string]>([
    ['a step that there is not', sub('claim/gone'), [], "The flow has no step 'claim/gone'."],
    ['an offer that there is not', sub('gone/hurt'), [], "The flow has no step 'gone/hurt'."],
    [
      'an offer named like what every object inherits',
      sub('constructor/hurt'),
      [],
      "The flow has no step 'constructor/hurt'.",
    ],
    [
      'a step that comes too soon',
      PHONE,
      [HURT],
      "The step 'claim/phone' can't be reached yet. An earlier step has no answer.",
    ],
    [
      'a hidden step that comes too soon',
      SENT,
      [HURT],
      "The step 'claim/send' can't be reached yet. An earlier step has no answer.",
    ],
    ['a step that is skipped', WHERE, [NOT_HURT], "The step 'claim/where' isn't shown to this visitor."],
    [
      'a step that is skipped by now',
      WHERE,
      [HURT, WHERE, NOT_HURT],
      "The step 'claim/where' isn't shown to this visitor.",
    ],
    [
      'an answer of another step',
      sub('claim/hurt', 'phone value 1'),
      [],
      "The answer 'phone/value' was refused: the step doesn't ask for it.",
    ],
    [
      'an answer to a hidden step',
      sub('claim/send', 'phone value 1'),
      [NOT_HURT, PHONE],
      "The answer 'phone/value' was refused: the step doesn't ask for it.",
    ],
    [
      'an option that there is not',
      sub('claim/where', 'state value.2 NJ'),
      [HURT],
      "The answer 'state/value.2' was refused: there is no such option.",
    ],
    [
      'both answers of a choice',
      sub('claim/hurt', 'hurt a0 yes', 'hurt a1 no'),
      [],
      "The answer 'hurt/a1' was refused: it is answered twice.",
    ],
    [
      'a consent in other words',
      sub('claim/phone', 'phone value 5125552368', 'tcpa value I agree'),
      [NOT_HURT],
      "The answer 'tcpa/value' was refused: the value isn't the one the flow sets.",
    ],
  ])('%s', (_, submission, recorded, reason) => {
    expect(verdict(submission, ...recorded)).toEqual({ ok: false, reason, errors: [] })
  })
})

describe('names missing and invalid answers by field', () => {
  test.each<[string, Submission, Submission[], Record<string, string>]>([
    [
      'all missing',
      sub('claim/where'),
      [HURT],
      { state: 'state? is required', part: 'One option is required' },
    ],
    ['one missing', sub('claim/where', 'state value.0 NY'), [HURT], { part: 'One option is required' }],
    [
      'not valid',
      sub('claim/phone', 'phone value 555', 'tcpa value I agree to be called.'),
      [NOT_HURT],
      { phone: 'phone? must contain a valid phone number' },
    ],
    [
      'without the consent that was shown',
      sub('claim/phone', 'phone value 5125552368'),
      [NOT_HURT],
      { tcpa: 'The consent text that was shown is missing.' },
    ],
  ])('%s', (_, submission, recorded, errors) => {
    expect(verdict(submission, ...recorded)).toEqual({
      ok: false,
      reason: 'Answers are missing or invalid.',
      errors: Object.entries(errors).map(([field, message]) => ({ field, message })),
    })
  })
})

describe('records mean the same as the journey’s data', () => {
  const [yes, no] = [submit('claim/hurt', { hurt: 'yes' }), submit('claim/hurt', { hurt: 'no' })]
  const where = submit('claim/where', { state: 'TX', part: ['neck', 'back'] })
  const phone = submit('claim/phone', { phone: '5125552368' })

  test.each<[string, JourneyEvent[]]>([
    ['nothing', []],
    ['half the way', [yes, where]],
    ['the whole way', [yes, where, phone]],
    ['an answer changed', [yes, where, show('claim/hurt'), no, phone]],
    [
      'an answer changed and changed back: what was dropped is asked again',
      [yes, where, show('claim/hurt'), no, show('claim/hurt'), yes],
    ],
  ])('%s', (_, events) => {
    const [journey, effects] = play(COURSE, ...events)
    const answers = recordedAnswers(COURSE.flow, COURSE.origin, submissions(effects))
    expect(answers).toEqual(journey.answers)
    expect(begin(COURSE, answers)).toEqual([{ ...journey, progress: expect.any(Number) }, []])
  })

  test('ignores steps that the flow doesn’t have, or couldn’t have asked', () => {
    const recorded = [sub('claim/gone'), sub('claim/hurt', 'hurt a0 no')]
    expect(recordedAnswers(COURSE.flow, COURSE.origin, recorded)).toEqual({})
  })
})
