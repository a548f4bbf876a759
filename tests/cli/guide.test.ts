import { existsSync, readFileSync, globSync } from 'node:fs'
import { Ajv } from 'ajv'
import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { forEditors } from '../../schemas/editors.ts'
import { Element, EXTERNAL_MEANINGS } from '../../schemas/elements/element.ts'
import { FlowDocument, UiConfig } from '../../schemas/flow/flow.ts'
import { ComputedField } from '../../schemas/flow/computedField.ts'
import { TrackingScripts } from '../../schemas/flow/trackingScripts.ts'
import { Step } from '../../schemas/flow/offer.ts'
import { Question } from '../../schemas/elements/question.ts'
import { PixelsFile } from '../../schemas/outgoing/pixelAccess.ts'
import { Rule } from '../../schemas/kernel/rule.ts'
import { AnswerScript } from '../../schemas/author/script.ts'
import { filledAnswers } from '../../src/flow/elements/elements.ts'
import { THEME_PROPERTIES } from '../../schemas/flow/theme.ts'
import { THEME_NAMES, withTables } from '../../src/cli/guide.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'

const GUIDE = readFileSync(new URL('../../schemas/GUIDE.md', import.meta.url), 'utf8')

test('the tables of the author’s guide are as the code has them: `npm run schemas` writes them', () => {
  expect(withTables(GUIDE)).toBe(GUIDE)
})

test('it shows a picture of each property of a theme', () => {
  expect(THEME_NAMES).toHaveLength(THEME_PROPERTIES.length)
  const pictures = Array.from(GUIDE.matchAll(/\]\(\.\.\/(fixtures\/\S+)\)/g), ([, file]) => file!)
  expect(pictures).toEqual(THEME_NAMES.map((name) => `fixtures/pictures/theme/${name}.webp`))
  expect(pictures.filter((file) => !existsSync(file))).toEqual([])
})

test('it tells of every code that a check can give', () => {
  const sources = globSync('src/author/{check,prove,document,elements,site}/**/*.ts')
  const codes = sources.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/code: '(\w+)'/g), ([, code]) => code!),
  )
  expect(codes.length).toBeGreaterThan(30)
  expect([...new Set(codes)].filter((code) => !GUIDE.includes(`| \`${code}\``))).toEqual([])
})

/** Schemas of the guide's examples, by the word after `json`. */
const KINDS: Record<string, TSchema> = {
  flow: FlowDocument,
  question: Question,
  element: Element,
  rule: Rule,
  step: Step,
  field: ComputedField,
  buyers: UiConfig.properties.buyers,
  site: UiConfig.properties.site,
  languages: UiConfig.properties.languages,
  script: AnswerScript,
  scripts: TrackingScripts,
  pixels: PixelsFile,
}

describe('each example in it', () => {
  const examples = Array.from(
    GUIDE.matchAll(/```json ?(\w*)\n([\s\S]*?)```/g),
    ([, kind = '', text = '']) => ({
      kind,
      text,
    }),
  )

  test('says what it is, and there is one of every kind', () => {
    expect([...new Set(examples.map(({ kind }) => kind))].sort()).toEqual(Object.keys(KINDS).sort())
  })

  test.each(examples)('is a good $kind', ({ kind, text }) => {
    const ajv = new Ajv()
    const accepts = ajv.compile(forEditors(KINDS[kind]!))
    expect(accepts(JSON.parse(text)) || accepts.errors).toBe(true)
  })

  test('of a ZIP code has the answers that its check fills in', () => {
    const asked = examples.flatMap(({ kind, text }) =>
      kind === 'question' ? (JSON.parse(text) as Question) : [],
    )
    const zip = asked.find(({ label }) => label.includes('ZIP'))!
    const element = {
      ...({ type: 'input', widget: 'text', question_key: 'zip', answer_id: 'value' } as const),
      validations: { local: [{ name: 'zip' as const }], external: ['zip' as const] },
    }
    const filled = filledAnswers(element, zip)
    expect(filled.map((id) => zip.answers[id]?.backend_field_name)).toEqual(['home_city', 'home_state'])
    expect(filled.filter((id) => !EXTERNAL_MEANINGS.zip.includes(id))).toEqual([])
    // A question without such answers, like the first flow's.
    expect(filledAnswers(element, { answers: { value: zip.answers['value']! } })).toEqual([])
  })

  test('that is a whole flow can be published as it stands', () => {
    const flows = examples.filter(({ kind }) => kind === 'flow')
    expect(flows.flatMap(({ text }) => problemsOf(text))).toEqual([])
    expect(flows).not.toEqual([])
  })
})
