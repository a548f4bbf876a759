import { describe, expect, test } from 'vitest'
import type { AnswerScript } from '../../schemas/author/script.ts'
import { simulate } from '../../src/author/simulate/simulate.ts'
import { choices, consent, flow, hidden, input, select, step, SUBMIT, THANKS, TODAY, when } from './flows.ts'

/** Asks if the visitor was hurt and, if so, where; then for the phone with its consent. Sends the lead and asks a question of a second
 *  offer. */
const FLOW = flow(
  {
    claim: [
      step('hurt', choices('hurt', 'yes', 'no')),
      step('where', [select('dropdown', 'state', ['NY', 'TX']), SUBMIT], {
        display_rules: when('hurt', 'eq', 'yes'),
      }),
      step('phone', [input('text', 'phone', ['required', 'phone']), consent('tcpa', 'Call me.'), SUBMIT]),
      hidden('send', {
        execute_actions: [
          { name: 'send_lead', rules: [...when('state', 'eq', 'TX'), ...when('tcpa', 'neq', null)] },
        ],
      }),
    ],
    more: [step('end', [THANKS])],
  },
  { ui: { basic_fields: ['phone'], fields: { from_wc: { compute: 'user_from_wc' } } } },
)

const WORLD = { today: TODAY, schemaErrors: () => [] }
const PHONE = { phone: '(512) 959-2368' }
const play = (answers: AnswerScript['answers'], rest: Partial<AnswerScript> = {}) =>
  simulate(FLOW, { answers, ...rest }, WORLD)

test('each step is shown, passed over hidden or skipped, with the comparison and the value that decided', () => {
  const { simulation, problems } = play({ 'claim/hurt': { hurt: 'no' }, 'claim/phone': PHONE })
  expect(problems).toEqual([])
  const steps = ['ui_config', 'offers', 'claim', 'steps']
  const where = {
    at: [...steps, 1, 'display_rules', 0, 'conditions', 0],
    field: 'hurt',
    condition: 'eq',
    arg: 'yes',
    value: 'no',
    holds: false,
  }
  const send = {
    at: [...steps, 3, 'execute_actions', 0, 'rules', 0, 'conditions', 0],
    field: 'state',
    condition: 'eq',
    arg: 'TX',
    value: null,
    holds: false,
  }
  const plain = { because: [], computed: {}, actions: [] }
  expect(simulation.trace).toEqual([
    { step: 'claim/hurt', at: [...steps, 0], kind: 'shown', ...plain, answered: { hurt: 'no' } },
    { step: 'claim/where', at: [...steps, 1], kind: 'skipped', ...plain, because: [where], answered: null },
    {
      step: 'claim/phone',
      at: [...steps, 2],
      kind: 'shown',
      ...plain,
      answered: { ...PHONE, tcpa: 'Call me.' },
    },
    {
      step: 'claim/send',
      at: [...steps, 3],
      kind: 'hidden',
      ...plain,
      answered: {},
      actions: [{ name: 'send_lead', due: false, because: [send] }],
    },
    {
      step: 'more/end',
      at: ['ui_config', 'offers', 'more', 'steps', 0],
      kind: 'shown',
      ...plain,
      answered: null,
    },
  ])
  expect([simulation.current, simulation.fields]).toEqual([
    'more/end',
    { from_wc: 'no', hurt: 'no', ...PHONE, tcpa: 'Call me.' },
  ])
})

test('lists what the browser sends to the server in order, each with its cause', () => {
  const { simulation } = play({
    'claim/hurt': { hurt: 'yes' },
    'claim/where': { state: 'TX' },
    'claim/phone': PHONE,
  })
  const step = (on: string, id: string, ...execute_actions: string[]) => ({
    on,
    call: 'step',
    step: id,
    execute_actions,
  })
  expect(simulation.sends).toEqual([
    { on: 'click', call: 'visit' },
    { on: 'click', call: 'impression', offer: 'claim' },
    step('claim/hurt', 'claim/hurt'),
    step('claim/where', 'claim/where'),
    step('claim/phone', 'claim/phone'),
    step('claim/phone', 'claim/send', 'send_lead'),
    { on: 'claim/phone', call: 'impression', offer: 'more' },
    { on: 'claim/phone', call: 'completed_basics' },
  ])
})

test('the visitor comes on the script’s day, or else today', () => {
  expect(play({}).simulation.origin).toEqual({ today: TODAY, query: {} })
  expect(play({}, { today: '2025-01-31', query: { wc: '1' } }).simulation).toMatchObject({
    origin: { today: '2025-01-31', query: { wc: '1' } },
    fields: { from_wc: 'yes' },
  })
})

describe('an answer that the flow refuses is a problem at its place', () => {
  test.each<[string, AnswerScript['answers'], [string, (string | number)[], string, string]]>([
    [
      'a step that there is not',
      { 'claim/hurtt': {} },
      [
        'unknown_step',
        ['answers', 'claim/hurtt'],
        'The flow has no step "claim/hurtt".',
        'Did you mean "claim/hurt"?',
      ],
    ],
    [
      'a step of an offer that there is not',
      { 'loans/first': {} },
      [
        'unknown_step',
        ['answers', 'loans/first'],
        'The flow has no step "loans/first".',
        'The offers are claim, more.',
      ],
    ],
    [
      'a field that the step does not ask',
      { 'claim/hurt': { hurt: 'no', phone: '1' } },
      [
        'unknown_field',
        ['answers', 'claim/hurt', 'phone'],
        'The step "claim/hurt" doesn’t ask for "phone".',
        'The fields it asks for are hurt.',
      ],
    ],
    [
      'a value that the field cannot have',
      { 'claim/hurt': { hurt: 'yess' } },
      ['unknown_option', ['answers', 'claim/hurt', 'hurt'], '"hurt" is never "yess".', 'Did you mean "yes"?'],
    ],
    [
      'a list for one value',
      { 'claim/hurt': { hurt: ['yes'] } },
      [
        'wrong_type',
        ['answers', 'claim/hurt', 'hurt'],
        '"hurt" takes one value.',
        'Write text in double quotes.',
      ],
    ],
    [
      'an answer that its validation refuses',
      { 'claim/hurt': { hurt: 'no' }, 'claim/phone': { phone: '12' } },
      [
        'refused_answer',
        ['answers', 'claim/phone', 'phone'],
        'The step "claim/phone" doesn’t accept its "phone": phone? must contain a valid phone number.',
        'Use an answer that a visitor could give.',
      ],
    ],
    [
      'a required answer that is missing',
      { 'claim/hurt': { hurt: 'no' }, 'claim/phone': {} },
      [
        'refused_answer',
        ['answers', 'claim/phone'],
        'The step "claim/phone" doesn’t accept continuing without "phone": phone? is required.',
        'Add "phone".',
      ],
    ],
    [
      'answers to a step that is skipped',
      { 'claim/hurt': { hurt: 'no' }, 'claim/where': { state: 'TX' } },
      [
        'not_asked',
        ['answers', 'claim/where'],
        'The step "claim/where" isn’t shown to this visitor.',
        'Remove its answers, or change the answers that skip it.',
      ],
    ],
    [
      'answers beyond a step without any: the first of them',
      { 'claim/phone': PHONE, 'claim/send': {} },
      [
        'not_reached',
        ['answers', 'claim/phone'],
        'The step "claim/phone" isn’t reached, nor is 1 more. The visitor is still at "claim/hurt".',
        'Answer "claim/hurt", or remove the answers after it.',
      ],
    ],
  ])('%s', (_, answers, [code, at, message, hint]) => {
    expect(play(answers).problems).toEqual([{ code, at, message, hint }])
  })

  test('an answer that the step’s schema refuses', () => {
    const { problems, simulation } = simulate(
      FLOW,
      { answers: { 'claim/hurt': { hurt: 'no' } } },
      { today: TODAY, schemaErrors: () => [{ field: 'hurt', message: 'is too long' }] },
    )
    expect(problems.map(({ message }) => message)).toEqual([
      'The step "claim/hurt" doesn’t accept its "hurt": is too long.',
    ])
    expect(simulation.current).toBe('claim/hurt')
  })
})

test.each<[string, string[], (string | number)[], string]>([
  [
    'another line',
    ['claim/hurt shown', 'claim/where shown'],
    ['trace', 1],
    'The trace has "claim/where skipped" instead of "claim/where shown".',
  ],
  ['a line more', ['claim/hurt shown'], ['trace', 0], 'The trace continues with "claim/where skipped".'],
  [
    'a line less',
    ['claim/hurt shown', 'claim/where skipped', 'claim/phone shown', 'claim/send hidden'],
    ['trace', 3],
    'The trace ends before "claim/send hidden".',
  ],
])('reports a trace that differs from the expected one: %s', (_, trace, at, message) => {
  const { problems } = play({ 'claim/hurt': { hurt: 'no' } }, { trace })
  expect(problems.map(({ code, at, message }) => [code, at, message])).toEqual([
    ['trace_differs', at, message],
  ])
})

test('a script provides what the ZIP code check fills in, because no server is called', () => {
  const zip = input('text', 'zip')
  const filling = {
    element: { ...zip.element, validations: { local: [], external: ['zip' as const] } } as typeof zip.element,
    questions: {
      zip: {
        label: 'ZIP code',
        answers: { value: { backend_field_name: 'zip' }, state: { backend_field_name: 'home_state' } },
      },
    },
  }
  const texans = flow({
    claim: [
      step('zip', [filling, SUBMIT]),
      step('texas', choices('texan', 'yes', 'no'), { display_rules: when('home_state', 'eq', 'TX') }),
    ],
    more: [step('end', [THANKS])],
  })
  const tracesOf = (entered: Record<string, string>) => {
    const { simulation, problems } = simulate(texans, { answers: { 'claim/zip': entered } }, WORLD)
    return [problems.map(({ code }) => code), simulation.current]
  }
  expect(tracesOf({ zip: '78701', home_state: 'TX' })).toEqual([[], 'claim/texas'])
  expect(tracesOf({ zip: '10001', home_state: 'NY' })).toEqual([[], 'more/end'])
  expect(tracesOf({ zip: '78701', home_city: 'Austin' })).toEqual([['unknown_field'], 'claim/zip'])
})

describe('of an end whose rules look at the outcome', () => {
  const ENDS = structuredClone(FLOW)
  ENDS.ui_config.buyers = { acme: { name: 'Acme', required_fields: ['phone'] } }
  const [send] = ENDS.ui_config.offers['claim']!.steps[3]!.execute_actions!
  send!.buyers = ['acme']
  ENDS.ui_config.offers['more']!.steps[0]!.questions = [
    {
      type: 'container',
      widget: 'result',
      cases: [
        {
          display_rules: when('lead.outcome', 'eq', 'accepted'),
          html: '<p>{{buyers}} <b>calls</b> you.</p>',
        },
        { display_rules: when('state', 'eq', 'TX'), html: '<p>Write to {{field:phone}}.</p>' },
      ],
    },
    {
      type: 'container',
      widget: 'link_out',
      text: 'Go',
      link: 'https://partners.example/',
      display_rules: when('buyer.acme', 'neq', 'accepted'),
    },
  ]
  const endsOf = (answers: AnswerScript['answers']) =>
    simulate(ENDS, { answers }, WORLD).simulation.ends.map(({ outcome, shows }) => [outcome, ...shows])

  test('says what each outcome of a lead that is sent shows', () => {
    const sent = { 'claim/hurt': { hurt: 'yes' }, 'claim/where': { state: 'TX' }, 'claim/phone': PHONE }
    expect(endsOf(sent)).toEqual([
      ['accepted', 'Acme calls you.'],
      ['waiting', 'Write to {{field:phone}}.', 'link_out Go'],
      ['rejected', 'Write to {{field:phone}}.', 'link_out Go'],
      ['kept', 'Write to {{field:phone}}.', 'link_out Go'],
    ])
  })

  test('has one outcome if the rules don’t let a lead be sent', () => {
    expect(endsOf({ 'claim/hurt': { hurt: 'no' }, 'claim/phone': PHONE })).toEqual([['unfit', 'link_out Go']])
  })

  test('a lead that isn’t sent has no other outcome when another is sent', () => {
    const two = structuredClone(ENDS)
    two.ui_config.buyers!['other'] = { name: 'Other', required_fields: ['phone'] }
    two.ui_config.offers['claim']!.steps[3]!.execute_actions!.push({
      name: 'send_lead',
      rules: when('state', 'eq', 'NY'),
      buyers: ['other'],
    })
    const sent = { 'claim/hurt': { hurt: 'yes' }, 'claim/where': { state: 'TX' }, 'claim/phone': PHONE }
    const [accepted] = simulate(two, { answers: sent }, WORLD).simulation.ends
    expect(accepted).toEqual({ outcome: 'accepted', shows: ['Acme calls you.'] })
  })

  test('names the page a text leads to, with the answers passed on at each outcome', () => {
    const leading = structuredClone(ENDS)
    leading.ui_config.offers['more']!.steps[0]!.questions = [
      {
        type: 'container',
        widget: 'result',
        cases: [
          { display_rules: when('lead.outcome', 'eq', 'waiting'), html: '<p>Wait.</p>' },
          {
            html: '<p>Go on.</p>',
            redirect: {
              link: 'https://partners.example/?at={{field:state}}&phone={{field:phone}}',
              text: 'Go on',
              buyer: 'acme',
              personal: ['phone'],
            },
          },
        ],
      },
    ]
    const sent = { 'claim/hurt': { hurt: 'yes' }, 'claim/where': { state: 'TX' }, 'claim/phone': PHONE }
    const { ends } = simulate(leading, { answers: sent }, WORLD).simulation
    expect(ends.map(({ outcome, redirect }) => [outcome, redirect])).toEqual([
      ['accepted', { link: 'https://partners.example/?at=TX&phone=%28512%29%20959-2368', buyer: 'acme' }],
      ['waiting', undefined],
      ['rejected', { link: 'https://partners.example/?at=TX', buyer: null }],
      ['kept', { link: 'https://partners.example/', buyer: null }],
    ])
  })

  test('has no outcomes before the end', () => {
    expect(endsOf({ 'claim/hurt': { hurt: 'no' } })).toEqual([])
  })
})
