import { AT_MOST } from '../../../../schemas/kernel/atMost.ts'
import { IMPORT_NOTES } from '../importNotes.ts'
import { choicesOf, type Choice } from '../choices.ts'
import { meaningOf, type Meaning } from '../fieldNames.ts'
import { fieldsOf, givenBy, type ForeignQuestion, type ForeignStep } from '../foreignForm.ts'
import { member, numberIn, objectIn, objectsIn, textIn, type Json } from '../foreignJson.ts'
import type { Reading } from '../reading.ts'
import type { When } from '../when.ts'

/** One thing that a form of Typeform shows, in its order. */
export interface TypeformStop {
  at: string
  title: string
  refs: readonly string[]
  /** Questions, with the refs that logic names them by. */
  asks: readonly AskedByRef[]
  fields: readonly string[]
  seen: When | null
  /** Null if it cannot be asked here. */
  step: ForeignStep | null
}

export interface AskedByRef {
  refs: readonly string[]
  asked: ForeignQuestion
  choices: readonly Choice[]
}

interface Context {
  reading: Reading
  /** Our fields by ref. Filled as questions are read, so that texts can repeat earlier answers. */
  fields: Map<string, string>
}

/** Everything that the form shows, with the contents of groups in sequence. */
export function stopsOf(document: Json, context: Context): TypeformStop[] {
  const known = new Set<string>()
  const read = (of: Json, place: string, depth: number): TypeformStop[] =>
    objectsIn(of, 'fields').flatMap(({ value, index }) => {
      const at = `${place}[${index}]`
      const ref = textIn(value, 'ref')
      if (ref !== '' && known.has(ref)) context.reading.note(`${at}.ref`, IMPORT_NOTES.refTwice(ref))
      known.add(ref)
      if (textIn(value, 'type') !== 'group') return [stopOf(value, at, context)]
      if (depth >= DEEPEST) {
        context.reading.note(at, IMPORT_NOTES.tooDeep)
        return []
      }
      const heading = stopOf({ ...value, type: 'statement' }, at, context)
      return [heading, ...read(objectIn(value, 'properties'), `${at}.properties.fields`, depth + 1)]
    })
  return read(document, 'fields', 0)
}

const DEEPEST = 10

function stopOf(field: Json, at: string, context: Context): TypeformStop {
  const { reading } = context
  const type = textIn(field, 'type')
  const properties = objectIn(field, 'properties')
  const title = reading.line(textIn(field, 'title'), `${at}.title`)
  const refs = [textIn(field, 'ref'), textIn(field, 'id')].filter((ref) => ref !== '')
  const described = describedBy(properties, at, reading)
  if ('attachment' in field || 'layout' in field) reading.note(at, IMPORT_NOTES.picture)
  const asks = asksOf(field, { at, title, type }, context)
  const step =
    asks === null
      ? null
      : {
          called: asks[0]?.asked.field ?? (refs[0] || title),
          ...(isAnnounced(asks) && { title }),
          ...(asks[0]?.asked.as === 'consent' ? {} : described),
          ...(type === 'statement' && { button: reading.line(textIn(properties, 'button_text'), at, 60) }),
          asks: asks.map(({ asked }) => asked),
          when: true,
        }
  const required = (asks ?? []).filter(({ asked }) => asked.required).map(({ asked }) => asked)
  return {
    at,
    title,
    refs,
    asks: asks ?? [],
    fields: (asks ?? []).flatMap(({ asked }) => fieldsOf(asked)),
    seen: required[0] ? givenBy(required[0]) : null,
    step,
  }
}

/** True if the step needs its own heading: it asks nothing, or several things. */
function isAnnounced(asks: readonly unknown[]): boolean {
  return asks.length !== 1
}

/** A description as the line under the heading, or as a block if it is long or repeats an answer. */
function describedBy(properties: Json, at: string, reading: Reading): Pick<ForeignStep, 'hint' | 'html'> {
  const text = textIn(properties, 'description')
  if (text.trim() === '') return {}
  const place = `${at}.properties.description`
  if (text.length <= AT_MOST.hint && !/\{\{|\n/.test(text))
    return { hint: reading.line(text, place, AT_MOST.hint) }
  return { html: reading.html(text, place, 'text') }
}

interface Said {
  at: string
  title: string
  type: string
}

/** Questions of a field; empty if it is only read, null if it cannot be asked here. */
function asksOf(field: Json, { at, title, type }: Said, context: Context): AskedByRef[] | null {
  const { reading } = context
  if (type === 'statement') return []
  if (NOT_TAKEN.has(type)) {
    reading.note(at, IMPORT_NOTES.typeNotTaken(NOT_TAKEN.get(type)!, title))
    return null
  }
  if (type === 'inline_group' || type === 'contact_info' || type === 'address' || type === 'matrix') {
    const parts = objectsIn(objectIn(field, 'properties'), 'fields')
    const asked = parts.flatMap(({ value, index }) => {
      const place = `${at}.properties.fields[${index}]`
      const said = {
        at: place,
        title: reading.line(textIn(value, 'title'), `${place}.title`),
        type: textIn(value, 'type'),
      }
      const one = KINDS.has(said.type) ? askedOf(value, said, context) : null
      if (!one) reading.note(place, IMPORT_NOTES.unknownType(said.type, said.title))
      return one ?? []
    })
    return asked.length > 0 ? asked : null
  }
  if (!KINDS.has(type)) {
    reading.note(at, IMPORT_NOTES.unknownType(type, title))
    return null
  }
  const one = askedOf(field, { at, title, type }, context)
  return one && [one]
}

const NOT_TAKEN = new Map([
  ['file_upload', 'a file'],
  ['payment', 'a payment'],
  ['calendly', 'an appointment'],
  ['google_drive', 'a file'],
  ['ranking', 'a ranking'],
  ['nps_matrix', 'a table of numbers'],
  ['video', 'a video'],
  ['audio', 'a recording'],
  ['checkbox_matrix', 'a table'],
])

/** Our kind of question for each type. */
const KINDS = new Map<string, ForeignQuestion['as']>([
  ['short_text', 'text'],
  ['long_text', 'lines'],
  ['website', 'text'],
  ['email', 'email'],
  ['phone_number', 'phone'],
  ['number', 'number'],
  ['date', 'text'],
  ['multiple_choice', 'one'],
  ['picture_choice', 'one'],
  ['dropdown', 'list'],
  ['yes_no', 'yes_no'],
  ['rating', 'one'],
  ['opinion_scale', 'one'],
  ['nps', 'one'],
  ['legal', 'consent'],
  ['checkbox', 'any'],
])

function askedOf(field: Json, { at, title, type }: Said, { reading, fields }: Context): AskedByRef | null {
  const properties = objectIn(field, 'properties')
  const checks = objectIn(field, 'validations')
  const refs = [textIn(field, 'ref'), textIn(field, 'id')].filter((ref) => ref !== '')
  const key = textIn(field, 'subfield_key')
  const meaning = MEANS.get(type) ?? meaningOf(key) ?? meaningOf(refs[0] ?? '') ?? meaningOf(title)
  const isMany = member(properties, 'allow_multiple_selection') === true
  const as = isMany ? 'any' : asByMeaning(KINDS.get(type)!, meaning, type)
  const isScale = type === 'rating' || type === 'opinion_scale' || type === 'nps'
  const choices = isScale ? scaleOf(type, properties) : choicesOf(given(properties, at, reading), at, reading)
  if (isMany || as === 'one' || as === 'list') {
    if (choices.length === 0) {
      reading.note(at, IMPORT_NOTES.noChoices(title))
      return null
    }
    if (properties['allow_other_choice'] === true) {
      reading.note(at, IMPORT_NOTES.otherChoice(title))
      if (!choices.some(({ option }) => option.value === 'other'))
        choices.push({ refs: ['other'], option: { text: reading.fixed('other'), value: 'other' } })
    }
  }
  const name = reading.names.take(
    meaning ?? '',
    key,
    refs[0] ?? '',
    as === 'consent' ? 'call_consent' : title,
  )
  for (const ref of refs) if (!fields.has(ref)) fields.set(ref, name)
  const [min, max] = [numberIn(checks, 'min_value'), numberIn(checks, 'max_value')]
  noteChecks({ at, title, type, properties, checks }, reading)
  const asked: ForeignQuestion = {
    field: name,
    label: title || name,
    as,
    required: checks['required'] === true || as === 'consent',
    options: choices.map(({ option }) => option),
    ...(as === 'number' && { min: min ?? 0, ...(max !== undefined && { max }) }),
    ...(type === 'date' && as === 'text' && { mask: maskOf(properties) }),
  }
  if (as === 'number' && min === undefined) reading.note(at, IMPORT_NOTES.fromZero(title))
  if (as === 'consent') {
    const text = [title, textIn(properties, 'description')].filter((part) => part.trim() !== '').join(' ')
    reading.note(at, IMPORT_NOTES.readConsent(title))
    return { refs, choices, asked: { ...asked, hint: reading.line(text, at, AT_MOST.consent) } }
  }
  return { refs, choices, asked }
}

/** Meanings that the type implies. */
const MEANS = new Map<string, Meaning>([
  ['email', 'email'],
  ['phone_number', 'phone'],
])

function asByMeaning(
  as: ForeignQuestion['as'],
  meaning: Meaning | undefined,
  type: string,
): ForeignQuestion['as'] {
  if (type === 'date') return meaning === 'dob' ? 'birthday' : 'text'
  if (type !== 'short_text') return as
  if (meaning === 'zip_code') return 'zip'
  return meaning === 'email' || meaning === 'phone' ? meaning : as
}

/** A rating begins at 1, an NPS at 0, an opinion scale where it says. */
function scaleOf(type: string, properties: Json): Choice[] {
  const steps = Math.min(
    11,
    Math.max(2, Math.round(numberIn(properties, 'steps') ?? (type === 'rating' ? 5 : 11))),
  )
  const from = type === 'rating' || properties['start_at_one'] === true ? 1 : 0
  return Array.from({ length: type === 'nps' ? 11 : steps }, (_, index) => {
    const value = String(index + from)
    return { refs: [value], option: { text: value, value } }
  })
}

function given(properties: Json, at: string, reading: Reading) {
  return objectsIn(properties, 'choices').map(({ value, index }) => {
    const place = `${at}.properties.choices[${index}]`
    if ('attachment' in value) reading.note(place, IMPORT_NOTES.picture)
    return {
      value: textIn(value, 'label'),
      said: textIn(value, 'label'),
      refs: [textIn(value, 'ref'), textIn(value, 'id')],
      at: place,
    }
  })
}

function maskOf(properties: Json): string {
  const sign = textIn(properties, 'separator') || '/'
  const mark = ['/', '-', '.'].includes(sign) ? sign : '/'
  return (textIn(properties, 'structure') === 'YYYYMMDD' ? ['9999', '99', '99'] : ['99', '99', '9999']).join(
    mark,
  )
}

function noteChecks(
  { at, title, type, properties, checks }: Said & { properties: Json; checks: Json },
  reading: Reading,
): void {
  const lost = (what: string) => reading.note(at, IMPORT_NOTES.checkLost(title, what))
  if (type === 'date' && meaningOf(title) !== 'dob')
    reading.note(at, IMPORT_NOTES.dateAsText(title, textIn(properties, 'structure') || 'DDMMYYYY'))
  if (type === 'website') lost('web address')
  const length = numberIn(checks, 'max_length')
  if (length !== undefined) lost(`maximum length ${length}`)
  const few = numberIn(checks, 'min_selection')
  const many = numberIn(checks, 'max_selection')
  if (few !== undefined || many !== undefined) lost('number of choices')
  const country = textIn(properties, 'default_country_code')
  if (type === 'phone_number' && country !== '' && country.toUpperCase() !== 'US')
    reading.note(at, IMPORT_NOTES.phoneOfUs(title))
  const labels = objectIn(properties, 'labels')
  const words = ['left', 'center', 'right'].map((side) => textIn(labels, side)).filter((text) => text !== '')
  if (words.length > 0) reading.note(at, IMPORT_NOTES.scaleWords(title))
}
