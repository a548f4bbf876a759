import type { Path } from '../complete/cursor.ts'
import { list, record, valueAt } from '../complete/shapes.ts'
import { FORM } from '../../texts/studio/formScreen.ts'

/** Name of a place in a few words: "choice: Yes, I was". `at` must not be a list or a map itself. */
export function labelAt(document: unknown, at: Path): string {
  const last = at.at(-1)
  if (last === undefined) return FORM.flow
  if (typeof last === 'string') return isNamed(at) ? last : wordsOf(last)
  return wordsOfEntry(document, valueAt(document, at)) || FORM.entry(last + 1)
}

/** True if a key is a name that an author chose. */
function isNamed(at: Path): boolean {
  return ['questions', 'answers', 'offers', 'buyers', 'fields'].includes(String(at.at(-2)))
}

/** A key as words: "Backend field name", "Timeout in seconds". */
export function wordsOf(key: string): string {
  if (Object.hasOwn(FORM.plain, key)) return FORM.plain[key as keyof typeof FORM.plain]
  const words = key
    .replace(/^\$/, '')
    .replace(/_s$/, '_in_seconds')
    .replace(/_days$/, '_in_days')
    .replaceAll('_', ' ')
    .replace(/^ui\b/, 'UI')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** An entry of a list in a few words; empty for an empty entry. */
export function wordsOfEntry(document: unknown, entry: unknown): string {
  if (typeof entry !== 'object') return JSON.stringify(entry)
  const members = record(entry)
  const { conditions, condition, field, arg, widget, type, question_key } = members
  if (Array.isArray(conditions)) return wordsOfRule(document, members)
  if (typeof condition === 'string') return FORM.condition(String(field), condition, arg)
  const kind = typeof widget === 'string' ? widget : typeof type === 'string' ? type : ''
  const asked = record(valueAt(document, ['constants_config', 'questions', String(question_key)]))['label']
  const said = SAYING.map((key) => members[key]).find((text) => typeof text === 'string' && text !== '')
  return [kind, short(textOf(said ?? asked))].filter(Boolean).join(': ')
}

/** Members that describe an entry best, best first. */
const SAYING = [
  'name',
  'text',
  'title',
  'label',
  'question',
  'quote',
  'family',
  'html',
  'link',
  'event',
  'file',
]

function wordsOfRule(document: unknown, { operator, conditions }: Record<string, unknown>): string {
  const parts = list(conditions).map((each) => wordsOfEntry(document, each))
  return short(parts.join(operator === 'or' ? FORM.or : FORM.and)) || FORM.emptyRule
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Shortens it to fit on a line. */
function short(text: string): string {
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL).trimEnd()}…` : text
}

const LONGEST_LABEL = 60
