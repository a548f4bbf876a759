import type { ExternalValidation, InputElement, LocalValidation } from '../../../schemas/elements/element.ts'
import type { Flow, Step } from '../../../schemas/flow/flow.ts'
import { leavesUnanswered } from '../consent/agreement.ts'
import { answer, answerIds, inputs, question } from '../elements/elements.ts'
import { isComposite, isList, kindOf } from '../elements/kinds.ts'
import { flatten } from '../answers/data.ts'
import type { StepData } from '../answers/stepData.ts'
import { fieldOf, isAnswered, type Fields, type FieldValue } from '../answers/fields.ts'
import { LOCAL, localError, type Ages } from '../elements/localChecks.ts'
import { says } from '../languages/language.ts'
import type { Sentences } from '../../texts/languages/sentences.ts'
import { once } from '../kernel/once.ts'

/** Problem with one field, in words for the visitor. */
export interface FieldError {
  field: string
  message: string
  /** True if the value may be right nevertheless, so the visitor can insist on it. */
  insistable?: true
}

const NOTHING_BEGUN: ReadonlySet<string> = new Set()

/** A step, the fields known when the visitor came to it, and the day of the visit. */
export interface MetStep {
  step: Step
  before: Fields
  /** YYYY-MM-DD */
  today: string
}

/** The second validator: the first problem of each field of a step, in the order shown. `begun` lists fields with an incomplete value: a
 *  visitor who has begun a date must complete it. */
export function fieldErrors(
  flow: Flow,
  { step, before, today }: MetStep,
  data: StepData,
  begun: ReadonlySet<string> = NOTHING_BEGUN,
): FieldError[] {
  if (leavesUnanswered(flow, step, data)) return []
  const own = flatten(data)
  const sentences = says(flow)
  return inputs(step).flatMap((element) =>
    inputFields(flow, element).flatMap(({ id, field, label, error }) => {
      const value = fieldOf(own, field)
      const wrong = element.validations.local.find((check) => {
        const { name, field: other } = check
        if (!isAnswered(value)) return name === 'required'
        if (other === undefined) return !LOCAL[name].passes(value, check.arg, agesOf(check, today))
        const known = { ...before, ...own }
        const [whole, to] = [wholeOf(flow, element, { id, known }), fieldOf(known, other)]
        return isAnswered(whole) && isAnswered(to) && !LOCAL[name].passes(whole, to)
      })
      if (!wrong) {
        const held = { field, label, value }
        return (
          unfinished(sentences, begun, held) ??
          tooLong(sentences, element, held) ??
          misfit(sentences, flow, element, held) ??
          []
        )
      }
      const { name, field: other } = wrong
      if (error !== undefined && OF_ITS_KIND.has(name)) return { field, message: error }
      if (isList(element) && name === 'required')
        return { field, message: sentences.ANSWER_ERRORS.nothingTicked }
      const to = other === undefined ? wrong.arg : labelOf(flow, other)
      return { field, message: localError(sentences, name, label, { to, ages: agesOf(wrong, today) }) }
    }),
  )
}

/** Checks whose error a flow may word itself: it tells what to enter. The others tell a limit. */
const OF_ITS_KIND: ReadonlySet<string> = new Set<LocalValidation['name'] | ExternalValidation>([
  'required',
  'email',
  'email_format',
  'phone',
  'zip',
  'date_of_birth',
])

/** Ages that a validation allows on a day. */
export function agesOf({ min, max }: LocalValidation, today: string): Ages {
  return { today, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

interface Held {
  field: string
  label: string
  value: FieldValue | undefined
}

function unfinished(
  sentences: Sentences,
  begun: ReadonlySet<string>,
  { field, label, value }: Held,
): FieldError | null {
  return begun.has(field) && !isAnswered(value)
    ? { field, message: localError(sentences, 'required', label) }
    : null
}

/** The step's schema has the same limit, but no message for visitors. */
function tooLong(
  { ANSWER_ERRORS }: Sentences,
  element: InputElement,
  { field, label, value = '' }: Held,
): FieldError | null {
  if (isComposite(element)) return null
  const { maxLength: most = Infinity } = kindOf(element)
  if (value.length <= most || Array.from(value).length <= most) return null
  return { field, message: ANSWER_ERRORS.tooLong(label, most) }
}

/** Values that the element itself refuses: a number that is not on its scale, options that exclude one another. */
function misfit(
  sentences: Sentences,
  flow: Flow,
  element: InputElement,
  { field, label, value }: Held,
): FieldError | null {
  if (isComposite(element) || !isAnswered(value)) return null
  const { options = [] } = answer(flow, element.question_key, element.answer_id)
  const message = kindOf(element).misfit?.(element, { value, label }, { options, sentences })
  return message ? { field, message } : null
}

/** Value to compare with another field: the value itself, but an injury date as a whole, once, at its year. */
function wholeOf(
  flow: Flow,
  element: InputElement,
  { id, known }: { id: string; known: Fields },
): FieldValue | undefined {
  const parts = inputFields(flow, element).map(({ field }) => fieldOf(known, field))
  if (parts.length === 1) return parts[0]
  return id === 'year' && parts.every(isAnswered) ? parts.join('-') : undefined
}

/** Label by which visitors know a field: that of the first answer that fills it. */
export function labelOf(flow: Flow, field: string): string {
  for (const { label, answers } of Object.values(flow.constants_config.questions))
    for (const answer of Object.values(answers))
      if (answer.backend_field_name === field) return answer.label ?? label
  return field
}

/** A check that the server must make before a step is left. */
export interface ExternalCheck {
  name: ExternalValidation
  question_key: string
  field: string
  value: string
  /** Message for the visitor if the check fails. */
  message: string
}

/** External checks of a step with filled fields. */
export function externalChecks(flow: Flow, step: Step, data: StepData): ExternalCheck[] {
  const { EXTERNAL_ERRORS } = says(flow)
  if (leavesUnanswered(flow, step, data)) return []
  const fields = flatten(data)
  return inputs(step).flatMap((element) =>
    inputFields(flow, element).flatMap(({ field, label, error }) => {
      const value = fieldOf(fields, field)
      if (typeof value !== 'string') return []
      return (element.validations.external ?? []).map((name) => ({
        name,
        question_key: element.question_key,
        field,
        value,
        message: error ?? EXTERNAL_ERRORS[name](label),
      }))
    }),
  )
}

/** Fields that one element fills, with the labels for its messages. */
export function inputFields(flow: Flow, element: InputElement): readonly InputField[] {
  return inputFieldsOf(flow)(element)
}

interface InputField {
  id: string
  field: string
  label: string
  /** The flow's own error. */
  error?: string
}

const inputFieldsOf = once((flow: Flow) => once((element: InputElement) => fieldsFilled(flow, element)))

function fieldsFilled(flow: Flow, element: InputElement): InputField[] {
  const { question_key } = element
  const { FIELD_LABELS } = says(flow)
  const named: Partial<Record<string, string | Readonly<Record<string, string>>>> = FIELD_LABELS
  const own = named[element.widget]
  return answerIds(element).map((id) => {
    const { backend_field_name: field, label, error } = answer(flow, question_key, id)
    return {
      id,
      field,
      ...(error !== undefined && { error }),
      label: label ?? (typeof own === 'object' ? own[id] : own) ?? question(flow, question_key).label,
    }
  })
}

/** True if the element must be answered. */
export function isRequired({ validations }: InputElement): boolean {
  return validations.local.some(({ name }) => name === 'required')
}
