import type { AnswerRecord } from '../../../schemas/visitor/answer.ts'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { complete, consentTexts, decode, encode, filledFields, flatten } from '../../flow/answers/data.ts'
import { isAnswered, type FieldValue } from '../../flow/answers/fields.ts'
import type { StepData } from '../../flow/answers/stepData.ts'
import { choiceValue, controls, decision, isChoice, leavesUnanswered } from '../../flow/consent/agreement.ts'
import { inputs } from '../../flow/elements/elements.ts'
import { isComposite } from '../../flow/elements/kinds.ts'
import { inputFields, isRequired } from '../../flow/validations/validations.ts'

/** Records that a visit would send for a step, or the fields that prevent it. `unknown` has no record; `impossible` has a record that
 *  the step does not accept. */
export type Answered = { records: readonly AnswerRecord[] } | { unknown: string[] } | { impossible: string[] }

type ValueOf = (field: string) => FieldValue | undefined

/** Answers a step with what a visit recorded for its fields. Optional fields without a record stay empty. A consent that was given for a
 *  field is given again, in the step's words; one that was not given is unknown. */
export function answeredStep(flow: Flow, step: Step, valueOf: ValueOf): Answered {
  const press = pressOn(flow, step, valueOf)
  if ('impossible' in press) return press
  const data: Record<string, StepData[string]> = 'answers' in press ? { ...press.answers } : {}
  if (leavesUnanswered(flow, step, data)) return recorded(flow, step, data)
  const unknown = 'unknown' in press ? [...press.unknown] : []
  for (const element of inputs(step)) {
    const known: Record<string, FieldValue> = {}
    const fields = inputFields(flow, element).map(({ field }) => field)
    for (const field of fields) {
      const value = valueOf(field)
      if (isAnswered(value)) known[field] = value
    }
    if (Object.keys(known).length === 0 && isRequired(element)) unknown.push(...fields)
    else if (isComposite(element)) data[element.question_key] = known
    else Object.assign(data, known)
  }
  for (const field of filledFields(flow, step)) {
    const value = valueOf(field)
    if (isAnswered(value)) data[field] = value
  }
  for (const { field, text, seller } of consentTexts(flow, step))
    if (seller !== undefined && isAnswered(valueOf(field))) data[field] = text
  if (decision(flow, step, data) === 'agrees')
    for (const { field, seller } of consentTexts(flow, step))
      if (seller === undefined && !isAnswered(valueOf(field))) unknown.push(field)
  return unknown.length > 0 ? { unknown } : recorded(flow, step, data)
}

/** Answers of the pressed choice; empty if a plain button leaves the step. */
function pressOn(
  flow: Flow,
  step: Step,
  valueOf: ValueOf,
): { answers: StepData } | { unknown: string[] } | { impossible: string[] } {
  const choices = controls(step).filter(isChoice)
  const offered = choices.map((choice) => choiceValue(flow, choice))
  const pressed = offered.find(({ field, value }) => valueOf(field) === value)
  if (pressed) return { answers: { [pressed.field]: pressed.value } }
  if (choices.length === 0 || choices.length < controls(step).length) return { answers: {} }
  const fields = [...new Set(offered.map(({ field }) => field))]
  const isKnown = fields.some((field) => isAnswered(valueOf(field)))
  return isKnown ? { impossible: fields } : { unknown: fields }
}

/** The data as records, or the fields with values that the step does not accept. */
function recorded(flow: Flow, step: Step, data: StepData): Answered {
  const given = complete(flow, step, data)
  const records = encode(flow, step, given)
  const read = decode(flow, step, records)
  const kept = 'data' in read ? flatten(read.data) : {}
  const sent = flatten(given)
  const impossible = Object.entries(flatten(data)).flatMap(([field, value]) =>
    !(field in sent) || (field in kept && (!Array.isArray(value) || kept[field]!.length === value.length))
      ? []
      : field,
  )
  return impossible.length > 0 ? { impossible } : { records }
}
