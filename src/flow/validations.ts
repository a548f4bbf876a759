import type { ExternalValidation, InputElement, LocalValidation } from '../../schemas/element.ts'
import type { Flow, Step } from '../../schemas/flow.ts'
import { BIRTH_YEARS, parseDay } from './dates.ts'
import { COMPOSITE, answer, inputs, isComposite, question } from './elements.ts'
import { flatten, type StepData } from './data.ts'
import { fieldOf, isAnswered, type FieldValue } from './fields.ts'

/** What is wrong with one field, in words for the visitor. */
export interface FieldError {
  field: string
  message: string
}

interface Check {
  passes: (value: FieldValue, arg?: number) => boolean
  message: (label: string, arg?: number) => string
}

/** Source: spec, section 5. The message stands as the spec words it. */
export const LOCAL: Record<LocalValidation['name'], Check> = {
  required: {
    passes: (value) => (typeof value === 'string' ? value.trim() !== '' : value.length > 0),
    message: (label) => `${label} is required`,
  },
  email: {
    passes: matches(/^[^\s@]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,}$/),
    message: (label) => `${label} must contain a valid email`,
  },
  phone: {
    passes: (value) => /^1?\d{10}$/.test(String(value).replace(/\D/g, '')),
    message: (label) => `${label} must contain a valid phone number`,
  },
  zip: {
    passes: matches(/^\d{5}$/),
    message: (label) => `${label} must contain a valid zip code`,
  },
  date_of_birth: {
    passes: (value) => {
      const day = parseDay(String(value))
      return day !== null && day.year >= BIRTH_YEARS.min && day.year <= BIRTH_YEARS.max
    },
    message: (label) => `${label} must be a valid date of birth`,
  },
  description: {
    passes: (value) => String(value).trim().length >= DESCRIPTION_MIN_LENGTH,
    message: (label) => `${label} must be at least ${DESCRIPTION_MIN_LENGTH} char long`,
  },
  min: {
    passes: (value, arg = -Infinity) => Number(value) >= arg,
    message: (_, arg) => `The minimum value allowed is ${arg}`,
  },
  max: {
    passes: (value, arg = Infinity) => Number(value) <= arg,
    message: (_, arg) => `The maximum value allowed is ${arg}`,
  },
}

/** Source: spec, section 5 "Description". */
export const DESCRIPTION_MIN_LENGTH = 20

/** What a visitor reads when the server finds that an email, phone or ZIP does not exist. Source: spec, section 5. */
const EXTERNAL_MESSAGE: Record<ExternalValidation, (label: string) => string> = {
  email: (label) => `${label} must contain a valid email address`,
  phone: (label) => `${label} must contain a valid phone number`,
  zip: (label) => `${label} must contain a valid zip code`,
}

const NOTHING_TICKED = 'One option is required'

/** The second validator: the first thing wrong with each field of a step, in the order shown. */
export function fieldErrors(flow: Flow, step: Step, data: StepData): FieldError[] {
  const fields = flatten(data)
  return inputs(step).flatMap((element) =>
    inputFields(flow, element).flatMap(({ field, label }) => {
      const failed = element.validations.local.find(({ name, arg }) => {
        const value = fieldOf(fields, field)
        return isAnswered(value) ? !LOCAL[name].passes(value, arg) : name === 'required'
      })
      if (!failed) return []
      const nothingTicked = element.widget === 'multi_select' && failed.name === 'required'
      return [
        { field, message: nothingTicked ? NOTHING_TICKED : LOCAL[failed.name].message(label, failed.arg) },
      ]
    }),
  )
}

/** A question to the server that must be asked before a step is left. */
export interface ExternalCheck {
  name: ExternalValidation
  field: string
  value: string
  /** What the visitor reads when the answer is no. */
  message: string
}

/** The external checks of a step whose fields are filled. */
export function externalChecks(flow: Flow, step: Step, data: StepData): ExternalCheck[] {
  const fields = flatten(data)
  return inputs(step).flatMap((element) =>
    inputFields(flow, element).flatMap(({ field, label }) => {
      const value = fieldOf(fields, field)
      if (typeof value !== 'string') return []
      return (element.validations.external ?? []).map((name) => ({
        name,
        field,
        value,
        message: EXTERNAL_MESSAGE[name](label),
      }))
    }),
  )
}

/** The fields that one element fills, with the labels that its messages use. */
export function inputFields(
  flow: Flow,
  element: InputElement,
): { field: string; label: string; id: string }[] {
  const { question_key } = element
  const ids = isComposite(element) ? COMPOSITE[element.widget] : [element.answer_id]
  return ids.map((id) => {
    const { backend_field_name, label } = answer(flow, question_key, id)
    return { id, field: backend_field_name, label: label ?? question(flow, question_key).label }
  })
}

/** Whether the element must be answered. */
export function isRequired({ validations }: InputElement): boolean {
  return validations.local.some(({ name }) => name === 'required')
}

function matches(pattern: RegExp) {
  return (value: FieldValue) => pattern.test(String(value).trim())
}
