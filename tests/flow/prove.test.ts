import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { LocalValidation } from '../../schemas/elements/element.ts'
import type { FlowDocument, Step } from '../../schemas/flow/flow.ts'
import type { Problem } from '../../schemas/author/problem.ts'
import { fieldOf, isAnswered } from '../../src/flow/answers/fields.ts'
import { allHold } from '../../src/flow/rules.ts'
import { prove } from '../../src/author/prove/prove.ts'
import { paths } from '../../src/author/paths/paths.ts'
import { solve } from '../../src/author/solve/solve.ts'
import type { Witness } from '../../src/author/solve/witness.ts'
import {
  choices,
  composite,
  consent,
  flow,
  hidden,
  input,
  select,
  step,
  SUBMIT,
  THANKS,
  TODAY,
  when,
} from './flows.ts'
import { play } from './solve/agreement.ts'
import { ofStep } from './solve/anyFlow.ts'

const BROKEN = new URL('../../fixtures/broken/', import.meta.url)

function broken(name: string): FlowDocument {
  return JSON.parse(readFileSync(new URL(`${name}.json`, BROKEN), 'utf8')) as FlowDocument
}

function only(document: FlowDocument): Problem {
  const [problem, ...more] = prove(document, TODAY)
  expect(more).toEqual([])
  return problem!
}

describe('a problem comes with an example visitor, and the real walk agrees', () => {
  test.each([
    ['lead_without_consent', 'accident/send', 'accident_tcpa'],
    ['lead_without_consent-of-its-offer', 'work/send', 'work_tcpa'],
    ['lead_without_phone_check-optional', 'accident/send', 'phone'],
    ['buyer_field_missing', 'accident/send', 'state'],
    ['buyer_field_missing-computed', 'accident/send', 'incident_occurred'],
  ])('%s: a lead is due at %s without %s', (name, id, field) => {
    const document = broken(name)
    const visit = play(document, only(document).witness as Witness, id)
    if (typeof visit === 'string') throw new Error(visit)
    const [offer = '', key] = id.split('/')
    const sending = document.ui_config.offers[offer]!.steps.find(({ name }) => name === key) as Step
    expect(sending.execute_actions!.filter(({ rules }) => allHold(rules, visit.after ?? {}))).toHaveLength(1)
    expect(isAnswered(fieldOf(visit.after ?? {}, field))).toBe(false)
  })
})

describe('visitors under 18 can’t agree and aren’t sold', () => {
  const SEND = { execute_actions: [{ name: 'send_lead' as const }] }
  const PHONE = input('text', 'phone', ['required', 'phone'])
  if ('validations' in PHONE.element) PHONE.element.validations.external = ['phone']
  const BORN = (...ages: LocalValidation[]) =>
    step('born', [input('date_of_birth', 'dob', ['required', ...ages]), SUBMIT])
  const agree = (text: string, rules: Step['display_rules'] = []) => [
    step('agree', [PHONE, consent('only_tcpa', text), SUBMIT], { display_rules: rules }),
    hidden('send', { ...SEND, display_rules: when('only_tcpa', 'neq', null) }),
    step('end', [THANKS]),
  ]
  const told = (...steps: Parameters<typeof flow>[0][string]) =>
    prove(flow({ only: steps }), TODAY).map(({ code }) => code)
  const TEXT = 'You may call me.'
  const STATES = 'You may call me. I am 18 or older.'

  test.each<[string, string[], string[]]>([
    ['a date of birth that takes everybody', told(BORN(), ...agree(TEXT)), ['minor_agrees']],
    ['even where the text states the age', told(BORN(), ...agree(STATES)), ['minor_agrees']],
    ['an age allowed below 18', told(BORN({ name: 'age', min: 17 }), ...agree(TEXT)), ['minor_agrees']],
    ['only the oldest bound', told(BORN({ name: 'age', max: 64 }), ...agree(TEXT)), ['minor_agrees']],
    ['an age of at least 18', told(BORN({ name: 'age', min: 18 }), ...agree(TEXT)), []],
    ['a rule on the date of birth', told(BORN(), ...agree(TEXT, when('dob', 'lt', '2000-01-01'))), []],
    ['no question and no statement', told(...agree(TEXT)), ['age_unknown']],
    ['a statement alone', told(...agree(STATES)), []],
  ])('%s', (_, found, codes) => {
    expect(found.filter((code) => code !== 'rule_always')).toEqual(codes)
  })

  test('the example visitor is underage, and the walk takes them there', () => {
    const document = flow({ only: [BORN({ name: 'age', min: 17 }), ...agree(TEXT)] })
    const { witness } = prove(document, TODAY).find(({ code }) => code === 'minor_agrees')!
    expect(witness?.answers['only/born']).toEqual({ dob: '2009-11-20' })
    expect(play(document, witness as Witness, 'only/agree')).toMatchObject({ kind: 'shown' })
  })

  test('scripts use visitors who have just turned 18', () => {
    const document = flow({ only: [BORN({ name: 'age', min: 18 }), ...agree(TEXT)] })
    const made = paths(document, solve(document, TODAY)!).paths
    expect(made[0]?.script.answers['only/born']).toEqual({ dob: '2008-11-20' })
  })
})

describe('reports exactly the rules that contradict each other', () => {
  test.each([
    ['rule_never', ['accident/state injured is "yes" and injured is "no"']],
    ['rule_never-by-validation', ['accident/state age is below 18']],
    [
      'rule_never-by-steps-before',
      ['accident/state age is at least 65', 'accident/phone state is "TX" and age is below 65'],
    ],
    [
      'step_unreachable',
      ['accident/state incident_occurred is ">3 years ago"', 'accident/state over_two_years is "no"'],
    ],
    ['action_never', ['accident/send state is "TX"', 'accident/send state is not answered']],
  ])('%s', (name, rules) => {
    expect(only(broken(name)).conflict?.map(({ step, rule }) => `${step} ${rule}`)).toEqual(rules)
  })
})

test('a rule without effect doesn’t hide a lead without consent: both are reported', () => {
  const document = broken('lead_without_consent')
  const [first] = Object.values(document.ui_config.offers)
  const last = first!.steps.findLast(({ type }) => type !== 'hidden')!
  last.display_rules = when('injured', 'neq', null)
  expect(prove(document, TODAY).map(({ code }) => code)).toEqual(['rule_always', 'lead_without_consent'])
})

describe('rules that are too complex to decide', () => {
  const entangled = broken('undecided')

  test('are reported, and all others are decided without them', () => {
    const { code, at, rules } = only(entangled)
    const place = ['ui_config', 'offers', 'accident', 'steps', 5, 'display_rules', 0]
    expect({ code, at, rules: rules?.map(({ at, step }) => ({ at, step })) }).toEqual({
      code: 'undecided',
      at: place,
      rules: [{ at: place, step: 'accident/state' }],
    })
  })

  test('don’t hide a later rule that never holds', () => {
    const document = structuredClone(entangled)
    const phone = document.ui_config.offers['accident']!.steps.find(({ name }) => name === 'phone')!
    phone.display_rules = when('injured', 'eq', 'maybe')
    expect(prove(document, TODAY).map(({ code }) => code)).toEqual(['rule_never', 'undecided'])
  })

  test('leave leads undecided that depend on them', () => {
    const document = structuredClone(entangled)
    const { steps } = document.ui_config.offers['accident']!
    const phone = steps.find(({ name }) => name === 'phone')!
    phone.questions = phone.questions.filter(
      (element) => !('widget' in element && element.widget === 'consent'),
    )
    expect(prove(document, TODAY).map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^undecided .* and whether every lead from accident\/send is sent with consent/),
    ])
  })
})

test('the proof states its assumptions', () => {
  expect(only(broken('rule_never-by-validation')).limit).toMatch(
    /^Assumes that what visitors type into age is a number/,
  )
  expect(only(broken('rule_never-by-date')).limit).toBe('Assumes that visitors come in 2026 or 2027.')
  expect(only(broken('rule_never')).limit).toBeUndefined()
})

const AT_LEAST = (arg: number) => ({ name: 'min' as const, arg })
const AT_MOST = (arg: number) => ({ name: 'max' as const, arg })
const ASK = step('ask', choices('a', 'yes', 'no'))
const MORE = (rule: ReturnType<typeof when>) => step('more', choices('b', '1', '2'), { display_rules: rule })
const codes = (...steps: Parameters<typeof flow>[0][string]) =>
  prove(flow({ only: steps }), TODAY).map(({ code, at }) => `${code} ${at.slice(4).join('/')}`)

test('one mistake is one problem: what depends on a step that no visitor sees isn’t reported too', () => {
  const never = when('a', 'eq', 'maybe')
  const follows = step('follows', choices('c', '1', '2'), { display_rules: when('b', 'eq', '1') })
  expect(codes(ASK, MORE(never), follows)).toEqual(['rule_never 1/display_rules/0'])
  // It is wrong by itself, whether or not anyone sees the step before it.
  const itself = step('itself', choices('c', '1', '2'), { display_rules: when('b', 'eq', '3') })
  expect(codes(ASK, MORE(never), itself)).toEqual([
    'rule_never 1/display_rules/0',
    'rule_never 2/display_rules/0',
  ])
})

test.each<[string, string[]]>([
  ['a rule that is true for some and false for others', codes(ASK, MORE(when('a', 'eq', 'yes')))],
  ['a rule without comparisons', codes(ASK, MORE([{ operator: 'or', conditions: [] }]))],
  [
    'asking for what is not known yet, on the step that asks',
    codes(
      ASK,
      MORE([
        {
          operator: 'and',
          conditions: [...when('a', 'eq', 'yes')[0]!.conditions, ...when('b', 'eq', null)[0]!.conditions],
        },
      ]),
    ),
  ],
  [
    'a comparison with what an optional list left out',
    codes(step('ask', [select('multi_select', 'a', ['1', '2'], []), SUBMIT]), MORE(when('a', 'neq', '1'))),
  ],
  [
    'whether there is a ZIP code, where only those of one region pass',
    codes(
      step('ask', [input('text', 'a', ['zip', AT_LEAST(501), AT_MOST(2791)]), SUBMIT]),
      MORE(when('a', 'neq', null)),
    ),
  ],
  [
    'whether neither consent was given, on the step that asks for the second',
    prove(
      flow(
        {
          only: [
            ASK,
            step('first', [consent('k', 'I agree.'), SUBMIT], { display_rules: when('a', 'eq', 'yes') }),
            step('second', [consent('l', 'I agree.'), SUBMIT], {
              display_rules: when('neither', 'eq', 'yes'),
            }),
          ],
        },
        { ui: { fields: { neither: { compute: 'both_tcpa_compliance_missing', from: ['k', 'l'] } } } },
      ),
      TODAY,
    ).map(({ code }) => code),
  ],
])('%s is accepted', (_, found) => {
  expect(found).toEqual([])
})

describe('problems of ordinary visitors are proved for ordinary visitors', () => {
  const thanks = step('thanks', [THANKS], { title: 'Thank you' })
  const second = (rules: NonNullable<Step['display_rules']>) => [
    step('more', choices('b', '1', '2'), { display_rules: rules }),
    step('end', choices('c', '1', '2')),
  ]
  const told = (steps: Parameters<typeof flow>[0]) =>
    prove(flow(steps), TODAY).map(({ code, at }) => `${code} ${at.join('/')}`)

  test('an order that ends before an offer is a mistake, even if a link leads to the offer', () => {
    const unreachable = ['step_unreachable ui_config/offers/second/steps/0/name']
    expect(told({ first: [ASK, thanks], second: second([]) })).toEqual(unreachable)
    expect(told({ first: [thanks], second: second([]) })).toEqual(unreachable)
  })

  test('a step that’s only shown through a link is reported as a warning', () => {
    expect(told({ first: [ASK], second: second(when('a', 'eq', null)) })).toEqual([
      'link_only ui_config/offers/second/steps/0/name',
    ])
  })

  test('accepts a step that asks for something only a link leaves open', () => {
    const again = step('again', choices('a', 'yes', 'no'), { display_rules: when('a', 'eq', null) })
    expect(told({ first: [ASK], second: [again, ...second([])] })).toEqual([])
  })
})

test.each([
  ['2015', '01', []],
  ['2015', '02', ['rule_never 1/display_rules/0']],
  ['2016', '02', []],
  ['2027', '12', []],
  ['2028', '01', ['rule_never 1/display_rules/0']],
])('an injury in %s-%s can be chosen, or its rule never holds: %j', (year, month, problems) => {
  const rule = {
    operator: 'and' as const,
    conditions: [...when('d_year', 'eq', year), ...when('d_month', 'eq', month)],
  }
  expect(codes(step('ask', [composite('injury_date', 'd'), SUBMIT]), MORE([rule]))).toEqual(problems)
})

test('lists only values that were asked for before', () => {
  const early = step('early', choices('b', '1', '2'), { display_rules: when('a', 'eq', 'other') })
  const again = step('again', [ofStep('again')(select('dropdown', 'a', ['maybe', 'other'])), SUBMIT])
  const [problem] = prove(
    flow({ only: [step('ask', [select('dropdown', 'a', ['yes']), SUBMIT]), early, again] }),
    TODAY,
  )
  expect(problem?.hint).toBe('At that point, a is "yes". Correct the comparison, or remove the rule.')
})
