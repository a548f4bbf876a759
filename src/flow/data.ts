import type { AnswerRecord } from '../../schemas/answer.ts'
import type { LeafElement } from '../../schemas/element.ts'
import type { Flow, SelectOption, Step } from '../../schemas/flow.ts'
import { answer, COMPOSITE, isComposite, leaves } from './elements.ts'
import { isAnswered, type Fields, type FieldValue } from './fields.ts'

/** What a step's form holds: values by backend field, and one object under its question's key for each element that
 *  gives several answers (a vehicle, an injury date). Undefined: emptied again. */
export type StepData = Readonly<Record<string, FieldValue | Readonly<Record<string, FieldValue>> | undefined>>

/** The data of the steps answered so far, by step id. A hidden step that was passed has {}. */
export type Answers = Readonly<Record<string, StepData>>

/** A step's data as plain fields. */
export function flatten(data: StepData): Fields {
  const fields: Record<string, FieldValue> = {}
  for (const [key, value] of Object.entries(data)) {
    if (value === undefined) continue
    const members = typeof value === 'string' || Array.isArray(value) ? { [key]: value } : value
    for (const [field, member] of Object.entries(members)) if (isAnswered(member)) fields[field] = member
  }
  return fields
}

/** The data that a visitor's form gives, with what the step itself fixes: the consent texts that stood on it,
 *  and yes or no for every option of a multi-select that keeps a field of its own. */
export function complete(flow: Flow, step: Step, data: StepData): StepData {
  const fixed: Record<string, string> = {}
  for (const element of leaves(step.questions)) {
    if (!('widget' in element)) continue
    if (element.widget === 'consent') {
      const { backend_field_name, backend_field_value = '' } = answer(
        flow,
        element.question_key,
        element.answer_id,
      )
      fixed[backend_field_name] = backend_field_value
    }
    if (element.widget === 'multi_select') {
      const { backend_field_name, options = [] } = answer(flow, element.question_key, element.answer_id)
      const ticked = data[backend_field_name]
      for (const { field, save_to_state, backend_field_value } of options)
        if (field && save_to_state)
          fixed[field] = Array.isArray(ticked) && ticked.includes(backend_field_value) ? 'yes' : 'no'
    }
  }
  return { ...data, ...fixed }
}

/** A step's data as the records that are sent and stored. Source: spec, section 3 "Answer record". */
export function encode(flow: Flow, step: Step, data: StepData): AnswerRecord[] {
  const fields = flatten(data)
  const records: AnswerRecord[] = []
  for (const slot of slots(flow, step)) {
    const value = fields[slot.field]
    if (!isAnswered(value)) continue
    const { question_key, answer_id } = slot
    if (slot.fixed !== undefined) {
      if (value === slot.fixed) records.push({ question_key, answer_key: answer_id, raw_data: value })
    } else if (slot.options) {
      slot.options.forEach((option, index) => {
        const raw_data = option.backend_field_value
        if ([value].flat().includes(raw_data))
          records.push({ question_key, answer_key: `${answer_id}.${index}`, raw_data })
      })
    } else if (typeof value === 'string')
      records.push({ question_key, answer_key: answer_id, raw_data: value })
  }
  return records
}

/** The data that records stand for, or the first record that the step could not have given. */
export function decode(
  flow: Flow,
  step: Step,
  records: readonly AnswerRecord[],
): { data: StepData } | { refused: AnswerRecord; reason: string } {
  const all = slots(flow, step)
  const data: Record<string, FieldValue | Record<string, FieldValue>> = {}
  for (const record of records) {
    const [answer_id, index] = record.answer_key.split('.')
    const slot = all.find((s) => s.question_key === record.question_key && s.answer_id === answer_id)
    if (!slot) return { refused: record, reason: 'the step does not ask this' }
    const expected = slot.options ? slot.options[Number(index)]?.backend_field_value : slot.fixed
    if (slot.options ? expected !== record.raw_data : index !== undefined)
      return { refused: record, reason: 'there is no such option' }
    if (slot.fixed !== undefined && slot.fixed !== record.raw_data)
      return { refused: record, reason: 'the value is not the one that the flow fixes' }
    put(data, slot, record.raw_data)
  }
  return { data }
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

/** One place of a step that takes one answer. */
interface Slot {
  question_key: string
  answer_id: string
  field: string
  /** The key of the object that holds the field in the form's data, for elements that give several answers. */
  parent?: string
  /** The one value it can have: a choice or a consent. */
  fixed?: string
  options?: readonly SelectOption[]
  /** Whether the field holds a list. */
  many?: true
}

function slots(flow: Flow, step: Step): Slot[] {
  return leaves(step.questions).flatMap((element) => slotsOf(flow, element))
}

function slotsOf(flow: Flow, element: LeafElement): Slot[] {
  if (!('question_key' in element)) return []
  const { question_key } = element
  const ids = isComposite(element) ? COMPOSITE[element.widget] : [element.answer_id]
  return ids.map((answer_id) => {
    const {
      backend_field_name: field,
      backend_field_value = '',
      options,
    } = answer(flow, question_key, answer_id)
    return {
      question_key,
      answer_id,
      field,
      ...(isComposite(element) && { parent: question_key }),
      ...(element.type === 'container' && { fixed: backend_field_value }),
      ...(element.type === 'select' && { options: options ?? [] }),
      ...(element.type === 'select' && element.widget === 'multi_select' && { many: true as const }),
    }
  })
}
