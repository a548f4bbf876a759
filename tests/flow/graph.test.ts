import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rule } from '../../schemas/kernel/rule.ts'
import { netOf } from '../../src/author/graph/edges.ts'
import { mermaid } from '../../src/author/graph/mermaid.ts'
import { graphOf, type Item } from '../../src/author/graph/model.ts'
import { allHold, holds } from '../../src/flow/rules.ts'
import { choices, flow, hidden, input, step, SUBMIT, when } from './flows.ts'

const yes = when('hurt', 'eq', 'yes')
const FLOW = flow(
  {
    claim: [
      step('hurt', choices('hurt', 'yes', 'no')),
      step('where', [input('text', 'place'), SUBMIT], { display_rules: yes }),
      step('when', [input('text', 'day'), SUBMIT], {
        display_rules: [...yes, ...when('place', 'neq', null)],
      }),
      hidden('send', {
        display_rules: yes,
        execute_actions: [{ name: 'send_lead', rules: when('day', 'eq', 'x') }],
      }),
    ],
    more: [step('end', [input('text', 'a<b>"&'.replace(/\W/g, '_')), SUBMIT], { title: 'A <b> & "c"' })],
  },
  { offers: { more: { real: false } } },
)

test('edges have rules in plain words, and a rule shared by several steps appears once and can skip them all', () => {
  const { nodes, edges } = netOf(graphOf(FLOW))
  expect(nodes.map(({ id, kind }) => [id, kind])).toEqual([
    ['start', 'start'],
    ['claim/hurt', 'step'],
    ['fork1', 'fork'],
    ['claim/where', 'step'],
    ['fork2', 'fork'],
    ['claim/when', 'step'],
    ['claim/send', 'step'],
    ['more/end', 'step'],
    ['end', 'end'],
  ])
  expect(edges.map(({ from, to, label }) => [from, to, label])).toEqual([
    ['start', 'claim/hurt', ''],
    ['claim/hurt', 'fork1', ''],
    ['fork1', 'claim/where', 'hurt is "yes"'],
    ['claim/where', 'fork2', ''],
    ['fork2', 'claim/when', 'place is answered'],
    ['claim/when', 'claim/send', ''],
    ['fork2', 'claim/send', 'otherwise'],
    ['claim/send', 'more/end', ''],
    ['fork1', 'more/end', 'otherwise'],
    ['more/end', 'end', ''],
  ])
})

test('an end lists its texts by rules, and the pages they lead to', () => {
  const accepted = when('lead.outcome', 'eq', 'accepted')
  const link = 'https://partners.example/start?at={{field:hurt}}'
  const ends = flow({
    end: [
      step(
        'end',
        [
          {
            element: {
              type: 'container',
              widget: 'result',
              cases: [
                {
                  display_rules: accepted,
                  html: '<p>{{buyers}} <b>calls</b>.</p>',
                  redirect: { link, text: 'Go on' },
                },
                {
                  display_rules: when('hurt', 'eq', 'yes'),
                  html: '<p>Go.</p>',
                  redirect: { buyer: 'acme', text: 'Go on' },
                },
                { html: '<p>Bye.</p>' },
              ],
            },
          },
          {
            element: {
              type: 'container',
              widget: 'link_out',
              text: 'More',
              link: 'https://partners.example/',
              display_rules: accepted,
            },
          },
        ],
        { title: 'Thanks' },
      ),
    ],
  })
  const lines = [
    'when lead.outcome is "accepted": "{{buyers}} calls.", and leads to partners.example',
    'when hurt is "yes": "Go.", and leads to the page that acme provides',
    '"Bye."',
    'when lead.outcome is "accepted": link_out "More"',
  ]
  const text = mermaid(graphOf(ends)).replaceAll('#34;', '"').replaceAll('#95;', '_')
  for (const line of lines) expect(text).toContain(line)
})

const CONDITION = fc.record({
  field: fc.constantFrom('a', 'b'),
  condition: fc.constantFrom('eq' as const, 'neq' as const),
  arg: fc.constantFrom('1', '2', null),
})
const RULES: fc.Arbitrary<Rule[]> = fc.array(
  fc.record({
    operator: fc.constantFrom('and' as const, 'or' as const, null),
    conditions: fc.array(CONDITION, { maxLength: 3 }),
  }),
  { maxLength: 3 },
)

test('a step is drawn as shown exactly if its display rules hold', () => {
  const fields = fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2'), {
    noNullPrototype: true,
  })
  fc.assert(
    fc.property(fc.array(RULES, { minLength: 1, maxLength: 5 }), fields, (all, known) => {
      const steps = all.map((display_rules, n) => step(`s${n}`, choices('a', '1'), { display_rules }))
      const met = (items: readonly Item[]): string[] =>
        items.flatMap((item) => {
          if (item.kind === 'step') return [item.id]
          return holds({ operator: 'and', conditions: item.rules }, known) ? met(item.items) : []
        })
      const shown = all.flatMap((rules, n) => (allHold(rules, known) ? [`offer/s${n}`] : []))
      expect(graphOf(flow({ offer: steps })).offers.flatMap(({ items }) => met(items))).toEqual(shown)
    }),
  )
})

test('Mermaid has a subgraph for each offer, marks hidden steps, and says when actions are due', () => {
  expect(mermaid(graphOf(FLOW)).split('\n')).toEqual([
    '---',
    'title: "A small flow"',
    '---',
    'flowchart TD',
    '  n0([Start])',
    '  n8([End])',
    '  subgraph offer_claim["claim"]',
    '    n1["hurt?<br>claim/hurt"]',
    '    n2{" "}',
    '    n3["place?<br>claim/where"]',
    '    n4{" "}',
    '    n5["day?<br>claim/when"]',
    '    n6["hidden: send<br>claim/send<br>send#95;lead when day is #34;x#34;"]',
    '  end',
    '  subgraph offer_more["more (not counted)"]',
    '    n7["A #60;b#62; #38; #34;c#34;<br>more/end"]',
    '  end',
    '  n0 --> n1',
    '  n1 --> n2',
    '  n2 -->|"hurt is #34;yes#34;"| n3',
    '  n3 --> n4',
    '  n4 -->|"place is answered"| n5',
    '  n5 --> n6',
    '  n4 -->|"otherwise"| n6',
    '  n6 --> n7',
    '  n2 -->|"otherwise"| n7',
    '  n7 --> n8',
    '  classDef hidden stroke-dasharray: 5 4',
    '  class n6 hidden',
    '',
  ])
})
