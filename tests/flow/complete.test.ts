import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { completeAt, type Completion, type Edit } from '../../src/author/complete/completeAt.ts'
import { hoverAt } from '../../src/author/complete/hoverAt.ts'
import { definitionsAt, renameAt } from '../../src/author/complete/mentions.ts'
import { openText } from '../../src/author/complete/openText.ts'
import type { Shape } from '../../src/author/complete/shapes.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const SCHEMA = JSON.parse(read('schemas/json/flow.schema.json')) as Shape

/** A small flow: its questions, steps and actions. */
const FLOW = `{
  "constants_config": {
    "questions": {
      "injured": {
        "label": "Were you injured?",
        "answers": {
          "yes": { "backend_field_name": "was_injured", "backend_field_value": "yes" },
          "no": { "backend_field_name": "was_injured", "backend_field_value": "no" }
        }
      },
      "home": {
        "label": "Where do you live?",
        "answers": {
          "state": {
            "backend_field_name": "state",
            "options": [
              { "text": "Texas", "backend_field_value": "TX" },
              { "text": "Ohio", "backend_field_value": "OH", "field": "in_ohio", "save_to_state": true }
            ]
          }
        }
      }
    }
  },
  "ui_config": {
    "title": "About {{product}}",
    "languages": { "default": "en", "es": { "Hello {{field:state}}": "Hola {{field:state}}" } },
    "basic_fields": ["state"],
    "fields": { "from_wc": { "compute": "user_from_wc" }, "ago": { "compute": "incident_occurred" } },
    "buyers": { "team": { "name": "Auto Team", "required_fields": ["state"] }, "other": { "name": "Other", "required_fields": [] } },
    "entrypoint": { "tracking_scripts": { "meta": { "pixel_id": "1", "events": [{ "on": "step", "offer": "mva", "step": "home" }] } } },
    "offers": {
      "mva": {
        "name": "Motor vehicles",
        "real": true,
        "steps": [
          {
            "name": "injured",
            "questions": [
              { "type": "container", "widget": "choice", "question_key": "injured", "answer_id": "yes", "text": "Yes" }
            ]
          },
          {
            "name": "home",
            "display_rules": [
              { "operator": "and", "conditions": [{ "field": "was_injured", "condition": "eq", "arg": "yes" }] }
            ],
            "execute_actions": [{ "name": "send_lead", "buyers": ["team"] }],
            "questions": [
              { "type": "select", "widget": "radio", "question_key": "home", "answer_id": "state", "validations": { "local": [] } },
              { "type": "container", "widget": "html", "html": "<p>{{field:state}}</p>" },
              {
                "type": "container",
                "widget": "result",
                "cases": [
                  { "html": "<p>x</p>", "display_rules": [{ "operator": "and", "conditions": [{ "field": "buyer.team", "condition": "eq", "arg": "kept" }] }] }
                ]
              }
            ]
          }
        ]
      },
      "wc": { "name": "At work", "real": true, "steps": [{ "name": "home", "questions": [] }] }
    }
  },
  "offer_order": ["mva", "wc"]
}`

/** Text with the cursor at ‸, in place of a part that FLOW contains once. */
function written(part: string, change: string): { text: string; offset: number } {
  expect(FLOW.split(part)).toHaveLength(2)
  const text = FLOW.replace(part, () => change)
  return { text: text.replace('‸', ''), offset: text.indexOf('‸') }
}

const complete = (part: string, change: string) => {
  const { text, offset } = written(part, change)
  return completeAt(text, offset, SCHEMA).items
}
const labels = (completions: readonly Completion[]) => completions.map(({ label }) => label)

function applied(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce((now, { from, to, text: by }) => now.slice(0, from) + by + now.slice(to), text)
}

const CONDITION = '"field": "was_injured", "condition": "eq", "arg": "yes"'
/** Texts of FLOW without a translation, in document order. */
const MISSING = [
  'Were you injured?',
  'Where do you live?',
  'Texas',
  'Ohio',
  'About {{product}}',
  'Yes',
  '<p>x</p>',
]
const FIELDS = ['was_injured', 'state', 'in_ohio', 'from_wc', 'ago']

describe('what fits', () => {
  test.each<[string, part: string, change: string, fits: string[]]>([
    ['the fields, in a rule', CONDITION, '"field": "‸", "condition": "eq", "arg": "yes"', FIELDS],
    ['the fields, while nothing follows', CONDITION, '"field": "was‸', FIELDS],
    ['the fields, without quotes yet', CONDITION, '"field": ‸', FIELDS],
    ['the values of the field compared with', CONDITION, '"field": "was_injured", "arg": "‸"', ['yes', 'no']],
    ['the values of options', CONDITION, '"field": "state", "arg": "‸"', ['TX', 'OH']],
    ['yes and no for a ticked option', CONDITION, '"field": "in_ohio", "arg": ‸', ['yes', 'no']],
    ['yes and no for what is computed so', CONDITION, '"field": "from_wc", "arg": ‸', ['yes', 'no']],
    [
      'the bands of an age',
      CONDITION,
      '"field": "ago", "arg": ‸',
      ['< 1 year ago', '1-3 years ago', '>3 years ago'],
    ],
    ['nothing for a field that there is not', CONDITION, '"field": "is_hurt", "arg": "‸"', []],
    [
      'the comparisons',
      CONDITION,
      '"field": "state", "condition": "‸"',
      ['eq', 'neq', 'lt', 'lte', 'gt', 'gte'],
    ],
    ['keys that a comparison lacks', CONDITION, '"field": "state", ‸', ['condition', 'arg']],
    [
      'keys of comparisons and rules while it is neither',
      CONDITION,
      '‸',
      ['field', 'condition', 'arg', 'operator', 'conditions'],
    ],
    [
      'fields and outcomes at an end',
      '"field": "buyer.team"',
      '"field": "‸"',
      [...FIELDS, 'lead.outcome', 'buyer.team', 'buyer.other'],
    ],
    [
      'what can become of a lead',
      '"arg": "kept"',
      '"arg": "‸"',
      ['accepted', 'waiting', 'rejected', 'kept', 'unfit', 'declined', 'nothing'],
    ],
    [
      'fields that are basic and are not listed yet',
      '"basic_fields": ["state"]',
      '"basic_fields": ["state", "‸"]',
      FIELDS.filter((name) => name !== 'state'),
    ],
    ['questions', '"question_key": "injured"', '"question_key": "‸"', ['injured', 'home']],
    ['answers of the question beside it', '"answer_id": "yes"', '"answer_id": "‸"', ['yes', 'no']],
    ['buyers of an action', '"buyers": ["team"]', '"buyers": ["team", ‸]', ['other']],
    [
      'offers that are not in the order yet',
      '"offer_order": ["mva", "wc"]',
      '"offer_order": ["mva", "‸"]',
      ['wc'],
    ],
    ['steps of the offer beside it', '"step": "home"', '"step": "‸"', ['injured', 'home']],
    ['types of elements', '"type": "select"', '"type": "‸"', ['select']],
    [
      'types that ask, while no widget is named',
      '"type": "select", "widget": "radio",',
      '"type": "‸",',
      ['input', 'select'],
    ],
    ['widgets of the type', '"widget": "radio"', '"widget": "‸"', ['dropdown', 'radio', 'multi_select']],
    ['languages', '"default": "en"', '"default": "‸"', ['en', 'es']],
    [
      'checks of answers',
      '"local": []',
      '"local": [{ "name": "sam‸" }]',
      [
        'required',
        'email',
        'email_format',
        'phone',
        'zip',
        'date_of_birth',
        'age',
        'description',
        'min',
        'max',
        'same_as',
        'not_before',
        'not_after',
      ],
    ],
    ['true and false', '"save_to_state": true', '"save_to_state": ‸', ['true', 'false']],
    ['placeholders of a title', 'About {{product}}', 'About {{‸', ['product']],
    [
      'placeholders of markup',
      '<p>{{field:state}}</p>',
      '<p>{{‸}}</p>',
      ['buyers', ...FIELDS.map((name) => `field:${name}`)],
    ],
    ['placeholders of the text in another language', 'Hola {{field:state}}', 'Hola {{‸', ['field:state']],
    ['texts without words in another language', '"es": { ', '"es": { "‸", ', MISSING],
    ['the same, once one is begun', '"es": { ', '"es": { "Where ‸", ', MISSING],
    [
      'the same and the one there, where its words stand already',
      '"es": { "Hello {{field:state}}": ',
      '"es": { "Yes‸": ',
      MISSING,
    ],
    ['no texts in the language of the flow itself', '"es": { ', '"en": { "‸", ', []],
    ['nothing in plain words', '"label": "Were you injured?"', '"label": "Were ‸"', []],
    [
      'nothing where a field is given its name',
      '"backend_field_name": "state"',
      '"backend_field_name": "‸"',
      [],
    ],
  ])('%s', (_, part, change, fits) => {
    expect(labels(complete(part, change))).toEqual(fits)
  })

  test('the keys of a step, those first that it must have', () => {
    const found = labels(complete('"name": "injured",', '"name": "injured", "‸"'))
    expect(found).toEqual(['type', 'title', 'hint', 'design', 'summary', 'display_rules', 'execute_actions'])
    expect(
      labels(
        complete(
          '"real": true,\n        "steps": [\n          {',
          '"real": true,\n        "steps": [ {"‸"}, {',
        ),
      ).slice(0, 2),
    ).toEqual(['name', 'questions'])
  })

  test('an empty text begins with the whole document', () => {
    expect(labels(completeAt('{', 1, SCHEMA).items)).toEqual([
      '$schema',
      'constants_config',
      'ui_config',
      'offer_order',
    ])
    expect(completeAt('', 0, SCHEMA).items).toEqual([])
  })
})

describe('what accepting a suggestion writes', () => {
  test.each<[string, part: string, change: string, label: string, after: string]>([
    [
      'replaces a word within its quotes',
      CONDITION,
      '"field": "was‸_hurt", "condition": "eq"',
      'state',
      '"field": "state", "condition": "eq"',
    ],
    ['closes quotes that are open', CONDITION, '"field": "was‸', 'was_injured', '"field": "was_injured"'],
    ['puts quotes where there are none', CONDITION, '"field": ‸', 'state', '"field": "state"'],
    [
      'takes no other text for the end of one that is open',
      CONDITION,
      '"field": "‸, "condition": "eq"',
      'state',
      '"field": "state", "condition": "eq"',
    ],
    [
      'and a comma where something follows',
      CONDITION,
      '"field": ‸ "condition": "eq"',
      'state',
      '"field": "state", "condition": "eq"',
    ],
    [
      'takes the quotes from what is no text',
      '"save_to_state": true',
      '"save_to_state": "‸"',
      'true',
      '"save_to_state": true',
    ],
    [
      'gives a key its colon and what its value begins as',
      '"name": "injured",',
      '"name": "injured", "disp‸"',
      'display_rules',
      '"name": "injured", "display_rules": [],',
    ],
    [
      'leaves the value of a key that has one',
      '"name": "injured",',
      '"na‸": "injured",',
      'name',
      '"name": "injured",',
    ],
    ['closes a placeholder', 'About {{product}}', 'About {{pr‸', 'product', 'About {{product}}'],
    [
      'replaces the name within a placeholder',
      '<p>{{field:state}}</p>',
      '<p>{{fie‸ld:sta}}</p>',
      'field:in_ohio',
      '<p>{{field:in_ohio}}</p>',
    ],
  ])('%s', (_, part, change, label, after) => {
    const { text, offset } = written(part, change)
    const taken = completeAt(text, offset, SCHEMA).items.find((one) => one.label === label)!
    expect(applied(text, [taken.edit]).slice(FLOW.indexOf(part))).toMatch(
      new RegExp(`^${after.replace(/\W/g, '\\$&')}`),
    )
  })

  test('a text without words in another language becomes a key, quotes and all, and the cursor goes to its words', () => {
    const long = `He said "no", then ${'very '.repeat(20)}much`
    const text = FLOW.replace('"Were you injured?"', JSON.stringify(long)).replace(
      '"es": {',
      '"es": { "He‸", ',
    )
    const [offset, flow] = [text.indexOf('‸'), text.replace('‸', '')]
    const [{ label, about, edit, caret = 0 }] = completeAt(flow, offset, SCHEMA).items as [Completion]
    expect(label).toBe(`${long.slice(0, 80)}…`)
    expect(about).toBe(`Not translated to "es" yet: “${long}”`)
    // The comma was typed already, so no other one is added.
    const after = applied(flow, [edit])
    const said = after.slice(0, edit.from + caret) + 'Dijo que no' + after.slice(edit.from + caret)
    expect(JSON.parse(said)).toHaveProperty(['ui_config', 'languages', 'es', long], 'Dijo que no')
  })

  test('the cursor ends up between the brackets or quotes of a new value', () => {
    const { edit, caret } = complete('"name": "injured",', '"name": "injured", ‸')[2]!
    expect([edit.text, caret]).toEqual(['"hint": "",', 9])
  })
})

test.each<[string, part: string, change: string, about: RegExp]>([
  [
    'a key',
    '"display_rules": [\n',
    '"display‸_rules": [\n',
    /^The step is shown when all of these rules are met/,
  ],
  [
    'a word',
    '"condition": "eq", "arg": "yes"',
    '"condition": "e‸q", "arg": "yes"',
    /^The field is arg, or a multi-select has arg checked\.$/,
  ],
  ['a widget', '"widget": "radio"', '"widget": "ra‸dio"', /^One of the options, all visible\.$/],
  [
    'a field',
    '"field": "was_injured"',
    '"field": "was_‸injured"',
    /^Answer to “Were you injured\?”\. Asked on mva\/injured\.$/,
  ],
  [
    'a computed field',
    '"field": "was_injured"',
    '"field": "from‸_wc"',
    /^Computed: yes when the page was opened/,
  ],
  [
    'a field in a text',
    '<p>{{field:state}}</p>',
    '<p>{{field:st‸ate}}</p>',
    /^Answer to “Where do you live\?”\. Asked on mva\/home\.$/,
  ],
  [
    'a value',
    '"condition": "eq", "arg": "yes"',
    '"condition": "eq", "arg": "y‸es"',
    /^was_injured where the visitor chose “yes”\.$/,
  ],
  ['a buyer of an outcome', '"field": "buyer.team"', '"field": "buyer.te‸am"', /^Buyer Auto Team\.$/],
  ['a name that nothing has', '"field": "was_injured"', '"field": "hu‸rt"', /^The backend field to compare/],
])('hovering over %s explains it', (_, part, change, about) => {
  const { text, offset } = written(part, change)
  expect(hoverAt(text, offset, SCHEMA)?.about.join('\n')).toMatch(about)
})

test('a rule links to the answers that record its field, and a value to its option', () => {
  const places = (part: string, change: string) => {
    const { text, offset } = written(part, change)
    return definitionsAt(text, offset).map(({ from }) => text.slice(0, from).split('\n').length)
  }
  expect(places('"field": "was_injured"', '"field": "was‸_injured"')).toEqual([7, 8])
  expect(places('"question_key": "home"', '"question_key": "ho‸me"')).toEqual([11])
  expect(places(CONDITION, '"field": "state", "condition": "eq", "arg": "T‸X"')).toEqual([17])
  expect(places('"step": "home"', '"step": "ho‸me"')).toHaveLength(1)
  expect(places('"buyers": ["team"]', '"buyers": ["te‸am"]')).toEqual([30])
  expect(places('"label": "Were you injured?"', '"label": "We‸re you injured?"')).toEqual([])
})

describe('another name', () => {
  const SITE = read('fixtures/sites/found-money/flow.json')

  test('of a field is replaced everywhere: in answers, rules, lists, texts, and translations', () => {
    const edits = renameAt(FLOW, FLOW.indexOf('"state"', FLOW.indexOf('basic_fields')) + 2, 'home_state')!
    expect(edits).toHaveLength(6)
    const renamed = applied(FLOW, edits)
    expect(renamed).toContain('"Hello {{field:home_state}}": "Hola {{field:home_state}}"')
    expect(renamed).toContain('"answer_id": "state"')
    expect(renamed).not.toContain('field:state')
  })

  test('leaves a whole site without a problem', () => {
    const at = SITE.indexOf('"backend_field_name": "first_name"') + 25
    const renamed = applied(SITE, renameAt(SITE, at, 'given_name')!)
    expect(renamed).not.toMatch(/"first_name"(?!:)|field:first_name/)
    const codes = (text: string) => problemsOf(text, undefined, '2026-11-25', null).map(({ code }) => code)
    expect(codes(renamed).filter((code) => code === 'unknown_field')).toEqual([])
  })

  test.each(['in_ohio', '2nd', ''])('can’t be "%s", which is taken or isn’t a name', (name) => {
    expect(renameAt(FLOW, FLOW.indexOf('"was_injured"') + 1, name)).toBeNull()
  })

  test('isn’t given to buyers, because settings name them too', () => {
    expect(renameAt(FLOW, FLOW.indexOf('"team"') + 1, 'crew')).toBeNull()
  })
})

test('doesn’t read a text with brackets nested too deep to parse', () => {
  expect(openText('['.repeat(100_000)).root).toBeUndefined()
})

test('completes and explains every truncated beginning of a flow', () => {
  for (let offset = 0; offset <= FLOW.length; offset += 7) {
    const text = FLOW.slice(0, offset)
    expect(() => [
      completeAt(text, offset, SCHEMA),
      hoverAt(text, offset - 1, SCHEMA),
      definitionsAt(text, offset),
    ]).not.toThrow()
  }
})
