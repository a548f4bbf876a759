import { describe, expect, test } from 'vitest'
import type { Filled } from '../../src/flow/filled.ts'
import { advance, begin, previousStep } from '../../src/flow/journey.ts'
import type { Course } from '../../src/flow/walk.ts'
import {
  CLICK,
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
  told,
  when,
  type Part,
} from './flows.ts'

/** Asks if the visitor was hurt and, if so, where. The lead is sent on the way to the second offer, which asks for an email. */
const COURSE: Course = {
  origin: origin(),
  flow: flow(
    {
      claim: [
        step('hurt', choices('hurt', 'yes', 'no')),
        step('where', [select('dropdown', 'state', ['NY', 'TX']), SUBMIT], {
          display_rules: when('hurt', 'eq', 'yes'),
        }),
        hidden('send', {
          display_rules: when('hurt', 'eq', 'yes'),
          execute_actions: [{ name: 'send_lead' }],
        }),
      ],
      debt: [step('mail', [input('text', 'email'), SUBMIT]), step('debt', choices('debt', 'yes', 'no'))],
      thanks: [step('end', [THANKS])],
    },
    { ui: { basic_fields: ['hurt', 'email'] }, offers: { thanks: { real: false } } },
  ),
}
const HURT = submit('claim/hurt', { hurt: 'yes' })
const NOT_HURT = submit('claim/hurt', { hurt: 'no' })
const WHERE = submit('claim/where', { state: 'TX' })
const MAIL = submit('debt/mail', { email: 'ann@example.com' })
const DEBT = submit('debt/debt', { debt: 'no' })

describe('steps', () => {
  test('a journey begins at the first step and sends nothing', () => {
    const [journey, effects] = begin(COURSE)
    expect([journey.current, effects]).toEqual([ref('claim/hurt'), []])
  })

  test('an answer is sent with the time it took, and the next step is shown', () => {
    const [journey, effects] = play(COURSE, submit('claim/hurt', { hurt: 'yes' }, 1200))
    expect(journey.current).toEqual(ref('claim/where'))
    expect(effects).toEqual([
      {
        type: 'step',
        step: ref('claim/hurt'),
        answers: [{ question_key: 'hurt', answer_key: 'a0', raw_data: 'yes' }],
        timeOnStepMs: 1200,
        execute_actions: [],
      },
    ])
  })

  test('a hidden step is recorded without answers and with its due actions, after the step that led there', () => {
    const [, effects] = play(COURSE, HURT, WHERE)
    expect(effects.map(told)).toEqual(['step claim/hurt', 'step claim/where', 'step claim/send'])
    expect(effects.at(-1)).toEqual({
      type: 'step',
      step: ref('claim/send'),
      answers: [],
      timeOnStepMs: 0,
      execute_actions: ['send_lead'],
    })
  })

  test('a hidden step is recorded and passed, even if it comes first', () => {
    const course = {
      ...COURSE,
      flow: flow({ a: [hidden('h'), hidden('i'), step('x', choices('x', 'yes'))] }),
    }
    const [journey, effects] = begin(course)
    expect(journey.current).toEqual(ref('a/x'))
    expect(effects.map(told)).toEqual(['step a/h', 'step a/i'])
    expect(begin(course, journey.answers)[1]).toEqual([])
  })

  test('hidden steps at the very end are recorded, too, and then nothing is shown', () => {
    const course = { ...COURSE, flow: flow({ a: [step('x', choices('x', 'yes')), hidden('h')] }) }
    const [journey, effects] = play(course, submit('a/x', { x: 'yes' }))
    expect(journey.current).toBeNull()
    expect(effects.map(told)).toEqual(['step a/x', 'step a/h'])
  })

  test('an action is due if its rules hold with this step’s own answers', () => {
    const actions = [{ name: 'send_lead' as const, rules: when('tcpa', 'neq', null) }]
    const course = {
      ...COURSE,
      flow: flow({
        a: [
          step('x', [input('text', 'phone'), consent('tcpa', 'I agree.'), SUBMIT], {
            execute_actions: actions,
          }),
          hidden('h', { execute_actions: [{ name: 'send_lead', rules: when('phone', 'eq', '1') }] }),
        ],
      }),
    }
    const due = (phone: string) =>
      play(course, submit('a/x', { phone }))[1].map(
        (effect) => effect.type === 'step' && effect.execute_actions,
      )
    expect(due('1')).toEqual([['send_lead'], ['send_lead']])
    expect(due('2')).toEqual([['send_lead'], []])
  })

  test.each([
    ['a step that is not in sight', MAIL],
    ['a hidden step', submit('claim/send', {})],
    ['a step that there is not', submit('claim/gone', {})],
    ['an offer that there is not', submit('constructor/hurt', {})],
  ])('an answer to %s is ignored', (_, event) => {
    const [journey] = play(COURSE, HURT)
    expect(advance(COURSE, journey, event)).toEqual([journey, []])
  })

  test('without offers nothing is shown, and a click still counts as a visit', () => {
    const course = { ...COURSE, flow: flow({}) }
    const [journey, effects] = play(course, CLICK, HURT)
    expect([journey.current, effects.map(told)]).toEqual([null, ['visit']])
  })
})

describe('events that are sent once', () => {
  test('are the real visit and the first offer’s impression, at the first click', () => {
    const [journey, effects] = play(COURSE, CLICK)
    expect(effects.map(told)).toEqual(['visit', 'impression claim'])
    const [after, again] = advance(COURSE, journey, CLICK)
    expect(after).toBe(journey)
    expect(again).toEqual([])
  })

  test('aren’t sent before the first click', () => {
    expect(
      play(COURSE, HURT, WHERE)[1]
        .map(told)
        .filter((line) => !line.startsWith('step')),
    ).toEqual([])
  })

  test('don’t include an offer reached before the first click, unless it’s still shown', () => {
    expect(play(COURSE, NOT_HURT, CLICK)[1].map(told)).toEqual([
      'step claim/hurt',
      'visit',
      'impression debt',
    ])
  })

  test('include each real offer when it’s reached, and never again', () => {
    const [, effects] = play(COURSE, CLICK, NOT_HURT, MAIL, DEBT, show('claim/hurt'), CLICK, NOT_HURT, CLICK)
    const seen = effects.map(told).filter((line) => line.startsWith('impression'))
    expect(seen).toEqual(['impression claim', 'impression debt'])
  })

  test('include the completed basic fields once all are answered', () => {
    const [journey, effects] = play(COURSE, NOT_HURT, MAIL)
    expect(effects.map(told)).toEqual(['step claim/hurt', 'step debt/mail', 'completed_basics'])
    const again = advance(COURSE, advance(COURSE, journey, show('debt/mail'))[0], MAIL)
    expect(again[1].map(told)).toEqual(['step debt/mail'])
  })

  test('don’t include completed basic fields if a flow has none, or one named like an inherited property', () => {
    for (const basic_fields of [[], ['constructor']]) {
      const course = {
        ...COURSE,
        flow: flow({ a: [step('x', choices('x', 'yes'))] }, { ui: { basic_fields } }),
      }
      expect(play(course, CLICK, submit('a/x', { x: 'yes' }))[1].map(told)).not.toContain('completed_basics')
    }
  })
})

describe('going back', () => {
  test('goes to the last step shown, past skipped and hidden ones', () => {
    const before = (...events: Parameters<typeof advance>[2][]) =>
      previousStep(COURSE, play(COURSE, ...events)[0])
    expect(before()).toBeNull()
    expect(before(HURT)).toEqual(ref('claim/hurt'))
    expect(before(HURT, WHERE)).toEqual(ref('claim/where'))
    expect(before(NOT_HURT)).toEqual(ref('claim/hurt'))
  })

  test('shows an answered step with its answers, and so on the way forward again', () => {
    const [back] = play(COURSE, HURT, WHERE, show('claim/hurt'))
    expect([back.current, back.answers['claim/where']]).toEqual([ref('claim/hurt'), { state: 'TX' }])
    expect(advance(COURSE, back, show('debt/mail'))[0].current).toEqual(ref('debt/mail'))
  })

  test.each([
    ['not reached yet', 'debt/debt'],
    ['hidden', 'claim/send'],
    ['unknown', 'claim/gone'],
  ])('a step that is %s is not shown', (_, id) => {
    const [journey] = play(COURSE, HURT, WHERE)
    expect(advance(COURSE, journey, show(id))).toEqual([journey, []])
  })

  test('shows no skipped step', () => {
    expect(play(COURSE, NOT_HURT, show('claim/where'))[0].current).toEqual(ref('debt/mail'))
  })

  test('continues to the next step after the same answer, and records no hidden step twice', () => {
    const [journey, effects] = play(COURSE, HURT, WHERE, MAIL, show('claim/hurt'), HURT)
    expect(journey.current).toEqual(ref('claim/where'))
    expect(effects.map(told).filter((line) => line === 'step claim/send')).toHaveLength(1)
  })

  test('a changed answer sends a later hidden step again, with what’s due now', () => {
    const course = {
      ...COURSE,
      flow: flow({
        a: [
          step('state', [select('dropdown', 'state', ['NY', 'TX']), SUBMIT]),
          step('mail', [input('text', 'email'), SUBMIT]),
          hidden('send', { execute_actions: [{ name: 'send_lead', rules: when('state', 'eq', 'TX') }] }),
          step('end', [THANKS]),
        ],
      }),
    }
    const [there, state] = [
      submit('a/mail', { email: 'ann@example.com' }),
      (state: string) => submit('a/state', { state }),
    ]
    const sent = (...events: Parameters<typeof play>[1][]) =>
      play(course, ...events)[1].flatMap((effect) =>
        effect.type === 'step' && effect.step.step_key === 'send' ? [effect.execute_actions] : [],
      )
    expect(sent(state('NY'), there, show('a/state'), state('TX'))).toEqual([[]])
    expect(sent(state('NY'), there, show('a/state'), state('TX'), there)).toEqual([[], ['send_lead']])
    expect(sent(state('NY'), there, show('a/state'), state('NY'), there)).toEqual([[]])
    expect(sent(state('TX'), there, show('a/mail'), submit('a/mail', { email: 'bo@example.com' }))).toEqual([
      ['send_lead'],
      ['send_lead'],
    ])
  })

  test('a changed answer drops the answers of steps that the new path skips, and keeps the others', () => {
    const [journey] = play(COURSE, HURT, WHERE, MAIL, show('claim/hurt'), NOT_HURT)
    expect(journey.current).toEqual(ref('debt/mail'))
    expect(journey.answers).toEqual({
      'claim/hurt': { hurt: 'no' },
      'debt/mail': { email: 'ann@example.com' },
    })
  })

  test('a hidden step that a changed answer adds to the path is sent when it’s passed, not before', () => {
    const course = {
      ...COURSE,
      flow: flow({
        a: [
          step('x', choices('x', 'yes', 'no')),
          step('y', choices('y', 'yes')),
          hidden('h', { display_rules: when('x', 'eq', 'no') }),
          step('end', [THANKS]),
        ],
      }),
    }
    const y = submit('a/y', { y: 'yes' })
    const [changed, effects] = play(
      course,
      submit('a/x', { x: 'yes' }),
      y,
      show('a/x'),
      submit('a/x', { x: 'no' }),
    )
    expect([changed.current, effects.map(told)]).toEqual([ref('a/y'), ['step a/x', 'step a/y', 'step a/x']])
    expect(advance(course, changed, y)[1].map(told)).toEqual(['step a/y', 'step a/h'])
  })

  test('when an answer is changed back, dropped steps are asked again, and a hidden step is sent again', () => {
    const [journey, effects] = play(
      COURSE,
      HURT,
      WHERE,
      show('claim/hurt'),
      NOT_HURT,
      show('claim/hurt'),
      HURT,
    )
    expect([journey.current, journey.answers]).toEqual([
      ref('claim/where'),
      { 'claim/hurt': { hurt: 'yes' } },
    ])
    const [, more] = advance(COURSE, journey, WHERE)
    expect([...effects, ...more].map(told).filter((line) => line === 'step claim/send')).toHaveLength(2)
  })
})

describe('a value that a check filled in', () => {
  const checked: Part = {
    ...input('text', 'zip'),
    element: {
      type: 'input',
      widget: 'text',
      question_key: 'zip',
      answer_id: 'value',
      validations: { local: [], external: ['zip'] },
    },
  }
  const [zips, states, end] = [
    step('zip', [checked, SUBMIT]),
    step('state', [select('dropdown', 'state', ['NY', 'TX']), SUBMIT]),
    step('end', [THANKS]),
  ]
  const course = { ...COURSE, flow: flow({ a: [zips, states, end] }) }
  const zip = (zip: string, filled: Filled) => ({ ...submit('a/zip', { zip }), filled })
  const state = submit('a/state', { state: 'TX' })
  const filled = (...events: Parameters<typeof play>[1][]) => play(course, ...events)[0].filled

  test('stays until a step that asks for it is answered', () => {
    expect(filled(zip('10001', { state: 'NY' }))).toEqual({ state: 'NY' })
    expect(filled(zip('10001', { state: 'NY' }), state)).toEqual({})
    expect(filled(zip('10001', { zip: '10002' }))).toEqual({})
  })

  test('is replaced by the value for another answer, but not for the same answer again', () => {
    const again = show('a/zip')
    expect(filled(zip('10001', { state: 'NY' }), state, again, zip('75201', { state: 'TX' }))).toEqual({
      state: 'TX',
    })
    expect(filled(zip('10001', { state: 'NY' }), again, zip('10001', { state: 'NY' }))).toEqual({
      state: 'NY',
    })
    expect(filled(zip('10001', { state: 'NY' }), state, again, zip('10001', { state: 'NY' }))).toEqual({})
  })

  test('isn’t kept for another answer that couldn’t be checked', () => {
    const again = show('a/zip')
    expect(filled(zip('10001', { state: 'NY' }), again, zip('75201', {}))).toEqual({})
    expect(filled(zip('75201', {}), again, zip('75201', { state: 'TX' }))).toEqual({ state: 'TX' })
  })

  test('doesn’t replace the visitor’s own earlier answer', () => {
    const turned = { ...COURSE, flow: flow({ a: [states, zips, end] }) }
    const [{ filled }] = play(turned, state, zip('10001', { state: 'NY' }))
    expect(filled).toEqual({})
  })

  test('stays, and withdraws nothing, if only a field next to the ZIP code is corrected', () => {
    const both = step('zip', [checked, input('text', 'name'), SUBMIT])
    const beside = { ...COURSE, flow: flow({ a: [both, states, end] }) }
    const given = (name: string, filled: Filled) => ({ ...submit('a/zip', { zip: '10001', name }), filled })
    const [first, again] = [given('An', { state: 'NY' }), show('a/zip')]
    expect(play(beside, first, again, given('Ann', {}))[0].filled).toEqual({ state: 'NY' })
    expect(play(beside, first, state, again, given('Ann', { state: 'NY' }))[0].filled).toEqual({})
  })

  const gate = step('gate', choices('gate', 'yes', 'no'))
  const [yes, no] = [submit('a/gate', { gate: 'yes' }), submit('a/gate', { gate: 'no' })]

  test('is dropped with a ZIP code that’s no longer asked', () => {
    const ifYes = step('zip', [checked, SUBMIT], { display_rules: when('gate', 'eq', 'yes') })
    const gated = { ...COURSE, flow: flow({ a: [gate, ifYes, states, end] }) }
    const [{ filled }] = play(gated, yes, zip('10001', { state: 'NY' }), show('a/gate'), no)
    expect(filled).toEqual({})
  })

  test('withdraws no answer given after a step that’s still unanswered', () => {
    const more = step('more', [input('text', 'more'), SUBMIT], { display_rules: when('gate', 'eq', 'yes') })
    const longer = { ...COURSE, flow: flow({ a: [gate, zips, more, states, end] }) }
    const given = zip('10001', { state: 'NY' })
    const [{ filled }] = play(longer, no, given, state, show('a/gate'), yes, given)
    expect(filled).toEqual({})
  })
})

test('a resumed journey is at the first step without an answer', () => {
  const [left] = play(COURSE, CLICK, HURT, WHERE)
  const [again, effects] = begin(COURSE, left.answers)
  expect([again.current, again.progress, effects]).toEqual([left.current, left.progress, []])
})

test('a visitor who corrects an earlier step returns to where they were', () => {
  const [journey] = play(COURSE, HURT, WHERE, MAIL, show('claim/where'))
  const corrected = {
    type: 'submit',
    step: ref('claim/where'),
    data: { state: 'NY' },
    timeOnStepMs: 0,
  } as const
  const at = (resumes: boolean) => advance(COURSE, journey, { ...corrected, resumes })[0].current
  expect([at(true), at(false)]).toEqual([ref('debt/debt'), ref('debt/mail')])
})
