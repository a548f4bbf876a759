import { AT_MOST } from '../../../../schemas/kernel/atMost.ts'
import { IMPORT_NOTES } from '../importNotes.ts'
import { choicesOf, type Choice } from '../choices.ts'
import { isConsentTitle } from '../consentTitle.ts'
import { meaningOf, type Meaning } from '../fieldNames.ts'
import type { ForeignQuestion, AskedAs } from '../foreignForm.ts'
import { isObject, listIn, member, numberIn, objectsIn, textIn, textOf, type Json } from '../foreignJson.ts'
import type { Reading } from '../reading.ts'
import type { SurveyQuestion } from './surveyRules.ts'
import { saidIn, saidOf } from './surveyTexts.ts'

/** A question, and its name in conditions. */
export type NamedAsked = SurveyQuestion & { name: string }

interface Place {
  at: string
  title: string
  reading: Reading
}

/** Questions of a survey's element; empty if it cannot be asked here, with a note. */
export function askedBySurvey(element: Json, place: Place): NamedAsked[] {
  const { at, title, reading } = place
  const type = textIn(element, 'type')
  const name = textIn(element, 'name')
  const left = NOT_TAKEN.get(type)
  if (left !== undefined) {
    reading.note(at, left === 'list' ? IMPORT_NOTES.repeated(title) : IMPORT_NOTES.typeNotTaken(left, title))
    return []
  }
  if (type === 'multipletext') return itemsOf(element, place, name)
  if (type === 'matrix') return rowsOf(element, place, name)
  if (!KINDS.has(type)) {
    reading.note(at, IMPORT_NOTES.unknownType(type, title))
    return []
  }
  const one = askedOf(element, { ...place, type, name, wishes: [name] })
  return one ? [{ ...one, name }] : []
}

const NOT_TAKEN = new Map([
  ['file', 'a file'],
  ['signaturepad', 'a signature'],
  ['ranking', 'a ranking'],
  ['paneldynamic', 'list'],
  ['matrixdynamic', 'list'],
  ['matrixdropdown', 'a table'],
  ['expression', 'a computed text'],
  ['image', 'a picture'],
])

const KINDS = new Map<string, AskedAs>([
  ['text', 'text'],
  ['comment', 'lines'],
  ['radiogroup', 'one'],
  ['dropdown', 'list'],
  ['checkbox', 'any'],
  ['tagbox', 'any'],
  ['boolean', 'yes_no'],
  ['rating', 'one'],
  ['imagepicker', 'one'],
  ['buttongroup', 'one'],
  ['slider', 'slider'],
])

/** Each item of a multiple-text question is asked separately; conditions call it question.item. */
function itemsOf(element: Json, { at, reading }: Place, name: string): NamedAsked[] {
  return objectsIn(element, 'items').flatMap(({ value, index }) => {
    const place = `${at}.items[${index}]`
    const item = textIn(value, 'name')
    const title = reading.line(saidIn(value, 'title', reading.language), `${place}.title`) || item
    const one = askedOf(value, {
      at: place,
      title,
      reading,
      type: 'text',
      name: item,
      wishes: [item, `${name}_${item}`],
    })
    return one ? [{ ...one, name: `${name}.${item}` }] : []
  })
}

/** Each row of a table of radio buttons is a separate question. */
function rowsOf(element: Json, { at, title, reading }: Place, name: string): NamedAsked[] {
  const columns = choicesOf(given(element, 'columns', at, reading), at, reading)
  if (columns.length === 0) {
    reading.note(at, IMPORT_NOTES.noChoices(title))
    return []
  }
  const required = element['isAllRowRequired'] === true || element['isRequired'] === true
  return given(element, 'rows', at, reading).map(({ value, said, at: place }) => {
    const row = {
      field: reading.names.take(`${name}_${value}`),
      label: reading.line(said, place) || value,
      as: 'one' as const,
      required,
      options: columns.map(({ option }) => option),
    }
    return { asked: row, recorded: recordedBy(columns), name: `${name}.${value}` }
  })
}

interface Question extends Place {
  type: string
  name: string
  /** Preferred names for its field. */
  wishes: readonly string[]
}

function askedOf(element: Json, question: Question): SurveyQuestion | null {
  const { at, title, reading, type, name, wishes } = question
  const input = textIn(element, 'inputType')
  const meaning = meaningBy(input, name)
  const choices = choicesFor(element, question)
  if (choices === null) return null
  const isConsent =
    (type === 'boolean' || (type === 'checkbox' && choices.length === 1)) &&
    isConsentTitle(consentWords(element, question))
  const as = isConsent ? 'consent' : asOf(element, { type, input, meaning })
  noteLost(element, { ...question, as })
  const bounds = boundsOf(element)
  if (as === 'number' && bounds.min === undefined) reading.note(at, IMPORT_NOTES.fromZero(title))
  const description = reading.line(
    saidIn(element, 'description', reading.language),
    `${at}.description`,
    AT_MOST.hint,
  )
  const placeholder = reading.line(
    saidIn(element, 'placeholder', reading.language),
    `${at}.placeholder`,
    AT_MOST.hint,
  )
  if (description !== '' && placeholder !== '')
    reading.note(at, IMPORT_NOTES.placeholderLost(title, placeholder))
  const hint = isConsent ? consentText(element, question) : description || placeholder
  if (isConsent) reading.note(at, IMPORT_NOTES.readConsent(title))
  const asked: ForeignQuestion = {
    field: reading.names.take(meaning ?? '', ...wishes, title),
    label: title || name,
    ...(hint !== '' && { hint }),
    as,
    required: element['isRequired'] === true || isConsent,
    options: isConsent ? [] : choices.map(({ option }) => option),
    ...((as === 'number' || as === 'slider') && { ...bounds, min: bounds.min ?? 0 }),
    ...(as === 'text' && DATES.has(input) && { mask: '99/99/9999' }),
  }
  return { asked, recorded: isConsent ? new Map() : as === 'yes_no' ? yesOrNo(element) : recordedBy(choices) }
}

const DATES = new Set(['date', 'datetime', 'datetime-local'])

function meaningBy(input: string, name: string): Meaning | undefined {
  return input === 'email' ? 'email' : input === 'tel' ? 'phone' : meaningOf(name)
}

function asOf(
  element: Json,
  { type, input, meaning }: { type: string; input: string; meaning: Meaning | undefined },
): AskedAs {
  const as = KINDS.get(type)!
  if (type === 'imagepicker' && element['multiSelect'] === true) return 'any'
  if (type !== 'text') return as
  const checks = objectsIn(element, 'validators').map(({ value }) =>
    textIn(value, 'type').replace(/validator$/, ''),
  )
  if (input === 'number' || input === 'range' || checks.includes('numeric')) return 'number'
  if (DATES.has(input)) return meaning === 'dob' ? 'birthday' : 'text'
  if (input === 'email' || checks.includes('email')) return 'email'
  if (meaning === 'phone' || meaning === 'email') return meaning
  return meaning === 'zip_code' ? 'zip' : as
}

/** Choices of a question; null if it needs some and has none that can be read. */
function choicesFor(element: Json, { at, title, type, reading }: Question): Choice[] | null {
  if (type === 'rating') return scaleOf(element, at, reading)
  if (!['one', 'list', 'any'].includes(KINDS.get(type)!)) return []
  if (isObject(member(element, 'choicesByUrl'))) {
    reading.note(at, IMPORT_NOTES.choicesElsewhere(title))
    return null
  }
  const choices = choicesOf(given(element, 'choices', at, reading), at, reading)
  if (choices.length === 0) {
    reading.note(at, IMPORT_NOTES.noChoices(title))
    return null
  }
  const add = (word: 'other' | 'none', exclusive: boolean) => {
    const said = reading.line(saidIn(element, `${word}Text`, reading.language), at) || reading.fixed(word)
    if (choices.some(({ option }) => option.value === word || option.text === said)) return
    choices.push({ refs: [word], option: { text: said, value: word, ...(exclusive && { exclusive }) } })
  }
  if (element['hasOther'] === true || element['showOtherItem'] === true) {
    reading.note(at, IMPORT_NOTES.otherChoice(title))
    add('other', false)
  }
  if (element['hasNone'] === true || element['showNoneItem'] === true)
    add('none', KINDS.get(type) === 'any' && choices.length > 0)
  return choices
}

function scaleOf(element: Json, at: string, reading: Reading): Choice[] {
  const named = given(element, 'rateValues', at, reading)
  if (named.length > 0) return choicesOf(named, at, reading)
  const from = numberIn(element, 'rateMin') ?? 1
  const step = Math.max(1, numberIn(element, 'rateStep') ?? 1)
  const to = numberIn(element, 'rateMax') ?? from + ((numberIn(element, 'rateCount') ?? 5) - 1) * step
  const count = Math.min(100, Math.max(1, Math.floor((to - from) / step) + 1))
  return Array.from({ length: count }, (_, index) => {
    const value = String(from + index * step)
    return { refs: [value], option: { text: value, value } }
  })
}

/** Entries listed under a word, each a value, or a value with its text. */
function given(element: Json, word: string, at: string, reading: Reading) {
  return listIn(element, word).map((one, index) => {
    const value = textOf(isObject(one) ? valueOf(one) : typeof one === 'boolean' ? String(one) : one)
    const place = `${at}.${word}[${index}]`
    if (isObject(one)) {
      if (textIn(one, 'visibleIf') !== '' || textIn(one, 'enableIf') !== '')
        reading.note(
          place,
          IMPORT_NOTES.conditionLost(value, textIn(one, 'visibleIf') || textIn(one, 'enableIf')),
        )
      if ('imageLink' in one) reading.note(place, IMPORT_NOTES.picture)
    }
    const said = isObject(one) && 'text' in one ? saidOf(one['text'], reading.language) : { own: value }
    return { value, said, refs: [], at: place }
  })
}

function valueOf(choice: Json): unknown {
  const value = member(choice, 'value')
  return typeof value === 'boolean' ? String(value) : value
}

function recordedBy(choices: readonly Choice[]): Map<string, string> {
  return new Map(
    choices.flatMap(({ refs, option }) =>
      [...refs, option.value].map((ref) => [ref.trim().toLowerCase(), option.value] as const),
    ),
  )
}

/** Recorded values of a boolean, which may differ from true and false. */
function yesOrNo(element: Json): Map<string, string> {
  const named = (word: string, usual: string) => textIn(element, word).trim().toLowerCase() || usual
  return new Map([
    [named('valueTrue', 'true'), 'yes'],
    [named('valueFalse', 'false'), 'no'],
  ])
}

/** Text beside the checkbox. */
function consentWords(element: Json, { title, reading }: Question): string {
  const { own } = saidIn(element, 'label', reading.language)
  const first = listIn(element, 'choices')[0]
  const choice = isObject(first) ? saidIn(first, 'text', reading.language).own : textOf(first)
  return [title, textIn(element, 'name').replace(/[_-]/g, ' '), own, choice].join(' ')
}

function consentText(element: Json, { at, title, reading, type }: Question): string {
  const first = listIn(element, 'choices')[0]
  const beside =
    type === 'checkbox'
      ? isObject(first)
        ? saidIn(first, 'text', reading.language)
        : { own: textOf(first) }
      : saidIn(element, 'label', reading.language)
  return reading.line(beside, at, AT_MOST.consent) || title
}

function boundsOf(element: Json): { min?: number; max?: number; step?: number } {
  const numeric = objectsIn(element, 'validators').find(({ value }) =>
    textIn(value, 'type').startsWith('numeric'),
  )
  const min = numberIn(element, 'min') ?? numberIn(numeric?.value, 'minValue')
  const max = numberIn(element, 'max') ?? numberIn(numeric?.value, 'maxValue')
  const step = numberIn(element, 'step')
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(step !== undefined && step > 0 && { step }),
  }
}

/** Notes the properties that the question lost. */
function noteLost(element: Json, { at, title, type, as, reading }: Question & { as: AskedAs }): void {
  const lost = (what: string) => reading.note(at, IMPORT_NOTES.checkLost(title, what))
  for (const { value, index } of objectsIn(element, 'validators')) {
    const check = textIn(value, 'type').replace(/validator$/, '')
    const isKept = (check === 'numeric' && as === 'number') || (check === 'email' && as === 'email')
    if (!isKept)
      reading.note(
        `${at}.validators[${index}]`,
        IMPORT_NOTES.checkLost(title, textIn(value, 'text') || check),
      )
  }
  const input = textIn(element, 'inputType')
  if (as === 'text' && DATES.has(input)) reading.note(at, IMPORT_NOTES.dateAsText(title, 'MM/DD/YYYY'))
  else if (as === 'text' && !['', 'text', 'number'].includes(input)) lost(`type ${input}`)
  if ('maskType' in element) lost('input mask')
  if (numberIn(element, 'maxLength') !== undefined) lost(`maximum length ${numberIn(element, 'maxLength')}`)
  if (['minSelectedChoices', 'maxSelectedChoices'].some((word) => word in element)) lost('number of choices')
  if ('defaultValue' in element) reading.note(at, IMPORT_NOTES.startLost(title))
  for (const word of BEHAVIOR) if (word in element) reading.note(`${at}.${word}`, IMPORT_NOTES.behavior(word))
  if (as === 'phone') reading.note(at, IMPORT_NOTES.phoneOfUs(title))
  if (type === 'rating' && ['minRateDescription', 'maxRateDescription'].some((word) => word in element))
    reading.note(at, IMPORT_NOTES.scaleWords(title))
}

const BEHAVIOR = [
  'setValueIf',
  'setValueExpression',
  'resetValueIf',
  'defaultValueExpression',
  'choicesVisibleIf',
  'choicesFromQuestion',
  'correctAnswer',
]
