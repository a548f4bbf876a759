import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { forEditors } from '../../../schemas/editors.ts'
import { FlowDocument } from '../../../schemas/flow/flow.ts'
import type { Located } from '../../../schemas/author/problem.ts'
import { VISIBLE } from '../../../schemas/kernel/shape.ts'
import { problemsOf } from '../../../src/author/problemsOf.ts'
import { FORM_OF } from '../../../src/author/document/wording.ts'
import { mended } from './mended.ts'

const GOOD = readFileSync(
  new URL('../../../fixtures/sites/class-action-finder/flow.json', import.meta.url),
  'utf8',
)

/** Mistakes of an author in a good flow: the text to replace, the replacement, and the hint.
 *  A text with a Spanish translation is changed there as well. */
const SLIPS: [string, from: string | RegExp, to: string, hint: string][] = [
  ['a key of the document', '"constants_config"', '"constants-config"', 'Did you mean "constants_config"?'],
  ['a key of a list', '"questions": {', '"question": {', 'Did you mean "questions"?'],
  ['two letters swapped', '"label": "', '"lable": "', 'Did you mean "label"?'],
  ['another tool’s name of a key', '"arg": "yes"', '"value": "yes"', 'Did you mean "arg"?'],
  [
    'a key of a step in an element',
    '"widget": "consent",',
    '"widget": "consent", "display_rules": [],',
    'It belongs in a step, next to its "questions".',
  ],
  [
    'a check as a key',
    '"widget": "text",',
    '"widget": "text", "required": true,',
    'Add { "name": "required" } to "local" in its "validations".',
  ],
  [
    'the bound of an age under the name of another’s',
    '{ "name": "age", "min": 18 }',
    '{ "name": "age", "arg": 18 }',
    'Use "min" for the youngest age allowed, and "max" for the oldest.',
  ],
  [
    'a misspelt buyer',
    '"buyers": ["auto_accident_team"]',
    '"buyers": ["auto_acident_team"]',
    'Did you mean "auto_accident_team"?',
  ],
  [
    'a buyer without its list',
    '"buyers": ["auto_accident_team"]',
    '"buyers": "auto_accident_team"',
    'Use a list in [ ]: The buyers the lead can go to, as keys of ui_config.buyers.',
  ],
  [
    'a consent for another buyer, in capitals',
    /and Work Injury Team to contact me/g,
    'and AUTO ACCIDENT TEAM to contact me',
    'Name the companies that get the lead, or correct the buyers of the action that sends it.',
  ],
  ['half a key', '"backend_field_name"', '"backend_field"', 'Did you mean "backend_field_name"?'],
  ['a key of a group', '"elements": [', '"element": [', 'Did you mean "elements"?'],
  ['a word of another language', '"condition": "eq"', '"condition": "=="', 'Did you mean "eq"?'],
  ['a sign of another language', '"condition": "neq"', '"condition": ">"', 'Did you mean "gt"?'],
  ['HTML’s name of a widget', '"widget": "dropdown"', '"widget": "select"', 'Did you mean "dropdown"?'],
  ['HTML’s name of another', '"multi_select"', '"checkbox"', 'Did you mean "multi_select"?'],
  ['HTML’s name of a button', '"widget": "choice"', '"widget": "button"', 'Did you mean "choice"?'],
  [
    'a widget as a type',
    /"type": "input",\s*"widget": "text"/,
    '"type": "text"',
    'Use "type": "input", "widget": "text".',
  ],
  ['a misspelt check', '"name": "required"', '"name": "requried"', 'Did you mean "required"?'],
  ['capitals', '"operator": "and"', '"operator": "AND"', 'Did you mean "and"?'],
  [
    'no operator',
    '"operator": "and",',
    '',
    'Add "operator", such as "and": How many of the conditions must be met.',
  ],
  ['a number in quotes', '"columns": 2', '"columns": "2"', 'Use 2, without quotes.'],
  [
    'a bound in quotes',
    '{ "name": "required" }',
    '{ "name": "min", "arg": "18" }',
    'Use 18, without quotes.',
  ],
  ['a word of JSON in quotes', '"submit": true', '"submit": "true"', 'Use true, without quotes.'],
  ['a value that is always the same', '"submit": true,', '', 'Add "submit": true.'],
  ['a number for a text', /"campaign_id": "1204"/, '"campaign_id": 1204', 'Use "1204", in double quotes.'],
  [
    'a number for a name',
    '"backend_field_name": "has_lawyer"',
    '"backend_field_name": 1',
    'Use a text in double quotes: The name a value is recorded as, used by rules and sent to buyers.',
  ],
  [
    'an address for a host',
    '"partner_hosts": ["',
    '"partner_hosts": ["https://',
    'Use just the host name in lowercase, like partner.example, without https:// or a path. Meaning: A full host name in lowercase.',
  ],
  [
    'a question in place of its field',
    '"field": "car_accident"',
    '"field": "fault"',
    '"fault" is a question. It’s recorded as at_fault.',
  ],
  [
    'one brace for two',
    /Class Action Finder: see/g,
    '{product}: see',
    'Use two braces on each side, as in {{product}}.',
  ],
  [
    'a text that does not show',
    '"text": "Yes"',
    '"text": "\u200b "',
    'Add some text. Spaces alone aren’t visible.',
  ],
  ['null for a text', '"text": "Yes"', '"text": null', 'Use a text in double quotes: The card text.'],
  [
    'a rule in place of a list of them',
    /"display_rules": \[\s*(\{[\s\S]*?\]\s*\})\s*\]/,
    '"display_rules": $1',
    'Use a list in [ ]: The step is shown when all of these rules are met, otherwise it’s skipped.',
  ],
  [
    'a comparison in place of a rule',
    /"display_rules": \[\s*\{[\s\S]*?"conditions": \[\s*(\{[^}]*\})[\s\S]*?\]\s*\}\s*\]/,
    '"display_rules": [$1]',
    'Put it in a rule: { "operator": "and", "conditions": [ ... ] }.',
  ],
  [
    'an option without its value',
    /"options": \[\s*\{[^}]*\}/,
    '"options": ["Alabama"',
    'Use an object in { } with text and backend_field_value.',
  ],
  [
    'a stylesheet with its ending',
    '"style": "class-action-finder"',
    '"style": "class-action-finder.css"',
    'Use lowercase letters, digits, and hyphens. Meaning: The name of the stylesheet next to the flow file, without .css.',
  ],
  [
    'an ID of many digits without quotes',
    '"campaign_id": "1204"',
    '"campaign_id": 98765432109876543210',
    'Use "98765432109876543210", in double quotes.',
  ],
  [
    'an ID with a zero at its end without quotes',
    '"campaign_id": "1204"',
    '"campaign_id": 1204.50',
    'Use "1204.50", in double quotes.',
  ],
  ['no comma', '"real": true,', '"real": true', 'Add a comma after the previous entry.'],
  [
    'a comma too many',
    '"offer_order": ["mva",',
    '"offer_order": ["mva",],',
    'Remove the comma after the last entry.',
  ],
  ['single quotes', '"real": true', "'real': true", 'Put keys and texts in double quotes.'],
  ['a word processor’s quotes', '"real": true', '“real”: true', 'Use straight double quotes: ".'],
  [
    'Python’s True',
    '"real": true',
    '"real": True',
    'Use true, false, or null in lowercase, and put text in double quotes.',
  ],
  [
    'a double quote within a text',
    '"label": "Were you hurt in a car accident?"',
    '"label": "Were you "hurt" in a car accident?"',
    'Use \\" for a double quote in a text.',
  ],
  [
    'a web page’s space',
    '"real": true',
    '"real":\u00a0true',
    'Delete it, and type a normal space if you need one.',
  ],
  [
    'a sign of no width',
    '"real": true',
    '"real": true\u200b',
    'Delete it, and type a normal space if you need one.',
  ],
  ['a script’s comment', '"offer_order"', '# all\n"offer_order"', 'Remove the comment.'],
  ['an equals sign', '"real": true', '"real" = true', 'Write "key": value.'],
  [
    'a list that is not closed',
    /("offer_order": \[[^\]]*)\]/,
    '$1',
    'Close the list before the object around it.',
  ],
]

test('correcting quotes keeps every digit', () => {
  const fixOf = (from: string, to: string) => problemsOf(GOOD.replace(from, to))[0]?.fix?.text
  expect(fixOf('"campaign_id": "1204"', '"campaign_id": 98765432109876543210')).toBe('"98765432109876543210"')
  expect(fixOf('"name": "age", "min": 18', '"name": "age", "min": "18.50"')).toBe('18.50')
})

test('a key that looks like an index is located correctly', () => {
  const text = GOOD.replace('"es": {', '"es": {\n"2024": 7,')
  const wrong = problemsOf(text).find(({ code }) => code === 'wrong_type')!
  expect(text.split('\n')[wrong.line - 1]).toBe('"2024": 7,')
})

test('a byte order mark from an editor counts as a character, and one in a file doesn’t', () => {
  const text = '\ufeff{ "offer_ordr": [] }'
  const placeIn = (source: string | Buffer) => problemsOf(source).find(({ code }) => code === 'unknown_key')
  expect(placeIn(text)).toMatchObject({ line: 1, column: 4 })
  expect(placeIn(Buffer.from(text))).toMatchObject({ line: 1, column: 3 })
})

describe('one mistake is one problem, with its correction', () => {
  test.each(SLIPS)('%s', (_, from, to, hint) => {
    const text = GOOD.replace(from, to)
    expect(text).not.toBe(GOOD)
    const problems = problemsOf(text)
    expect(problems.map((problem) => problem.hint)).toEqual([hint])
    // If only one correction is right, it is offered, and accepting it solves the problem.
    const [{ fix, code, at }] = problems as [Located]
    expect(fix !== undefined).toBe(code !== 'not_json' && /^Did you mean|quotes\.$/.test(hint))
    if (!fix) return
    const left = problemsOf(mended(text, fix), undefined, undefined, null)
    expect(left.filter((problem) => problem.code === code && problem.at.join() === at.join())).toEqual([])
  })
})

test.each([
  [
    'the title',
    /"title": "[^"]*"/,
    '"color": "red"',
    '"ui_config" is missing "title".',
    '"ui_config" has no property "color".',
  ],
  [
    'an arg',
    '"arg":',
    '"xyz":',
    '"conditions[0]" is missing "arg".',
    '"conditions[0]" has no property "xyz".',
  ],
])('a key that’s nothing like the missing one is reported with it: %s', (_, from, to, lacks, hasNo) => {
  const found = problemsOf(GOOD.replace(from, to))
  expect(found.map(({ message }) => message)).toEqual([lacks, hasNo])
  expect(found.map(({ hint }) => hint).join()).not.toContain('Did you mean')
})

test.each([
  ['missing', '"backend_field_value": "no" }', '"backend_field_value": "no"', 10, 9],
  ['extra', /"month": \{[^}]*\}/, '"month": {}\n        }', 18, 9],
])(
  'a bracket that is %s is reported where the indentation shows it, not at the end of the file',
  (word, from, to, line, column) => {
    const text = GOOD.replace(from, to)
    expect(problemsOf(text)).toMatchObject([
      { code: 'not_json', line, column, hint: `A bracket between them is ${word}.` },
    ])
  },
)

test.each([
  [
    'a comma at the end',
    '{\n  "a": [\n    1\n    ]\n},\n',
    'There’s something after the end of the document.',
  ],
  [
    'a second document',
    '{\n  "a": [\n    1\n    ]\n}\n{}\n',
    'There’s something after the end of the document.',
  ],
  ['a bracket missing', '{\n  "a": {\n    "b": 1\n    },\n  "c": 1\n', 'A } is missing here.'],
])('a bracket with its own style of indentation isn’t blamed for %s', (_, text, message) => {
  expect(problemsOf(text)).toMatchObject([{ code: 'not_json', message }])
})

test('every pattern of the schema has an explanation', () => {
  const patterns = JSON.stringify(forEditors(FlowDocument)).matchAll(
    /"(?:pattern|patternProperties)":\{?("(?:[^"\\]|\\.)*")/g,
  )
  const all = Array.from(patterns, ([, text]) => JSON.parse(text!) as string)
  expect(all.length).toBeGreaterThan(30)
  expect(all.filter((pattern) => pattern !== VISIBLE && !Object.hasOwn(FORM_OF, pattern))).toEqual([])
})

test('a key in the wrong object is reported once, with where it belongs', () => {
  const document = JSON.parse(GOOD) as { ui_config: { offer_order?: unknown }; offer_order?: unknown }
  document.ui_config.offer_order = document.offer_order
  delete document.offer_order
  expect(problemsOf(JSON.stringify(document))).toMatchObject([
    { code: 'unknown_key', at: ['ui_config', 'offer_order'], hint: 'Move it into the document itself.' },
  ])
})

test('tens of thousands of mistakes are all reported in time', () => {
  const questions = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`q${index}`, { label: 1, answer: {} }]),
  )
  const text = JSON.stringify({ constants_config: { questions } }, null, 1)
  const problems = problemsOf(text).filter(({ at }) => at.length === 4)
  expect(problems).toHaveLength(40_000)
  expect(problems.at(-1)).toMatchObject({
    line: 80_002,
    code: 'unknown_key',
    hint: 'Did you mean "answers"?',
  })
})
