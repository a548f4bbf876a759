import { describe, expect, test } from 'vitest'
import type { Flow, Language } from '../../schemas/flow/flow.ts'
import { compareVisit } from '../../src/author/replay/compareVisit.ts'
import { openBothWalks } from '../../src/author/replay/bothWalks.ts'
import type { RecordedVisit } from '../../src/author/replay/givenAnswers.ts'
import { openReplayTally } from '../../src/author/replay/replayTally.ts'
import { complete, encode } from '../../src/flow/answers/data.ts'
import type { StepData } from '../../src/flow/answers/stepData.ts'
import { findStep } from '../../src/flow/elements/elements.ts'
import { inLanguage } from '../../src/flow/languages/inLanguage.ts'
import {
  box,
  choices,
  composite,
  consent,
  flow,
  hidden,
  input,
  origin,
  ref,
  select,
  step,
  SUBMIT,
  THANKS,
  when,
} from './flows.ts'

const sends = (...buyers: string[]) => ({ execute_actions: [{ name: 'send_lead' as const, buyers }] })
const CONSENT = 'I agree to be called.'

/** Asks if the visitor was hurt; asks those who were for their state; then for a phone number, whose button agrees and sends the lead. The
 *  end follows. */
const steps = () => ({
  claim: [
    step('hurt', choices('hurt', 'yes', 'no')),
    step('state', [select('dropdown', 'state', ['ny', 'tx']), SUBMIT], {
      display_rules: when('hurt', 'eq', 'yes'),
    }),
    step('phone', [input('text', 'phone'), consent('claim_tcpa', CONSENT), SUBMIT], sends('acme')),
    step('end', [THANKS]),
  ],
})
const BUYERS = {
  acme: { name: 'Acme', required_fields: [] },
  zeta: { name: 'Zeta', required_fields: [] },
}
const made = (given: Parameters<typeof flow>[0], ui: object = {}) =>
  flow(given, { ui: { buyers: BUYERS, ...ui } })
const BEFORE = made(steps())

const HURT = { 'claim/hurt': { hurt: 'yes' } }
const STATE = { ...HURT, 'claim/state': { state: 'ny' } }
const WHOLE = { ...STATE, 'claim/phone': { phone: '2125550123' } }
const UNHURT = { 'claim/hurt': { hurt: 'no' }, 'claim/phone': { phone: '2125550199' } }

/** A visit that recorded these answers, as a page sends them. */
function visit(
  answers: Record<string, StepData>,
  { on = BEFORE, language = 'en' as Language, query = {} } = {},
) {
  const read = inLanguage(on, language)
  const steps = Object.entries(answers).map(([id, data]) => {
    const found = findStep(read, ref(id))!
    return { ...ref(id), language, answers: encode(read, found, complete(read, found, data)) }
  })
  return { uuid: `of ${Object.keys(answers).length}`, language, origin: origin(query), steps }
}

/** Differences between these visits: kind, from, to and count. */
function replayed(after: Flow, visits: RecordedVisit[], before = BEFORE) {
  const tally = openReplayTally(before, after)
  for (const one of visits) tally.add(one)
  const { lines, ...counts } = tally.counted()
  return { ...counts, lines: lines.map(({ kind, from, to, visits }) => [kind, from, to, visits]) }
}

const nowOf = (after: Flow, one: RecordedVisit, before = BEFORE) => openBothWalks(before, after)(one).after
const thenOf = (before: Flow, one: RecordedVisit) => openBothWalks(before, before)(one).before

/** The flow after a change to its steps. */
function changed(change: (offers: ReturnType<typeof steps>) => unknown, ui: object = {}): Flow {
  const offers = steps()
  change(offers)
  return made(offers, ui)
}

test('the same flow changes nothing for visits that reached the end, stopped halfway, or answered nothing', () => {
  const visits = [visit(WHOLE), visit(UNHURT), visit(STATE), visit(HURT), visit({})]
  expect(replayed(structuredClone(BEFORE), visits)).toEqual({ visits: 5, differing: 0, lines: [] })
})

test('the path through the version follows the answers, with its lead and the consent that was shown', () => {
  const one = visit(WHOLE)
  expect(thenOf(BEFORE, one)).toEqual({
    steps: ['claim/hurt', 'claim/state', 'claim/phone', 'claim/end'],
    stopped: 'end',
    fields: [],
    buyers: ['acme'],
    consents: [{ step: 'claim/phone', text: CONSENT }],
  })
})

describe('steps', () => {
  test('a removed step isn’t shown, and visitors who left there continue to steps they never answered', () => {
    const after = changed(({ claim }) => claim.splice(1, 1))
    expect(replayed(after, [visit(WHOLE), visit(UNHURT), visit(HURT)])).toEqual({
      visits: 3,
      differing: 2,
      lines: [
        ['asked_new', null, 'claim/phone', 1],
        ['other_way', null, null, 2],
        ['consent_new', null, 'claim/phone', 1],
      ],
    })
  })

  test('reordered steps lead to the same end and the same lead', () => {
    const after = changed(({ claim }) => claim.splice(1, 0, ...claim.splice(2, 1)))
    expect(replayed(after, [visit(WHOLE)]).lines).toEqual([['other_way', null, null, 1]])
  })

  test('a renamed step gets the answers to its fields', () => {
    const after = changed(({ claim }) => (claim[1]!.step.name = 'where'))
    expect(nowOf(after, visit(WHOLE))).toMatchObject({ stopped: 'end', buyers: ['acme'] })
    // A visitor who left there leaves there again, as nothing else is asked.
    expect(nowOf(after, visit(HURT))).toMatchObject({ stopped: 'left', steps: ['claim/hurt', 'claim/where'] })
  })

  test('a rule that shows a step to other visitors asks them something new', () => {
    const after = changed(({ claim }) => delete claim[1]!.step.display_rules)
    expect(replayed(after, [visit(WHOLE), visit(UNHURT)]).lines).toEqual([
      ['lead_waits', null, null, 1],
      ['asked_new', null, 'claim/state', 1],
      ['other_way', null, null, 1],
    ])
  })

  test('a new step stops the visits that reach it, unless it can be left empty or only needs a press', () => {
    const more = (part: Parameters<typeof step>[1]) =>
      changed(({ claim }) => claim.splice(1, 0, step('more', part) as (typeof claim)[0]))
    expect(nowOf(more([input('text', 'job'), SUBMIT]), visit(WHOLE))).toMatchObject({
      stopped: 'asked_new',
      steps: ['claim/hurt', 'claim/more'],
      fields: ['job'],
    })
    expect(nowOf(more([composite('vehicle', 'car'), SUBMIT]), visit(WHOLE)).stopped).toBe('asked_new')
    for (const part of [[input('text', 'job', []), SUBMIT], [SUBMIT]])
      expect(nowOf(more(part), visit(WHOLE))).toMatchObject({ stopped: 'end', buyers: ['acme'] })
    expect(replayed(more([SUBMIT]), [visit({})]).lines).toEqual([])
  })

  test('a press counts only for visitors who were recorded at its step', () => {
    const before = changed(({ claim }) => claim.splice(1, 0, step('read', [SUBMIT]) as (typeof claim)[0]))
    const one = visit({ ...HURT }, { on: before })
    expect(thenOf(before, one).steps).toEqual(['claim/hurt', 'claim/read'])
    expect(replayed(structuredClone(before), [one], before).lines).toEqual([])
  })
})

describe('answers', () => {
  test('an answer that the step no longer takes is asked again, even if the field is optional', () => {
    for (const local of [['required'], []] as const) {
      const after = changed(({ claim }) => {
        claim[1] = step('state', [select('dropdown', 'state', ['tx'], [...local]), SUBMIT], {
          display_rules: when('hurt', 'eq', 'yes'),
        }) as (typeof claim)[1]
      })
      expect(replayed(after, [visit(WHOLE)]).lines).toEqual([
        ['lead_waits', null, null, 1],
        ['asked_again', null, 'claim/state', 1],
      ])
    }
  })

  test('a removed choice is asked again, and visits with other choices continue', () => {
    const after = changed(
      ({ claim }) => (claim[0] = step('hurt', choices('hurt', 'yes')) as (typeof claim)[0]),
    )
    expect(replayed(after, [visit(WHOLE), visit(UNHURT)]).lines).toEqual([
      ['lead_waits', null, null, 1],
      ['asked_again', null, 'claim/hurt', 1],
    ])
  })

  test('an answer that a new check refuses is asked again, as the server would', () => {
    const after = changed(({ claim }) => {
      const part = input('text', 'phone', ['required', 'email'])
      claim[2] = step(
        'phone',
        [part, consent('claim_tcpa', CONSENT), SUBMIT],
        sends('acme'),
      ) as (typeof claim)[2]
    })
    expect(nowOf(after, visit(WHOLE))).toMatchObject({
      stopped: 'asked_again',
      fields: ['phone'],
      buyers: [],
    })
  })

  test('all checked options of a list must still exist', () => {
    const ticks = (...values: string[]) =>
      made({ a: [step('ticks', [select('multi_select', 'harm', values), SUBMIT]), step('end', [THANKS])] })
    const before = ticks('back', 'neck', 'arm')
    const one = visit({ 'a/ticks': { harm: ['back', 'arm'] } }, { on: before })
    expect(nowOf(ticks('arm', 'back'), one, before).stopped).toBe('end')
    expect(nowOf(ticks('back', 'neck'), one, before)).toMatchObject({
      stopped: 'asked_again',
      fields: ['harm'],
    })
  })

  test('an empty field stays empty, even if another step answers it', () => {
    const before = made({
      a: [
        step('one', [input('text', 'job', []), SUBMIT]),
        step('two', [input('text', 'job'), SUBMIT]),
        step('three', [THANKS], { display_rules: when('job', 'eq', null) }),
        step('end', [THANKS]),
      ],
    })
    const one = visit({ 'a/one': {}, 'a/two': { job: 'cook' } }, { on: before })
    expect(replayed(structuredClone(before), [one], before).lines).toEqual([])
  })
})

describe('leads and consents', () => {
  test('other buyers get the leads, or none do', () => {
    const to = (...buyers: string[]) =>
      changed(({ claim }) => Object.assign(claim[2]!.step, sends(...buyers)))
    expect(replayed(to('zeta'), [visit(WHOLE)]).lines).toEqual([
      ['lead_to', null, 'zeta', 1],
      ['lead_not_to', 'acme', null, 1],
    ])
    const none = changed(({ claim }) => delete claim[2]!.step.execute_actions)
    expect(replayed(none, [visit(WHOLE), visit(HURT)]).lines).toEqual([
      ['no_lead', null, null, 1],
      ['lead_not_to', 'acme', null, 1],
    ])
    expect(replayed(BEFORE, [visit(WHOLE)], none).lines).toEqual([
      ['becomes_lead', null, null, 1],
      ['lead_to', null, 'acme', 1],
    ])
  })

  test('a hidden step sends its lead if its rule holds, and only when it’s passed', () => {
    const after = changed(({ claim }) =>
      claim.splice(
        2,
        0,
        hidden('send', { display_rules: when('state', 'eq', 'ny'), ...sends('zeta') }) as (typeof claim)[0],
      ),
    )
    // Nothing goes out before the consent was given.
    expect(nowOf(after, visit(WHOLE)).buyers).toEqual(['acme'])
    const late = changed(({ claim }) =>
      claim.splice(
        3,
        0,
        hidden('send', { display_rules: when('state', 'eq', 'ny'), ...sends('zeta') }) as (typeof claim)[0],
      ),
    )
    expect(nowOf(late, visit(WHOLE)).buyers).toEqual(['acme', 'zeta'])
    expect(nowOf(late, visit(UNHURT)).buyers).toEqual(['acme'])
  })

  test('a hidden step before the offer where the address starts isn’t passed', () => {
    const before = made({
      first: [hidden('send', sends('zeta')), step('end', [THANKS])],
      claim: steps().claim.map((one) => one),
    })
    const one = visit({}, { on: before, query: { 'force-start-offer': 'claim' } })
    expect(thenOf(before, one)).toMatchObject({
      buyers: [],
      steps: ['claim/hurt'],
    })
  })

  test('a reworded consent is counted, and counts as given for the same field', () => {
    const after = changed(({ claim }) => {
      const parts = [input('text', 'phone'), consent('claim_tcpa', 'Call me, Acme.'), SUBMIT]
      claim[2] = step('phone', parts, sends('acme')) as (typeof claim)[2]
    })
    expect(replayed(after, [visit(WHOLE)]).lines).toEqual([
      ['consent_new', null, 'claim/phone', 1],
      ['consent_gone', 'claim/phone', null, 1],
    ])
  })

  test('no visitor counts as having agreed who didn’t: a consent for another field is asked again, and isn’t a lead', () => {
    const after = changed(({ claim }) => {
      const parts = [input('text', 'phone'), consent('claim_calls', CONSENT), SUBMIT]
      claim[2] = step('phone', parts, sends('acme')) as (typeof claim)[2]
    })
    expect(nowOf(after, visit(WHOLE))).toMatchObject({
      stopped: 'asked_new',
      fields: ['claim_calls'],
      buyers: [],
    })
  })

  test('visitors who refused don’t agree in a flow without a way to refuse', () => {
    const refusing = (): ReturnType<typeof steps> => {
      const offers = steps()
      const no = choices('agreed', 'no')[0]!
      const refusal = { ...no, element: { ...no.element, agrees: false } as typeof no.element }
      offers.claim[2] = step(
        'phone',
        [input('text', 'phone'), consent('claim_tcpa', CONSENT), SUBMIT, refusal],
        sends('acme'),
      ) as (typeof offers.claim)[2]
      return offers
    }
    const before = made(refusing())
    const one = visit({ ...STATE, 'claim/phone': { agreed: 'no' } }, { on: before })
    expect(thenOf(before, one)).toMatchObject({ stopped: 'end', buyers: [] })
    expect(nowOf(BEFORE, one, before)).toMatchObject({ stopped: 'asked_new', buyers: [] })
    expect(replayed(structuredClone(before), [one], before).lines).toEqual([])
    // A visitor who refuses leaves the rest unanswered, even if the step's wording changed.
    const reworded = structuredClone(before)
    reworded.constants_config.questions['phone']!.label = 'Your number?'
    expect(replayed(reworded, [one], before).lines).toEqual([])
  })

  test('checked consents to single sellers stay checked', () => {
    const boxed = (text: string) => {
      const offers = steps()
      const parts = [
        input('text', 'phone'),
        box('to_acme', 'acme', `Acme ${text}`),
        box('to_zeta', 'zeta', 'Zeta'),
        SUBMIT,
      ]
      offers.claim[2] = step('phone', parts, sends('acme', 'zeta')) as (typeof offers.claim)[2]
      return made(offers)
    }
    const before = boxed('may call.')
    const one = visit(
      { ...STATE, 'claim/phone': { phone: '2125550123', to_acme: 'Acme may call.' } },
      { on: before },
    )
    expect(nowOf(boxed('may write.'), one, before).buyers).toEqual(['acme'])
  })
})

test('an answer that the version itself would refuse today isn’t a difference, and the walk ends there', () => {
  const checked = (label: string) => {
    const offers = steps()
    const parts = [input('text', 'phone', ['required', 'phone']), consent('claim_tcpa', CONSENT), SUBMIT]
    offers.claim[2] = step('phone', parts, sends('acme')) as (typeof offers.claim)[2]
    const whole = made(offers)
    whole.constants_config.questions['phone']!.label = label
    return whole
  }
  const before = checked('Phone?')
  const old = visit({ ...STATE, 'claim/phone': { phone: '12' } }, { on: before })
  expect(replayed(checked('Your number?'), [old], before).lines).toEqual([])
})

test('a visit in another language is walked in it, with the consent that was shown', () => {
  const words = (call: string) => ({ languages: { default: 'en', es: { [CONSENT]: call } } })
  const before = made(steps(), words('Llámenme.'))
  const one = visit(WHOLE, { on: before, language: 'es' })
  expect(nowOf(structuredClone(before), one, before)).toMatchObject({
    stopped: 'end',
    buyers: ['acme'],
    consents: [{ text: 'Llámenme.' }],
  })
  const after = made(steps(), words('Pueden llamarme.'))
  const visits = [one, visit(WHOLE, { on: before })]
  expect(replayed(after, visits, before).lines).toEqual([
    ['consent_new', null, 'claim/phone', 1],
    ['consent_gone', 'claim/phone', null, 1],
  ])
})

test('a step answered twice counts with its last answers', () => {
  const one = visit(WHOLE)
  const again = { ...one, steps: [...one.steps, ...visit({ 'claim/hurt': { hurt: 'no' } }).steps] }
  expect(nowOf(structuredClone(BEFORE), again).steps).toEqual(['claim/hurt', 'claim/phone', 'claim/end'])
})

test('side by side, a visit shows where its paths differ, and typed answers only to operators who see personal data', () => {
  const after = changed(({ claim }) => claim.splice(1, 1))
  const shown = compareVisit(BEFORE, after, visit(WHOLE), false)
  expect(shown.answers).toEqual([
    { step: 'claim/hurt', field: 'hurt', value: 'yes' },
    { step: 'claim/state', field: 'state', value: 'ny' },
    { step: 'claim/phone', field: 'phone', value: null },
    { step: 'claim/phone', field: 'claim_tcpa', value: CONSENT },
  ])
  expect(JSON.stringify(shown)).not.toContain('2125550123')
  expect([shown.parts_at, shown.before.steps[1], shown.after.steps[1]]).toEqual([
    1,
    'claim/state',
    'claim/phone',
  ])
  expect(compareVisit(BEFORE, after, visit(WHOLE), true).answers[2]!.value).toBe('2125550123')
})
