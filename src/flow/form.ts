import type { ElementOf, LeafElement } from '../../schemas/elements/element.ts'
import type { Flow, Step } from '../../schemas/flow/flow.ts'
import { choiceValue, controls, isChoice, type Choice } from './consent/agreement.ts'
import { answer, hasBox, inputs, leaves, question } from './elements/elements.ts'
import { LINE_LENGTH } from './elements/freeText.ts'
import { isComposite, isInput, isList, kindOf } from './elements/kinds.ts'
import type { StepSchema } from './elements/stepSchema.ts'
import { withProduct } from './placeholders.ts'
import { inputFields, isRequired } from './validations/validations.ts'

/** Presentation of each property, in rjsf's terms. */
export type StepUiSchema = Record<string, Record<string, unknown>>

/** A step as a form. The schema depends only on the step, so that the server can compile its validator at publish. Source: design,
 *  section 3; the bounds are those of the stores, wide enough for any honest answer. */
export function toForm(flow: Flow, step: Step): { schema: StepSchema; uiSchema: StepUiSchema } {
  const schema = objectSchema(stepTitle(flow, step))
  const uiSchema: StepUiSchema = {}
  for (const element of leaves(step.questions)) addProperty(flow, element, schema, uiSchema)
  const answered = optionalChoices(flow, step)
  schema.required = schema.required.filter((field) => !answered.has(field))
  return { schema, uiSchema }
}

/** Initial values of a step's fields, as the author set them. */
export function startsOf(flow: Flow, step: Step): Record<string, string> {
  return Object.fromEntries(
    inputs(step).flatMap((element) => {
      if (element.widget !== 'slider' || element.start === undefined) return []
      return [[inputFields(flow, element)[0]!.field, String(element.start)]]
    }),
  )
}

/** Heading of a step. */
export function stepTitle(flow: Flow, step: Step): string {
  if (step.title !== undefined) return step.title
  const first = leaves(step.questions).find((element) => 'question_key' in element)
  return first ? question(flow, first.question_key).label : step.name
}

/** The heading as visitors read it. */
export function heading(flow: Flow, step: Step, productName: string): string {
  return withProduct(stepTitle(flow, step), productName)
}

/** Formats of date parts. Dates are used in computations, so anything else must not be recorded as one. */
const DATE_PART: Record<string, { pattern: string }> = {
  year: { pattern: '^\\d{4}$' },
  month: { pattern: '^(0[1-9]|1[0-2])$' },
}

function addProperty(flow: Flow, element: LeafElement, schema: StepSchema, uiSchema: StepUiSchema): void {
  if (isChoice(element)) return addChoice(flow, element, schema, uiSchema)
  if (hasBox(element)) return addBox(flow, element, schema, uiSchema)
  if (!isInput(element)) return
  const fields = inputFields(flow, element)
  const required = isRequired(element)
  if (isComposite(element)) {
    const nested = objectSchema(question(flow, element.question_key).label)
    for (const { id, field, label } of fields) {
      nested.properties[field] = {
        type: 'string',
        title: label,
        maxLength: LINE_LENGTH,
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
  schema.properties[field] = kindOf(element).property(title, options, required)
  if (required) schema.required.push(field)
  uiSchema[field] = {
    [isList(element) ? 'ui:field' : 'ui:widget']: element.widget,
    'ui:options': { element },
    ...(options.length > 0 && { 'ui:enumNames': options.map(({ text }) => text) }),
  }
}

/** A consent's box has exactly the words shown beside it, or nothing. Words of another language, after a visitor switched, are not an
 *  error; they leave the box unchecked. */
function addBox(flow: Flow, element: ElementOf<'consent'>, schema: StepSchema, uiSchema: StepUiSchema): void {
  const { backend_field_name: field, label } = answer(flow, element.question_key, element.answer_id)
  const title = label ?? question(flow, element.question_key).label
  schema.properties[field] = { type: 'string', title }
  uiSchema[field] = { 'ui:widget': 'seller_consent', 'ui:options': { element } }
}

/** Choices of one field are one property with any of their values. */
function addChoice(
  flow: Flow,
  { question_key, answer_id }: Choice,
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

/** Fields of choices that refuse a consent beside a button that gives it: visitors who agree do not answer them. */
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
