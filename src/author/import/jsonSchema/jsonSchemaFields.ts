import { AT_MOST } from '../../../../schemas/kernel/atMost.ts'
import { IMPORT_NOTES } from '../importNotes.ts'
import { choicesOf } from '../choices.ts'
import { isConsentTitle } from '../consentTitle.ts'
import { meaningOf, type Meaning } from '../fieldNames.ts'
import type { ForeignQuestion, AskedAs } from '../foreignForm.ts'
import { isObject, listIn, member, numberIn, objectIn, textIn, textOf, type Json } from '../foreignJson.ts'
import type { Reading } from '../reading.ts'

interface Property {
  ui: Json
  at: string
  name: string
  path: readonly string[]
  required: boolean
  reading: Reading
}

export function isAsked(asked: ForeignQuestion | null): asked is ForeignQuestion {
  return asked !== null
}

/** Question for a property; null if it cannot be asked. */
export function askedBySchema(schema: Json, property: Property): ForeignQuestion | null {
  const { ui, at, name, path, reading } = property
  const title = reading.line(textIn(schema, 'title') || uiOf(ui, 'title') || name, at)
  const type = typeOf(schema)
  const widget = uiOf(ui, 'widget')
  const refused = refusal(schema, { type, widget, title })
  if (refused) {
    reading.note(at, refused)
    return null
  }
  const meaning = meaningBy(schema, { widget, name })
  const isConsent = type === 'boolean' && mustBeTrue(schema, title)
  const choices = choicesOf(
    choicesIn(type === 'array' ? objectIn(schema, 'items') : schema, ui, at),
    at,
    reading,
  )
  const as = isConsent ? 'consent' : asOf(schema, { type, widget, meaning, hasChoices: choices.length > 0 })
  if ((as === 'one' || as === 'list' || as === 'any') && choices.length === 0) {
    reading.note(at, IMPORT_NOTES.noChoices(title))
    return null
  }
  const hint = hintOf(schema, property, title)
  noteChecks(schema, { type, as, at, title, reading })
  const bounds = boundsOf(schema)
  if (as === 'number' && bounds.min === undefined) reading.note(at, IMPORT_NOTES.fromZero(title))
  if (isConsent) reading.note(at, IMPORT_NOTES.readConsent(title))
  const field = reading.names.take(meaning ?? '', name, [...path, name].join('_'))
  const isNumber = as === 'number' || as === 'slider'
  return {
    field,
    label: title,
    ...(hint !== '' && !isConsent && { hint }),
    ...(isConsent && {
      hint:
        textIn(schema, 'description').trim() === ''
          ? title
          : `${title} ${reading.line(textIn(schema, 'description'), at, AT_MOST.consent - title.length - 1)}`,
    }),
    as,
    required: property.required || isConsent,
    options: choices.map(({ option }) => option),
    ...(isNumber && { ...bounds, min: bounds.min ?? 0 }),
    ...(as === 'text' && textIn(schema, 'format') === 'date' && { mask: '9999-99-99' }),
  }
}

/** ui:widget, or widget within ui:options. */
function uiOf(ui: Json, name: string): string {
  return textIn(ui, `ui:${name}`) || textIn(objectIn(ui, 'ui:options'), name)
}

/** Its type; if it has several, the first that is not null. */
function typeOf(schema: Json): string {
  const said = member(schema, 'type')
  const named = Array.isArray(said) ? said.map(textOf).find((type) => type !== 'null') : textOf(said)
  if (named) return named
  if ('enum' in schema || 'oneOf' in schema || 'anyOf' in schema) return 'string'
  return 'items' in schema ? 'array' : 'string'
}

function refusal(
  schema: Json,
  { type, widget, title }: { type: string; widget: string; title: string },
): { message: string; hint: string } | null {
  if (widget === 'hidden') return IMPORT_NOTES.hiddenField(title)
  if (widget === 'file' || textIn(schema, 'format') === 'data-url')
    return IMPORT_NOTES.typeNotTaken('a file', title)
  if (widget === 'password') return IMPORT_NOTES.typeNotTaken('a password', title)
  if (type === 'array' && !isChoiceList(schema)) return IMPORT_NOTES.repeated(title)
  if (!['string', 'number', 'integer', 'boolean', 'array'].includes(type))
    return IMPORT_NOTES.unknownType(type, title)
  return null
}

/** True for a list where each entry is one of the choices, at most once. */
function isChoiceList(schema: Json): boolean {
  const items = objectIn(schema, 'items')
  return choicesIn(items, {}, '').length > 0 && member(schema, 'uniqueItems') === true
}

function meaningBy(schema: Json, { widget, name }: { widget: string; name: string }): Meaning | undefined {
  const format = textIn(schema, 'format')
  if (format === 'email' || widget === 'email') return 'email'
  if (format === 'phone' || format === 'tel') return 'phone'
  return meaningOf(name)
}

function asOf(
  schema: Json,
  {
    type,
    widget,
    meaning,
    hasChoices,
  }: { type: string; widget: string; meaning: Meaning | undefined; hasChoices: boolean },
): AskedAs {
  if (type === 'array') return 'any'
  if (type === 'boolean') return 'yes_no'
  if (hasChoices) return widget === 'radio' ? 'one' : widget === 'select' ? 'list' : 'one'
  const { min, max } = boundsOf(schema)
  if (type === 'number' || type === 'integer')
    return widget === 'range' && min !== undefined && max !== undefined && max > min ? 'slider' : 'number'
  if (widget === 'textarea') return 'lines'
  if (meaning === 'email' || meaning === 'phone') return meaning
  if (meaning === 'zip_code') return 'zip'
  return meaning === 'dob' && textIn(schema, 'format') === 'date' ? 'birthday' : 'text'
}

/** True for a checkbox that must be checked to continue, or that says that the visitor agrees. */
function mustBeTrue(schema: Json, title: string): boolean {
  const allowed = listIn(schema, 'enum')
  const isFixed = member(schema, 'const') === true || (allowed.length === 1 && allowed[0] === true)
  return isFixed || isConsentTitle(title)
}

function boundsOf(schema: Json): { min?: number; max?: number; step?: number } {
  const whole = textIn(schema, 'type') === 'integer' ? 1 : 0
  const above = numberIn(schema, 'exclusiveMinimum')
  const below = numberIn(schema, 'exclusiveMaximum')
  const min = numberIn(schema, 'minimum') ?? (above === undefined ? undefined : above + whole)
  const max = numberIn(schema, 'maximum') ?? (below === undefined ? undefined : below - whole)
  const step = numberIn(schema, 'multipleOf')
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(step !== undefined && step > 0 && { step }),
  }
}

/** Choices from enum, with rjsf's names for it, or from oneOf and anyOf of constants. */
function choicesIn(schema: Json, ui: Json, at: string) {
  const named =
    listIn(ui, 'ui:enumNames').length > 0 ? listIn(ui, 'ui:enumNames') : listIn(schema, 'enumNames')
  const listed = listIn(schema, 'enum')
    .filter((value) => value !== null && value !== '')
    .map((value, index) => ({
      value: constant(value),
      said: textOf(named[index]) || constant(value),
      refs: [],
      at,
    }))
  const constants = [...listIn(schema, 'oneOf'), ...listIn(schema, 'anyOf')].flatMap((one, index) => {
    const value =
      member(one, 'const') ?? (listIn(one, 'enum').length === 1 ? listIn(one, 'enum')[0] : undefined)
    if (value === undefined || value === null || isObject(value)) return []
    return [
      {
        value: constant(value),
        said: textIn(one, 'title') || constant(value),
        refs: [],
        at: `${at}.oneOf[${index}]`,
      },
    ]
  })
  return listed.length > 0 ? listed : constants
}

/** A value of the schema in its recorded form. */
export function constant(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : textOf(value)
}

/** One line under the label: ui:help, else the description, else the placeholder. */
function hintOf(schema: Json, { ui, at, reading }: Property, title: string): string {
  const placeholder = uiOf(ui, 'placeholder')
  const [first, ...others] = [
    uiOf(ui, 'help'),
    uiOf(ui, 'description') || textIn(schema, 'description'),
    placeholder,
  ].filter((text) => text.trim() !== '')
  if (placeholder !== '' && others.includes(placeholder))
    reading.note(at, IMPORT_NOTES.placeholderLost(title, placeholder))
  const words = others[0] !== undefined && others[0] !== placeholder ? `${first} ${others[0]}` : (first ?? '')
  return reading.line(words, at, AT_MOST.hint)
}

function noteChecks(
  schema: Json,
  {
    type,
    as,
    at,
    title,
    reading,
  }: { type: string; as: AskedAs; at: string; title: string; reading: Reading },
): void {
  const lost = (what: string) => reading.note(at, IMPORT_NOTES.checkLost(title, what))
  const format = textIn(schema, 'format')
  const pattern = textIn(schema, 'pattern')
  if (pattern !== '' && as !== 'zip' && as !== 'phone' && as !== 'email') lost(`pattern ${pattern}`)
  for (const [name, words] of LENGTHS) {
    const length = numberIn(schema, name)
    if (length !== undefined && !(name === 'minLength' && length <= 1)) lost(`${words} ${length}`)
  }
  if (as === 'number' && type === 'integer') lost('whole number')
  if (as === 'number' && numberIn(schema, 'multipleOf') !== undefined)
    lost(`multiple of ${numberIn(schema, 'multipleOf')}`)
  if (as === 'text' && format === 'date') reading.note(at, IMPORT_NOTES.dateAsText(title, 'YYYY-MM-DD'))
  else if (as === 'text' && format !== '') lost(`format ${format}`)
  if ('default' in schema && schema['default'] !== null) reading.note(at, IMPORT_NOTES.startLost(title))
  if (as === 'phone') reading.note(at, IMPORT_NOTES.phoneOfUs(title))
}

const LENGTHS = [
  ['minLength', 'minimum length'],
  ['maxLength', 'maximum length'],
  ['minItems', 'minimum number of choices'],
  ['maxItems', 'maximum number of choices'],
] as const
