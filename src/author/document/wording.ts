import type { ErrorObject } from 'ajv'
import { HTTPS_ADDRESS } from '../../../schemas/elements/element.ts'
import { STEP_PICTURE_FILE } from '../../../schemas/elements/pictureElements.ts'
import { GA4_NAME, VENDOR_ID } from '../../../schemas/flow/pixelSettings.ts'
import { LEGAL_FILE, LOGO_FILE, PICTURE_FILE, US_PHONE } from '../../../schemas/flow/site.ts'
import { PARAMETER_NAME } from '../../../schemas/flow/computedField.ts'
import { COLOR, FONT_FAMILY, FONT_FILE, FONT_WEIGHT, FONTS, SHADOW } from '../../../schemas/flow/theme.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { AT_MOST, FILE_NAME, HOST, KEY, VISIBLE } from '../../../schemas/kernel/shape.ts'
import { meantWord, nearest } from '../kernel/nearest.ts'
import { inWords } from '../../flow/inWords.ts'
import { DOCUMENT_PROBLEMS } from '../kernel/documentProblems.ts'

type Path = Problem['at']

interface Explanation extends Omit<Problem, 'at'> {
  /** Key within the object that is at fault. */
  key?: string
}

/** Meaning of an unknown key: another word, or the same word in another object, null for the document. */
export type Meant = { word: string } | { into: string | number | null }

type Explain = (error: ErrorObject, at: Path, meant: Meant | undefined) => Explanation

/** Explanations for authors, by the JSON Schema keyword that a value breaks. */
export const EXPLANATIONS: Record<string, Explain> = {
  required: ({ params, parentSchema }, at) => {
    const key = String(params['missingProperty'])
    return {
      code: 'missing_key',
      key,
      ...DOCUMENT_PROBLEMS.missingKey(nameOf(at), key, about(parentSchema?.['properties']?.[key])),
    }
  },
  additionalProperties: ({ params, parentSchema }, at, meant) => {
    const key = String(params['additionalProperty'])
    const [form] = Object.keys(parentSchema?.['patternProperties'] ?? {})
    if (form !== undefined)
      return {
        code: 'bad_key',
        key,
        ...DOCUMENT_PROBLEMS.badKey(key, nameOf(at)),
        hint: FORM_OF[form] ?? FORMS.key,
      }
    const known = Object.keys(parentSchema?.['properties'] ?? {})
    return {
      code: 'unknown_key',
      key,
      ...DOCUMENT_PROBLEMS.unknownKey(nameOf(at), key),
      ...rightKey(key, known, meant),
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
    if (schema === VISIBLE) return empty(at, DOCUMENT_PROBLEMS.spacesAlone)
    const meaning = firstSentence(parentSchema?.['description'])
    const form = FORM_OF[String(schema)] ?? DOCUMENT_PROBLEMS.mustMatch(String(schema))
    return {
      code: 'bad_form',
      ...DOCUMENT_PROBLEMS.badForm(nameOf(at), inShort(data)),
      hint: meaning === undefined ? form : DOCUMENT_PROBLEMS.meaning(form, meaning),
    }
  },
  minimum: outOfRange,
  maximum: outOfRange,
  minLength: (_, at) => empty(at, DOCUMENT_PROBLEMS.oneCharacter),
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
  minItems: (_, at) => empty(at, DOCUMENT_PROBLEMS.oneEntry),
  minProperties: (_, at) => empty(at, DOCUMENT_PROBLEMS.oneEntry),
  uniqueItems: ({ params, data }, at) => ({
    code: 'repeated',
    ...DOCUMENT_PROBLEMS.repeated(nameOf(at), JSON.stringify((data as unknown[])[Number(params['i'])])),
  }),
}

function outOfRange({ data, parentSchema }: ErrorObject, at: Path): Explanation {
  const { minimum, maximum } = parentSchema as { minimum?: number; maximum?: number }
  return { code: 'bad_form', ...DOCUMENT_PROBLEMS.outOfRange(nameOf(at), Number(data), minimum, maximum) }
}

function rightKey(key: string, known: readonly string[], meant: Meant | undefined): Right {
  if (meant && 'word' in meant) return meantWord(key, meant.word)
  if (meant) {
    const into = meant.into === null ? DOCUMENT_PROBLEMS.theDocument : `"${meant.into}"`
    return { hint: DOCUMENT_PROBLEMS.moveInto(into) }
  }
  return { hint: Object.hasOwn(BELONGS, key) ? BELONGS[key]! : DOCUMENT_PROBLEMS.has(known.join(', ')) }
}

type Right = Pick<Problem, 'hint' | 'correction'>

/** Proper places of keys that are often misplaced. */
const BELONGS: Record<string, string> = {
  display_rules: DOCUMENT_PROBLEMS.ofAStep,
  execute_actions: DOCUMENT_PROBLEMS.ofAStep,
  options: DOCUMENT_PROBLEMS.ofTheAnswer,
  required: DOCUMENT_PROBLEMS.requiredIs,
}

/** Explanation for a keyword that the schemas did not use when this was written. */
export const asItStands: Explain = (error, at) => ({
  code: 'bad_form',
  ...DOCUMENT_PROBLEMS.asTheSchemaSays(
    nameOf(at),
    error.message ?? DOCUMENT_PROBLEMS.nonconforming,
    error.keyword,
    JSON.stringify(error.schema),
  ),
})

const FORMS = {
  key: DOCUMENT_PROBLEMS.keyForm,
  file: DOCUMENT_PROBLEMS.fileForm,
  host: DOCUMENT_PROBLEMS.hostForm,
  https: DOCUMENT_PROBLEMS.httpsForm,
}

/** Descriptions of the schema's patterns. */
export const FORM_OF: Record<string, string> = {
  [`^${KEY}$`]: FORMS.key,
  [`^[\\s\\S]{0,${AT_MOST.html}}$`]: DOCUMENT_PROBLEMS.textForm(AT_MOST.html),
  [FILE_NAME]: FORMS.file,
  [HTTPS_ADDRESS]: FORMS.https,
  [HOST]: FORMS.host,
  [US_PHONE]: DOCUMENT_PROBLEMS.phoneForm,
  [COLOR]: DOCUMENT_PROBLEMS.colorForm,
  [SHADOW]: DOCUMENT_PROBLEMS.shadowForm,
  [FONTS]: DOCUMENT_PROBLEMS.fontsForm,
  [PARAMETER_NAME]: DOCUMENT_PROBLEMS.parameterForm,
  [FONT_FAMILY]: DOCUMENT_PROBLEMS.fontFamilyForm,
  [FONT_WEIGHT]: DOCUMENT_PROBLEMS.fontWeightForm,
  [FONT_FILE]: DOCUMENT_PROBLEMS.fileOf('woff2'),
  [LEGAL_FILE]: DOCUMENT_PROBLEMS.fileOf('html'),
  [LOGO_FILE]: DOCUMENT_PROBLEMS.fileOf('svg, png or webp'),
  [PICTURE_FILE]: DOCUMENT_PROBLEMS.fileOf('png or jpg'),
  [STEP_PICTURE_FILE]: DOCUMENT_PROBLEMS.fileOf('png, jpg or webp'),
  '^[A-Za-z0-9-]{1,64}$': DOCUMENT_PROBLEMS.idForm,
  '^[A-Za-z0-9_-]{1,64}$': DOCUMENT_PROBLEMS.wordForm,
  [VENDOR_ID.digits]: DOCUMENT_PROBLEMS.digitsForm,
  [VENDOR_ID.stream]: DOCUMENT_PROBLEMS.streamForm,
  [VENDOR_ID.conversion]: DOCUMENT_PROBLEMS.conversionForm,
  [VENDOR_ID.code]: DOCUMENT_PROBLEMS.codeForm,
  [GA4_NAME]: DOCUMENT_PROBLEMS.ga4NameForm,
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
  return { code: 'empty', ...DOCUMENT_PROBLEMS.empty(nameOf(at)), hint }
}

function tooMuch(
  code: string,
  at: Path,
  { has, most, of }: { has: number; most: number; of: string },
): Explanation {
  const counted = (count: number) => count.toLocaleString('en-US')
  return {
    code,
    ...DOCUMENT_PROBLEMS.tooMuch(nameOf(at), counted(has), of, counted(most), counted(has - most)),
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
    ...DOCUMENT_PROBLEMS.wrongType(nameOf(at), inShort(data)),
    ...(quotes ?? {
      hint:
        meaning === undefined
          ? DOCUMENT_PROBLEMS.write(words)
          : DOCUMENT_PROBLEMS.writeMeaning(words, meaning),
    }),
  }
}

function kindOf(type: string, required: unknown): string {
  const kind = TYPES[type] ?? type
  return type === 'object' && Array.isArray(required) ? `${kind} with ${inWords(required, 'and')}` : kind
}

/** The most common wrong types: a number or a JSON word in quotes, or a number instead of text. */
function otherQuotes(data: unknown, expected: readonly string[], form: RegExp): Right | undefined {
  if (typeof data === 'number' && expected.includes('string') && form.test(String(data)))
    return { hint: DOCUMENT_PROBLEMS.inQuotes(data), correction: { written: data, right: String(data) } }
  if (typeof data !== 'string') return undefined
  const isNumber =
    /^-?\d+(\.\d+)?$/.test(data) && (expected.includes('number') || expected.includes('integer'))
  const isWord = /^(true|false)$/.test(data) && expected.includes('boolean')
  if (isNumber) return withoutQuotes(data, Number(data))
  return isWord ? withoutQuotes(data, data === 'true') : undefined
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
    ...DOCUMENT_PROBLEMS.unknownValue(nameOf(at), inShort(data)),
    ...(quoted !== undefined
      ? withoutQuotes(data as string, quoted as number | boolean | null)
      : meant === undefined
        ? { hint: DOCUMENT_PROBLEMS.write(list) }
        : meantWord(data as string, meant)),
  }
}

function withoutQuotes(written: string, right: number | boolean | null): Right {
  return { hint: DOCUMENT_PROBLEMS.withoutQuotes(JSON.stringify(right)), correction: { written, right } }
}

/** The word in `allowed` that another word means: its synonym from elsewhere, or the nearest spelling. */
export function meantBy(word: string, allowed: readonly string[]): string | undefined {
  const known = Object.hasOwn(ELSEWHERE, word.toLowerCase()) ? ELSEWHERE[word.toLowerCase()] : undefined
  return known?.find((name) => allowed.includes(name)) ?? nearest(word, allowed)
}

/** Words that authors know from other languages, with their names here. */
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

/** Name of a place by its own key: "title", or for a list's entry "questions[2]". */
function nameOf(at: Path): string {
  const last = at.at(-1)
  if (last === undefined) return 'The document'
  return typeof last === 'number' ? `"${at.at(-2)}[${last}]"` : `"${last}"`
}

/** Rest of the sentence about a missing key: its only value, or an example, and what it is. */
function about(schema: Told | undefined): string {
  if (schema?.const !== undefined) return `: ${JSON.stringify(schema.const)}.`
  const sample = JSON.stringify(schema?.default ?? schema?.examples?.[0] ?? schema?.enum?.[0])
  const such = sample !== undefined && sample.length <= SHORT ? DOCUMENT_PROBLEMS.suchAs(sample) : ''
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

/** Length of a value that is read at a glance. */
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
