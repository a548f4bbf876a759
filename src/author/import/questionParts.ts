import type { Element, LocalValidation } from '../../../schemas/elements/element.ts'
import type { Answer, Question, SelectOption } from '../../../schemas/flow/flow.ts'
import { fieldNames, meaningOf } from './fieldNames.ts'
import { declinedField, type ForeignQuestion, type AskedAs } from './foreignForm.ts'
import { IMPORT_NOTES } from './importNotes.ts'
import type { Reading } from './reading.ts'

/** Parts of a flow that ask one thing: a question, and the elements of its step. */
export interface QuestionParts {
  question: Question
  elements: Element[]
  /** True if pressing one of the elements leaves the step. */
  leaves: boolean
}

/** Limit of cards; more choices become a list with a button. */
const MOST_CARDS = 8

/** `isAlone` is true if the step asks nothing else, so that a choice can leave it. */
export function questionParts(asked: ForeignQuestion, isAlone: boolean, reading: Reading): QuestionParts {
  const { as } = asked
  if (as === 'consent') return consentParts(asked, reading)
  const options = as === 'yes_no' ? yesOrNo(reading) : asked.options
  const isChoice = as === 'one' || as === 'yes_no'
  if (isChoice && isAlone && asked.required && options.length <= MOST_CARDS)
    return cardParts({ ...asked, options })
  return inputParts({
    ...asked,
    as,
    options: as === 'any' ? withNone({ ...asked, options }, reading) : options,
  })
}

/** Options of a multi-select in which one that says "none" excludes the others. */
function withNone({ label, options }: ForeignQuestion, reading: Reading): ForeignQuestion['options'] {
  const none = options.filter(({ text }) => NONE.test(text))
  const [only] = none
  if (none.length !== 1 || !only || options.length < 2 || options.some(({ exclusive }) => exclusive))
    return options
  reading.note('', IMPORT_NOTES.noneExclusive(label, only.text))
  return options.map((option) => (option === only ? { ...option, exclusive: true } : option))
}

const NONE =
  /^(none|none of (the above|these|those|them)|neither|not applicable|n\/a|ningun[oa]( de (los|las|estos|estas)( anteriores)?)?)\.?$/i

function yesOrNo(reading: Reading): ForeignQuestion['options'] {
  return [
    { text: reading.fixed('yes'), value: 'yes' },
    { text: reading.fixed('no'), value: 'no' },
  ]
}

function cardParts({ field, label, as, options }: ForeignQuestion): QuestionParts {
  const ids = fieldNames()
  const cards = options.map(({ text, value }) => ({ id: ids.take(value, text), text, value }))
  return {
    question: {
      label,
      answers: Object.fromEntries(
        cards.map(({ id, value }) => [id, { backend_field_name: field, backend_field_value: value }]),
      ),
    },
    elements: cards.map(({ id, text, value }) => ({
      type: 'container',
      widget: 'choice',
      submit: true,
      question_key: field,
      answer_id: id,
      text,
      ...(as === 'yes_no' && { icon: value as 'yes' | 'no' }),
    })),
    leaves: true,
  }
}

/** A consent comes with a button that gives it, and a choice that refuses. Its text is the value, shown and stored word for word. */
function consentParts({ field, label, hint = '' }: ForeignQuestion, reading: Reading): QuestionParts {
  return {
    question: {
      label,
      answers: {
        consent: { backend_field_name: field, backend_field_value: hint },
        declined: { backend_field_name: declinedField(field), backend_field_value: 'yes' },
      },
    },
    elements: [
      { type: 'container', widget: 'consent', question_key: field, answer_id: 'consent' },
      { type: 'submit', text: reading.fixed('agree'), agrees: true },
      {
        type: 'container',
        widget: 'choice',
        submit: true,
        question_key: field,
        answer_id: 'declined',
        text: reading.fixed('decline'),
        agrees: false,
      },
    ],
    leaves: true,
  }
}

function inputParts(asked: ForeignQuestion & { as: Exclude<AskedAs, 'consent'> }): QuestionParts {
  const { field, label, hint, options } = asked
  const answer: Answer = {
    backend_field_name: field,
    ...(options.length > 0 && { options: options.map(optionOf) }),
  }
  const common = { question_key: field, answer_id: 'value', ...(hint !== undefined && { hint }) }
  const local: LocalValidation[] = [
    ...(asked.required ? [{ name: 'required' as const }] : []),
    ...checksOf(asked),
  ]
  return {
    question: { label, answers: { value: answer } },
    elements: [ELEMENTS[asked.as](asked, { ...common, validations: { local } })],
    leaves: false,
  }
}

function optionOf({ text, value, exclusive }: ForeignQuestion['options'][number]): SelectOption {
  return { text, backend_field_value: value, ...(exclusive && { exclusive }) }
}

function checksOf({ as, min, max, isAdult }: ForeignQuestion): LocalValidation[] {
  if (as === 'birthday' && isAdult) return [{ name: 'date_of_birth' }, { name: 'age', min: OF_AGE }]
  if (as === 'number')
    return [
      ...(min === undefined ? [] : [{ name: 'min' as const, arg: min }]),
      ...(max === undefined ? [] : [{ name: 'max' as const, arg: max }]),
    ]
  const check = CHECKS[as]
  return check ? [{ name: check }] : []
}

/** Source: src/author/prove/proveAges.ts. */
const OF_AGE = 18

const CHECKS: Partial<Record<AskedAs, LocalValidation['name']>> = {
  email: 'email',
  phone: 'phone',
  zip: 'zip',
  birthday: 'date_of_birth',
}

interface Common {
  question_key: string
  answer_id: string
  hint?: string
  validations: { local: LocalValidation[] }
}

type MakeElement = (asked: ForeignQuestion, common: Common) => Element

const ELEMENTS: Record<Exclude<AskedAs, 'consent'>, MakeElement> = {
  text: ({ field, mask }, common) => ({
    type: 'input',
    widget: 'text',
    ...common,
    ...(AUTOCOMPLETE[meaningOf(field) ?? ''] && { autocomplete: AUTOCOMPLETE[meaningOf(field) ?? '']! }),
    ...(mask !== undefined && { mask, inputmode: 'numeric' }),
  }),
  lines: (_, common) => ({ type: 'input', widget: 'textarea', ...common }),
  number: (_, common) => ({ type: 'input', widget: 'text', inputmode: 'numeric', ...common }),
  slider: ({ min = 0, max = 100, step }, common) => ({
    type: 'input',
    widget: 'slider',
    ...common,
    min,
    max,
    ...(step !== undefined && { step }),
  }),
  email: (_, common) => checkedBy('email', common, { autocomplete: 'email', inputmode: 'email' }),
  phone: (_, common) => checkedBy('phone', common, { autocomplete: 'tel-national', inputmode: 'tel' }),
  zip: (_, common) =>
    checkedBy('zip', common, { autocomplete: 'postal-code', inputmode: 'numeric', mask: '99999' }),
  birthday: (_, common) => ({ type: 'input', widget: 'date_of_birth', ...common }),
  one: (_, common) => ({ type: 'select', widget: 'radio', ...common }),
  yes_no: (_, common) => ({ type: 'select', widget: 'radio', ...common }),
  list: (_, common) => ({ type: 'select', widget: 'dropdown', ...common }),
  any: (_, common) => ({ type: 'select', widget: 'multi_select', ...common }),
}

type TextElement = Extract<Element, { widget: 'text' }>

function checkedBy(
  check: 'email' | 'phone' | 'zip',
  common: Common,
  typed: Pick<TextElement, 'autocomplete' | 'inputmode' | 'mask'>,
): Element {
  const { validations, ...rest } = common
  return {
    type: 'input',
    widget: 'text',
    ...rest,
    ...typed,
    validations: { ...validations, external: [check] },
  }
}

const AUTOCOMPLETE: Record<string, TextElement['autocomplete']> = {
  first_name: 'given-name',
  last_name: 'family-name',
  address: 'street-address',
  city: 'address-level2',
}
