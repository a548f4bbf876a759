import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Case, Element } from '../../../schemas/elements/element.ts'
import type { ExecuteAction, FlowDocument } from '../../../schemas/flow/flow.ts'
import type { Rule } from '../../../schemas/kernel/rule.ts'
import { changesOf } from '../../../src/author/diff/changesOf.ts'
import { differences } from '../../../src/author/diff/differences.ts'

const FLOW = JSON.parse(readFileSync('fixtures/sites/yardstick/flow.json', 'utf8')) as FlowDocument
const STEPS = FLOW.ui_config.offers['yardstick']!.steps

/** Changes that `change` makes to the flow, one per line. */
function linesAfter(change: (flow: FlowDocument) => void): string[] {
  const after = structuredClone(FLOW)
  change(after)
  return changesOf(FLOW, after).map(
    ({ kind, subject, place, before, after }) => `${kind} ${subject}: ${place}: ${before} → ${after}`,
  )
}
const steps = (flow: FlowDocument) => flow.ui_config.offers['yardstick']!.steps
const step = (flow: FlowDocument, name: string) => steps(flow).find((one) => one.name === name)!

const whenHurt: Rule[] = [
  { operator: 'and', conditions: [{ field: 'injured', condition: 'eq', arg: 'yes' }] },
]
describe('describes a change in an author’s terms', () => {
  test.each<[string, (flow: FlowDocument) => void, string[]]>([
    ['nothing', () => {}, []],
    ['another schema address is no change', (flow) => void (flow.$schema = 'elsewhere.json'), []],
    [
      'a step that goes',
      (flow) => void steps(flow).splice(5, 1),
      ['removed step: step yardstick/story: "What happened?" → null'],
    ],
    [
      'a step that moves, and no other',
      (flow) => steps(flow).splice(1, 0, ...steps(flow).splice(6, 1)),
      ['moved step: step yardstick/zip: null → now comes after injured'],
    ],
    [
      'a rule, in words',
      (flow) =>
        void (step(flow, 'zip').display_rules = [
          { operator: 'and', conditions: [{ field: 'injured', condition: 'eq', arg: 'yes' }] },
        ]),
      ['added rule: step yardstick/zip, shown when: null → injured is "yes"'],
    ],
    [
      'a text',
      (flow) => void (flow.constants_config.questions['zip']!.answers['value']!.label = 'Postal code'),
      ['changed text: question zip, value, label: "ZIP code" → "Postal code"'],
    ],
    [
      'an option',
      (flow) =>
        void flow.constants_config.questions['state']!.answers['value']!.options!.push({
          text: 'Elsewhere',
          backend_field_value: 'XX',
        }),
      ['added question: question state, value, options, XX: null → "Elsewhere"'],
    ],
    [
      'a member of the site',
      (flow) => void (flow.ui_config.site.name = 'Another'),
      [`changed site: site, name: "${FLOW.ui_config.site.name}" → "Another"`],
    ],
    [
      'a new offer once, not in the order too',
      (flow) => {
        flow.ui_config.offers['more'] = { name: 'More', real: false, design: 'plain', steps: [STEPS[0]!] }
        flow.offer_order.push('more')
      },
      [
        'added offer: offer more: null → "More"',
        'added step: step more/injured: null → "Have you been injured in an accident?"',
      ],
    ],
    [
      'a new step, with when it is shown, who gets its lead and what else it does',
      (flow) =>
        void steps(flow).splice(1, 0, {
          ...STEPS[0]!,
          name: 'again',
          display_rules: whenHurt,
          execute_actions: [{ name: 'send_lead', buyers: ['acme', 'bolt'] }, { name: 'send_email' }],
        }),
      [
        'added lead: offer yardstick, buyer acme: null → at step again, always',
        'added lead: offer yardstick, buyer bolt: null → at step again, always',
        'added rule: step yardstick/again, shown when: null → injured is "yes"',
        'added step: step yardstick/again: null → "Have you been injured in an accident?"',
        'added action: step yardstick/again, send_email: null → "send_email"',
      ],
    ],
    [
      'an offer that is only left out of the order',
      (flow) => void flow.offer_order.pop(),
      ['removed offer: offer yardstick: "yardstick" → null'],
    ],
  ])('%s', (_, change, expected) => expect(linesAfter(change)).toEqual(expected))

  describe('of an end', () => {
    const when = (arg: string): Rule[] => [
      { operator: 'and', conditions: [{ field: 'lead.outcome', condition: 'eq', arg }] },
    ]
    const redirect = { link: 'https://partners.example/?a=1', text: 'Go on' }
    const withResult = (cases: Case[]) => {
      const flow = structuredClone(FLOW)
      const end = flow.ui_config.offers['yardstick']!.steps.at(-1)!
      end.questions.push({ type: 'container', widget: 'result', cases })
      return flow
    }
    const accepted: Case = { display_rules: when('accepted'), html: '<p>They <b>call</b> you.</p>' }
    const others: Case = { html: '<p>Expect no call.</p>' }
    const linesOf = (before: Case[], after: Case[]) =>
      changesOf(withResult(before), withResult(after)).map(
        ({ kind, subject, place, before, after }) => `${kind} ${subject}: ${place}: ${before} → ${after}`,
      )

    test('another text for one outcome names the outcome', () => {
      expect(linesOf([accepted, others], [{ ...accepted, html: '<p>Soon.</p>' }, others])).toEqual([
        'changed end: step yardstick/done, when lead.outcome is "accepted": "<p>They <b>call</b> you.</p>" → "<p>Soon.</p>"',
      ])
    })

    test('names an added text, and one for all other outcomes', () => {
      expect(linesOf([others], [accepted, others])).toEqual([
        'added end: step yardstick/done, when lead.outcome is "accepted": null → "<p>They <b>call</b> you.</p>"',
      ])
      expect(linesOf([accepted, others], [accepted])).toEqual([
        'removed end: step yardstick/done, for everyone else: "<p>Expect no call.</p>" → null',
      ])
    })

    test('where a text leads', () => {
      const leading = { ...accepted, redirect }
      const place = 'step yardstick/done, when lead.outcome is "accepted", leads to'
      expect(linesOf([accepted], [leading])).toEqual([
        `added end: ${place}: null → "Go on" (https://partners.example/?a=1)`,
      ])
      const other = { ...redirect, link: 'https://partners.example/?a=2' }
      expect(linesOf([leading], [{ ...accepted, redirect: other }])).toEqual([
        `changed end: ${place}, link: "https://partners.example/?a=1" → "https://partners.example/?a=2"`,
      ])
      const own = { buyer: 'acme', text: 'Go on' }
      expect(linesOf([accepted], [{ ...accepted, redirect: own }])).toEqual([
        `added end: ${place}: null → "Go on" (the page that acme provides)`,
      ])
    })

    test('when a card is shown', () => {
      const flow = (display_rules: Rule[]) => {
        const ended = withResult([others])
        const card: Element = {
          type: 'container',
          widget: 'link_out',
          text: 'Go',
          link: 'https://partners.example/',
          display_rules,
        }
        ended.ui_config.offers['yardstick']!.steps.at(-1)!.questions.push(card)
        return ended
      }
      expect(
        changesOf(flow(when('rejected')), flow(when('kept'))).map(({ subject, place, before, after }) => [
          subject,
          place,
          before,
          after,
        ]),
      ).toEqual([
        [
          'end',
          'step yardstick/done, link_out, shown when',
          'lead.outcome is "rejected"',
          'lead.outcome is "kept"',
        ],
      ])
    })
  })

  test('lists who gets leads by buyer, and changes to their order', () => {
    const read = (change: (action: ExecuteAction) => void) => {
      const flow = JSON.parse(readFileSync('fixtures/sites/found-money/flow.json', 'utf8')) as FlowDocument
      const actions = flow.ui_config.offers['cgm']!.steps.flatMap(
        ({ execute_actions = [] }) => execute_actions,
      )
      change(actions.find(({ name }) => name === 'send_lead')!)
      return flow
    }
    const both = ['steady_sugar', 'bio_gx']
    const linesOf = (before: FlowDocument, after: FlowDocument) =>
      changesOf(before, after).map(({ kind, subject, place, before, after }) => [
        `${kind} ${subject}: ${place}`,
        before,
        after,
      ])
    const agreed = 'at step send, when cgm_tcpa is answered and phone is answered'
    const live = read(() => {})
    expect(
      linesOf(
        live,
        read((action) => void (action.buyers = ['bio_gx'])),
      ),
    ).toEqual([
      ['added lead: offer cgm, buyer bio_gx', null, agreed],
      ['removed lead: offer cgm, buyer steady_sugar', agreed, null],
    ])
    expect(
      linesOf(
        live,
        read((action) => void (action.buyers = [])),
      ),
    ).toEqual([
      ['added lead: offer cgm, no buyer, only saved', null, agreed],
      ['removed lead: offer cgm, buyer steady_sugar', agreed, null],
    ])
    expect(
      linesOf(
        live,
        read((action) => void (action.rules = [])),
      ),
    ).toEqual([['changed lead: offer cgm, buyer steady_sugar', agreed, 'at step send, always']])
    const two = read((action) => void (action.buyers = both))
    expect(
      linesOf(
        two,
        read((action) => void (action.buyers = both.toReversed())),
      ),
    ).toEqual([['moved action: step cgm/send, send_lead, buyers, bio_gx', null, 'now comes first']])
  })

  test('lists the most important changes first: consents, who gets leads, rules, then new offers with their steps', () => {
    const read = () =>
      JSON.parse(readFileSync('fixtures/sites/found-money/flow.json', 'utf8')) as FlowDocument
    const without = read()
    delete without.ui_config.offers['cgm']
    without.offer_order = without.offer_order.filter((offer) => offer !== 'cgm')
    const changes = changesOf(without, read())
    const subjects = [...new Set(changes.map(({ subject }) => subject))]
    expect(subjects.slice(0, 5)).toEqual(['consent', 'lead', 'rule', 'offer', 'step'])
    const added = read().ui_config.offers['cgm']!.steps.map(({ name }) => `step cgm/${name}`)
    expect(changes.filter(({ subject }) => subject === 'step').map(({ place }) => place)).toEqual(added)
  })

  test('shows a consent word for word, in every language and for each offer that uses it', () => {
    const read = () =>
      JSON.parse(readFileSync('fixtures/sites/found-money/flow.json', 'utf8')) as FlowDocument
    const [before, after] = [read(), read()]
    const { agreed } = before.constants_config.questions['medicare_consent']!.answers
    const english = agreed!.backend_field_value!
    const spanish = before.ui_config.languages!.es![english]!
    const place = (language: string) =>
      `offer medicare_insurance, consent medicare_consent, agreed (${language})`
    const consentsOf = (one: FlowDocument, other: FlowDocument) =>
      changesOf(one, other)
        .filter(({ subject, place }) => subject === 'consent' && !place.includes('call_anyway'))
        .map(({ kind, place, before, after }) => [kind, place, before, after])

    after.ui_config.languages!.es![english] = `${spanish} Y más.`
    expect(changesOf(before, after)).toHaveLength(1)
    expect(consentsOf(before, after)).toEqual([
      ['changed', place('Spanish'), `"${spanish}"`, `"${spanish} Y más."`],
    ])
    const other = read()
    other.constants_config.questions['medicare_consent']!.answers['agreed']!.backend_field_value =
      `${english} More.`
    expect(consentsOf(before, other)).toEqual([
      ['changed', place('English'), `"${english}"`, `"${english} More."`],
      // It no longer has a Spanish translation, and is shown in English.
      ['changed', place('Spanish'), `"${spanish}"`, `"${english} More."`],
    ])
    // A new offer with its question.
    const without = read()
    delete without.ui_config.offers['medicare_insurance']
    delete without.constants_config.questions['medicare_consent']
    without.offer_order = without.offer_order.filter((offer) => offer !== 'medicare_insurance')
    expect(consentsOf(without, before)).toEqual([
      ['added', place('English'), null, `"${english}"`],
      ['added', place('Spanish'), null, `"${spanish}"`],
    ])
    expect(consentsOf(before, without).map(([kind, , was]) => [kind, was])).toEqual([
      ['removed', `"${english}"`],
      ['removed', `"${spanish}"`],
    ])
  })

  test('shows a consent text, wherever it’s defined', () => {
    const before = JSON.parse(readFileSync('fixtures/sites/leadloom/flow.json', 'utf8')) as FlowDocument
    delete before.ui_config.languages
    const after = structuredClone(before)
    after.constants_config.questions['solar_consent']!.answers['agreed']!.backend_field_value =
      'Another text.'
    expect(changesOf(before, after)).toMatchObject([
      {
        kind: 'changed',
        subject: 'consent',
        place: 'offer open_home_pros_solar, consent solar_consent, agreed (English)',
      },
    ])
  })
})

test('two documents have no differences exactly if they’re equal', () => {
  const part = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('a', 'b', 1, true, null),
      fc.dictionary(fc.constantFrom('x', 'y', 'steps'), tie('value'), { maxKeys: 3 }),
      fc.array(fc.record({ name: fc.constantFrom('p', 'q', 'r'), has: tie('value') }), { maxLength: 3 }),
    ),
  })).value
  const identify = (_: readonly string[], list: readonly unknown[]) => {
    const names = list.map((one) => (one as { name: string }).name)
    return new Set(names).size === names.length ? names : null
  }
  fc.assert(
    fc.property(part, part, (before, after) => {
      const found = differences(before, after, identify)
      const same = JSON.stringify(sorted(before)) === JSON.stringify(sorted(after))
      expect(found.length === 0).toBe(same)
    }),
    { numRuns: 2000 },
  )
})

test('moves as few parts as possible', () => {
  const order = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 6 })
  fc.assert(
    fc.property(order, order, (before, after) => {
      const moved = differences(before, after, (_, list) => list as string[])
      expect(moved.every(({ kind }) => kind === 'moved')).toBe(true)
      expect(moved).toHaveLength(before.length - longestCommon(before, after))
    }),
  )
})

/** Length of the longest common ordered run, found by trying all subsets. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let most = 0
  for (let bits = 0; bits < 2 ** a.length; bits++) {
    const some = a.filter((_, index) => (bits >> index) & 1)
    const inB = b.filter((one) => some.includes(one))
    if (inB.join('') === some.join('')) most = Math.max(most, some.length)
  }
  return most
}

/** Same value with each object's members in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}
