import type { ErrorObject } from 'ajv'
import { HTTPS_ADDRESS } from '../../../schemas/element.ts'
import type { Problem } from '../../../schemas/problem.ts'
import { nearest } from '../../flow/check/nearest.ts'

type Path = Problem['at']

interface Explanation extends Pick<Problem, 'code' | 'message' | 'hint'> {
  /** The key within the object that is at fault. */
  key?: string
}

type Explain = (error: ErrorObject, at: Path, meant: string | undefined) => Explanation

/** What each keyword of JSON Schema means to an author whose value breaks it. `meant`: the key that a misspelt one
 *  stands for. */
export const EXPLANATIONS: Record<string, Explain> = {
  required: ({ params, parentSchema }, at) => {
    const key = String(params['missingProperty'])
    return {
      code: 'missing_key',
      key,
      message: `${nameOf(at)} lacks "${key}".`,
      hint: `Add "${key}": ${about(parentSchema?.['properties']?.[key])}`,
    }
  },
  additionalProperties: ({ params, parentSchema }, at, meant) => {
    const key = String(params['additionalProperty'])
    if (parentSchema?.['patternProperties'])
      return { code: 'bad_key', key, message: `"${key}" cannot be a key of ${nameOf(at)}.`, hint: FORMS.key }
    const known = Object.keys(parentSchema?.['properties'] ?? {}).join(', ')
    const hint = meant === undefined ? `It has ${known}.` : `Did you mean "${meant}"?`
    return { code: 'unknown_key', key, message: `${nameOf(at)} has no "${key}".`, hint }
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
  pattern: ({ schema, data }, at) => ({
    code: 'bad_form',
    message: `${nameOf(at)} cannot be ${JSON.stringify(data)}.`,
    hint: FORM_OF[String(schema)] ?? `It must match ${String(schema)}.`,
  }),
  minLength: (_, at) => ({
    code: 'empty',
    message: `${nameOf(at)} is empty.`,
    hint: 'Write at least one character.',
  }),
  maxLength: ({ schema }, at) => ({
    code: 'too_long',
    message: `${nameOf(at)} is too long.`,
    hint: `At most ${String(schema)} characters fit.`,
  }),
  minItems: (_, at) => ({
    code: 'empty',
    message: `${nameOf(at)} is empty.`,
    hint: 'It needs at least one entry.',
  }),
  minProperties: (_, at) => ({
    code: 'empty',
    message: `${nameOf(at)} is empty.`,
    hint: 'It needs at least one entry.',
  }),
  uniqueItems: ({ params, data }, at) => ({
    code: 'repeated',
    message: `${nameOf(at)} names ${JSON.stringify((data as unknown[])[Number(params['i'])])} twice.`,
    hint: 'Remove one of the two.',
  }),
}

/** A keyword that the schemas did not use when this was written. */
export const asItStands: Explain = (error, at) => ({
  code: 'bad_form',
  message: `${nameOf(at)} ${error.message ?? 'does not conform'}.`,
  hint: `The schema asks for ${error.keyword} ${JSON.stringify(error.schema)}.`,
})

const FORMS = {
  key: 'Use letters, digits and underscores, a letter first.',
  file: 'Use small letters, digits and hyphens.',
  https: 'Write a whole address that begins with https://, like https://partner.example/offer.',
}

const FORM_OF: Record<string, string> = {
  '^[A-Za-z][A-Za-z0-9_]*$': FORMS.key,
  '^[a-z0-9-]+$': FORMS.file,
  [HTTPS_ADDRESS]: FORMS.https,
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

function wrongType(at: Path, expected: string[], { data, parentSchema }: ErrorObject): Explanation {
  const words = orList(expected.map((word) => TYPES[word] ?? word))
  const meaning = firstSentence(parentSchema?.['description'])
  return {
    code: 'wrong_type',
    message: `${nameOf(at)} cannot be ${inShort(data)}.`,
    hint: meaning === undefined ? `Write ${words}.` : `Write ${words}: ${meaning}`,
  }
}

function unknownValue(at: Path, allowed: unknown[], data: unknown): Explanation {
  const meant = typeof data === 'string' ? nearest(data, allowed.map(String)) : undefined
  return {
    code: 'unknown_value',
    message: `${nameOf(at)} cannot be ${inShort(data)}.`,
    hint:
      meant === undefined
        ? `Write ${orList(allowed.map((value) => JSON.stringify(value)))}.`
        : `Did you mean "${meant}"?`,
  }
}

/** What stands at a place, by its own key: "title", or for a list's entry "questions[2]". */
function nameOf(at: Path): string {
  const last = at.at(-1)
  if (last === undefined) return 'The document'
  return typeof last === 'number' ? `"${at.at(-2)}[${last}]"` : `"${last}"`
}

function about(schema: { description?: string; type?: string } | undefined): string {
  return firstSentence(schema?.description) ?? `${TYPES[schema?.type ?? ''] ?? 'a value'}.`
}

function firstSentence(text: string | undefined): string | undefined {
  return text?.replace(/\. .*/s, '.')
}

function inShort(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return JSON.stringify(value)
}

function orList(words: string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
