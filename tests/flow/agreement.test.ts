import { describe, expect, test } from 'vitest'
import type { Flow } from '../../schemas/flow/flow.ts'
import { meaningOfWords } from '../../src/flow/consent/buttonWords.ts'
import { complete, encode } from '../../src/flow/answers/data.ts'
import { advance, begin } from '../../src/flow/journey.ts'
import { judge, standingOf } from '../../src/flow/judge.ts'
import { prove } from '../../src/author/prove/prove.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { fieldErrors } from '../../src/flow/validations/validations.ts'
import { walk } from '../../src/flow/walk.ts'
import { choices, consent, flow, hidden, input, origin, ref, step, TODAY, when, type Part } from './flows.ts'

const TEXT = 'I agree to be called.'
const RECORD = { question_key: 'a_tcpa', answer_key: 'value', raw_data: TEXT }

describe('the words of a button', () => {
  test.each([
    'Yes',
    'Yes, I agree',
    'I agree',
    'Agree & continue',
    'I consent',
    'Accept',
    'Send my details',
    'Send me the list',
    'Get my quote',
    'Get a free quote',
    'Call me',
    'Yes, call me!',
    'Request a call',
    'Sí, acepto',
  ])('"%s" agrees', (text) => expect(meaningOfWords(text)).toBe('agrees'))

  test.each([
    'No',
    'No, thanks',
    'No thank you',
    'Not now',
    'Skip',
    'Skip this step',
    'Maybe later',
    'Yes, but not now',
    'I do not agree',
    'I don’t agree',
    'Don’t call me',
    'Continue without agreeing',
    'Go on without it',
    'Keep my details private',
    'I’ll pass',
    'No, gracias',
  ])('"%s" refuses', (text) => expect(meaningOfWords(text)).toBe('refuses'))

  test.each([
    'Continue',
    'Next',
    'Submit',
    'Go',
    '→',
    '...',
    'Get started',
    'Tell me more',
    'Give me a moment',
  ])('"%s" is neither', (text) => expect(meaningOfWords(text)).toBe('unclear'))
})

/** A button with its mark, or without. */
function marked(part: Part, agrees: boolean | undefined, text?: string): Part {
  const element = { ...part.element, ...(agrees !== undefined && { agrees }), ...(text && { text }) }
  return { ...part, element: element as Part['element'] }
}

const SEND: Part = { element: { type: 'submit', text: 'Send my details', agrees: true } }
const [NO] = choices('declined', 'yes').map((part) => marked(part, false, 'No, thanks'))
const PHONE = input('text', 'phone', ['required'])

/** Asks for the phone with a consent and offers a way to continue without it; then sends the lead. */
const ASKING = flow({
  a: [
    step('agree', [PHONE, consent('a_tcpa', TEXT), SEND, NO!]),
    hidden('send', { execute_actions: [{ name: 'send_lead', rules: when('a_tcpa', 'neq', null) }] }),
    step('end', [{ element: { type: 'container', widget: 'html', html: '<p>Bye.</p>' } }]),
  ],
})

/** Two choices without a mark for the consent, as in flows that were published earlier. */
const unmarked = (...texts: string[]): Flow =>
  flow({
    a: [
      step('agree', [
        consent('a_tcpa', TEXT),
        ...choices('answer', ...texts.map((_, index) => `v${index}`)).map((part, index) =>
          marked(part, undefined, texts[index]),
        ),
      ]),
      hidden('send', { execute_actions: [{ name: 'send_lead' }] }),
    ],
  })

const course = (of: Flow) => ({ flow: of, origin: origin() })
const firstStep = (of: Flow) => of.ui_config.offers['a']!.steps[0]!

describe('a press', () => {
  test('records the consent if it agrees, and everything the step asks', () => {
    const given = complete(ASKING, firstStep(ASKING), { phone: '5125552368' })
    expect(given).toEqual({ phone: '5125552368', a_tcpa: TEXT })
  })

  test('records only itself if it refuses', () => {
    const given = complete(ASKING, firstStep(ASKING), { phone: '5125552368', declined: 'yes' })
    expect(given).toEqual({ declined: 'yes', a_tcpa: null })
    expect(encode(ASKING, firstStep(ASKING), given)).toEqual([
      { question_key: 'declined', answer_key: 'a0', raw_data: 'yes' },
    ])
  })

  test('doesn’t require the step’s answers if it refuses', () => {
    const met = { step: firstStep(ASKING), before: {}, today: TODAY }
    expect(fieldErrors(ASKING, met, { declined: 'yes' })).toEqual([])
    expect(fieldErrors(ASKING, met, {})).toHaveLength(1)
  })

  test('withdraws a consent that an earlier step recorded if it refuses', () => {
    const twice = flow({
      a: [
        step('first', [consent('a_tcpa', TEXT), SEND]),
        step('second', [consent('a_tcpa', TEXT), SEND, NO!]),
      ],
    })
    const [first, second] = twice.ui_config.offers['a']!.steps
    const answers = {
      'a/first': complete(twice, first!, {}),
      'a/second': complete(twice, second!, { declined: 'yes' }),
    }
    expect(walk(twice, origin(), { 'a/first': answers['a/first'] }).fields).toEqual({ a_tcpa: TEXT })
    expect(walk(twice, origin(), answers).fields).toEqual({ declined: 'yes' })
  })
})

describe('the journey and the server', () => {
  const visit = (data: Record<string, string>) => {
    const [journey] = begin(course(ASKING))
    return advance(course(ASKING), journey, { type: 'submit', step: ref('a/agree'), data, timeOnStepMs: 0 })
  }

  test('send a lead that names no buyers after an agreement', () => {
    const [, effects] = visit({ phone: '5125552368' })
    const steps = effects.flatMap((effect) => (effect.type === 'step' ? [effect] : []))
    expect(steps.map(({ execute_actions }) => execute_actions)).toEqual([[], ['send_lead']])
  })

  test('continue after a refusal, and no lead is due', () => {
    const [{ current, answers }, effects] = visit({ declined: 'yes' })
    expect(current).toEqual(ref('a/end'))
    const steps = effects.flatMap((effect) => (effect.type === 'step' ? [effect] : []))
    expect(steps.map(({ execute_actions }) => execute_actions)).toEqual([[], []])
    expect(answers['a/agree']).toEqual({ declined: 'yes', a_tcpa: null })
    const verdict = judge(course(ASKING), standingOf(course(ASKING), []), {
      ...steps[0]!.step,
      answers: steps[0]!.answers,
    })
    expect(verdict).toMatchObject({ ok: true, after: { answers: { 'a/agree': answers['a/agree'] } } })
  })

  test.each([
    [
      'claims the consent with a refusal',
      [{ question_key: 'declined', answer_key: 'a0', raw_data: 'yes' }, RECORD],
    ],
    [
      'gives a phone with a refusal',
      [
        { question_key: 'declined', answer_key: 'a0', raw_data: 'yes' },
        { question_key: 'phone', answer_key: 'value', raw_data: '5125552368' },
      ],
    ],
    ['agrees without the consent', [{ question_key: 'phone', answer_key: 'value', raw_data: '5125552368' }]],
  ])('refuse what %s', (_, answers) => {
    expect(
      judge(course(ASKING), standingOf(course(ASKING), []), { ...ref('a/agree'), answers }),
    ).toMatchObject({ ok: false })
  })
})

describe('handle a flow that was published before buttons could refuse', () => {
  const record = (index: number) => ({
    question_key: 'answer',
    answer_key: `a${index}`,
    raw_data: `v${index}`,
  })
  const answered = (of: Flow, index: number) =>
    judge(course(of), standingOf(course(of), []), { ...ref('a/agree'), answers: [record(index), RECORD] })

  test.each([
    [
      ['Yes', 'No, thanks'],
      [TEXT, null],
    ],
    [
      ['Continue', 'Go back'],
      [null, null],
    ],
    [
      ['I agree', 'Tell me more'],
      [TEXT, null],
    ],
  ])(
    'among the choices %j, only those that clearly agree give the consent, and all continue',
    (texts, given) => {
      const old = unmarked(...texts)
      expect(
        texts.map((_, index) => {
          const verdict = answered(old, index)
          return verdict.ok && verdict.after.answers['a/agree']?.['a_tcpa']
        }),
      ).toEqual(given)
    },
  )
})

describe('a proof', () => {
  test('finds that a lead without a rule could be sent after a refusal, and which visitors refuse', () => {
    const unguarded = structuredClone(ASKING)
    delete unguarded.ui_config.offers['a']!.steps[1]!.execute_actions![0]!.rules
    const problems = prove(unguarded, TODAY).filter(({ code }) => code === 'lead_without_consent')
    expect(problems).toMatchObject([{ witness: { answers: { 'a/agree': { declined: 'yes' } } } }])
    expect(prove(ASKING, TODAY).map(({ code }) => code)).not.toContain('lead_without_consent')
  })

  test('finds that visitors who refuse give no phone number, and that those who give one agreed', () => {
    const looking = structuredClone(ASKING)
    looking.ui_config.offers['a']!.steps[2]!.display_rules = [
      ...when('phone', 'neq', null),
      ...when('a_tcpa', 'eq', null),
    ]
    const end = solve(looking, TODAY)!.steps.find(({ step_key }) => step_key === 'end')!
    expect([end.shown.possible, end.skipped.possible]).toEqual([false, true])
  })
})
