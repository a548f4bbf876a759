import fc from 'fast-check'
import { applyEdits } from 'jsonc-parser'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Path } from '../../src/author/complete/cursor.ts'
import { valueAt, type Shape } from '../../src/author/complete/shapes.ts'
import { wordsOf } from '../../src/author/forms/labels.ts'
import { formAt } from '../../src/author/forms/formAt.ts'
import { endOf, formPathAt, nodeAt, offsetAt } from '../../src/author/forms/formPlaces.ts'
import { readText, type ReadText } from '../../src/author/forms/readText.ts'
import { skeletonsAt, wordsWith } from '../../src/author/forms/skeletons.ts'
import { pickedPlace } from '../../src/author/forms/pickedPlace.ts'
import {
  editsFor,
  editsTo,
  editsToMove,
  editsToRepeat,
  type Change,
} from '../../src/author/forms/textEdits.ts'
import { NEXT } from '../../src/author/forms/fieldKinds.ts'

const schema = JSON.parse(readFileSync('schemas/json/flow.schema.json', 'utf8')) as Shape
const FLOW = readFileSync('fixtures/sites/yardstick/flow.json', 'utf8')
const flow = readOf(FLOW)
const STEP: Path = ['ui_config', 'offers', 'yardstick', 'steps', 1]
const ELEMENT: Path = [...STEP, 'questions', 0]

function readOf(text: string): ReadText {
  const read = readText(text)
  if ('fault' in read) throw new Error(`No JSON: ${text}`)
  return read
}

const formOf = (at: Path, showing = {}) => formAt({ schema, document: flow.document }, at, showing)
const changed = (text: string, ...changes: Change[]) => applyEdits(text, editsFor(readOf(text), changes))

test.each([
  ['timeout_s', 'Timeout in seconds'],
  ['duplicate_window_days', 'Duplicate window in days'],
  ['ui_config', 'Site'],
  ['days', 'Days'],
])('the key %s is labeled %s', (key, words) => {
  expect(wordsOf(key)).toBe(words)
})

describe('the form of a cursor', () => {
  test.each<[string, Path]>([
    ['"widget": "drop|down"', ELEMENT],
    ['"na|me": "state"', STEP],
    ['"state|": {\n        "label"', ['constants_config', 'questions', 'state']],
    ['  |{ "text": "Alaska"', ['constants_config', 'questions', 'state', 'answers', 'value', 'options', 1]],
    ['"optio|ns": [', ['constants_config', 'questions', 'state', 'answers', 'value']],
    ['"offer_or|der"', []],
  ])('at %s is the one for %j', (marked, at) => {
    const offset = FLOW.indexOf(marked.replace('|', '')) + marked.indexOf('|')
    expect(FLOW).toContain(marked.replace('|', ''))
    expect(formPathAt(flow, offset)).toEqual(at)
  })

  test('is for the object that a link moves the cursor to', () => {
    const places: Path[] = []
    const walk = (value: unknown, at: Path): void => {
      if (typeof value !== 'object' || value === null) return
      if (!Array.isArray(value)) places.push(at)
      for (const [key, inner] of Object.entries(value))
        walk(inner, [...at, Array.isArray(value) ? +key : key])
    }
    walk(flow.document, [])
    expect(places.length).toBeGreaterThan(100)
    for (const at of places) expect(formPathAt(flow, offsetAt(flow, at)!)).toEqual(at)
  })
})

describe('the form of an object', () => {
  test('has required fields first, then set ones, and offers the rest', () => {
    const form = formOf(STEP)
    expect(form.title).toBe('Which state did it happen in?')
    expect(form.fields.map(({ key, isRequired }) => [key, isRequired])).toEqual([['name', true]])
    expect(form.options.map(({ key }) => key)).toContain('title')
    expect(form.lists.map(({ label, entries }) => [label, entries.map((entry) => entry.label)])).toEqual([
      ['On the page', ['Dropdown: Which state did it happen in?', 'Button: Continue']],
    ])
    expect(formOf(STEP, { opened: ['title'] }).fields.map(({ key }) => key)).toEqual(['name', 'title'])
  })

  test('of an element leads to its question, its answer and the options of that', () => {
    const form = formOf(ELEMENT)
    expect(form.parts.map(({ label }) => label)).toEqual(['Validations', 'Question', 'Answer'])
    const [options] = form.lists
    expect(options?.at).toEqual(['constants_config', 'questions', 'state', 'answers', 'value', 'options'])
    expect(options?.entries[1]?.label).toBe('Alaska')
  })

  test('lets an element become any other kind', () => {
    const [widget] = formOf(ELEMENT).fields
    const choices = widget?.kind.kind === 'choice' ? widget.kind.choices.map(({ value }) => value) : []
    expect(choices).toEqual(expect.arrayContaining(['text', 'choice', 'group', 'result']))
    expect(wordsWith(schema, ELEMENT, { key: 'widget', value: 'choice' })).toEqual({
      type: 'container',
      submit: true,
    })
    expect(wordsWith(schema, ELEMENT, { key: 'widget', value: 'text' })).toEqual({ type: 'input' })
    expect(wordsWith(schema, ELEMENT, { key: 'hint', value: 'Why' })).toEqual({})
  })

  test('names what fits in a condition, and explains each word that can be chosen', () => {
    const at: Path = ['ui_config', 'offers', 'yardstick', 'steps', 3, 'display_rules', 0, 'conditions', 0]
    const { title, fields } = formOf(at)
    expect(title).toBe('injured is yes')
    expect(fields.map(({ key, naming }) => [key, naming?.kind])).toEqual([
      ['field', 'field'],
      ['condition', undefined],
      ['arg', 'value'],
    ])
    const [, { about, kind }] = fields as [unknown, (typeof fields)[number]]
    expect(about).not.toContain('eq: ')
    expect(kind).toMatchObject({
      choices: expect.arrayContaining([expect.objectContaining({ value: 'neq' })]),
    })
  })

  test('shows values that don’t fit the schema, and unknown keys', () => {
    const document = { ui_config: { title: 5, favicon: { a: 1 }, basic_fields: 'x', odd: 'word' } }
    const { fields, parts } = formAt({ schema, document }, ['ui_config'])
    const kinds = Object.fromEntries(fields.map(({ key, kind }) => [key, kind.kind]))
    expect(kinds).toMatchObject({ title: 'text', basic_fields: 'text', odd: 'text' })
    expect(parts.map(({ label }) => label)).toContain('Favicon')
  })

  test('shows only the texts around the cursor if there are many', () => {
    const es = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`Text ${n}`, `Texto ${n}`]))
    const document = { ui_config: { languages: { default: 'en', es } } }
    const form = formAt({ schema, document }, ['ui_config', 'languages', 'es'], { near: 'Text 200' })
    expect(form.fields.map(({ key }) => key)).toContain('Text 200')
    expect(form.fields.length + form.leftOut).toBe(300)
    expect(form.fields.length).toBeLessThan(100)
  })
})

describe('a new entry', () => {
  test('starts with only what its schema requires', () => {
    const looking = { schema, document: flow.document }
    expect(skeletonsAt(looking, ['ui_config', 'offers', 'yardstick', 'steps', NEXT])).toEqual([
      { about: '', value: { name: '', questions: [] } },
    ])
    const elements = skeletonsAt(looking, [...STEP, 'questions', NEXT])
    expect(elements.find(({ name }) => name === 'submit')?.value).toEqual({ type: 'submit', text: '' })
    expect(elements.length).toBeGreaterThan(20)
    const conditions = [...STEP, 'display_rules', 0, 'conditions', NEXT]
    expect(skeletonsAt(looking, conditions).map(({ value }) => value)).toEqual([
      { field: '', condition: 'eq', arg: '' },
      { operator: 'and', conditions: [] },
    ])
  })
})

describe('a change in a form', () => {
  const TEXT = `{
  "a": "one",
  "list": [
    { "text": "A", "value": 1 },
    { "text": "B", "value": 2 }
  ],
  "empty": {},
  "words": ["x", "y"]
}
`
  test.each<[string, Change, string, string]>([
    ['a text', { at: ['a'], value: 'ones' }, '"one"', '"ones"'],
    ['a text in one line', { at: ['list', 1, 'text'], value: 'Bee "b"' }, '"B"', String.raw`"Bee \"b\""`],
    ['few words', { at: ['words'], value: ['x', 'z'] }, '["x", "y"]', '["x", "z"]'],
    [
      'a new entry, as the one before',
      { at: ['list', 2], value: { text: 'C', value: 3 } },
      '"value": 2 }',
      '"value": 2 },\n    { "text": "C", "value": 3 }',
    ],
    ['a new member in one line', { at: ['list', 0, 'more'], value: true }, '1 }', '1, "more": true }'],
    ['a new member', { at: ['b'], value: null }, '["x", "y"]', '["x", "y"],\n  "b": null'],
    [
      'the first member',
      { at: ['empty', 'deep'], value: { b: 1 } },
      '{},',
      '{\n    "deep": {\n      "b": 1\n    }\n  },',
    ],
    ['what is left out', { at: ['a'], value: undefined }, '"a": "one",\n  ', ''],
    [
      'a last entry left out',
      { at: ['list', 1], value: undefined },
      ',\n    { "text": "B", "value": 2 }',
      '',
    ],
  ])('writes %s and leaves the rest alone', (_, change, before, after) => {
    expect(TEXT).toContain(before)
    expect(changed(TEXT, change)).toBe(TEXT.replace(before, after))
  })

  test('keeps a flow on one line without spaces that way', () => {
    expect(changed('{"a":[1],"b":{}}', { at: ['a', 1], value: { c: [2] } })).toBe(
      '{"a":[1,{"c":[2]}],"b":{}}',
    )
  })

  test('changes only the characters of a text that differ', () => {
    expect(editsFor(readOf('{"a": "one two"}'), [{ at: ['a'], value: 'one or two' }])).toEqual([
      { offset: 11, length: 0, content: 'or ' },
    ])
    expect(editsFor(flow, [{ at: ['ui_config', 'style'], value: 'yardstick' }])).toEqual([])
  })

  test('changes the text as intended, and nothing else', () => {
    const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown)
    const anyText = fc.tuple(fc.dictionary(fc.string(), json), fc.constantFrom(undefined, 1, 2, '\t'))
    fc.assert(
      fc.property(anyText, json, fc.nat(), fc.boolean(), ([document, indent], value, pick, isRemoved) => {
        const text = JSON.stringify(document, null, indent)
        const read = readOf(text)
        const places = placesIn(read.document)
        const at = places[pick % places.length]!
        const isThere = valueAt(read.document, at) !== undefined
        if (isRemoved && !isThere) return
        const after = applyEdits(text, editsFor(read, [{ at, value: isRemoved ? undefined : value }]))
        expect(JSON.parse(after)).toEqual(withChange(read.document, at, isRemoved ? undefined : value))
      }),
      { numRuns: 300 },
    )
  })

  test('leaves everything else as its author wrote it: numbers, characters, and the order of keys', () => {
    const scalars = fc.constantFrom(
      '1.50',
      '12345678901234567890',
      '-0.0',
      '1e2',
      '"\\u00e9"',
      '"a"',
      'true',
      'null',
    )
    const keys = fc.uniqueArray(fc.constantFrom('2', '10', '1', 'a', 'b', '0x', '-1'), { maxLength: 5 })
    const { any } = fc.letrec<{ any: string; list: string; object: string }>((tie) => ({
      any: fc.oneof({ maxDepth: 3 }, scalars, tie('list'), tie('object')),
      list: fc.array(tie('any'), { maxLength: 4 }).map((parts) => `[${parts.join(', ')}]`),
      object: fc
        .tuple(keys, fc.array(tie('any'), { minLength: 5, maxLength: 5 }))
        .map(([names, parts]) => `{${names.map((name, at) => `\n  "${name}":  ${parts[at]}`).join(' ,')}}`),
    }))
    const root = fc
      .tuple(any, any, any)
      .map((parts) => `{"2": ${parts[0]},\n"a": ${parts[1]}, "1": ${parts[2]}}`)
    const byEdits = (read: ReadText, at: Path, value: unknown) => editsFor(read, [{ at, value }])
    const byDocument = (read: ReadText, at: Path, value: unknown) =>
      editsTo(read, withChange(read.document, at, value))
    const ways = fc.constantFrom(byEdits, byDocument)
    const values = fc.constantFrom<unknown>(undefined, 'new', 7, ['x', 1], { n: { m: 1 } })
    fc.assert(
      fc.property(root, values, fc.nat(), ways, (text, value, pick, way) => {
        const read = readOf(text)
        const places = placesIn(read.document)
        const at = places[pick % places.length]!
        if (value === undefined && valueAt(read.document, at) === undefined) return
        const after = readOf(applyEdits(text, way(read, at, value)))
        expect(after.document).toEqual(withChange(read.document, at, value))
        const isAround = (place: Path) => place.every((part, depth) => part === at[depth])
        const isWithin = (place: Path) => at.every((part, depth) => part === place[depth])
        // Entries after one that was removed are elsewhere.
        const isBehind = (place: Path) => {
          const depth = at.length - 1
          return isAround(place.slice(0, depth)) && Number(place[depth]) >= Number(at[depth])
        }
        for (const place of places.filter((one) => !isAround(one) && !isWithin(one) && !isBehind(one)))
          expect(writtenAt(after, place)).toBe(writtenAt(read, place))
        for (const place of [[], ...places].filter((one) => isAround(one) && one.length < at.length)) {
          const added = keysAt(after, place).filter((key) => keysAt(read, place).includes(key))
          expect(added).toEqual(keysAt(read, place).filter((key) => keysAt(after, place).includes(key)))
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('duplicates an entry as written, with its changes', () => {
    const text = '{"a": [{"2": 1.50, "1": "x"}, 3]}'
    const edits = editsToRepeat(readOf(text), ['a', 0], [{ at: ['a', 0, '1'], value: 'xy' }])
    expect(applyEdits(text, edits)).toBe('{"a": [{"2": 1.50, "1": "x"}, {"2": 1.50, "1": "xy"}, 3]}')
  })

  test('grows, shrinks, and changes a list without touching the remaining entries', () => {
    const text = '{"a": [1.50, 2.50, 3.50]}'
    const to = (a: unknown) => applyEdits(text, editsTo(readOf(text), { a }))
    expect(to([1.5, 'new', 2.5, 3.5])).toBe('{"a": [1.50, "new", 2.50, 3.50]}')
    expect(to([1.5, 3.5])).toBe('{"a": [1.50, 3.50]}')
    expect(to([3.5, 1.5])).toBe('{"a": [3.50, 1.50]}')
    expect(to([2.5, 3.5, 1.5, 0])).toBe('{"a": [2.50, 3.50, 1.50, 0]}')
    expect(to([])).toBe('{"a": []}')
  })

  test('moves an entry of a list as written, and back', () => {
    const anyText = fc.tuple(
      fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(undefined, 2, '\t'),
    )
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), ([values, indent], one, other) => {
        const entries = values.map((value) => JSON.parse(JSON.stringify(value)) as unknown)
        const text = JSON.stringify({ before: 1, entries, after: 2 }, null, indent)
        const [from, to] = [one % entries.length, other % entries.length]
        const moved = applyEdits(text, editsToMove(readOf(text), ['entries', from], to))
        const expected = entries.toSpliced(from, 1).toSpliced(to, 0, entries[from])
        expect(JSON.parse(moved)).toEqual({ before: 1, entries: expected, after: 2 })
        expect(applyEdits(moved, editsToMove(readOf(moved), ['entries', to], from))).toBe(text)
      }),
      { numRuns: 200 },
    )
    expect(editsToMove(readOf('{"a": [1, 2]}'), ['a', 1], 2)).toEqual([])
  })

  /** Every place in a document, and the one after the last of each list and object. */
  function placesIn(value: unknown, at: Path = []): Path[] {
    if (typeof value !== 'object' || value === null) return []
    const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value)
    const next = Array.isArray(value) ? value.length : 'a new "key"'
    return [...keys, next].flatMap((key) => [[...at, key], ...placesIn(valueAt(value, [key]), [...at, key])])
  }

  function writtenAt({ text, root }: ReadText, at: Path): string | undefined {
    const node = nodeAt(root, at)
    return node && text.slice(node.offset, endOf(node))
  }

  function keysAt({ root }: ReadText, at: Path): unknown[] {
    const node = nodeAt(root, at)
    return node?.type === 'object' ? node.children!.map(({ children }) => children![0]!.value) : []
  }

  function withChange(value: unknown, [part, ...rest]: Path, next: unknown): unknown {
    if (part === undefined) return next
    const inner = withChange(valueAt(value, [part]), rest, next)
    if (Array.isArray(value))
      return inner === undefined ? value.toSpliced(Number(part), 1) : value.toSpliced(Number(part), 1, inner)
    const { [part]: _, ...others } = value as Record<string | number, unknown>
    return inner === undefined ? others : { ...(value as object), [part]: inner }
  }
})

test('an invalid text says where it stops being JSON', () => {
  expect(readText('{\n  "a": 1,\n  "b" 2\n}')).toEqual({ fault: { line: 3, column: 7 } })
  expect(readText('[]')).toEqual({ fault: { line: 1, column: 1 } })
  expect(readText('{} // done')).toMatchObject({ fault: { line: 1 } })
  expect(readText('{"a":'.repeat(20_000))).toMatchObject({ fault: { line: 1 } })
})

test('a press in the page finds its place in the flow: a choice, a part of a question, a step', () => {
  const steps = ['ui_config', 'offers', 'yardstick', 'steps']
  const { document } = flow
  const step = (name: string) =>
    (valueAt(document, steps) as { name: string }[]).findIndex((one) => one.name === name)
  const picked = (name: string, field: string | null, value: string | null = null) =>
    pickedPlace(document, { step: `yardstick/${name}`, field, value })
  const injured = [...steps, step('injured'), 'questions', 0, 'elements']
  expect(picked('injured', 'injured', 'no')).toEqual([...injured, 1])
  expect(picked('injured', 'injured')).toEqual([...injured, 0])
  const vehicle = picked('vehicle', 'vehicle.make')!
  expect(valueAt(document, vehicle)).toMatchObject({ widget: 'vehicle', question_key: 'vehicle' })
  expect(picked('zip', null)).toEqual([...steps, step('zip')])
  expect(picked('zip', 'color')).toEqual([...steps, step('zip')])
  expect(picked('none', 'zip_code')).toBeNull()
  expect(pickedPlace([], { step: '', field: '', value: '' })).toBeNull()
})
