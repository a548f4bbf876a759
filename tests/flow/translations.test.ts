import { applyEdits, type Edit } from 'jsonc-parser'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  addLanguage,
  keptTranslations,
  translate,
  translationsOf,
  type KnownTexts,
} from '../../src/author/edit/translations.ts'
import { readText, type ReadText } from '../../src/author/forms/readText.ts'
import { problemsOf } from '../../src/author/problemsOf.ts'

const FLOW = readFileSync('fixtures/broken/words_to_check.json', 'utf8').replace(
  /,\s*"check": \{ "es": \{ "Thank you": "Thanks" \} \}/,
  '',
)

function readOf(text: string): ReadText {
  const read = readText(text)
  if ('fault' in read) throw new Error('No JSON')
  return read
}

const rowOf = (text: string, words: string) =>
  translationsOf(readOf(text).document, 'es').find((row) => row.text === words)
const after = (text: string, make: (read: ReadText) => Edit[]) => applyEdits(text, make(readOf(text)))
const marksOf = (text: string) =>
  (readOf(text).document as { ui_config: { languages: { check?: unknown } } }).ui_config.languages.check

/** The text after an author changed it from `before`, once the editor has kept the translations. */
function kept(before: string, after: string, known?: KnownTexts): { text: string; known: KnownTexts } {
  const first = known ?? keptTranslations(readOf(before), new Map()).known
  const { edits, known: next } = keptTranslations(readOf(after), first)
  return { text: applyEdits(after, edits), known: next }
}

describe('a corrected text', () => {
  const corrected = FLOW.replace('"title": "Thank you"', '"title": "Thank you!"')
  const { text, known } = kept(FLOW, corrected)

  test('keeps its translation, marked to be checked', () => {
    const marked = text.replace(/,\s*"check": \{[^{}]*\{[^{}]*\}\s*\}/, '')
    expect(marked).toBe(corrected.replace('"Thank you": "Gracias"', '"Thank you!": "Gracias"'))
    expect(marksOf(text)).toEqual({ es: { 'Thank you!': 'Thank you' } })
    expect(rowOf(text, 'Thank you!')).toMatchObject({ said: 'Gracias', state: 'check', was: 'Thank you' })
  })

  test('is a warning, which doesn’t stop a publish', () => {
    const found = problemsOf(text).filter(({ code }) => code.startsWith('words_'))
    expect(found.map(({ code, weight }) => [code, weight])).toEqual([['words_to_check', 'warning']])
    expect(found[0]!.message).toBe(
      '“Thank you!” changed after it was translated to Spanish. It was “Thank you”.',
    )
  })

  test('shows the translated text after more corrections, and nothing once it’s back to the original', () => {
    const again = kept(text, text.replace('"title": "Thank you!"', '"title": "Thank you!!"'), known)
    expect(marksOf(again.text)).toEqual({ es: { 'Thank you!!': 'Thank you' } })
    const back = kept(
      again.text,
      again.text.replace('"title": "Thank you!!"', '"title": "Thank you"'),
      again.known,
    )
    expect(back.text).toBe(FLOW)
  })

  test('is done once its translation is corrected or confirmed', () => {
    for (const said of ['Gracias', '¡Gracias!']) {
      const done = after(text, (read) => translate(read, { language: 'es', text: 'Thank you!', said }))
      expect(marksOf(done)).toBeUndefined()
      expect(rowOf(done, 'Thank you!')).toMatchObject({ said, state: 'done', was: null })
    }
  })
})

test('a text that’s emptied and rewritten keeps its translation', () => {
  const emptied = kept(FLOW, FLOW.replace('"title": "Thank you"', '"title": ""'))
  const written = kept(
    emptied.text,
    FLOW.replace('"title": "Thank you"', '"title": "Good bye"'),
    emptied.known,
  )
  expect(marksOf(written.text)).toEqual({ es: { 'Good bye': 'Thank you' } })
})

test('a text that is also elsewhere keeps its translation there', () => {
  const twice = FLOW.replace('"title": "Thank you"', '"title": "Continue"')
  const { text } = kept(twice, twice.replace('"title": "Continue"', '"title": "Continue!"'))
  expect(rowOf(text, 'Continue')).toMatchObject({ said: 'Continuar', state: 'done' })
  expect(rowOf(text, 'Continue!')).toMatchObject({ state: 'missing' })
})

test('a removed step’s translation doesn’t go to the step that takes its place', () => {
  const { document } = readOf(FLOW)
  const copy = structuredClone(document) as {
    ui_config: { offers: Record<string, { steps: { title?: string }[] }> }
  }
  const [offer] = Object.values(copy.ui_config.offers)
  offer!.steps.push({ ...offer!.steps.at(-1)!, title: 'Something else' })
  const before = JSON.stringify(copy, null, 2)
  offer!.steps.splice(-2, 1)
  const { text } = kept(before, JSON.stringify(copy, null, 2))
  expect(marksOf(text)).toBeUndefined()
})

test('adds a language and its first translations', () => {
  const english = '{ "ui_config": { "title": "Claims" } }'
  expect(after(english, (read) => addLanguage(read, 'es'))).toBe(
    '{ "ui_config": { "title": "Claims", "languages": { "default": "en", "es": {} } } }',
  )
  const said = after(english, (read) => translate(read, { language: 'es', text: 'Claims', said: 'Reclamos' }))
  expect(JSON.parse(said)).toEqual({
    ui_config: { title: 'Claims', languages: { default: 'en', es: { Claims: 'Reclamos' } } },
  })
  expect(after(said, (read) => translate(read, { language: 'es', text: 'Claims', said: '' }))).toContain(
    '"es": {}',
  )
})

test('lists missing translations in the order of the flow', () => {
  const missing = FLOW.replace(/\n +"Continue": "Continuar",/, '')
  const rows = translationsOf(readOf(missing).document, 'es')
  expect(rows.filter(({ state }) => state === 'missing').map(({ text }) => text)).toEqual(['Continue'])
})
