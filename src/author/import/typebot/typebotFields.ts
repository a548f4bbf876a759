import { AT_MOST } from '../../../../schemas/kernel/atMost.ts'
import { IMPORT_NOTES } from '../importNotes.ts'
import { choicesOf, type Choice } from '../choices.ts'
import { meaningOf, type Meaning } from '../fieldNames.ts'
import { givenBy, type AskedAs, type ForeignQuestion } from '../foreignForm.ts'
import { numberIn, objectIn, objectsIn, textIn, type Json } from '../foreignJson.ts'
import type { Reading } from '../reading.ts'
import type { When } from '../when.ts'
import type { BotPart } from './typebotParts.ts'

/** A question as asked here, with the bot's names for its choices. */
export interface BotQuestion {
  asked: ForeignQuestion
  /** Condition that holds once it is answered; null if it may be left open. */
  seen: When | null
  /** True if its choices are numbers. */
  isScale: boolean
  /** Condition that an item is chosen, by its ID. */
  chosen: (item: string) => When | undefined
  /** Condition that a choice with this text is chosen; undefined if it has none. */
  called: (text: string) => When | undefined
}

/** Our kind of question for each type. */
const KINDS = new Map<string, AskedAs>([
  ['text input', 'text'],
  ['number input', 'number'],
  ['email input', 'email'],
  ['url input', 'text'],
  ['date input', 'text'],
  ['time input', 'text'],
  ['phone number input', 'phone'],
  ['choice input', 'one'],
  ['picture choice input', 'one'],
  ['rating input', 'one'],
])

const NOT_TAKEN = new Map([
  ['payment input', 'a payment'],
  ['file input', 'a file'],
])

const MEANS = new Map<string, Meaning>([
  ['email input', 'email'],
  ['phone number input', 'phone'],
])

/** Question of a part; null if it asks nothing, or nothing that can be asked here. */
export function askedBy(
  { texts, block, called }: BotPart,
  { reading, nameOf }: { reading: Reading; /** Name of a variable. */ nameOf: (id: string) => string },
): BotQuestion | null {
  if (!block) return null
  const { at, value } = block
  const type = textIn(value, 'type')
  if (!type.endsWith(' input')) {
    if (type === 'AB test') reading.note(at, IMPORT_NOTES.blockLost(type))
    return null
  }
  const options = objectIn(value, 'options')
  const variable = nameOf(textIn(options, 'variableId'))
  const said = texts.at(-1)
  const title = reading.line(said?.text || variable || called, said?.at ?? at)
  const as = KINDS.get(type)
  if (as === undefined) {
    const what = NOT_TAKEN.get(type)
    reading.note(at, what ? IMPORT_NOTES.typeNotTaken(what, title) : IMPORT_NOTES.unknownType(type, title))
    return null
  }
  const choices = choicesIn(value, { at, type, options, reading })
  // A choice of one is a button to continue.
  if (type === 'choice input' && objectsIn(value, 'items').length === 1) return null
  if (as === 'one' && choices.length === 0) {
    reading.note(at, IMPORT_NOTES.noChoices(title))
    return null
  }
  const meaning = MEANS.get(type) ?? meaningOf(variable)
  const kind = kindOf(as, { type, meaning, options })
  noteChecks(options, { at, type, kind, title, reading })
  const placeholder = reading.line(textIn(objectIn(options, 'labels'), 'placeholder'), at, AT_MOST.hint)
  const field = reading.names.take(meaning ?? '', variable, title)
  const [min, max, step] = ['min', 'max', 'step'].map((name) => numberIn(options, name))
  const asked: ForeignQuestion = {
    field,
    label: title || field,
    ...(placeholder !== '' && { hint: placeholder }),
    as: kind,
    required: true,
    options: choices.map(({ option }) => option),
    ...(kind === 'number' && {
      min: min ?? 0,
      ...(max !== undefined && { max }),
      ...(step !== undefined && { step }),
    }),
    ...(type === 'date input' && kind === 'text' && { mask: '99/99/9999' }),
  }
  const chosen = (name: string): When | undefined => {
    const choice = choices.find(({ refs, option }) => refs.includes(name) || option.text === name)
    return choice && { field, condition: 'eq', arg: choice.option.value }
  }
  return {
    asked,
    seen: givenBy(asked),
    isScale: choices.length > 0 && choices.every(({ option }) => /^\d+$/.test(option.value)),
    chosen,
    called: chosen,
  }
}

function kindOf(
  as: AskedAs,
  { type, meaning, options }: { type: string; meaning: Meaning | undefined; options: Json },
): AskedAs {
  if (as === 'one') return options['isMultipleChoice'] === true ? 'any' : 'one'
  if (type === 'date input') return meaning === 'dob' ? 'birthday' : 'text'
  if (type !== 'text input') return as
  if (options['isLong'] === true) return 'lines'
  if (meaning === 'zip_code') return 'zip'
  return meaning === 'email' || meaning === 'phone' ? meaning : 'text'
}

function choicesIn(
  block: Json,
  { at, type, options, reading }: { at: string; type: string; options: Json; reading: Reading },
): Choice[] {
  if (type === 'rating input') {
    // Numbers begin at 0, icons at 1.
    const from = textIn(options, 'buttonType') === 'Icons' ? 1 : (numberIn(options, 'startsAt') ?? 0)
    const to = Math.min(20, Math.max(from + 1, Math.round(numberIn(options, 'length') ?? 10)))
    return Array.from({ length: to + 1 - from }, (_, index) => {
      const text = String(from + index)
      return { refs: [text], option: { text, value: text } }
    })
  }
  const items = objectsIn(block, 'items').map(({ value, index }) => {
    const place = `${at}.items[${index}]`
    if (textIn(value, 'pictureSrc') !== '') reading.note(place, IMPORT_NOTES.picture)
    if ('displayCondition' in value && objectIn(value, 'displayCondition')['isEnabled'] === true)
      reading.note(place, IMPORT_NOTES.conditionLost(textIn(value, 'content'), 'displayCondition'))
    const text = textIn(value, 'content') || textIn(value, 'title')
    return { value: textIn(value, 'value') || text, said: text, refs: [textIn(value, 'id'), text], at: place }
  })
  return choicesOf(items, at, reading)
}

function noteChecks(
  options: Json,
  {
    at,
    type,
    kind,
    title,
    reading,
  }: { at: string; type: string; kind: AskedAs; title: string; reading: Reading },
): void {
  if (kind === 'number' && numberIn(options, 'min') === undefined)
    reading.note(at, IMPORT_NOTES.fromZero(title))
  if (type === 'url input') reading.note(at, IMPORT_NOTES.checkLost(title, 'web address'))
  if (type === 'time input') reading.note(at, IMPORT_NOTES.checkLost(title, 'time of day'))
  if (type === 'date input' && kind === 'text')
    reading.note(at, IMPORT_NOTES.dateAsText(title, textIn(options, 'format') || 'MM/DD/YYYY'))
  const labels = objectIn(options, 'labels')
  if (type === 'rating input' && (textIn(labels, 'left') !== '' || textIn(labels, 'right') !== ''))
    reading.note(at, IMPORT_NOTES.scaleWords(title))
  const country = textIn(options, 'defaultCountryCode')
  if (type === 'phone number input' && country !== '' && country.toUpperCase() !== 'US')
    reading.note(at, IMPORT_NOTES.phoneOfUs(title))
}
