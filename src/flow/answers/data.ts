import type { StepData } from './stepData.ts'
import type { AnswerRecord } from '../../../schemas/visitor/answer.ts'
import type { LeafElement } from '../../../schemas/elements/element.ts'
import type { Flow, SelectOption, Step } from '../../../schemas/flow/flow.ts'
import { choiceValue, decision, isChoice, leavesUnanswered, pressedControls } from '../consent/agreement.ts'
import { answer, answerIds, consents, filledAnswers, inputs, leaves, question } from '../elements/elements.ts'
import { isComposite, isInput, isList, kindOf } from '../elements/kinds.ts'
import { fieldOf, isAnswered, type Fields, type FieldValue } from './fields.ts'
import { once } from '../kernel/once.ts'
import { LOCAL } from '../elements/localChecks.ts'
import { JUDGMENTS } from '../../texts/judgments.ts'

/** A step's data as plain fields. */
export function flatten(data: StepData): Fields {
  const fields: Record<string, FieldValue> = {}
  for (const key of Object.keys(data)) {
    const value = data[key]
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [field, member] of Object.entries(value)) if (isAnswered(member)) fields[field] = member
    } else if (isAnswered(value)) fields[key] = value
  }
  return fields
}

/** Data from a visitor's form, trimmed, with the values that the step itself fixes: the consent texts that it showed and the visitor
 *  agreed to, and yes or no for every option of a multi-select with its own field. If the step was left without agreeing, only the
 *  press. */
export function complete(flow: Flow, step: Step, data: StepData): StepData {
  if (leavesUnanswered(flow, step, data)) return { ...pressed(flow, step, data), ...notGiven(flow, step) }
  const given: Record<string, StepData[string]> = tidied(flow, step, data)
  const isGiven = decision(flow, step, data) === 'agrees'
  for (const consent of consentTexts(flow, step))
    given[consent.field] = isGiven && isTicked(consent, data) ? consent.text : null
  for (const element of inputs(step).filter(isList)) {
    const { backend_field_name, options = [] } = answer(flow, element.question_key, element.answer_id)
    const ticked = data[backend_field_name]
    for (const { field, save_to_state, backend_field_value } of options)
      if (field && save_to_state)
        given[field] = Array.isArray(ticked) && ticked.includes(backend_field_value) ? 'yes' : 'no'
  }
  return given
}

/** The data with typed values as they are recorded. */
export function tidied(flow: Flow, step: Step, data: StepData): StepData {
  const values: Record<string, StepData[string]> = { ...data }
  for (const slot of slotsOf(flow)(step)) {
    const typed = data[slot.field]
    if (typeof typed === 'string' && !slot.possible) values[slot.field] = tidy(slot, typed)
  }
  return values
}

function tidy({ tidy }: Slot, typed: string): string {
  return tidy ? tidy(typed) : typed.trim()
}

/** One consent of a step. `seller` is the only buyer that it is given to, which takes a checkbox. */
export interface ConsentText {
  field: string
  text: string
  seller: string | undefined
}

/** True if a consent is checked, in exactly the words shown, or has no checkbox. */
export function isTicked({ field, text, seller }: ConsentText, data: StepData): boolean {
  return seller === undefined || data[field] === text
}

/** Consents of a step, each with its field and text. */
export function consentTexts(flow: Flow, step: Step): ConsentText[] {
  return consents(step).map(({ question_key, answer_id, seller }) => {
    const { backend_field_name: field, backend_field_value: text = '' } = answer(
      flow,
      question_key,
      answer_id,
    )
    return { field, text, seller }
  })
}

function notGiven(flow: Flow, step: Step): Record<string, null> {
  return Object.fromEntries(consentTexts(flow, step).map(({ field }) => [field, null]))
}

/** Answer of the choice that was pressed. */
function pressed(flow: Flow, step: Step, data: StepData): Record<string, string> {
  const choices = pressedControls(flow, step, data).filter(isChoice)
  return Object.fromEntries(
    choices.map((choice) => choiceValue(flow, choice)).map(({ field, value }) => [field, value]),
  )
}

/** Fields of a step that a check fills in, and not the visitor. */
export function filledFields(flow: Flow, step: Step): string[] {
  return slotsOf(flow)(step).flatMap(({ filled, field }) => (filled ? field : []))
}

/** Values that checks filled in, by question, then by answer ID. */
export type Fills = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The data with the values that the checks of its step filled in. */
export function withFills(
  flow: Flow,
  step: Step,
  { data, fills }: { data: StepData; fills: Fills },
): StepData {
  const known = slotsOf(flow)(step).flatMap(({ filled, question_key, answer_id, field }) => {
    const value = fieldOf(fills[question_key] ?? {}, answer_id)
    return filled && value !== undefined ? [[field, value] as const] : []
  })
  return { ...data, ...Object.fromEntries(known) }
}

/** The records as they are stored: trimmed, and with the values that the step's own checks filled in taken from `fills`, whatever the
 *  records have. Values that no check gave are left out; values missing from the records are not added, as the visitor's path was shown
 *  without them. */
export function asKept(
  flow: Flow,
  step: Step,
  { records, fills }: { records: AnswerRecord[]; fills: Fills },
): AnswerRecord[] {
  const slots = slotsOf(flow)(step)
  const filled = onlyFilled(flow, step)
  return records.flatMap((record) => {
    const isOf = (s: Slot) => s.question_key === record.question_key && s.answer_id === record.answer_key
    const slot = filled.find(isOf)
    if (!slot) {
      const typed = slots.find(isOf)
      return typed && !typed.possible ? { ...record, raw_data: tidy(typed, record.raw_data) } : record
    }
    const found = foundIn(fills, slot)
    return found === undefined ? [] : { ...record, raw_data: found }
  })
}

/** Fields of a step that only a check fills in, with their value; undefined if it gave none. */
export function foundFields(flow: Flow, step: Step, fills: Fills): Record<string, string | undefined> {
  return Object.fromEntries(onlyFilled(flow, step).map((slot) => [slot.field, foundIn(fills, slot)]))
}

function foundIn(fills: Fills, { question_key, answer_id }: Slot): string | undefined {
  const found = fills[question_key] ?? {}
  return Object.hasOwn(found, answer_id) ? found[answer_id] : undefined
}

function onlyFilled(flow: Flow, step: Step): Slot[] {
  const slots = slotsOf(flow)(step)
  return slots.filter(({ filled, field }) => filled && !slots.some((s) => !s.filled && s.field === field))
}

/** The records, marked where the visitor insists on the value. */
export function withInsisted(
  flow: Flow,
  step: Step,
  { records, insisted }: { records: AnswerRecord[]; insisted: readonly string[] },
): AnswerRecord[] {
  if (insisted.length === 0) return records
  const marked = slotsOf(flow)(step).filter(({ field }) => insisted.includes(field))
  return records.map((record) =>
    marked.some((s) => s.question_key === record.question_key && s.answer_id === record.answer_key)
      ? { ...record, insisted: true }
      : record,
  )
}

/** Fields that the visitor insists on after reading that their values are unknown. */
export function insistedFields(flow: Flow, step: Step, records: readonly AnswerRecord[]): string[] {
  const insisted = records.filter((record) => record.insisted)
  return slotsOf(flow)(step).flatMap(({ question_key, answer_id, field }) =>
    insisted.some((r) => r.question_key === question_key && r.answer_key === answer_id) ? field : [],
  )
}

/** A step's data as the records that are sent and stored, one per field, or several for a list. Source: spec, section 3 "Answer record". */
export function encode(flow: Flow, step: Step, data: StepData): AnswerRecord[] {
  const fields = flatten(data)
  const recorded = new Set<string>()
  return slotsOf(flow)(step).flatMap((slot) => {
    const records = recordsOf(slot, fieldOf(fields, slot.field))
    if (records.length === 0 || recorded.has(slot.field)) return []
    recorded.add(slot.field)
    return records
  })
}

/** Records of a slot for its field's value; empty if it cannot have that value. */
function recordsOf(
  { question_key, answer_id, possible, options }: Slot,
  value: FieldValue | undefined,
): AnswerRecord[] {
  if (!isAnswered(value)) return []
  if (typeof value !== 'string')
    return options && possible ? possible.filter(({ raw_data }) => value.includes(raw_data)) : []
  if (!possible) return [{ question_key, answer_key: answer_id, raw_data: value }]
  return possible.filter(({ raw_data }) => raw_data === value)
}

/** Data of the records, or the first record that the step could not have given. A field that is answered twice is refused, as we can't
 *  guess which one was meant. */
export function decode(
  flow: Flow,
  step: Step,
  records: readonly AnswerRecord[],
): { data: StepData } | { refused: AnswerRecord; reason: string } {
  const all = slotsOf(flow)(step)
  const data: Record<string, FieldValue | Record<string, FieldValue>> = {}
  const taken = new Set<string>()
  for (const record of records) {
    const { question_key, answer_key, raw_data } = record
    const [answer_id] = answer_key.split('.')
    const slot = all.find((s) => s.question_key === question_key && s.answer_id === answer_id)
    if (!slot) return { refused: record, reason: JUDGMENTS.notAsked }
    if (!recordsOf(slot, raw_data).some((known) => known.answer_key === answer_key))
      return { refused: record, reason: impossible(slot) }
    const place = slot.many ? `${slot.field} ${raw_data}` : slot.field
    if (taken.has(place)) return { refused: record, reason: JUDGMENTS.answeredTwice }
    taken.add(place)
    put(data, slot, raw_data)
  }
  return { data }
}

function impossible({ options, possible }: Slot): string {
  if (options) return JUDGMENTS.noOption
  return possible ? JUDGMENTS.notFixedValue : JUDGMENTS.emptyOrOptions
}

function put(
  data: Record<string, FieldValue | Record<string, FieldValue>>,
  { field, parent, many }: Slot,
  value: string,
): void {
  if (parent) {
    const members = data[parent]
    data[parent] = {
      ...(typeof members === 'object' && !Array.isArray(members) ? members : {}),
      [field]: value,
    }
  } else if (many) {
    const list = data[field]
    data[field] = [...(Array.isArray(list) ? list : []), value]
  } else data[field] = value
}

/** Fields that a step answers. */
export function stepFields(flow: Flow, step: Step): string[] {
  return slotsOf(flow)(step).flatMap(({ field, many, options = [] }) => [
    field,
    ...(many ? options.flatMap((option) => (option.save_to_state && option.field) || []) : []),
  ])
}

/** A place of a step for one answer. */
interface Slot {
  question_key: string
  answer_id: string
  field: string
  /** Key of the object that contains the field in the form's data, for elements that give several answers. */
  parent?: string
  /** Every record that it can give: one for each option, or for the one value of a choice or a consent. Undefined for text input. */
  possible?: readonly AnswerRecord[]
  options?: readonly SelectOption[]
  /** True if the field holds a list. */
  many?: true
  /** True if a check fills it in, and not the visitor. */
  filled?: true
  /** Normalizes typed text; by default it is trimmed. */
  tidy?: ((typed: string) => string) | undefined
}

const slotsOf = once((flow: Flow) =>
  once((step: Step) => leaves(step.questions).flatMap((element) => elementSlots(flow, element))),
)

function tidyOf(element: LeafElement): Slot['tidy'] {
  if (element.type !== 'input') return undefined
  const { local, external = [] } = element.validations
  const names = [...local.map(({ name }) => name), ...external]
  const ofKind = isInput(element) && !isComposite(element) ? kindOf(element).tidy : undefined
  return ofKind ?? names.map((name) => LOCAL[name].tidy).find(Boolean)
}

function elementSlots(flow: Flow, element: LeafElement): Slot[] {
  if (!('question_key' in element)) return []
  const { question_key } = element
  const filled = filledAnswers(element, question(flow, question_key)).map((answer_id) => ({
    question_key,
    answer_id,
    field: answer(flow, question_key, answer_id).backend_field_name,
    filled: true as const,
  }))
  const asked = answerIds(element).map((answer_id) => {
    const {
      backend_field_name: field,
      backend_field_value: fixed = '',
      options = [],
    } = answer(flow, question_key, answer_id)
    const record = (answer_key: string, raw_data: string) => ({ question_key, answer_key, raw_data })
    return {
      question_key,
      answer_id,
      field,
      ...(isComposite(element) && { parent: question_key }),
      tidy: tidyOf(element),
      ...(element.type === 'container' && { possible: [record(answer_id, fixed)] }),
      ...(element.type === 'select' && {
        options,
        possible: options.map(({ backend_field_value }, index) =>
          record(`${answer_id}.${index}`, backend_field_value),
        ),
      }),
      ...(isList(element) && { many: true as const }),
    }
  })
  return [...asked, ...filled]
}
