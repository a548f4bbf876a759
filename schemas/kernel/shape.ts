import { HOST_PATTERN } from './formFieldLimits.ts'
import { Type, type TObjectOptions, type TProperties, type TSchema, type TSchemaOptions } from 'typebox'

/** An object that refuses unknown properties: a misspelled key is a mistake, never ignored. */
export function closed<T extends TProperties>(properties: T, options: TObjectOptions = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** One of a fixed set of words. */
export function oneOf<const T extends string[]>(words: [...T], options: { description?: string } = {}) {
  return Type.Enum(words, options)
}

/** One of a fixed set of words, each with its meaning: editors show `about` and all meanings. */
export function explained<const T extends Record<string, string>>(
  about: string,
  meanings: T,
  options: TSchemaOptions = {},
) {
  const listed = Object.entries(meanings).map(([word, meaning]) => `${word}: ${meaning}.`)
  return Type.Enum(Object.keys(meanings) as (keyof T & string)[], {
    description: [about, ...listed].join(' '),
    ...options,
  })
}

/** A key that authors choose: letters, digits, and underscores, so that it is safe in an address and in a path. The pattern limits its
 *  length, as JSON Schema checks nothing else of an object's keys. */
export const KEY = '[A-Za-z][A-Za-z0-9_]{0,63}'
export const Key = Type.String({ pattern: `^${KEY}$` })

/** Pattern of a file's name, without its extension. */
export const FILE_NAME = '^[a-z0-9-]+$'

/** Pattern of a full host name, in lower case. */
export const HOST = HOST_PATTERN

/** Pattern of amounts in dollars: 12, 12.3, and 12.34. */
export const DOLLARS = '^\\d{1,7}(\\.\\d{1,2})?$'

/** Pattern of a visible text: not only spaces or zero-width characters, which get copied from web pages. */
export const VISIBLE = '[^\\s\\u00ad\\u200b-\\u200f\\u2060\\ufeff]'

export { AT_MOST } from './atMost.ts'

/** Values of one shape by such keys; an invalid key is refused, as its value would go unchecked. */
export function keyed<T extends TSchema>(value: T, options: TObjectOptions = {}) {
  return Type.Record(Key, value, { additionalProperties: false, ...options })
}

/** Texts by names that we don't choose, including line breaks. A name that does not match the pattern would go unchecked, so the pattern
 *  sets its length, and longer ones are refused. */
export function texts(
  { nameLength, length }: { nameLength: number; length: number },
  options: TObjectOptions,
) {
  const name = Type.String({ pattern: `^[\\s\\S]{0,${nameLength}}$` })
  return Type.Record(name, Type.String({ maxLength: length }), { additionalProperties: false, ...options })
}

/** A calendar day, `YYYY-MM-DD`. */
export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** A UUID in its canonical lower-case form. */
export const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
})

/** UTC milliseconds since the epoch. The upper bound is the year 5138, far beyond any real clock. */
export const EpochMs = Type.Integer({ minimum: 0, maximum: 100_000_000_000_000 })
