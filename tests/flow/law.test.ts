import { describe, expect, test } from 'vitest'
import type { Flow, Offer, Step, UiConfig } from '../../schemas/flow/flow.ts'
import type { Problem } from '../../schemas/author/problem.ts'
import type { Rule } from '../../schemas/kernel/rule.ts'
import { REGIME_MEANINGS, STATE_OF, type Regime } from '../../schemas/flow/regimes.ts'
import { allHold } from '../../src/flow/rules.ts'
import { LAW_RULES } from '../../src/author/law/lawRules.ts'
import { placeOfZip } from '../../src/author/solve/zips.ts'
import { leadReads } from '../../src/author/prove/proveLeads.ts'
import { prove } from '../../src/author/prove/prove.ts'
import { proveLaw, type LawProof } from '../../src/author/prove/proveLaw.ts'
import { reach } from '../../src/author/solve/reach.ts'
import { prepare } from '../../src/author/solve/solve.ts'
import type { Witness } from '../../src/author/solve/witness.ts'
import {
  box,
  choices,
  consent,
  flow,
  hidden,
  input,
  step,
  SUBMIT,
  THANKS,
  TODAY,
  when,
  type Part,
} from './flows.ts'
import { play } from './solve/agreement.ts'

const REGIMES = Object.keys(REGIME_MEANINGS) as Regime[]

const TEXT =
  'By pressing “Continue”, I agree that Roof Pros may call and text me, also with automated technology. I am 18 or older. I don’t have to agree to buy anything. I can take this back at any time in any reasonable way, such as replying STOP. If I ask to stop, my request may be passed on to every company that got my details.'
const SPANISH =
  'Al presionar “Continuar”, acepto que Roof Pros me llame y me envíe mensajes, también con marcación automática. Tengo 18 años o más. No tengo que aceptar para comprar nada. Puedo retirarlo en cualquier momento y de cualquier manera razonable. Si pido que no me llamen más, mi pedido puede compartirse con todas las empresas que recibieron mis datos.'

const ROOF_PROS = { name: 'Roof Pros', required_fields: ['phone'] }
const SUNNY = { name: 'Sunny Solar', required_fields: ['phone'] }

function checked(field: string, check: 'phone' | 'zip', ...fills: string[]): Part {
  const part = input('text', field, ['required', check])
  if ('validations' in part.element) part.element.validations.external = [check]
  for (const id of fills) part.questions![field]!.answers[id] = { backend_field_name: id }
  return part
}

interface Made {
  regimes?: Regime[]
  text?: string
  before?: Parameters<typeof flow>[0][string]
  agreeing?: Part[]
  html?: string
  sending?: Partial<Step>
  buyers?: UiConfig['buyers']
  ui?: Partial<UiConfig>
  offer?: Partial<Offer>
  zip?: Part[]
}

/** A flow that asks for the ZIP code, the phone number and a consent, and sends a lead; it keeps every rule. */
function made({
  regimes = REGIMES,
  text = TEXT,
  before = [],
  agreeing = [consent('roof_tcpa', text)],
  html = 'Example Injury Law, Sacramento, California',
  sending = {},
  buyers = { roof_pros: ROOF_PROS },
  ui = {},
  offer = {},
  zip = [checked('zip_code', 'zip'), SUBMIT],
}: Made = {}): Flow {
  const words: Part = { element: { type: 'container', widget: 'html', html: `<p>${html}</p>` } }
  return flow(
    {
      roof: [
        ...(zip.length > 0 ? [step('zip', zip)] : []),
        ...before,
        step('phone', [checked('phone', 'phone'), words, ...agreeing, SUBMIT]),
        hidden('send', {
          execute_actions: [{ name: 'send_lead', buyers: Object.keys(buyers) }],
          ...sending,
        }),
        step('end', [THANKS]),
      ],
    },
    {
      ui: {
        buyers,
        fields: { calling_hours: { compute: 'calling_hours', from: ['zip_code'] } },
        ...ui,
      },
      offers: {
        roof: {
          regimes,
          responsible: { name: 'Example Injury Law', address: 'Sacramento, California' },
          ...offer,
        },
      },
    },
  )
}

const lawsOf = (document: Flow, today = TODAY): Problem[] =>
  prove(document, today).filter(({ law }) => law !== undefined)
const idsOf = (problems: readonly Problem[]) => problems.map(({ law }) => law!.rule)

/** Breaks a rule in some way. The witness of a rule of a state lives there; the walk shows that they become a lead, or see the step. */
const BREAKS: [rule: string, how: string, Made, where?: string][] = [
  ['us-tcpa-consent', 'a lead of those who declined', { agreeing: refusable(), sending: {} }],
  [
    'us-tcpa-automated',
    'nothing about automated calls',
    { text: TEXT.replace(', also with automated technology', '') },
  ],
  [
    'us-tcpa-no-purchase',
    'nothing about buying',
    { text: TEXT.replace(' I don’t have to agree to buy anything.', '') },
  ],
  ['us-tcpa-seller', 'no name of the company', { text: TEXT.replace('Roof Pros', 'a company') }],
  ['us-tcpa-adult', 'nothing about the age', { text: TEXT.replace(' I am 18 or older.', '') }],
  [
    'us-tcpa-any-means',
    'only one way to take it back',
    { text: `${TEXT} I can take it back only by letter.` },
  ],
  ['us-tcpa-stop', 'nothing about passing a STOP on', { text: TEXT.replace(/ If I ask to stop.*/, '') }],
  ['us-tcpa-revoke-all', 'a STOP that is limited', { text: `${TEXT} Replying STOP only ends texts.` }],
  ['us-cms-tpmo-consent', 'a lead of those who declined', { agreeing: refusable() }],
  ['us-cms-tpmo-named', 'no name of the company', { text: TEXT.replace('Roof Pros', 'a company') }],
  [
    'us-cms-tpmo-separate',
    'one consent to two companies',
    {
      text: TEXT.replace('Roof Pros', 'Roof Pros and Sunny Solar'),
      buyers: { roof_pros: ROOF_PROS, sunny: SUNNY },
    },
  ],
  [
    'us-ca-ccpa-opt-out',
    'no form to opt out',
    { ui: { site: { ...made().ui_config.site, footer: [{ text: 'Stop', document: 'unsubscribe' }] } } },
  ],
  ['us-ca-sb37-responsible', 'no one responsible', { offer: { responsible: undefined as never } }],
  ['us-ca-sb37-responsible', 'a name that no page shows', { html: 'Sacramento, California' }],
  ['us-ca-sb37-responsible', 'an address that no page shows', { html: 'Example Injury Law' }],
  [
    'us-ca-sb37-no-promise',
    'a guarantee',
    { html: 'Example Injury Law, Sacramento, California. We guarantee a win.' },
    'phone',
  ],
  [
    'us-ca-sb37-quick-cash',
    'quick money',
    { html: 'Example Injury Law, Sacramento, California. Get quick cash.' },
    'phone',
  ],
  [
    'us-ca-sb37-contingency',
    'a fee without the costs',
    { html: 'Example Injury Law, Sacramento, California. No fee unless we win.' },
    'phone',
  ],
  ...['fl', 'md', 'ok'].map((state): [string, string, Made] => [
    `us-${state}-consent`,
    'nothing about automated calls',
    { text: TEXT.replace(', also with automated technology', '') },
  ]),
  ...['fl', 'md', 'ok', 'tx', 'va', 'wa'].map((state): [string, string, Made] => [
    `us-${state}-hours`,
    'no hours for buyers',
    { ui: { fields: {} } },
  ]),
  [
    'us-wa-refusal',
    'a lead of those who agreed once, then declined',
    { before: [early()], agreeing: refusable() },
  ],
]

/** A step that asks for a consent of its own. */
function early() {
  return step('early', [consent('early_tcpa', TEXT), SUBMIT])
}

function refusable(): Part[] {
  const [yes, no] = choices('declined', 'Yes, I agree', 'No, thanks')
  return [
    consent('roof_tcpa', TEXT),
    { ...yes!, element: { ...yes!.element, agrees: true } as Part['element'] },
    { ...no!, element: { ...no!.element, agrees: false } as Part['element'] },
  ]
}

test('a flow can keep the rules of all regimes at once', () => {
  expect(lawsOf(made())).toEqual([])
})

test.each(REGIMES)('a flow can keep %s alone', (regime) => {
  expect(prove(made({ regimes: [regime] }), TODAY)).toEqual([])
})

test('every rule that a flow can break is broken here', () => {
  const breakable = LAW_RULES.filter(({ check }) => check.by !== 'product').map(({ id }) => id)
  expect([...new Set(BREAKS.map(([rule]) => rule))].sort()).toEqual(breakable.sort())
})

describe('a broken rule comes with a visitor whom it meets', () => {
  test.each(BREAKS)('%s: %s', (id, _, how, where = 'send') => {
    const rule = LAW_RULES.find((one) => one.id === id)!
    const document = made({ ...how, regimes: [rule.regime] })
    const found = lawsOf(document)
    const problem = found.find(({ law }) => law!.rule === id)!
    expect(idsOf(found)).toContain(id)
    expect(problem).toMatchObject({
      code: id === 'us-tcpa-revoke-all' ? 'law_soon' : 'law_broken',
      law: { rule: id, offer: 'roof' },
    })
    expect(problem.message).toContain(id)
    expect(problem.message).toContain(rule.source)
    const visit = play(document, problem.witness as Witness, `roof/${where}`)
    if (typeof visit === 'string') throw new Error(visit)
    expect(visit.kind).toBe(where === 'send' ? 'hidden' : 'shown')
    const state = STATE_OF[rule.regime]
    const zip = String(problem.witness!.answers['roof/zip']!['zip_code'])
    if (state) expect(placeOfZip(zip)).toMatchObject({ state })
    const sending = document.ui_config.offers['roof']!.steps.find(({ name }) => name === 'send')!
    if (where === 'send')
      expect(sending.execute_actions!.every(({ rules }) => allHold(rules, visit.after ?? {}))).toBe(true)
    // Without the regime, no rule is broken.
    expect(lawsOf(made({ ...how, regimes: [] }))).toEqual([])
  })
})

describe('rules of a state are for visitors whose ZIP code is there', () => {
  const WITHOUT_HOURS = { ui: { fields: {} } }
  const wa: Regime[] = ['us-wa']

  test('visitors of other states can break it', () => {
    const rest = { display_rules: when('zip_code', 'eq', '78701') }
    expect(idsOf(lawsOf(made({ regimes: wa, ...WITHOUT_HOURS, sending: sendingIf(rest) })))).toEqual([])
    const there = { display_rules: when('zip_code', 'eq', '98101') }
    expect(idsOf(lawsOf(made({ regimes: wa, ...WITHOUT_HOURS, sending: sendingIf(there) })))).toEqual([
      'us-wa-hours',
    ])
  })

  test('the state that the check fills in is the one of the ZIP code', () => {
    const zip = [checked('zip_code', 'zip', 'state'), SUBMIT]
    const only = (state: string) => ({ display_rules: when('state', 'eq', state) })
    const found = (state: string) =>
      idsOf(lawsOf(made({ regimes: wa, ...WITHOUT_HOURS, zip, sending: sendingIf(only(state)) })))
    expect([found('TX'), found('WA')]).toEqual([[], ['us-wa-hours']])
  })

  test('a visitor who wasn’t asked may be anywhere', () => {
    expect(idsOf(lawsOf(made({ regimes: wa, ...WITHOUT_HOURS, zip: [] })))).toEqual(['us-wa-hours'])
  })

  function sendingIf(rest: Partial<Step>): Partial<Step> {
    return rest
  }
})

describe('a rule that doesn’t apply yet', () => {
  const LIMITED = made({ regimes: ['us-tcpa'], text: `${TEXT} Replying STOP only ends texts.` })

  test.each([
    ['2026-11-01', []],
    ['2026-11-02', ['law_soon']],
    ['2027-01-30', ['law_soon']],
    ['2027-01-31', ['law_broken']],
  ])('on %s: %j', (today, codes) => {
    expect(lawsOf(LIMITED, today).map(({ code }) => code)).toEqual(codes)
  })
})

describe('texts in another language', () => {
  const inBoth = (spanish: string) => made({ ui: { languages: { default: 'en', es: { [TEXT]: spanish } } } })

  test('a translation that says the same is enough', () => {
    expect(lawsOf(inBoth(SPANISH))).toEqual([])
  })

  test.each([
    ['us-tcpa-automated', SPANISH.replace(', también con marcación automática', '')],
    ['us-tcpa-no-purchase', SPANISH.replace(' No tengo que aceptar para comprar nada.', '')],
    ['us-tcpa-stop', SPANISH.replace(/ Si pido.*/, '')],
    ['us-tcpa-any-means', `${SPANISH} Puedo retirarlo únicamente por carta.`],
    ['us-tcpa-revoke-all', `${SPANISH} Responder STOP solo detiene los mensajes.`],
    ['us-ca-sb37-no-promise', `${SPANISH} Ganará su caso.`],
    ['us-ca-sb37-quick-cash', `${SPANISH} Dinero rápido.`],
    ['us-ca-sb37-contingency', `${SPANISH} Si no gana, no paga.`],
  ])('%s: one that doesn’t is a problem of its readers', (id, spanish) => {
    const found = lawsOf(inBoth(spanish)).filter(({ law }) => law!.rule === id)
    expect(found).toMatchObject([
      { at: ['ui_config', 'languages', 'es', TEXT], witness: { query: { lang: 'es' } } },
    ])
  })
})

test.each([
  ['no guarantee', 'Lawyers can’t guarantee a result.'],
  ['a fee with the costs', 'No fee unless we win, and you owe no costs.'],
  ['what happens then', 'Example Injury Law reviews what you win.'],
])('%s is no promise', (_, html) => {
  const words = `Example Injury Law, Sacramento, California. ${html}`
  expect(lawsOf(made({ regimes: ['us-ca-sb37'], html: words }))).toEqual([])
})

test('consents to each company of another offer don’t make this one’s consent separate', () => {
  const buyers = { roof_pros: ROOF_PROS, sunny: SUNNY }
  const text = TEXT.replace('Roof Pros', 'Roof Pros and Sunny Solar')
  const document = made({ regimes: ['us-cms-tpmo'], text, buyers })
  const each = box('each_tcpa', 'sunny', TEXT.replace('Roof Pros', 'Sunny Solar'))
  const steps = [{ name: 'each', questions: [each.element, SUBMIT.element] }]
  Object.assign(document.constants_config.questions, each.questions)
  document.ui_config.offers['other'] = { name: 'Other', real: true, design: 'plain', steps }
  document.offer_order.unshift('other')
  expect(idsOf(lawsOf(document))).toEqual(['us-cms-tpmo-separate'])
})

test('each company with a consent of its own keeps the Medicare rule', () => {
  const own = (company: string) => TEXT.replace('Roof Pros', company)
  const boxes = [
    box('roof_tcpa', 'roof_pros', own('Roof Pros')),
    box('sunny_tcpa', 'sunny', own('Sunny Solar')),
  ]
  const buyers = { roof_pros: ROOF_PROS, sunny: SUNNY }
  expect(lawsOf(made({ agreeing: boxes, buyers }))).toEqual([])
})

describe('the companies that a consent names', () => {
  const both = { roof_pros: ROOF_PROS, sunny: SUNNY }
  const withJornaya = (rest: Made) =>
    idsOf(
      lawsOf(
        made({
          regimes: ['us-tcpa'],
          text: TEXT.replace('Roof Pros', 'the companies named below'),
          ui: { entrypoint: { tracking_scripts: { jornaya: { campaign_id: 'A1' } } } },
          ...rest,
        }),
      ),
    )

  test('may be listed below it, if Jornaya witnesses it and there are several', () => {
    expect(withJornaya({ buyers: both })).toEqual([])
    expect(withJornaya({})).toEqual(['us-tcpa-seller'])
  })

  test('are several if each action sends to another one', () => {
    const sending = {
      execute_actions: Object.keys(both).map((key) => ({ name: 'send_lead' as const, buyers: [key] })),
    }
    const text = TEXT.replace('Roof Pros', 'Roof Pros and Sunny Solar')
    const found = lawsOf(made({ regimes: ['us-cms-tpmo'], text, buyers: both, sending }))
    expect([...new Set(idsOf(found))]).toEqual(['us-cms-tpmo-separate'])
  })
})

describe('what isn’t a lead of the offer breaks none of its rules', () => {
  const without = TEXT.replace(', also with automated technology', '')
  const hours = { ui: { fields: {} } }

  test('a lead without buyers needs no hours', () => {
    expect(lawsOf(made({ regimes: ['us-wa'], buyers: {}, ...hours }))).toEqual([])
  })

  test('an email is no lead', () => {
    const email = { to: 'phone', subject: 'Hello', text: 'Hello' }
    const sending = { execute_actions: [{ name: 'send_email' as const, email }] }
    expect(lawsOf(made({ text: without, sending, ...hours }))).toEqual([])
  })

  test('another offer has its own regimes', () => {
    const own = made()
    const bad = made({ text: without, html: 'We guarantee a win.', ...hours })
    const { questions } = own.constants_config
    const other = structuredClone(bad.ui_config.offers['roof']!)
    const json = JSON.stringify({ other, questions: bad.constants_config.questions })
    const renamed = JSON.parse(json.replaceAll('roof_tcpa', 'other_tcpa')) as {
      other: Offer
      questions: typeof questions
    }
    renamed.other.regimes = []
    const document = {
      constants_config: { questions: { ...renamed.questions, ...questions } },
      ui_config: { ...own.ui_config, offers: { other: renamed.other, ...own.ui_config.offers } },
      offer_order: ['other', 'roof'],
    }
    expect(lawsOf(document)).toEqual([])
    renamed.other.regimes = ['us-tcpa', 'us-ca-sb37']
    expect([...new Set(idsOf(lawsOf(document)))]).toEqual([
      'us-tcpa-automated',
      'us-ca-sb37-responsible',
      'us-ca-sb37-no-promise',
    ])
  })
})

test('a text counts only for visitors who agreed to it', () => {
  // Both texts are recorded as one field.
  const asking = (name: string, text: string, compared: 'eq' | 'neq') => {
    const { element, questions } = consent(name, text)
    questions![name]!.answers['value']!.backend_field_name = 'roof_tcpa'
    return step(name, [{ element, questions: questions! }, SUBMIT], {
      display_rules: when('zip_code', compared, '78701'),
    })
  }
  const without = TEXT.replace(', also with automated technology', '')
  const found = (texas: string, elsewhere: string) =>
    idsOf(
      lawsOf(
        made({
          regimes: ['us-fl'],
          before: [asking('texas', texas, 'eq'), asking('elsewhere', elsewhere, 'neq')],
          agreeing: [],
        }),
      ),
    )
  expect(found(without, TEXT)).toEqual([])
  expect(found(TEXT, without)).toEqual(['us-fl-consent'])
})

describe('visitors who don’t come that far', () => {
  test('read no text of a step that they skip', () => {
    const promise: Part = {
      element: { type: 'container', widget: 'html', html: '<p>We guarantee a win.</p>' },
    }
    const only = (zip: string) => ({ display_rules: when('zip_code', 'eq', zip) })
    const found = (zip: string) =>
      idsOf(
        lawsOf(made({ regimes: ['us-ca-sb37'], before: [step('promise', [promise, SUBMIT], only(zip))] })),
      )
    expect([found('78701'), found('90001')]).toEqual([[], ['us-ca-sb37-no-promise']])
  })

  test('become no lead if a rule of the action fails', () => {
    const found = (zip: string) =>
      idsOf(lawsOf(made({ regimes: ['us-wa'], ui: { fields: {} }, sending: sendingTo(zip) })))
    expect([found('78701'), found('98101')]).toEqual([[], ['us-wa-hours']])
  })

  test('may become one if the rule is too entangled, but no visitor is shown', () => {
    const document = made({ regimes: ['us-wa'], ui: { fields: {} }, sending: sendingTo('78701') })
    const [rule] = when('zip_code', 'eq', '78701')
    const steps = document.ui_config.offers['roof']!.steps
    const sending = steps.find(({ name }) => name === 'send')!
    sending.execute_actions![0]!.rules = [rule!]
    const again: LawProof['again'] = (more) =>
      prepare(document, TODAY, (stops) => [...leadReads(document, stops), ...more(document, stops)])
    const course = again(() => [])
    const provedWith = (open: ReadonlySet<Rule>) => proveLaw(course, reach(course), { open, again })
    expect(provedWith(new Set())).toEqual([])
    const [problem] = provedWith(new Set([rule!]))
    expect(problem).toMatchObject({ law: { rule: 'us-wa-hours' } })
    expect(problem).not.toHaveProperty('witness')
  })

  function sendingTo(zip: string): Partial<Step> {
    const rules = when('zip_code', 'eq', zip)
    return { execute_actions: [{ name: 'send_lead', buyers: ['roof_pros'], rules }] }
  }
})

test('texts of the site around the offer are part of its ads', () => {
  const site = { ...made().ui_config.site, promise: 'We guarantee a win.' }
  const [problem, ...more] = lawsOf(made({ regimes: ['us-ca-sb37'], ui: { site } }))
  expect(more).toEqual([])
  expect(problem).toMatchObject({
    at: ['ui_config', 'site', 'promise'],
    law: { rule: 'us-ca-sb37-no-promise' },
  })
})

describe('in Washington, a refusal counts until the visitor agrees again', () => {
  const wa = (rest: Made) => idsOf(lawsOf(made({ regimes: ['us-wa'], ...rest })))
  const declining = () => step('ask', refusable())

  test('a rule can keep the lead from those who declined', () => {
    const sending = { display_rules: when('declined', 'neq', 'No, thanks') }
    expect(wa({ before: [early()], agreeing: refusable(), sending })).toEqual([])
  })

  test('a consent after the refusal is a new one', () => {
    expect(wa({ before: [declining()] })).toEqual([])
    expect(wa({ before: [early(), declining()], agreeing: [consent('late_tcpa', TEXT)] })).toEqual([])
  })

  test('a consent before it is not', () => {
    expect(wa({ before: [early()], agreeing: refusable() })).toEqual(['us-wa-refusal'])
    expect(wa({ before: [early(), declining()], agreeing: [] })).toEqual(['us-wa-refusal'])
  })
})

test.each([
  ['the disclaimer', { disclaimer: 'Example Injury Law, Sacramento, California' }],
  [
    'the company',
    { company: { name: 'Example Injury Law', address: ['Sacramento, California'], phone: '+15125552368' } },
  ],
])('%s shows who is responsible, as every page has it', (_, more) => {
  const regimes: Regime[] = ['us-ca-sb37']
  const site = { ...made().ui_config.site, ...more }
  expect(idsOf(lawsOf(made({ regimes, html: 'Call us.' })))).toEqual(['us-ca-sb37-responsible'])
  expect(lawsOf(made({ regimes, html: 'Call us.', ui: { site } }))).toEqual([])
})
