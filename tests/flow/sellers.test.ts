import { describe, expect, test } from 'vitest'
import type { Element } from '../../schemas/elements/element.ts'
import type { Flow } from '../../schemas/flow/flow.ts'
import { check } from '../../src/author/check/check.ts'
import { paths } from '../../src/author/paths/paths.ts'
import { prove } from '../../src/author/prove/prove.ts'
import { solve } from '../../src/author/solve/solve.ts'
import { simulate } from '../../src/author/simulate/simulate.ts'
import { complete, encode } from '../../src/flow/answers/data.ts'
import { judge, standingOf } from '../../src/flow/judge.ts'
import { fatesOf, leadsOnPath } from '../../src/flow/outcome.ts'
import { toForm } from '../../src/flow/form.ts'
import { resultFields } from '../../src/flow/results.ts'
import {
  box,
  choices,
  consent,
  flow,
  hidden,
  input,
  origin,
  play,
  ref,
  step,
  submit,
  THANKS,
  TODAY,
  when,
  type Part,
} from './flows.ts'

/** Tests of a consent to each seller: which are checked, and which buyers get the lead. */

const ACME = 'I am over 18 and agree that Acme may call me.'
const BOLT = 'I am over 18 and agree that Bolt Law may call me.'
const GO: Part = { element: { type: 'submit', text: 'Continue', agrees: true } }
const NO: Part = { ...choices('declined', 'yes')[0]! }
NO.element = { ...NO.element, agrees: false, text: 'No, thanks' } as Part['element']
const PHONE = input('text', 'phone', ['required', 'phone'])
if ('validations' in PHONE.element) PHONE.element.validations.external = ['phone']
const BOXES = [box('a_acme', 'acme', ACME), box('a_bolt', 'bolt', BOLT)]

const BUYERS = {
  acme: { name: 'Acme', required_fields: [] },
  bolt: { name: 'Bolt Law', required_fields: [] },
}

/** Asks for the phone with a box for each seller, sends the lead to both, and ends. */
const sellers = (parts = [PHONE, ...BOXES, GO, NO], buyers: Flow['ui_config']['buyers'] = BUYERS) =>
  flow(
    {
      a: [
        step('agree', parts),
        hidden('send', { execute_actions: [{ name: 'send_lead', buyers: ['acme', 'bolt'] }] }),
        step('end', [THANKS], { title: 'Thank you' }),
      ],
    },
    { ui: { buyers: buyers! } },
  )

const FLOW = sellers()
const course = { flow: FLOW, origin: origin() }
const stepOf = (of: Flow) => of.ui_config.offers['a']!.steps[0]!
const CALL = { phone: '(512) 555-2368' }

const TICKS: [string, Record<string, string>, string[]][] = [
  ['both', { a_acme: ACME, a_bolt: BOLT }, ['acme', 'bolt']],
  ['one', { a_bolt: BOLT }, ['bolt']],
  ['nobody', {}, []],
]

describe.each(TICKS)('a visitor who checks %s', (_, ticked, buyers) => {
  const [journey, effects] = play(course, submit('a/agree', { ...CALL, ...ticked }))

  test('agrees only to those, in the words next to the boxes', () => {
    const given = complete(FLOW, stepOf(FLOW), { ...CALL, ...ticked })
    expect(given).toEqual({ ...CALL, a_acme: null, a_bolt: null, ...ticked })
  })

  test('is sold only to those', () => {
    const sent = effects.flatMap((effect) => (effect.type === 'step' ? [effect] : []))
    expect(sent.map(({ execute_actions }) => execute_actions)).toEqual([
      [],
      buyers.length > 0 ? ['send_lead'] : [],
    ])
    let standing = standingOf(course, [])
    for (const { step, answers } of sent) {
      const verdict = judge(course, standing, { ...step, answers })
      if (!verdict.ok) throw new Error(verdict.reason)
      standing = verdict.after
      if (step.step_key === 'send') expect(verdict.actions.flatMap(({ buyers }) => buyers)).toEqual(buyers)
    }
  })

  test('sees at the end which buyers get nothing', () => {
    const fates = fatesOf(leadsOnPath(course, journey), null)
    expect(Object.fromEntries(fates)).toEqual({
      acme: buyers.includes('acme') ? 'sending' : 'declined',
      bolt: buyers.includes('bolt') ? 'sending' : 'declined',
    })
    expect(resultFields(FLOW, fates)['lead.outcome']).toBe(buyers.length > 0 ? 'waiting' : 'declined')
  })
})

describe('a box', () => {
  test('agrees only in its own words: those of another language or box don’t check it', () => {
    const given = complete(FLOW, stepOf(FLOW), { ...CALL, a_acme: 'Acepto.', a_bolt: ACME })
    expect(given).toEqual({ ...CALL, a_acme: null, a_bolt: null })
  })

  test('agrees to nothing if the button refuses', () => {
    const given = complete(FLOW, stepOf(FLOW), { ...CALL, a_acme: ACME, declined: 'yes' })
    expect(given).toEqual({ declined: 'yes', a_acme: null, a_bolt: null })
  })

  test('agrees to nothing if the pressed button doesn’t clearly agree', () => {
    const unclear = sellers([...BOXES, ...choices('next', 'Continue', 'Go on')])
    expect(complete(unclear, stepOf(unclear), { a_acme: ACME, next: 'Continue' })).toMatchObject({
      a_acme: null,
    })
  })

  test('doesn’t have to be checked, and starts unchecked', () => {
    const { schema, uiSchema } = toForm(FLOW, stepOf(FLOW))
    expect(schema.required).toEqual(['phone'])
    expect(schema.properties['a_acme']).toEqual({ type: 'string', title: 'a_acme?' })
    expect(uiSchema['a_acme']).toMatchObject({ 'ui:widget': 'seller_consent' })
  })

  test('withdraws the consent when the visitor comes back and unchecks it', () => {
    const [{ answers }] = play(
      course,
      submit('a/agree', { ...CALL, a_acme: ACME, a_bolt: BOLT }),
      { type: 'show', step: ref('a/agree') },
      submit('a/agree', { ...CALL, a_acme: ACME }),
    )
    expect(answers['a/agree']).toEqual({ ...CALL, a_acme: ACME, a_bolt: null })
    const fates = fatesOf(leadsOnPath(course, { answers, current: ref('a/end') }), null)
    expect(fates.get('bolt')).toBe('declined')
  })

  test.each([
    ['the words of another box', { question_key: 'a_acme', answer_key: 'value', raw_data: BOLT }],
    ['words of its own', { question_key: 'a_acme', answer_key: 'value', raw_data: 'yes' }],
  ])('is refused by the server with %s', (_, record) => {
    const answers = [...encode(FLOW, stepOf(FLOW), CALL), record]
    expect(judge(course, standingOf(course, []), { ...ref('a/agree'), answers })).toMatchObject({ ok: false })
  })
})

test('a lead that the flow’s rules don’t send is unfit for the checked buyers, and declined for the others', () => {
  const strict = structuredClone(FLOW)
  strict.ui_config.offers['a']!.steps[1]!.execute_actions![0]!.rules = when('phone', 'eq', 'none')
  const [journey] = play({ flow: strict, origin: origin() }, submit('a/agree', { ...CALL, a_bolt: BOLT }))
  const fates = fatesOf(leadsOnPath({ flow: strict, origin: origin() }, journey), null)
  expect(Object.fromEntries(fates)).toEqual({ bolt: 'unfit', acme: 'declined' })
})

describe('the author', () => {
  const codes = (of: Flow) => [...check(of), ...prove(of, TODAY)].map(({ code }) => code)

  test('has no problem if each buyer has its box', () => expect(codes(FLOW)).toEqual([]))

  test('can use a button that says nothing about agreeing, as long as it doesn’t refuse', () => {
    const one = (text: string) => sellers([PHONE, ...BOXES, { element: { type: 'submit', text } }])
    expect(codes(one('Next'))).toEqual([])
    expect(codes(one('No, thanks'))).toEqual(['agrees_unclear'])
  })

  test('needs no way to continue without agreeing, because no checked box means no consent', () => {
    expect(codes(sellers([...BOXES, GO]))).toEqual(['lead_without_phone_check'])
    expect(codes(sellers([consent('a_all', `${ACME} ${BOLT}`), GO]))).toContain('must_agree')
  })

  test('reports missing fields of a buyer only for visitors who agreed to it', () => {
    const asked = structuredClone(
      sellers(undefined, { ...BUYERS, bolt: { name: 'Bolt Law', required_fields: ['a_bolt'] } }),
    )
    expect(codes(asked)).toEqual([])
    asked.ui_config.buyers!['bolt']!.required_fields = ['a_acme']
    expect(codes(asked)).toEqual(['buyer_field_missing'])
  })

  test('plays scripts that check boxes with "yes"', () => {
    const played = (entered: Record<string, string>) =>
      simulate(
        FLOW,
        { answers: { 'a/agree': { ...CALL, ...entered } } },
        { today: TODAY, schemaErrors: () => [] },
      )
    const { simulation, problems } = played({ a_bolt: 'yes' })
    expect(problems).toEqual([])
    expect(simulation.fields).toMatchObject({ a_bolt: BOLT })
    expect(simulation.fields).not.toHaveProperty('a_acme')
    expect(simulation.sends.flatMap(({ call, ...sent }) => (call === 'step' ? [sent] : []))).toMatchObject([
      { execute_actions: [] },
      { execute_actions: ['send_lead'] },
    ])
    expect(played({}).simulation.sends.at(-1)).toMatchObject({ execute_actions: [] })
    expect(played({ a_bolt: 'no' }).problems.map(({ code }) => code)).toEqual(['unknown_option'])
  })

  test('gets scripts that check a box if a rule needs it, and leave it unchecked if a rule needs that', () => {
    const ruled = structuredClone(FLOW)
    ruled.ui_config.offers['a']!.steps[2]!.display_rules = when('a_bolt', 'neq', null)
    const entered = paths(ruled, solve(ruled, TODAY)!).paths.map(
      ({ script }) => script.answers['a/agree']?.['a_bolt'],
    )
    expect(new Set(entered)).toEqual(new Set(['yes', undefined]))
  })

  test('reports a buyer without a consent at the action that can send to it, and nowhere else', () => {
    const apart = sellers([
      PHONE,
      BOXES[0]!,
      box('a_bolt', 'bolt', 'I agree that Bolt Law may call me.'),
      GO,
      NO,
    ])
    const send = { name: 'send_lead' as const }
    apart.ui_config.offers['a']!.steps[1]!.execute_actions = [
      { ...send, buyers: ['acme'] },
      { ...send, buyers: ['bolt'] },
    ]
    const unknown = prove(apart, TODAY).filter(({ code }) => code === 'age_unknown')
    expect(unknown.map(({ at }) => at.at(-1))).toEqual([1])
  })

  test('asks for a label that agrees if the button also gives a consent without a box', () => {
    const both = sellers([
      PHONE,
      ...BOXES,
      consent('a_all', ACME),
      { element: { type: 'submit', text: 'Next' } },
    ])
    expect(codes(both)).toEqual(expect.arrayContaining(['agrees_unclear', 'consents_mixed']))
  })

  test('reports an end that shows nothing to visitors who checked no box, and no impossible one', () => {
    const shows = (...args: [field: string, arg: string][]): Element => ({
      type: 'container',
      widget: 'result',
      cases: args.map(([field, arg]) => ({ html: 'Hi', display_rules: when(field, 'eq', arg) })),
    })
    const missing = (...args: [field: string, arg: string][]) => {
      const ending = structuredClone(FLOW)
      ending.ui_config.offers['a']!.steps[2]!.questions = [shows(...args)]
      const found = prove(ending, TODAY).filter(({ code }) => code === 'result_missing')
      return found.map(({ message }) => /outcome is (.*?)\./.exec(message)?.[1])
    }
    const sent = ['accepted', 'waiting', 'rejected', 'kept'].map((arg): [string, string] => [
      'lead.outcome',
      arg,
    ])
    expect(missing(...sent)).toEqual(['"declined"'])
    expect(missing(...sent, ['lead.outcome', 'declined'])).toEqual([])
    // A lead that went out reached one of the two buyers, and each gets only leads that checked it.
    const one = ['accepted', 'waiting', 'rejected', 'kept'].flatMap((arg): [string, string][] => [
      ['buyer.acme', arg],
      ['a_bolt', BOLT],
    ])
    expect(missing(...one, ['lead.outcome', 'declined'])).toEqual([])
  })

  test('treats an unchecked box as a withdrawal of an earlier step’s consent', () => {
    const twice = flow({
      a: [
        step('first', [box('a_bolt', 'bolt', BOLT), GO]),
        step('second', [box('a_bolt', 'bolt', BOLT), ...choices('again', 'yes'), GO], {
          display_rules: when('a_bolt', 'neq', null),
        }),
        step('last', [THANKS], {
          title: 'Bye',
          display_rules: [...when('again', 'eq', 'yes'), ...when('a_bolt', 'eq', null)],
        }),
      ],
    })
    const last = solve(twice, TODAY)!.steps.find(({ step_key }) => step_key === 'last')!
    expect(last.shown.possible).toBe(true)
  })
})
