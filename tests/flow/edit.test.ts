import fc from 'fast-check'
import { applyEdits } from 'jsonc-parser'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { check } from '../../src/author/check/check.ts'
import { list, record, valueAt } from '../../src/author/complete/shapes.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'
import { addPart, whyNoPlace, type PartKey } from '../../src/author/edit/readyParts.ts'
import { exampleCompany } from '../../src/cli/starter/writeSite.ts'
import { READY_WORDS, SAMPLE } from '../../src/author/edit/readyStepWords.ts'
import { addStep, askedAt, copyStep, freeName } from '../../src/author/edit/editSteps.ts'
import { READY_STEPS, type ReadyKey } from '../../src/author/edit/readySteps.ts'
import { orderOffer } from '../../src/author/edit/orderOffer.ts'
import { removeStep } from '../../src/author/edit/removeStep.ts'
import {
  fieldAt,
  fieldsIn,
  linesNaming,
  nameWarnings,
  READ_BY_NAME,
  renameField,
} from '../../src/author/edit/renameField.ts'
import { stepWords } from '../../src/author/edit/stepWords.ts'
import { goesOn, stepsOf } from '../../src/author/edit/stepsOf.ts'
import { editsToInsert } from '../../src/author/forms/textEdits.ts'
import { readText, type ReadText } from '../../src/author/forms/readText.ts'
import { siteFrom } from '../../src/author/templates/siteFrom.ts'
import { leadPayload } from '../../src/server/leads/leadPayload.ts'

const YARDSTICK = readFileSync('fixtures/sites/yardstick/flow.json', 'utf8')
const SITES = ['yardstick', 'found-money', 'unemployment-guru'].map((site) =>
  readFileSync(`fixtures/sites/${site}/flow.json`, 'utf8'),
)
const STARTER = `${JSON.stringify(siteFrom({ template: 'claims', name: 'Helpful', accent: '#3b5bdb', style: 'helpful', schema: '', isEnglishOnly: true }), null, 2)}\n`
const KEYS = Object.keys(READY_STEPS) as ReadyKey[]
const BILINGUAL = `${JSON.stringify(siteFrom({ template: 'home', name: 'Helpful', accent: '#3b5bdb', style: 'helpful', schema: '', company: exampleCompany('Helpful') }), null, 2)}\n`
const isSample = (problem: string) => problem.startsWith('sample_text')
const TODAY = '2026-11-25'

function readOf(text: string): ReadText {
  const read = readText(text)
  if ('fault' in read) throw new Error(`No JSON: ${text.slice(0, 200)}`)
  return read
}

/** Position of a step, given as offer/step. */
function placeOf(text: string, id: string) {
  return stepsOf(readOf(text).document).find((step) => step.id === id)!.at
}

function added(text: string, key: ReadyKey, after: string): string {
  return applyEdits(text, addStep(readOf(text), READY_STEPS[key], placeOf(text, after))!.edits)
}

/** Copy of a document without one entry of a list. */
function without(document: unknown, at: (string | number)[]): unknown {
  const copy = structuredClone(document)
  list(valueAt(copy, at.slice(0, -1))).splice(Number(at.at(-1)), 1)
  return copy
}

const codesOf = (text: string) =>
  problemsOf(text, undefined, TODAY).map(({ code, message }) => `${code}: ${message}`)

describe('a ready step', () => {
  test.each(KEYS)('%s leaves no problems after the first question of a new site', (key) => {
    const [first] = stepsOf(readOf(STARTER).document)
    const [last] = stepsOf(readOf(STARTER).document).toReversed()
    // An end ends the flow, so it takes the place of the site's own.
    const text = added(STARTER, key, key === 'end' ? last!.id : first!.id)
    const ends = key === 'end' ? applyEdits(text, removeStep(readOf(text), last!.at).edits) : text
    expect(codesOf(ends).filter((problem) => !isSample(problem))).toEqual(codesOf(STARTER))
    expect(codesOf(ends).some(isSample)).toBe(text.includes(SAMPLE))
  })

  test.each(KEYS)('%s is also in Spanish if the site is', (key) => {
    const last = stepsOf(readOf(BILINGUAL).document).toReversed()[0]!
    const [first] = stepsOf(readOf(BILINGUAL).document)
    const text = added(BILINGUAL, key, key === 'end' ? last.id : first!.id)
    const ends = key === 'end' ? applyEdits(text, removeStep(readOf(text), last.at).edits) : text
    expect(
      codesOf(ends).filter((problem) => !isSample(problem) && !problem.startsWith('words_unused')),
    ).toEqual([])
  })

  test.each(KEYS)('%s leaves the rest of a text unchanged, and can be removed again', (key) => {
    const read = readOf(YARDSTICK)
    const step = addStep(read, READY_STEPS[key], placeOf(YARDSTICK, 'yardstick/state'))!
    const text = applyEdits(YARDSTICK, step.edits)
    expect(step.edits.every(({ length }) => length === 0)).toBe(true)
    expect(valueAt(readOf(text).document, step.at)).toMatchObject({ name: step.name })
    const back = applyEdits(text, removeStep(readOf(text), step.at).edits)
    expect(readOf(back).document).toEqual(read.document)
  })

  test('adds its own question and fields, and lists those it renamed', () => {
    const step = addStep(readOf(YARDSTICK), READY_STEPS.email, placeOf(YARDSTICK, 'yardstick/email'))!
    expect([step.name, step.fields]).toEqual(['email_2', { email: 'email_2' }])
    const { document } = readOf(applyEdits(YARDSTICK, step.edits))
    expect(valueAt(document, [...step.at, 'questions', 0])).toMatchObject({ question_key: 'email_2' })
    const answers = valueAt(document, ['constants_config', 'questions', 'email_2', 'answers'])
    expect(answers).toMatchObject({ value: { backend_field_name: 'email_2' } })
    expect(check(document).filter(({ code }) => code.startsWith('unknown'))).toEqual([])
  })

  test('asks for a phone number once: a second step asks only for its consent, and can be declined', () => {
    const step = addStep(readOf(YARDSTICK), READY_STEPS.phone, placeOf(YARDSTICK, 'yardstick/phone'))!
    expect([step.name, step.fields, step.reuses]).toEqual(['phone_2', {}, ['phone']])
    const { document } = readOf(applyEdits(YARDSTICK, step.edits))
    const answers = valueAt(document, ['constants_config', 'questions', 'phone_2', 'answers'])
    expect(Object.keys(record(answers))).toEqual(['consent', 'declined'])
    const widgets = list(valueAt(document, [...step.at, 'questions'])).map((one) => record(one)['widget'])
    expect(widgets).toEqual(['consent', undefined, 'choice'])
  })

  test('names the step that already asks for something people have only one of', () => {
    const asked = KEYS.flatMap((key) => {
      const step = askedAt(readOf(STARTER).document, READY_STEPS[key])
      return step === null ? [] : [[key, step]]
    })
    expect(asked).toEqual([
      ['state', 'zip'],
      ['zip', 'zip'],
      ['name', 'person'],
      ['email', 'person'],
    ])
  })

  test('names the company behind the site and the offer’s buyers in its consent, never the product', () => {
    const consentIn = (text: string) => {
      const read = readOf(text)
      const { at, edits } = addStep(read, READY_STEPS.phone, stepsOf(read.document)[0]!.at)!
      const { document } = readOf(applyEdits(text, edits))
      const key = String(valueAt(document, [...at, 'questions', 0, 'question_key']))
      const answers = ['constants_config', 'questions', key, 'answers']
      return String(valueAt(document, [...answers, 'consent', 'backend_field_value']))
    }
    expect(consentIn(STARTER)).toContain('I give Helpful and Example Law Team my written consent')
    expect(consentIn(YARDSTICK)).toContain('I give Yardstick my written consent')
    for (const text of [...SITES, STARTER]) expect(consentIn(text)).not.toMatch(/Leadloom|\{\{/)
  })

  test('asks inside groups, too', () => {
    const text = added(added(YARDSTICK, 'yes_no', 'yardstick/state'), 'yes_no', 'yardstick/state')
    expect(Array.from(text.matchAll(/"question_key": "(yes_no\w*)"/g), ([, key]) => key)).toEqual([
      'yes_no_2',
      'yes_no_2',
      'yes_no',
      'yes_no',
    ])
  })

  test('can’t be added to a text without questions', () => {
    expect(addStep(readOf('{}'), READY_STEPS.zip, ['ui_config', 'offers', 'a', 'steps', 0])).toBeNull()
  })
})

describe('a ready part', () => {
  const PARTS = Object.keys(READY_WORDS.parts) as PartKey[]
  const given = { offer: 'Home warranty', buyer: { name: 'Shield Co' } }
  const partOf = (text: string, key: PartKey, step: string) =>
    addPart(readOf(text), key, placeOf(text, step), given)!

  test.each(PARTS)('%s leaves only its sample texts as problems on a site in two languages', (key) => {
    const text = applyEdits(BILINGUAL, partOf(BILINGUAL, key, 'main/phone').edits)
    expect(codesOf(text).filter((problem) => !isSample(problem))).toEqual([])
    expect(codesOf(text).some(isSample)).toBe(text.includes(SAMPLE))
  })

  test('sends the lead to another buyer, and names it in the consents', () => {
    const text = applyEdits(BILINGUAL, partOf(BILINGUAL, 'send', 'main/phone').edits)
    expect(text).toContain('I give Helpful, Example Home Team and Shield Co my written consent')
    expect(text).toContain('doy a Helpful, Example Home Team y Shield Co mi consentimiento')
    const known = addPart(readOf(text), 'send', placeOf(text, 'main/zip'), { buyer: { key: 'shield_co' } })!
    expect(
      Object.keys(record(valueAt(readOf(applyEdits(text, known.edits)).document, ['ui_config', 'buyers']))),
    ).toEqual(['example_team', 'shield_co'])
  })

  test('asks for consent to each buyer, in place of one for all', () => {
    const both = applyEdits(BILINGUAL, partOf(BILINGUAL, 'send', 'main/phone').edits)
    const text = applyEdits(both, partOf(both, 'sellers', 'main/phone').edits)
    expect(codesOf(text)).toEqual([])
    expect(text.match(/"seller": "\w+"/g)).toEqual(['"seller": "shield_co"', '"seller": "example_team"'])
    expect(text).not.toContain('call_consent')
  })

  test('is a complete offer before the end, which doesn’t ask for a known phone number again', () => {
    const added = partOf(BILINGUAL, 'offer', 'main/zip')
    const { document } = readOf(applyEdits(BILINGUAL, added.edits))
    expect(added.reuses).toEqual(['phone'])
    expect(valueAt(document, ['offer_order'])).toEqual(['main', 'home_warranty', 'end'])
    const steps = stepsOf(document).filter(({ offer }) => offer === 'home_warranty')
    expect(steps.map(({ id }) => id)).toEqual([
      'home_warranty/wanted',
      'home_warranty/contact',
      'home_warranty/send',
    ])
  })

  test('isn’t added where it doesn’t fit, with the reason', () => {
    const none = readOf('{ "ui_config": { "offers": { "a": { "steps": [] } } }, "offer_order": ["a"] }')
    const at = ['ui_config', 'offers', 'a', 'steps', -1]
    for (const key of ['sellers', 'result', 'faq'] as const) {
      expect(whyNoPlace(none, key, at)).toBe(READY_WORDS.noPlace[key])
      expect(addPart(none, key, at, given)).toBeNull()
    }
  })
})

test('a step in plain words has its question, answers, and buttons, wherever they’re defined', () => {
  const { document } = readOf(BILINGUAL)
  const wordsOf = (step: string) => stepWords(document, placeOf(BILINGUAL, `main/${step}`))
  const texts = (found: { text: string }[]) => found.map(({ text }) => text)
  const cards = wordsOf('owns_home')
  expect([cards.question?.text, texts(cards.answers), texts(cards.buttons)]).toEqual([
    'Do you own your home?',
    ['Yes', 'No'],
    [],
  ])
  const listed = wordsOf('project_start')
  expect([texts(listed.answers), texts(listed.buttons)]).toEqual([
    ['As soon as possible', 'Within 3 months', 'Later'],
    ['Continue'],
  ])
  for (const { at, text } of [listed.question!, listed.help, ...listed.answers])
    expect(valueAt(document, at)).toBe(text)
  expect(wordsOf('call_anyway').question?.at.at(-1)).toBe('title')
})

describe('a copied step', () => {
  test('comes after the original, asks the same under another name, and changes nothing else', () => {
    const read = readOf(YARDSTICK)
    const at = placeOf(YARDSTICK, 'yardstick/name')
    const copy = copyStep(read, at)!
    expect([copy.name, copy.asks]).toEqual(['name_2', ['name']])
    const { document } = readOf(applyEdits(YARDSTICK, copy.edits))
    expect(valueAt(document, copy.at)).toEqual({ ...record(valueAt(read.document, at)), name: 'name_2' })
    expect(without(document, copy.at)).toEqual(read.document)
  })

  test('doesn’t exist without a step', () => {
    expect(copyStep(readOf(YARDSTICK), ['ui_config', 'offers', 'yardstick', 'steps', 99])).toBeNull()
  })
})

test('adding, copying, and removing steps has the same result as changing the document in memory', () => {
  const site = fc.constantFrom(...SITES, STARTER, JSON.stringify(JSON.parse(YARDSTICK)))
  fc.assert(
    fc.property(site, fc.nat(), fc.constantFrom(...KEYS, 'copy' as const), (text, pick, what) => {
      const read = readOf(text)
      const steps = stepsOf(read.document)
      const { at } = steps[pick % steps.length]!
      const step = what === 'copy' ? copyStep(read, at)! : addStep(read, READY_STEPS[what], at)!
      const { document } = readOf(applyEdits(text, step.edits))
      const rest = record(without(document, step.at))
      const { languages: _, ...around } = record(rest['ui_config'])
      const { languages: __, ...before } = record(record(read.document)['ui_config'])
      expect(around).toEqual(before)
      expect(stepsOf(document).map(({ id }) => id)).toHaveLength(steps.length + 1)
      expect(new Set(stepsOf(document).map(({ id }) => id)).size).toBe(steps.length + 1)
      const taken = readOf(applyEdits(text, removeStep(read, at).edits)).document
      expect(record(taken)['ui_config']).toEqual(record(without(read.document, at))['ui_config'])
    }),
    { numRuns: 60 },
  )
})

test('an entry is formatted like its neighbors, before any of them or after the last', () => {
  const put = (text: string, index: number) =>
    applyEdits(text, editsToInsert(readOf(text), ['a'], { index, value: { b: 2 } }))
  expect(put('{"a":[1,3]}', 1)).toBe('{"a":[1,{"b":2},3]}')
  expect(put('{ "a": [1, 3] }', 0)).toBe('{ "a": [{ "b": 2 }, 1, 3] }')
  expect(put('{\n  "a": [\n    { "b": 1 }\n  ]\n}', 0)).toBe(
    '{\n  "a": [\n    { "b": 2 },\n    { "b": 1 }\n  ]\n}',
  )
  expect(put('{\n  "a": [\n    {\n      "b": 1\n    }\n  ]\n}', 0)).toBe(
    '{\n  "a": [\n    {\n      "b": 2\n    },\n    {\n      "b": 1\n    }\n  ]\n}',
  )
  expect(put('{ "a": [1] }', 1)).toBe('{ "a": [1, { "b": 2 }] }')
})

test('a new offer comes before the offer that ends the flow, or else after the last, and only once', () => {
  const orderOf = (text: string, offer: string) =>
    valueAt(readOf(applyEdits(text, orderOffer(readOf(text), offer))).document, ['offer_order'])
  expect(orderOf(STARTER, 'second')).toEqual(['main', 'second', 'end'])
  expect(orderOf(STARTER, 'end')).toEqual(['main', 'end'])
  expect(orderOf(STARTER.replace(/"main",\s*"end"/, '"main"'), 'second')).toEqual(['main', 'second'])
  expect(orderOf('{ "offer_order": [] }', 'first')).toEqual(['first'])
  expect(orderOf('{ "a": 1 }', 'first')).toBeUndefined()
})

test('a new step comes after the last visible step, before hidden ones', () => {
  const steps = stepsOf(readOf(STARTER).document)
  const lines = steps.map(({ id, at }) => [id, goesOn(valueAt(readOf(STARTER).document, at))])
  expect(lines.slice(-3)).toEqual([
    ['main/phone', true],
    ['main/send', false],
    ['end/thanks', false],
  ])
})

test('a taken name gets the first free number and stays a valid name', () => {
  expect(freeName('zip', new Set())).toBe('zip')
  expect(freeName('zip', new Set(['zip', 'zip_2']))).toBe('zip_3')
  const long = 'a'.repeat(64)
  expect(freeName(long, new Set([long]))).toBe(`${'a'.repeat(62)}_2`)
})

describe('a removed step', () => {
  const small = (more: object = {}) => {
    const step = (name: string, ...asked: string[]) => ({
      name,
      questions: asked.map((question_key) => ({ widget: 'text', question_key, answer_id: 'value' })),
    })
    const question = (field: string) => ({ answers: { value: { backend_field_name: field } } })
    return `${JSON.stringify(
      {
        constants_config: { questions: { a: question('fa'), b: question('fb'), c: question('fc') } },
        ui_config: {
          offers: { one: { steps: [step('first', 'a', 'b'), step('second', 'c'), step('third', 'c')] } },
          ...more,
        },
      },
      null,
      2,
    )}\n`
  }
  const removed = (text: string, id: string) => {
    const { edits, ...removal } = removeStep(readOf(text), placeOf(text, id))
    const questions = valueAt(readOf(applyEdits(text, edits)).document, ['constants_config', 'questions'])
    return { ...removal, questions: Object.keys(questions as object) }
  }

  test('removes the questions that only it asks', () => {
    const done = removed(small(), 'one/first')
    expect(done).toEqual({ name: 'first', fields: ['fa', 'fb'], lines: [], questions: ['c'] })
    expect(removed(small(), 'one/second')).toMatchObject({ fields: [], questions: ['a', 'b', 'c'] })
    // Another question records the same.
    expect(removed(small().replace('"fc"', '"fa"'), 'one/first')).toMatchObject({ fields: ['fb'] })
  })

  test('keeps questions while something else names their fields, and says where', () => {
    const text = small({ basic_fields: ['fb'], footer: { text: 'Hello {{field:fa}}' } })
    const { lines, questions } = removed(text, 'one/first')
    expect(questions).toEqual(['a', 'b', 'c'])
    expect(lines.map(({ words }) => words)).toEqual(['"fb"', '"text": "Hello {{field:fa}}"'])
    expect(lines.map(({ line }) => text.split('\n')[line - 1]!.trim())).toEqual(
      lines.map(({ words }) => words),
    )
  })

  test('lists scripts that name the step of this offer', () => {
    const named = (offer: string) => ({ tracking_scripts: [{ offer, step: 'first' }] })
    expect(removed(small(named('one')), 'one/first').lines).toMatchObject([{ words: '"step": "first"' }])
    expect(removed(small(named('two')), 'one/first').lines).toEqual([])
  })
})

test('the field of a place is that of its answer, its element, or the element around it', () => {
  const { document } = readOf(YARDSTICK)
  const step = placeOf(YARDSTICK, 'yardstick/phone')
  expect(fieldAt(document, [...step, 'questions', 0, 'validations'])).toBe('phone')
  const answers = ['constants_config', 'questions', 'state', 'answers']
  expect(fieldAt(document, [...answers, 'value', 'options', 3])).toBe('incident_state')
  expect(fieldAt(document, step)).toBeUndefined()
})

describe('renaming a field', () => {
  test('changes it wherever the flow names it, and nothing else', () => {
    for (const text of SITES)
      for (const field of text === YARDSTICK ? fieldsIn(text) : fieldsIn(text).slice(0, 3)) {
        const edits = renameField(text, field, 'another_name')
        if ('refusal' in edits) throw new Error(edits.refusal)
        expect(edits.every(({ offset, length }) => text.slice(offset, offset + length) === field)).toBe(true)
        expect(new Set(edits.map(({ offset }) => text.slice(0, offset).split('\n').length)).size).toBe(
          linesNaming(text, field).length,
        )
        const renamed = applyEdits(text, edits)
        expect(fieldsIn(renamed)).toEqual(fieldsIn(text).map((one) => (one === field ? 'another_name' : one)))
        expect(linesNaming(renamed, field)).toEqual([])
        const back = renameField(renamed, 'another_name', field)
        expect(applyEdits(renamed, back as typeof edits)).toBe(text)
      }
  })

  test('adds no problems to a site', () => {
    const renamed = applyEdits(SITES[1]!, renameField(SITES[1]!, 'email', 'mail_address') as never)
    const codes = (text: string) => problemsOf(text, undefined, TODAY, null).map(({ code }) => code)
    expect(codes(renamed)).toEqual(codes(SITES[1]!))
  })

  test.each([
    ['email', 'The flow already uses email'],
    ['zip_code', 'Enter a different name'],
    ['2nd', 'Start with a letter'],
    ['', 'Start with a letter'],
    ['a'.repeat(65), 'Start with a letter'],
  ])('refuses %j with a reason', (name, reason) => {
    expect(renameField(YARDSTICK, 'zip_code', name)).toEqual({ refusal: expect.stringContaining(reason) })
  })

  test('lists the changed lines, shortened if they’re long', () => {
    const [line] = linesNaming(YARDSTICK, 'zip_code')
    expect(YARDSTICK.split('\n')[line!.line - 1]).toContain(line!.words)
    expect(
      linesNaming(`{"ui_config":{"basic_fields":["${'zip_code","'.repeat(40)}x"]}}`, 'zip_code'),
    ).toEqual([{ line: 1, words: expect.stringMatching(/^.{90}…$/) }])
  })

  test('names the fields that leads are read by', () => {
    const session = { page_url: '', clicks: [], origin: { query: {} }, tracking: {} } as never
    const payload = (fields: Record<string, string>) => leadPayload(fields, session, TODAY)
    const value = { phone: '(415) 555-0132', dob: '1980-02-01', gender: 'Male', email: 'ann@example.com' }
    const isReadByName = (field: keyof typeof value) => {
      const { another, ...rest } = payload({ another: value[field] })
      return (
        JSON.stringify(payload({ [field]: value[field] })) !== JSON.stringify({ [field]: another, ...rest })
      )
    }
    expect((['phone', 'dob', 'gender', 'email'] as const).filter(isReadByName)).toEqual(READ_BY_NAME)
    for (const field of READ_BY_NAME) {
      expect(nameWarnings(field, 'another')).toHaveLength(1)
      expect(nameWarnings('another', field)).toHaveLength(1)
    }
    expect(nameWarnings('mva_tcpa', 'another')).toEqual([expect.stringContaining('as mva_tcpa')])
    expect(nameWarnings('toString', 'mail')).toEqual([])
  })
})
