import type { LeafElement } from '../../schemas/element.ts'
import type { Flow, Step } from '../../schemas/flow.ts'
import { choiceValue, controls, isChoice } from './consent/agreement.ts'
import { answer, isComposite, leaves, question } from './elements.ts'
import { MAX_LENGTH } from './validations/localChecks.ts'
import { withProduct } from './placeholders.ts'
import { inputFields, isRequired } from './validations/validations.ts'

/** The JSON Schema of one step's data: the little of the standard that steps need. */
export interface StepSchema {
  type: 'object'
  title: string
  properties: Record<string, PropertySchema>
  required: string[]
}

export type PropertySchema =
  | {
      type: 'string'
      title: string
      minLength?: number
      maxLength?: number
      pattern?: string
      enum?: string[]
    }
  | {
      type: 'array'
      title: string
      items: { type: 'string'; enum: string[] }
      uniqueItems: true
      minItems: number
    }
  | StepSchema

/** How each property is shown, in rjsf's words. */
export type StepUiSchema = Record<string, Record<string, unknown>>

/** A step as a form. The schema depends on the step alone, so that the server can compile its validator at publish.
 *  Source: design, section 3; the bounds are the stores' own, wide enough for any honest answer. */
export function toForm(flow: Flow, step: Step): { schema: StepSchema; uiSchema: StepUiSchema } {
  const schema = objectSchema(stepTitle(flow, step))
  const uiSchema: StepUiSchema = {}
  for (const element of leaves(step.questions)) addProperty(flow, element, schema, uiSchema)
  const answered = optionalChoices(flow, step)
  schema.required = schema.required.filter((field) => !answered.has(field))
  return { schema, uiSchema }
}

/** The heading of a step. */
export function stepTitle(flow: Flow, step: Step): string {
  if (step.title !== undefined) return step.title
  const first = leaves(step.questions).find((element) => 'question_key' in element)
  return first ? question(flow, first.question_key).label : step.name
}

/** The same as visitors read it. */
export function heading(flow: Flow, step: Step, productName: string): string {
  return withProduct(stepTitle(flow, step), productName)
}

/** Dates are computed with: what is not one must not be recorded as one. */
const DATE_PART: Record<string, { pattern: string }> = {
  year: { pattern: '^\\d{4}$' },
  month: { pattern: '^(0[1-9]|1[0-2])$' },
}

function addProperty(flow: Flow, element: LeafElement, schema: StepSchema, uiSchema: StepUiSchema): void {
  if (element.type === 'submit' || !('question_key' in element) || element.widget === 'consent') return
  if (element.widget === 'choice') return addChoice(flow, element, schema, uiSchema)
  const fields = inputFields(flow, element)
  const required = isRequired(element)
  if (isComposite(element)) {
    const nested = objectSchema(question(flow, element.question_key).label)
    for (const { id, field, label } of fields) {
      nested.properties[field] = {
        type: 'string',
        title: label,
        maxLength: MAX_LENGTH.text,
        ...DATE_PART[id],
      }
      if (required) nested.required.push(field)
    }
    schema.properties[element.question_key] = nested
    if (required) schema.required.push(element.question_key)
    uiSchema[element.question_key] = {
      'ui:field': element.widget,
      'ui:options': { element, fields: Object.fromEntries(fields.map(({ id, field }) => [id, field])) },
    }
    return
  }
  const [slot] = fields
  if (!slot) return
  const { field, label: title } = slot
  const options = answer(flow, element.question_key, element.answer_id).options ?? []
  const values = options.map(({ backend_field_value }) => backend_field_value)
  schema.properties[field] = PROPERTY[element.widget](title, values, required)
  if (required) schema.required.push(field)
  uiSchema[field] = {
    [element.widget === 'multi_select' ? 'ui:field' : 'ui:widget']: element.widget,
    'ui:options': { element },
    ...(options.length > 0 && { 'ui:enumNames': options.map(({ text }) => text) }),
  }
}

const text = (maxLength: number) => (title: string, _: string[], required: boolean) =>
  ({ type: 'string', title, ...(required && { minLength: 1 }), maxLength }) as const
const oneOf = (title: string, values: string[]) => ({ type: 'string', title, enum: values }) as const

const PROPERTY: Record<
  Exclude<Extract<LeafElement, { type: 'input' | 'select' }>['widget'], 'vehicle' | 'injury_date'>,
  (title: string, values: string[], required: boolean) => PropertySchema
> = {
  text: text(MAX_LENGTH.text),
  textarea: text(MAX_LENGTH.textarea),
  date_of_birth: (title) => ({ type: 'string', title, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  dropdown: oneOf,
  radio: oneOf,
  multi_select: (title, values, required) => ({
    type: 'array',
    title,
    items: { type: 'string', enum: values },
    uniqueItems: true,
    minItems: required ? 1 : 0,
  }),
}

/** Choices of one field are one property: any of their values. */
function addChoice(
  flow: Flow,
  { question_key, answer_id }: Extract<LeafElement, { widget: 'choice' }>,
  schema: StepSchema,
  uiSchema: StepUiSchema,
): void {
  const { backend_field_name: field, backend_field_value = '' } = answer(flow, question_key, answer_id)
  const known = schema.properties[field]
  const values = known && 'enum' in known && known.enum ? known.enum : []
  schema.properties[field] = {
    type: 'string',
    title: question(flow, question_key).label,
    enum: [...new Set([...values, backend_field_value])],
  }
  if (!schema.required.includes(field)) schema.required.push(field)
  uiSchema[field] = { 'ui:widget': 'hidden' }
}

/** The fields of choices that refuse a consent beside a button that gives it: who agrees does not answer them. */
function optionalChoices(flow: Flow, step: Step): Set<string> {
  if (controls(step).every(isChoice)) return new Set()
  const refusing = controls(step)
    .filter(isChoice)
    .filter(({ agrees }) => agrees === false)
  return new Set(refusing.map((choice) => choiceValue(flow, choice).field))
}

function objectSchema(title: string): StepSchema {
  return { type: 'object', title, properties: {}, required: [] }
}
