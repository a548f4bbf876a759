import type { Path } from '../complete/cursor.ts'
import { list, record, valueAt } from '../complete/shapes.ts'
import { plainWord } from './plainWord.ts'
import { isSentence, relationOf } from './ruleParts.ts'
import { elementsOf } from '../complete/nameKinds.ts'
import { FORM } from '../../texts/studio/formScreen.ts'

/** Name of a place in a few words: "choice: Yes, I was". `at` must not be a list or a map itself. */
export function labelAt(document: unknown, at: Path): string {
  const last = at.at(-1)
  if (last === undefined) return FORM.flow
  if (at[1] === 'offers' && at.length === 3) return offerLabel(document, String(last))
  if (at[1] === 'offers' && at[3] === 'steps' && at.length === 5)
    return stepLabel(document, valueAt(document, at)) || FORM.entry(Number(last) + 1)
  if (typeof last === 'string') return isNamed(at) ? last : wordsOf(last)
  return wordsOfEntry(document, valueAt(document, at)) || FORM.entry(last + 1)
}

export function offerLabel(document: unknown, offer: string): string {
  return textOf(valueAt(document, ['ui_config', 'offers', offer, 'name'])) || offer
}

/** A step as visitors read it; for a hidden one, what it does. */
export function stepLabel(document: unknown, step: unknown): string {
  const { type, name } = record(step)
  return type === 'hidden' ? (sendingOf(document, step) ?? textOf(name)) : headingOf(document, step)
}

/** Heading of a step's page: its title, else its first question. */
export function headingOf(document: unknown, step: unknown): string {
  const questions = record(valueAt(document, ['constants_config', 'questions']))
  const asked = elementsOf(step).map((element) => record(questions[String(element['question_key'])])['label'])
  const { title, name } = record(step)
  return [title, ...asked, name].map(textOf).find((text) => text !== '') ?? ''
}

/** Keys of the buyers that get the leads of an offer, by its steps. */
export function buyersOfSteps(steps: unknown): string[] {
  const actions = list(steps).flatMap((step) => list(record(step)['execute_actions']))
  return [...new Set(actions.flatMap((action) => list(record(action)['buyers']).map(String)))]
}

/** Leads and emails that a step sends, in words; null if it sends none. */
export function sendingOf(document: unknown, step: unknown): string | null {
  const sends = list(record(step)['execute_actions']).flatMap((action) => {
    const { name, email } = record(action)
    if (name === 'send_email') return FORM.step.emails(textOf(record(email)['subject']))
    if (name !== 'send_lead') return []
    const keys = buyersOfSteps([{ execute_actions: [action] }])
    const names = keys.map((key) => textOf(valueAt(document, ['ui_config', 'buyers', key, 'name'])) || key)
    return names.length > 0 ? FORM.step.sendsTo(names) : FORM.step.savesLead
  })
  return sends.length > 0 ? [...new Set(sends)].join('. ') : null
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
  const { conditions, condition, widget, type, question_key } = members
  if (Array.isArray(conditions)) return wordsOfRule(document, members)
  if (typeof condition === 'string') return conditionWords(members)
  const kind = typeof widget === 'string' ? widget : typeof type === 'string' ? type : ''
  const asked = record(valueAt(document, ['constants_config', 'questions', String(question_key)]))['label']
  const said = SAYING.map((key) => members[key]).find((text) => typeof text === 'string' && text !== '')
  return [plainWord(kind), short(textOf(said ?? asked))].filter(Boolean).join(': ')
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

function conditionWords(members: Record<string, unknown>): string {
  if (!isSentence(members)) return JSON.stringify(members)
  const relation = relationOf(members)
  const isBare = relation === 'answered' || relation === 'unanswered'
  return [members.field, FORM.rule.relations[relation], isBare ? '' : String(members.arg)].join(' ').trim()
}

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
