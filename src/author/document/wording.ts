import type { ErrorObject } from 'ajv'
import { HTTPS_ADDRESS } from '../../../schemas/element.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { FILE_NAME, HOST, KEY, VISIBLE } from '../../../schemas/shape.ts'
import { nearest } from '../nearest.ts'
import { inWords } from '../../flow/inWords.ts'

type Path = Problem['at']

interface Explanation extends Pick<Problem, 'code' | 'message' | 'hint'> {
  /** The key within the object that is at fault. */
  key?: string
}

/** What an unknown key was meant to be: another word, or the same in another object, null for the document. */
export type Meant = { word: string } | { into: string | number | null }

type Explain = (error: ErrorObject, at: Path, meant: Meant | undefined) => Explanation

/** What each keyword of JSON Schema means to an author whose value breaks it. */
export const EXPLANATIONS: Record<string, Explain> = {
  required: ({ params, parentSchema }, at) => {
    const key = String(params['missingProperty'])
    return {
      code: 'missing_key',
      key,
      message: `${nameOf(at)} lacks "${key}".`,
      hint: `Add "${key}"${about(parentSchema?.['properties']?.[key])}`,
    }
  },
  additionalProperties: ({ params, parentSchema }, at, meant) => {
    const key = String(params['additionalProperty'])
    if (parentSchema?.['patternProperties'])
      return { code: 'bad_key', key, message: `"${key}" cannot be a key of ${nameOf(at)}.`, hint: FORMS.key }
    const known = Object.keys(parentSchema?.['properties'] ?? {})
    return {
      code: 'unknown_key',
      key,
      message: `${nameOf(at)} has no "${key}".`,
      hint: rightKey(key, known, meant),
    }
  },
  type: (error, at) => wrongType(at, [String(error.schema)], error),
  anyOf: (error, at) => {
    const branches = error.schema as { const?: unknown; type?: string }[]
    const values = branches.map(({ const: only, type }) => (type === 'null' ? null : only))
    return values.includes(undefined)
      ? wrongType(
          at,
          branches.map(({ type }) => String(type)),
          error,
        )
      : unknownValue(at, values, error.data)
  },
  enum: (error, at) => unknownValue(at, error.schema as unknown[], error.data),
  const: (error, at) => unknownValue(at, [error.schema], error.data),
  pattern: ({ schema, data, parentSchema }, at) => {
    if (schema === VISIBLE) return empty(at, 'Write something: spaces alone do not show.')
    const meaning = firstSentence(parentSchema?.['description'])
    const form = FORM_OF[String(schema)] ?? `It must match ${String(schema)}.`
    return {
      code: 'bad_form',
      message: `${nameOf(at)} cannot be ${inShort(data)}.`,
      hint: meaning === undefined ? form : `${form} It is: ${meaning}`,
    }
  },
  minLength: (_, at) => empty(at, 'Write at least one character.'),
  maxLength: ({ schema, data }, at) =>
    tooMuch('too_long', at, {
      has: Array.from(data as string).length,
      most: Number(schema),
      of: 'characters',
    }),
  maxItems: ({ schema, data }, at) =>
    tooMuch('too_many', at, { has: (data as unknown[]).length, most: Number(schema), of: 'entries' }),
  maxProperties: ({ schema, data }, at) =>
    tooMuch('too_many', at, { has: Object.keys(data as object).length, most: Number(schema), of: 'entries' }),
  minItems: (_, at) => empty(at, 'It needs at least one entry.'),
  minProperties: (_, at) => empty(at, 'It needs at least one entry.'),
  uniqueItems: ({ params, data }, at) => ({
    code: 'repeated',
    message: `${nameOf(at)} names ${JSON.stringify((data as unknown[])[Number(params['i'])])} twice.`,
    hint: 'Remove one of the two.',
  }),
}

function rightKey(key: string, known: readonly string[], meant: Meant | undefined): string {
  if (meant && 'word' in meant) return `Did you mean "${meant.word}"?`
  if (meant) return `Move it into ${meant.into === null ? 'the document itself' : `"${meant.into}"`}.`
  return Object.hasOwn(BELONGS, key) ? BELONGS[key]! : `It has ${known.join(', ')}.`
}

/** Where keys belong that are often put elsewhere. */
const BELONGS: Record<string, string> = {
  display_rules: 'It belongs to a step, beside its "questions".',
  execute_actions: 'It belongs to a step, beside its "questions".',
  options: 'It belongs to the answer, in "constants_config".',
  required: 'Write { "name": "required" } into "local" of its "validations".',
}

/** A keyword that the schemas did not use when this was written. */
export const asItStands: Explain = (error, at) => ({
  code: 'bad_form',
  message: `${nameOf(at)} ${error.message ?? 'does not conform'}.`,
  hint: `The schema asks for ${error.keyword} ${JSON.stringify(error.schema)}.`,
})

const FORMS = {
  key: 'Use letters, digits and underscores, a letter first, at most 64 in all.',
  file: 'Use small letters, digits and hyphens.',
  host: 'Write a host’s name alone, in small letters, like partner.example: no https:// and no path.',
  https: 'Write a whole address that begins with https://, like https://partner.example/offer.',
}

/** What each pattern of the schema asks for. */
export const FORM_OF: Record<string, string> = {
  [`^${KEY}$`]: FORMS.key,
  [FILE_NAME]: FORMS.file,
  [HTTPS_ADDRESS]: FORMS.https,
  [HOST]: FORMS.host,
  '^[A-Za-z0-9-]{1,64}$': 'Use letters, digits and hyphens, at most 64.',
  '^[A-Za-z0-9_-]{1,64}$': 'Use letters, digits, hyphens and underscores, at most 64.',
}

const TYPES: Record<string, string> = {
  string: 'a text in double quotes',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
  null: 'null',
}

function empty(at: Path, hint: string): Explanation {
  return { code: 'empty', message: `${nameOf(at)} is empty.`, hint }
}

function tooMuch(
  code: string,
  at: Path,
  { has, most, of }: { has: number; most: number; of: string },
): Explanation {
  const [given, allowed, over] = [has, most, has - most].map((count) => count.toLocaleString('en-US'))
  return {
    code,
    message: `${nameOf(at)} has ${given} ${of}; at most ${allowed} fit.`,
    hint: `Leave out ${over} or more.`,
  }
}

function wrongType(at: Path, expected: string[], { data, parentSchema }: ErrorObject): Explanation {
  const words = inWords(
    expected.map((word) => kindOf(word, parentSchema?.['required'])),
    'or',
  )
  const meaning = firstSentence(parentSchema?.['description'])
  const quotes = otherQuotes(data, expected, new RegExp(String(parentSchema?.['pattern'] ?? '')))
  return {
    code: 'wrong_type',
    message: `${nameOf(at)} cannot be ${inShort(data)}.`,
    hint: quotes ?? (meaning === undefined ? `Write ${words}.` : `Write ${words}: ${meaning}`),
  }
}

function kindOf(type: string, required: unknown): string {
  const kind = TYPES[type] ?? type
  return type === 'object' && Array.isArray(required) ? `${kind} with ${inWords(required, 'and')}` : kind
}

/** The commonest of wrong types: a number or a word of JSON in quotes, or a number where a text is meant. */
function otherQuotes(data: unknown, expected: readonly string[], form: RegExp): string | undefined {
  if (typeof data === 'number' && expected.includes('string') && form.test(String(data)))
    return `Write "${data}", in double quotes.`
  if (typeof data !== 'string') return undefined
  const isNumber =
    /^-?\d+(\.\d+)?$/.test(data) && (expected.includes('number') || expected.includes('integer'))
  const isWord = /^(true|false)$/.test(data) && expected.includes('boolean')
  return isNumber || isWord ? `Write ${data}, without the quotes.` : undefined
}

function unknownValue(at: Path, allowed: unknown[], data: unknown): Explanation {
  const quoted = allowed.find((value) => typeof value !== 'string' && String(value) === data)
  const meant = typeof data === 'string' ? meantBy(data, allowed.map(String)) : undefined
  const list = inWords(
    allowed.map((value) => JSON.stringify(value)),
    'or',
  )
  return {
    code: 'unknown_value',
    message: `${nameOf(at)} cannot be ${inShort(data)}.`,
    hint:
      quoted !== undefined
        ? `Write ${JSON.stringify(quoted)}, without the quotes.`
        : meant === undefined
          ? `Write ${list}.`
          : `Did you mean "${meant}"?`,
  }
}

/** The word among `allowed` that another one was meant to be: what the same thing is called elsewhere, or the nearest. */
export function meantBy(word: string, allowed: readonly string[]): string | undefined {
  const known = Object.hasOwn(ELSEWHERE, word.toLowerCase()) ? ELSEWHERE[word.toLowerCase()] : undefined
  return known?.find((name) => allowed.includes(name)) ?? nearest(word, allowed)
}

/** What authors know from other languages, and its names here. */
const ELSEWHERE: Record<string, string[]> = {
  '=': ['eq'],
  '==': ['eq'],
  '===': ['eq'],
  is: ['eq'],
  equal: ['eq'],
  equals: ['eq'],
  contains: ['eq'],
  includes: ['eq'],
  '!=': ['neq'],
  '!==': ['neq'],
  '<>': ['neq'],
  ne: ['neq'],
  not: ['neq'],
  is_not: ['neq'],
  not_equals: ['neq'],
  '<': ['lt'],
  '<=': ['lte'],
  '>': ['gt'],
  '>=': ['gte'],
  '&&': ['and'],
  all: ['and'],
  '||': ['or'],
  any: ['or'],
  select: ['dropdown'],
  checkbox: ['multi_select'],
  checkboxes: ['multi_select'],
  button: ['choice', 'submit'],
  card: ['choice'],
  input: ['text'],
  email: ['text'],
  phone: ['text'],
  number: ['text'],
  date: ['date_of_birth'],
  dob: ['date_of_birth'],
  link: ['link_out'],
  not_empty: ['required'],
  mandatory: ['required'],
  equal_to: ['same_as'],
}

/** What stands at a place, by its own key: "title", or for a list's entry "questions[2]". */
function nameOf(at: Path): string {
  const last = at.at(-1)
  if (last === undefined) return 'The document'
  return typeof last === 'number' ? `"${at.at(-2)}[${last}]"` : `"${last}"`
}

/** How a missing key goes on: with the one value it can have, or one such, and what it is. */
function about(schema: Told | undefined): string {
  if (schema?.const !== undefined) return `: ${JSON.stringify(schema.const)}.`
  const sample = JSON.stringify(schema?.default ?? schema?.examples?.[0] ?? schema?.enum?.[0])
  const such = sample !== undefined && sample.length <= SHORT ? `, such as ${sample}` : ''
  return `${such}: ${firstSentence(schema?.description) ?? `${TYPES[schema?.type ?? ''] ?? 'a value'}.`}`
}

interface Told {
  description?: string
  type?: string
  const?: unknown
  default?: unknown
  examples?: unknown[]
  enum?: unknown[]
}

/** As much of a value as is read at a glance. */
const SHORT = 60

function firstSentence(text: string | undefined): string | undefined {
  return text?.replace(/\. .*/s, '.')
}

function inShort(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  return text.length > SHORT ? `${text.slice(0, SHORT)}…"` : text
}
